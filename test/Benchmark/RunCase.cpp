//===- RunCase.cpp - one case, compared and timed -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Nothing is timed that has not written the right bytes.
//
//===----------------------------------------------------------------------===//

#include "RunCase.h"

#include "Compiled.h"
#include "Floors/Floors.h"
#include "Measure.h"
#include "Peers/Peers.h"
#include "SpinPool.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cstring>

using namespace bench;

bool bench::paysForThreads(const Case &c) {
  return getOutputBytes(c) >= 48 * 1024;
}

double Result::get(const std::string &key) const {
  auto it = ns.find(key);
  return it == ns.end() ? 0 : it->second;
}

double Result::getFloor(int threads) const {
  double one = get("floor 1t"), two = get("floor 2t");
  if (threads == 1 || two == 0)
    return one;
  return paysForThreads(c) ? std::min(one, two) : two;
}

int64_t bench::getArenaBytes(const Case &c) {
  // Operands are set apart, see Movement.cpp.
  int64_t gaps = 256 * c.operands.size();
  return std::max(getInputBytes(c), getOutputBytes(c)) + gaps;
}

namespace {

/// A kernel and what it is run on.
struct KernelCall {
  const FloorKernel *kernel;
  const Movement *movement;
  int64_t units;
};

/// Two buffers of equal size.
struct Buffers {
  char *output;
  const char *input;
  int64_t bytes;
};

/// All that a case needs while it runs.
class CaseRunner {
public:
  CaseRunner(const Case &c, const RunOptions &options, Arena &input,
             Arena &output)
      : c(c), options(options), input(input.get()), output(output.get()),
        movement(makeMovement(c, input.get(), output.get())) {
    result.c = c;
  }

  llvm::Expected<Result> run() {
    pinThread(0);
    findKernels();
    if (calls.empty())
      return llvm::createStringError("%s: no kernel takes it", c.name.c_str());
    for (int threads = 1; threads <= options.maxThreads; ++threads)
      if (llvm::Error error = runThreads(threads))
        return std::move(error);
    return std::move(result);
  }

private:
  void findKernels() {
    for (int64_t bytes : {64, 32, 16}) {
      llvm::ArrayRef<FloorKernel> kernels = getFloorKernels(bytes);
      for (const FloorKernel &kernel : kernels)
        if (int64_t units = kernel.countUnits(movement))
          calls.push_back({&kernel, &movement, units});
      if (!kernels.empty() && !options.allFloors)
        return;
    }
  }

  llvm::Error compileAll(int threads) {
    result.isThreaded = threads > 1;
    for (bool isDynamic : {false, true})
      if (llvm::Error error = compile(isDynamic, threads))
        return error;
    return llvm::Error::success();
  }

  llvm::Error compile(bool isDynamic, int threads) {
    CompileOptions compileOptions;
    compileOptions.isDynamic = isDynamic;
    compileOptions.threads = threads;
    auto compiled = CompiledCase::compile(c, compileOptions, input, output);
    if (!compiled && c.family == Family::Fusion) {
      // Operators that the compiler does not support leave a dash.
      llvm::consumeError(compiled.takeError());
      return llvm::Error::success();
    }
    if (!compiled)
      return compiled.takeError();
    ours[isDynamic] = std::move(*compiled);
    return llvm::Error::success();
  }

  llvm::Error runThreads(int threads) {
    // What no pool pays for is compared with one thread, timed in turns.
    SpinPool pool(paysForThreads(c) ? threads : 1);
    std::vector<Variant> variants;
    if (llvm::Error error = compileAll(threads))
      return error;
    for (auto &code : ours)
      if (code)
        code->usePool(pool);
    if (llvm::Error error = addKernels(pool, variants))
      return error;
    if (llvm::Error error = addCompiled(variants))
      return error;
    addMemcpy(pool, variants);
    if (!options.isTimed)
      return llvm::Error::success();
    if (llvm::Error error = addPeers(threads, variants))
      return error;
    const std::string suffix = std::to_string(threads) + "t";
    measure(c.name + "/" + suffix, variants);
    std::vector<Variant> finalists = getFinalists(variants);
    measure(c.name + "/" + suffix + " again", finalists);
    if (options.peers)
      options.peers->forget();
    collect(variants, suffix);
    collect(finalists, suffix);
    return llvm::Error::success();
  }

  // Runs once on an output full of something else.
  llvm::Error check(const Variant &variant) {
    std::memset(output, 0xa5, movement.outputBytes);
    variant.run();
    if (isMoved(movement))
      return llvm::Error::success();
    return llvm::createStringError("%s: %s: the output is wrong",
                                   c.name.c_str(), variant.name.c_str());
  }

  llvm::Error addKernels(SpinPool &pool, std::vector<Variant> &variants) {
    for (const KernelCall &call : calls) {
      auto run = [&pool, &call] {
        pool.run(
            [](const void *data, int64_t begin, int64_t end) {
              auto *call = static_cast<const KernelCall *>(data);
              call->kernel->run(*call->movement, begin, end);
            },
            &call, call.units);
      };
      variants.push_back({kKernel.str() + call.kernel->name, run, {}});
      if (llvm::Error error = check(variants.back()))
        return error;
    }
    return llvm::Error::success();
  }

  llvm::Error addCompiled(std::vector<Variant> &variants) {
    for (bool isDynamic : {false, true}) {
      CompiledCase *code = ours[isDynamic].get();
      if (!code)
        continue;
      Variant variant = {
          isDynamic ? "dynamic" : "static", [code] { code->run(); }, {}};
      if (!code->run())
        return llvm::createStringError("%s: %s: %s", c.name.c_str(),
                                       variant.name.c_str(), code->getError());
      Variant checked = variant;
      checked.run = [this, code] {
        code->run();
        code->collectChunks(output);
      };
      if (llvm::Error error = check(checked))
        return error;
      variants.push_back(std::move(variant));
    }
    return llvm::Error::success();
  }

  // What is in another process cannot be compared.
  llvm::Error addPeers(int threads, std::vector<Variant> &variants) {
    if (!options.peers)
      return llvm::Error::success();
    bool isSequence =
        c.family == Family::Split && c.splitUse == SplitUse::Returned;
    for (Variant &peer : options.peers->prepare(c, threads, input, output)) {
      if (peer.run && !isSequence)
        if (llvm::Error error = check(peer))
          return error;
      variants.push_back(std::move(peer));
    }
    return llvm::Error::success();
  }

  void addMemcpy(SpinPool &pool, std::vector<Variant> &variants) {
    buffers = {output, input, movement.outputBytes};
    auto run = [this, &pool] {
      pool.run(
          [](const void *data, int64_t begin, int64_t end) {
            auto *buffers = static_cast<const Buffers *>(data);
            int64_t half = (buffers->bytes + 1) / 2;
            int64_t from = begin * half,
                    to = std::min(end * half, buffers->bytes);
            std::memcpy(buffers->output + from, buffers->input + from,
                        to - from);
          },
          &buffers, 2);
    };
    variants.push_back({"memcpy", run, {}});
  }

  // What is timed again: the fastest kernels, and all that is no kernel. Among
  // the times of eighty kernels, the least is that of a good moment of the
  // machine, which nothing else was timed in.
  static std::vector<Variant> getFinalists(std::vector<Variant> variants) {
    auto kernels = std::partition(
        variants.begin(), variants.end(),
        [](const Variant &variant) { return !isKernel(variant); });
    constexpr ptrdiff_t most = 4;
    auto end = kernels + std::min(most, variants.end() - kernels);
    std::partial_sort(
        kernels, end, variants.end(),
        [](const Variant &lhs, const Variant &rhs) { return lhs.ns < rhs.ns; });
    variants.erase(end, variants.end());
    return variants;
  }

  static bool isKernel(const Variant &variant) {
    return llvm::StringRef(variant.name).starts_with(kKernel);
  }

  // Keeps the least times.
  void collect(const std::vector<Variant> &variants,
               const std::string &threads) {
    for (const Variant &variant : variants) {
      llvm::StringRef name = variant.name;
      const bool isKernel = name.consume_front(kKernel);
      double &ns =
          result.ns[(isKernel ? "floor" : variant.name) + " " + threads];
      if (variant.ns == 0 || (ns != 0 && variant.ns >= ns))
        continue;
      ns = variant.ns;
      if (isKernel)
        result.fastestKernel[threads] = name.str();
    }
  }

  static constexpr llvm::StringLiteral kKernel = "floor: ";

  const Case &c;
  const RunOptions &options;
  char *input, *output;
  Movement movement;
  std::vector<KernelCall> calls;
  std::unique_ptr<CompiledCase> ours[2]; ///< static, dynamic
  Buffers buffers = {};
  Result result;
};

} // namespace

llvm::Expected<Result> bench::runCase(const Case &c, const RunOptions &options,
                                      Arena &input, Arena &output) {
  return CaseRunner(c, options, input, output).run();
}
