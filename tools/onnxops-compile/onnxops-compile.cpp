//===- onnxops-compile.cpp - compiles a model ahead of time ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of compileModel.
//
//===----------------------------------------------------------------------===//

#include "onnxops/AheadOfTime/Compile.h"
#include "onnxops/Import/ImportFlags.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Placement.h"
#include "onnxops/Support/ProcessLimits.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace mlir::onnxops;

static cl::OptionCategory category("onnxops-compile");

static cl::opt<std::string> model(cl::Positional, cl::Required,
                                  cl::desc("<model.onnx, .xml or .mlir>"),
                                  cl::cat(category));
static cl::opt<std::string>
    output("o", cl::Required, cl::value_desc("FILE"), cl::cat(category),
           cl::desc("output file: .o, .so, .s, .ll, .ptx or .spv"));
static cl::opt<std::string> header("header", cl::value_desc("FILE"),
                                   cl::desc("C header to write"),
                                   cl::cat(category));
static cl::opt<std::string>
    name("name", cl::value_desc("NAME"), cl::cat(category),
         cl::desc("name of the C function; by default the file's"));
static cl::opt<std::string>
    function("function", cl::value_desc("NAME"), cl::cat(category),
             cl::desc("function to compile: main when absent"));
static cl::opt<std::string>
    target("target", cl::value_desc("TRIPLE"), cl::cat(category),
           cl::desc("machine to compile for, instead of this one"));
static cl::opt<std::string>
    cpu("cpu", cl::value_desc("NAME"), cl::init(kHostCPU.str()),
        cl::desc("CPU to compile for; by default this one, with "
                 "--target any of that kind"),
        cl::cat(category));
static cl::opt<std::string>
    device("device", cl::value_desc("X"),
           cl::desc("device to run on: cpu, vulkan or cuda"), cl::init("cpu"),
           cl::cat(category));
static cl::opt<std::string> chip("chip", cl::value_desc("NAME"),
                                 cl::desc("CUDA device, such as sm_80"),
                                 cl::cat(category));
static cl::opt<CheckMode>
    checks("checks", cl::desc("action of a failed run-time check"),
           cl::init(CheckMode::Status), cl::cat(category),
           cl::values(clEnumValN(CheckMode::Status, "status",
                                 "ends the call with an error"),
                      clEnumValN(CheckMode::Assert, "assert", "aborts"),
                      clEnumValN(CheckMode::None, "none", "nothing")));
// libLLVM's link-time optimizer has an option of this name.
[[maybe_unused]] static const bool isThreadsFree = forgetOption("threads");
static cl::opt<int64_t> threads("threads", cl::value_desc("N"),
                                cl::desc("most threads that share a call"),
                                cl::init(1), cl::cat(category));
static cl::opt<std::string> ranks("ranks", cl::value_desc("N"),
                                  cl::cat(category),
                                  cl::desc("ranks that have shards of inputs"));
static cl::list<std::string>
    shards("shard", cl::value_desc("NAME=DIMENSION"), cl::cat(category),
           cl::desc("shard an input along a dimension"));
static cl::opt<Sanitizer> sanitizer(
    "sanitize", cl::desc("sanitizer to instrument the code with"),
    cl::init(Sanitizer::None), cl::cat(category),
    cl::values(clEnumValN(Sanitizer::Address, "address", "AddressSanitizer"),
               clEnumValN(Sanitizer::Thread, "thread", "ThreadSanitizer")));
static cl::opt<std::string> linker("linker", cl::value_desc("PROGRAM"),
                                   cl::desc("C compiler to link with"),
                                   cl::cat(category));
static cl::opt<std::string>
    runtimeDirectory("runtime-dir", cl::value_desc("DIR"),
                     cl::desc("directory of libonnxops_runtime.so"),
                     cl::cat(category));
static cl::opt<bool> verifyPasses(
    "verify-passes", cl::cat(category),
    cl::desc("verify the module after each pass, and LLVM's code"));
static ImportFlags importFlags(category);
static LimitFlags limits(category);
static cl::extrahelp examples(R"(
EXAMPLES:

  onnxops-compile model.onnx -o model.o --header model.h
  onnxops-compile model.onnx -o model.s --target aarch64-linux-gnu
)");

int main(int argc, char **argv) {
  prepareTool();
  if (failed(parseCommandLine(argc, argv, "compiles a model ahead of time",
                              category)))
    return finishOutput(kRefused);
  if (failed(limits.apply()))
    return finishOutput(kRefused);
  AheadOfTimeOptions options;
  options.model = model;
  options.function = function;
  options.output = output;
  options.header = header;
  options.name = name;
  options.triple = target;
  options.cpu = cpu;
  options.device = device;
  options.chip = chip;
  options.checks = checks;
  options.threads = threads;
  if (ranks.getNumOccurrences()) {
    auto grid = readGrid("--ranks", ranks);
    if (!grid) {
      printError(errs(), toString(grid.takeError()));
      return finishOutput(kRefused);
    }
    options.ranks = std::move(*grid);
  }
  options.shards.assign(shards.begin(), shards.end());
  options.sanitizer = sanitizer;
  options.linker = linker;
  options.runtimeDirectory = runtimeDirectory;
  options.verifyPasses = verifyPasses;
  options.import = importFlags.get();
  return finishOutput(compileModel(options, errs()));
}
