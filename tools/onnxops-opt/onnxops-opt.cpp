//===- onnxops-opt.cpp - runs passes on IR --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver for passes and pipelines: all of upstream and ours, which --help
// lists in a group of their own.
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "onnxops/InitAll.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/InputFile.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"

#include <map>

using namespace mlir;

// Empty if the option is not a pass or a pipeline.
static StringRef getDescription(StringRef flag) {
  if (const PassInfo *pass = PassInfo::lookup(flag))
    return pass->getPassDescription();
  if (const PassPipelineInfo *pipeline = PassPipelineInfo::lookup(flag))
    return pipeline->getPassDescription();
  return "";
}

// Passes and pipelines are values of one option of MLIR, so that an option
// category cannot separate ours: those that are named after ONNX.
static std::string describeFlags() {
  std::map<StringRef, StringRef> flags; // sorted
  for (StringRef flag : llvm::cl::getRegisteredOptions().keys())
    if (flag.contains("onnx"))
      flags[flag] = getDescription(flag);
  std::string text = "\nonnxops-opt, with options as above:\n\n";
  for (auto [flag, description] : flags)
    if (!description.empty() && !description.starts_with("former name"))
      text += llvm::formatv("  --{0,-34} - {1}\n", flag, description);
  return text;
}

static bool isHelp(StringRef argument) {
  return argument.ltrim('-').starts_with("h");
}

// As MlirOptMain with the names of files, but reads the input into memory that
// is aligned as constants in bytecode require. Memory of a small file, or of
// standard input, is so by chance only.
static LogicalResult runPasses(int argc, char **argv, StringRef input,
                               StringRef output, DialectRegistry &registry) {
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return MlirOptMain(argc, argv, input, output, registry);
  if (input == "-" && llvm::sys::Process::StandardInIsUserInput())
    llvm::errs() << "reading from standard input, which ctrl-d ends\n";
  auto buffer = onnxops::readInput(input, onnxops::kAnyBytes);
  if (!buffer) {
    onnxops::printError(llvm::errs(), input + ": cannot read the module: " +
                                          llvm::toString(buffer.takeError()));
    return failure();
  }
  std::string error;
  auto result = openOutputFile(output, &error);
  if (!result) {
    onnxops::printError(llvm::errs(), error);
    return failure();
  }
  if (failed(MlirOptMain(result->os(), std::move(*buffer), registry, config)))
    return failure();
  result->keep();
  return success();
}

int main(int argc, char **argv) {
  onnxops::prepareTool();
  onnxops::setVersion();
  DialectRegistry registry;
  onnxops::registerDialects(registry);
  registerAllPasses();
  onnxops::registerPasses();
  onnxops::registerPipelines();
  std::string header = registerCLIOptions(
      "operators that move tensors: passes and pipelines", registry);
  ArrayRef<char *> arguments(argv, argc);
  std::string flags;
  if (llvm::any_of(arguments.drop_front(), isHelp))
    flags = describeFlags();
  llvm::cl::extrahelp group(flags), examples(R"(
EXAMPLES:

  onnxops-opt model.mlir --onnxops-to-linalg-pipeline
  onnxops-opt model.mlir --onnxops-convert-version="target-opset=12"
)");
  auto [input, output] = parseCLIOptions(argc, argv, header);
  return onnxops::finishOutput(
      asMainReturnCode(runPasses(argc, argv, input, output, registry)));
}
