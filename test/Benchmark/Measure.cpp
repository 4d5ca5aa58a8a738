//===- Measure.cpp - time, by Google Benchmark ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One run of the library for each case, with a reporter that collects.
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "Memory.h"

#include "llvm/ADT/STLExtras.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <fstream>
#include <map>
#include <memory>

using namespace bench;

namespace {

/// Keeps the times of repetitions by name, and hands all on to the library's
/// own report in JSON where that is wanted.
class Collector : public benchmark::BenchmarkReporter {
public:
  explicit Collector(const std::string &jsonPath) {
    if (jsonPath.empty())
      return;
    file.open(jsonPath);
    json = std::make_unique<benchmark::JSONReporter>();
    json->SetOutputStream(&file);
    json->SetErrorStream(&file);
  }

  bool ReportContext(const Context &context) override {
    if (json && !hasContext)
      json->ReportContext(context);
    hasContext = true;
    return true;
  }

  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Iteration)
        times[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
    if (json)
      json->ReportRuns(runs);
  }

  // The library calls Finalize() after each case.
  void close() {
    if (json && hasContext)
      json->Finalize();
    file.close();
  }

  double takeFastest(const std::string &name) {
    std::vector<double> all = std::move(times[name]);
    times.erase(name);
    return all.empty() ? 0 : *llvm::min_element(all);
  }

private:
  std::ofstream file;
  std::unique_ptr<benchmark::JSONReporter> json;
  bool hasContext = false;
  std::map<std::string, std::vector<double>> times;
};

} // namespace

static MeasureOptions options;
static std::unique_ptr<Collector> collector;

void bench::beginMeasuring(const MeasureOptions &given) {
  options = given;
  collector = std::make_unique<Collector>(options.googleJson);
  // The library keeps the first one.
  static std::string flags[] = {"bench-onnxops",
                                "--benchmark_enable_random_interleaving=true"};
  std::vector<char *> arguments;
  for (std::string &flag : flags)
    arguments.push_back(flag.data());
  int count = arguments.size();
  benchmark::Initialize(&count, arguments.data());
}

void bench::endMeasuring() {
  collector->close();
  collector.reset();
}

static double timeOnce(const Variant &variant) {
  if (variant.runMany)
    return variant.runMany(1);
  auto start = std::chrono::steady_clock::now();
  variant.run();
  auto end = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(end - start).count();
}

static void runCold(benchmark::State &state, const Variant &variant) {
  for (auto _ : state) {
    evictCaches();
    state.SetIterationTime(timeOnce(variant));
  }
}

static void runElsewhere(benchmark::State &state, const Variant &variant) {
  while (state.KeepRunningBatch(state.max_iterations))
    state.SetIterationTime(variant.runMany(state.max_iterations));
}

static void runHere(benchmark::State &state, const Variant &variant) {
  for (auto _ : state)
    variant.run();
}

static void registerVariant(const std::string &name, const Variant &variant) {
  auto run = options.isCold    ? runCold
             : variant.runMany ? runElsewhere
                               : runHere;
  auto *registered = benchmark::RegisterBenchmark(name.c_str(), run, variant);
  registered->Unit(benchmark::kNanosecond)->Repetitions(options.repetitions);
  if (options.isCold || variant.runMany)
    registered->UseManualTime();
  else
    registered->UseRealTime();
  if (options.isCold)
    registered->Iterations(1);
  else
    registered->MinTime(options.seconds);
}

void bench::measure(const std::string &caseName,
                    std::vector<Variant> &variants) {
  benchmark::ClearRegisteredBenchmarks();
  for (const Variant &variant : variants)
    registerVariant(caseName + "/" + variant.name, variant);
  benchmark::RunSpecifiedBenchmarks(collector.get(), nullptr, "all");
  for (Variant &variant : variants)
    variant.ns = collector->takeFastest(caseName + "/" + variant.name);
}
