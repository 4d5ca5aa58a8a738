//===- Report.cpp - results for people and programs -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is missing is a dash.
//
//===----------------------------------------------------------------------===//

#include "Report.h"

#include "Compiled.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

#include <cmath>

using namespace bench;
using llvm::format;
using llvm::raw_ostream;

namespace {
struct Column {
  const char *title;
  const char *key; ///< without the number of threads
  int threads;
};
} // namespace

/// The share of the recorded ratio that a floor must reach.
static constexpr double kHonest = 0.85;

static constexpr int64_t kLeastBytes = 1024;

static constexpr Column kColumns[] = {
    {"static 1t", "static", 1}, {"dynamic 1t", "dynamic", 1},
    {"memcpy 1t", "memcpy", 1}, {"ORT 1t", "ort", 1},
    {"numpy 1t", "numpy", 1},   {"torch 1t", "torch", 1},
    {"static 2t", "static", 2}, {"dynamic 2t", "dynamic", 2},
    {"memcpy 2t", "memcpy", 2}, {"ORT 2t", "ort", 2},
    {"torch 2t", "torch", 2},
};

static std::string getKey(const Column &column) {
  return std::string(column.key) + " " + std::to_string(column.threads) + "t";
}

static void printTime(double ns, raw_ostream &os) {
  double us = ns / 1000;
  if (us == 0)
    os << " - |";
  else
    os << format(us < 0.1 ? " %.4f |" : us < 10 ? " %.2f |" : " %.0f |", us);
}

static bool isOurs(const Column &column) {
  llvm::StringRef key = column.key;
  return key == "static" || key == "dynamic";
}

void bench::printTableRow(const Result &result, raw_ostream &os) {
  os << "| " << result.c.name << " |";
  printTime(result.getFloor(1), os);
  printTime(result.getFloor(2), os);
  for (const Column &column : kColumns) {
    double ns = result.get(getKey(column));
    double floor = result.getFloor(column.threads);
    if (ns == 0 || floor == 0) {
      os << " - |";
      continue;
    }
    bool isMarked = column.threads > 1 && isOurs(column) && !result.isThreaded;
    os << format(" %.2f", ns / floor) << (isMarked ? "* |" : " |");
  }
  os << "\n";
}

void bench::printTableHead(raw_ostream &os) {
  os << "| case | floor 1t, us | floor 2t, us |";
  for (const Column &column : kColumns)
    os << " " << column.title << " |";
  os << "\n|---|---|---|";
  for (size_t i = 0; i < std::size(kColumns); ++i)
    os << "---|";
  os << "\n";
}

void bench::printTableNotes(llvm::ArrayRef<Result> results, raw_ostream &os) {
  if (llvm::any_of(results, [](const Result &r) {
        return r.get("static 2t") != 0 && !r.isThreaded;
      }))
    os << "\n\\* code for one thread\n";
}

// Prints one line if the floor is too slow; returns whether it could be told.
static bool checkFloor(const Result &result, int threads, raw_ostream &os) {
  const Recorded &recorded = result.c.recorded;
  double then = threads == 1               ? recorded.ort1 / recorded.floor1
                : paysForThreads(result.c) ? recorded.ort2 / recorded.floor2
                                           : recorded.ort2 / recorded.floor1;
  std::string suffix = " " + std::to_string(threads) + "t";
  double ort = result.get("ort" + suffix), floor = result.getFloor(threads);
  // A call that moves a few bytes says nothing of kernels.
  bool isTold = ort != 0 && floor != 0 && std::isfinite(then) &&
                getOutputBytes(result.c) >= kLeastBytes;
  if (isTold && ort / floor < kHonest * then)
    os << "the floor of " << result.c.name << suffix
       << format(" is slow: ONNX Runtime takes %.2f of it, but %.2f were "
                 "recorded\n",
                 ort / floor, then);
  return isTold;
}

void bench::printFloorCheck(llvm::ArrayRef<Result> results, raw_ostream &os) {
  int told = 0, slow = 0;
  for (const Result &result : results)
    for (int threads : {1, 2}) {
      std::string line;
      llvm::raw_string_ostream stream(line);
      told += checkFloor(result, threads, stream);
      slow += !line.empty();
      os << line;
    }
  if (told)
    os << told - slow << " of " << told << " floors are as good as recorded\n";
}

//===----------------------------------------------------------------------===//
// Sweeps
//===----------------------------------------------------------------------===//

namespace {
/// What one list of a sweep is about.
struct SweepList {
  const char *key; ///< "static" or "dynamic"
  int threads;

  double getRatio(const Result &result, llvm::StringRef timed) const {
    double floor = result.getFloor(threads);
    return floor == 0 ? 0 : result.get(timed.str() + suffix()) / floor;
  }

  double getRatio(const Result &result) const { return getRatio(result, key); }

  std::string suffix() const { return " " + std::to_string(threads) + "t"; }
};
} // namespace

static void printWorst(std::vector<const Result *> results, SweepList list,
                       raw_ostream &os) {
  llvm::sort(results, [&](const Result *a, const Result *b) {
    return list.getRatio(*a) > list.getRatio(*b);
  });
  auto countWithin = [&](double bar) {
    return llvm::count_if(
        results, [&](const Result *r) { return list.getRatio(*r) <= bar; });
  };
  os << "\n"
     << list.key << " shapes, "
     << (list.threads == 1 ? "one thread: " : "two threads: ")
     << countWithin(1.10) << " of " << results.size()
     << " within 1.10 of the floor, " << countWithin(1.30)
     << format(" within 1.30, median %.2f\n\n",
               list.getRatio(*results[results.size() / 2]))
     << "| case | floor, us | " << list.key << " | memcpy | kernel |\n"
     << "|---|---|---|---|---|\n";
  for (const Result *result : llvm::ArrayRef(results).take_front(20)) {
    os << "| " << result->c.name << " |";
    printTime(result->getFloor(list.threads), os);
    os << format(" %.2f | %.2f |", list.getRatio(*result),
                 list.getRatio(*result, "memcpy"))
       << " " << result->fastestKernel.at(list.suffix().substr(1)) << " |\n";
  }
}

void bench::printWorst(llvm::ArrayRef<Result> results, int maxThreads,
                       raw_ostream &os) {
  std::vector<const Result *> pointers;
  for (const Result &result : results)
    pointers.push_back(&result);
  for (int threads = 1; threads <= maxThreads; ++threads)
    for (const char *key : {"static", "dynamic"})
      ::printWorst(pointers, {key, threads}, os);
}

llvm::Error bench::printCodeSizes(llvm::ArrayRef<Case> cases, raw_ostream &os) {
  os << "| case | static, bytes | dynamic, bytes |\n|---|---|---|\n";
  for (const Case &c : cases) {
    os << "| " << c.name << " |";
    for (bool isDynamic : {false, true}) {
      CompileOptions options;
      options.isDynamic = isDynamic;
      auto compiled = CompiledCase::compile(c, options, nullptr, nullptr);
      if (!compiled)
        return compiled.takeError();
      os << " " << (*compiled)->getCodeBytes() << " |";
    }
    os << "\n";
  }
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// JSON
//===----------------------------------------------------------------------===//

static llvm::json::Object makeRecorded(const Recorded &recorded) {
  return llvm::json::Object{{"floor 1t", recorded.floor1},
                            {"ort 1t", recorded.ort1},
                            {"floor 2t", recorded.floor2},
                            {"ort 2t", recorded.ort2}};
}

void bench::printJson(llvm::ArrayRef<Result> results, raw_ostream &os) {
  llvm::json::Array cases;
  for (const Result &result : results) {
    llvm::json::Object times, kernels;
    for (const auto &[key, ns] : result.ns)
      times[key] = ns;
    for (const auto &[threads, kernel] : result.fastestKernel)
      kernels[threads] = kernel;
    cases.push_back(llvm::json::Object{
        {"name", result.c.name},
        {"bytes", getOutputBytes(result.c)},
        {"bar", llvm::json::Object{{"1t", result.getFloor(1)},
                                   {"2t", result.getFloor(2)}}},
        {"ns", std::move(times)},
        {"kernels", std::move(kernels)},
        {"threaded", result.isThreaded},
        {"recorded us", makeRecorded(result.c.recorded)}});
  }
  os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(cases)));
}
