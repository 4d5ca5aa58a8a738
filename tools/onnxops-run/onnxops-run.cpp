//===- onnxops-run.cpp - runs a model -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of runModel.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Run.h"
#include "onnxops/Import/ImportFlags.h"
#include "onnxops/PrebuiltKernels/PrebuiltKernels.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Placement.h"
#include "onnxops/Support/ProcessLimits.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::onnxops;

static cl::OptionCategory category("onnxops-run");

static cl::opt<std::string> model(cl::Positional, cl::Required,
                                  cl::desc("<model.onnx, .xml or .mlir>"),
                                  cl::cat(category));
static cl::opt<std::string>
    function("function", cl::value_desc("NAME"), cl::cat(category),
             cl::desc("function to run: main when absent, or the entry point "
                      "of a module of onnx-mlir"));
static cl::list<std::string> inputs("input", cl::value_desc("NAME=FILE"),
                                    cl::desc("an input, .npy or .pb"),
                                    cl::cat(category));
static cl::opt<std::string>
    inputDirectory("input-dir", cl::value_desc("DIR"),
                   cl::desc("inputs as input_0.pb, ..."), cl::cat(category));
static cl::opt<std::string>
    expectDirectory("expect-dir", cl::value_desc("DIR"),
                    cl::desc("compare with output_0.pb, ..."),
                    cl::cat(category));
static cl::opt<std::string> outputDirectory("output-dir", cl::value_desc("DIR"),
                                            cl::desc("write outputs here"),
                                            cl::cat(category));
static cl::opt<uint64_t> seed("random", cl::value_desc("SEED"),
                              cl::desc("generate inputs that are not given"),
                              cl::cat(category));
static cl::list<std::string> dims("dim", cl::value_desc("NAME=SIZE"),
                                  cl::desc("size of a symbolic dimension"),
                                  cl::cat(category));
static cl::opt<int64_t> timedRuns("time", cl::value_desc("RUNS"),
                                  cl::desc("time the call, print one line"),
                                  cl::cat(category));
static cl::opt<double> rtol("rtol", cl::init(1e-5), cl::cat(category),
                            cl::desc("tolerance for results of arithmetic"));
static cl::opt<std::string>
    emit("emit", cl::value_desc("STAGE"), cl::cat(category),
         cl::desc("print the IR after import, upgrade, shapes, linalg, "
                  "buffers, llvm or gpu instead of running"));
static cl::opt<std::string> explain(
    "explain", cl::ValueOptional, cl::value_desc("dot|svg"), cl::cat(category),
    cl::desc("report the copies of each concat, tile and split, do not run"));
static cl::opt<CheckMode>
    checks("checks", cl::desc("action of a failed run-time check"),
           cl::init(CheckMode::Status), cl::cat(category),
           cl::values(clEnumValN(CheckMode::Status, "status",
                                 "ends the call with an error"),
                      clEnumValN(CheckMode::None, "none", "nothing")));
static cl::opt<std::string> cpu("cpu", cl::value_desc("NAME"),
                                cl::desc("CPU to compile for"),
                                cl::init(kHostCPU.str()), cl::cat(category));
static cl::opt<std::string>
    device("device", cl::value_desc("X"),
           cl::desc("device to run on: cpu, vulkan or cuda"), cl::init("cpu"),
           cl::cat(category));
// libLLVM's link-time optimizer has an option of this name.
[[maybe_unused]] static const bool isThreadsFree = forgetOption("threads");
static cl::opt<int64_t> threads("threads", cl::value_desc("N"),
                                cl::desc("most threads that share a call"),
                                cl::init(1), cl::cat(category));
static cl::opt<std::string> ranks("ranks", cl::value_desc("N"),
                                  cl::cat(category),
                                  cl::desc("ranks that have shards of inputs"));
static cl::opt<std::string>
    mpi("mpi", cl::ValueOptional, cl::value_desc("openmpi|mpich"),
        cl::cat(category),
        cl::desc("be one of the ranks that mpirun has started"));
static cl::list<std::string>
    shards("shard", cl::value_desc("NAME=DIMENSION"), cl::cat(category),
           cl::desc("shard an input along a dimension"));
static cl::opt<std::string>
    copyStrategy("copy-strategy", cl::value_desc("X"), cl::cat(category),
                 cl::desc("strategy of all copies, for tests"));
static cl::opt<int64_t> parallelThreshold(
    "parallel-threshold", cl::value_desc("BYTES"), cl::cat(category),
    cl::desc("bytes from which on threads share work, for tests"));
static cl::opt<std::string>
    cache("cache", cl::value_desc("DIR"), cl::cat(category),
          cl::desc("directory that keeps compiled code for later runs"));
static cl::opt<bool> verifyPasses(
    "verify-passes", cl::cat(category),
    cl::desc("verify the module after each pass, and LLVM's code"));
static ImportFlags importFlags(category);
static LimitFlags limits(category);
static cl::extrahelp examples(R"(
EXAMPLES:

  onnxops-run model.onnx --input x=x.npy --output-dir out
  onnxops-run model.onnx --random 1 --time 10
)");

int main(int argc, char **argv) {
  prepareTool();
  if (failed(parseCommandLine(argc, argv, "runs a model", category)))
    return finishOutput(kRefused);
  if (failed(limits.apply()))
    return finishOutput(kRefused);
  RunOptions options;
  options.model = model;
  options.function = function;
  options.inputs.assign(inputs.begin(), inputs.end());
  options.inputDirectory = inputDirectory;
  options.expectDirectory = expectDirectory;
  options.outputDirectory = outputDirectory;
  options.dims.assign(dims.begin(), dims.end());
  if (seed.getNumOccurrences())
    options.seed = seed;
  options.emit = emit;
  if (explain.getNumOccurrences())
    options.explain = explain.empty() ? "text" : explain.getValue();
  if (timedRuns.getNumOccurrences())
    options.timedRuns = timedRuns;
  options.rtol = rtol;
  options.checks = checks;
  options.cpu = cpu;
  options.device = device;
  options.threads = threads;
  if (ranks.getNumOccurrences()) {
    auto grid = readGrid("--ranks", ranks);
    if (!grid) {
      printError(errs(), llvm::toString(grid.takeError()));
      return finishOutput(kRefused);
    }
    options.ranks = std::move(*grid);
  }
  if (mpi.getNumOccurrences())
    options.mpi = mpi;
  options.shards.assign(shards.begin(), shards.end());
  options.copyStrategy = copyStrategy;
  if (parallelThreshold.getNumOccurrences())
    options.parallelThreshold = parallelThreshold;
  options.verifyPasses = verifyPasses;
  options.cache = cache;
  options.memoryLimit = limits.getMemoryLimit();
  options.import = importFlags.get();
  usePrebuiltKernels();
  return finishOutput(runModel(options, outs(), errs()));
}
