//===- Regret.cpp - what the choices of the tuning cost -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alternatives differ from the choice in one value or two. They are timed in
// turns, by the same compiled code.
//
//===----------------------------------------------------------------------===//

#include "Regret.h"

#include "Compiled.h"
#include "Measure.h"
#include "RunCase.h"

#include "llvm/Support/Format.h"

extern "C" {
#include "Tuning.h"
}

using namespace bench;
using llvm::raw_ostream;

static constexpr int64_t kNever = int64_t(1) << 50;
static constexpr int64_t kLeastBytes = 24 << 10;

namespace {
struct Alternative {
  std::string name; ///< as in ONNXOPS_TUNING
  Tuning tuning;
};
} // namespace

// The choice comes first; the others differ from it.
static std::vector<Alternative> getAlternatives() {
  const Tuning chosen = onnxopsImplTuneNow();
  std::vector<Alternative> all = {{"the choice", chosen}};
  auto add = [&](llvm::ArrayRef<std::pair<int, int64_t>> values,
                 const char *name) {
    Tuning other = chosen;
    for (auto [index, value] : values)
      other.values[index] = value;
    if (!std::equal(other.values, other.values + TuneCount, chosen.values))
      all.push_back({name, other});
  };
  add({{TuneCopied, 0}, {TunePages, 1}}, "copied=0,pages=1");
  add({{TuneCopied, 0}, {TunePages, 4}}, "copied=0,pages=4");
  add({{TuneCopied, kNever}}, "copied=never");
  add({{TuneFilled, 0}}, "filled=0");
  add({{TuneFilled, kNever}}, "filled=never");
  add({{TunePages, 1}}, "pages=1");
  add({{TunePages, 4}}, "pages=4");
  add({{TuneLibrary, kLeastBytes}}, "library=24K");
  add({{TuneLibrary, kNever}}, "library=never");
  return all;
}

bool bench::isTuned(const Case &c) { return getOutputBytes(c) >= kLeastBytes; }

void bench::printRegretHead(int maxThreads, raw_ostream &os) {
  const Tuning chosen = onnxopsImplTuneNow();
  static constexpr const char *kNames[TuneCount] = {
      "copied", "per-thread", "filled", "pages", "library"};
  os << "The tuning:";
  for (int i = 0; i < TuneCount; ++i)
    os << (i == 0 ? " " : ",") << kNames[i] << "=" << chosen.values[i];
  os << "\n\n| case |";
  for (int threads = 1; threads <= maxThreads; ++threads)
    os << " " << threads << "t, us | regret | best |";
  os << "\n|---|";
  for (int threads = 1; threads <= maxThreads; ++threads)
    os << "---|---|---|";
  os << "\n";
}

// Times all alternatives on so many threads. The choice comes first.
static llvm::Expected<std::vector<Variant>>
timeAlternatives(const Case &c, int threads, Arena &input, Arena &output) {
  CompileOptions options;
  options.threads = threads;
  auto compiled = CompiledCase::compile(c, options, input.get(), output.get());
  if (!compiled)
    return compiled.takeError();
  CompiledCase &code = **compiled;
  SpinPool pool(paysForThreads(c) ? threads : 1);
  code.usePool(pool);
  if (!code.run())
    return llvm::createStringError("%s: %s", c.name.c_str(), code.getError());
  std::vector<Variant> variants;
  const std::vector<Alternative> alternatives = getAlternatives();
  for (const Alternative &alternative : alternatives)
    variants.push_back({alternative.name,
                        [&code, &alternative] {
                          onnxopsImplUseTuning(&alternative.tuning);
                          code.run();
                        },
                        {}});
  measure(c.name + "/" + std::to_string(threads) + "t", variants);
  onnxopsImplUseTuning(&alternatives.front().tuning);
  return variants;
}

llvm::Error bench::printRegret(const Case &c, int maxThreads, Arena &input,
                               Arena &output, raw_ostream &os) {
  pinThread(0);
  os << "| " << c.name << " |";
  for (int threads = 1; threads <= maxThreads; ++threads) {
    auto variants = timeAlternatives(c, threads, input, output);
    if (!variants)
      return variants.takeError();
    const Variant &chosen = variants->front();
    const Variant &best =
        *llvm::min_element(*variants, [](const Variant &a, const Variant &b) {
          return a.ns < b.ns;
        });
    os << llvm::format(" %.2f | %.2f | ", chosen.ns / 1000, chosen.ns / best.ns)
       << best.name << " |";
  }
  os << "\n";
  os.flush();
  return llvm::Error::success();
}
