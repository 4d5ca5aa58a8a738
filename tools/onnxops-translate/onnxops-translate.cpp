//===- onnxops-translate.cpp - models to and from IR ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver for importers. Prints a module, or one error and nothing else.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "onnxops/Import/ImportFlags.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace cl = llvm::cl;

namespace {
enum class Action { ImportONNX, ImportOpenVINO };

struct Options {
  cl::OptionCategory category{"onnxops-translate options"};
  cl::opt<Action> action{
      cl::desc("What to do:"), cl::cat(category),
      cl::values(clEnumValN(Action::ImportONNX, "import-onnx",
                            "read an ONNX model, print MLIR"),
                 clEnumValN(Action::ImportOpenVINO, "import-openvino",
                            "read an OpenVINO model (.xml), print MLIR"))};
  cl::opt<std::string> input{cl::Positional, cl::Required, cl::desc("FILE"),
                             cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("write to FILE instead of stdout"),
                              cl::value_desc("FILE"), cl::init("-"),
                              cl::cat(category)};
  ImportFlags importFlags{category};
  cl::opt<bool> allowUnsupported{
      "allow-unsupported",
      cl::desc("keep operators that are not known as generic ops"),
      cl::cat(category)};
};
} // namespace

static ImportOptions getImportOptions(const Options &options) {
  ImportOptions result = options.importFlags.get();
  result.allowUnsupported = options.allowUnsupported;
  return result;
}

static OwningOpRef<ModuleOp> importModel(const Options &options,
                                         MLIRContext &context) {
  switch (options.action) {
  case Action::ImportONNX:
    return importONNX(options.input, context, getImportOptions(options));
  case Action::ImportOpenVINO:
    return importOpenVINO(options.input, context);
  }
  llvm_unreachable("unknown action");
}

// Prints into a temporary file that becomes the output when it is complete.
static LogicalResult printModule(ModuleOp module, StringRef file) {
  llvm::Error error = llvm::writeToOutput(file, [&](raw_ostream &os) {
    module.print(os);
    os << "\n"; // as mlir-opt ends its output
    return llvm::Error::success();
  });
  if (!error)
    return success();
  printError(llvm::errs(), file + ": " + llvm::toString(std::move(error)));
  return failure();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  registerAsmPrinterCLOptions();
  Options options;
  if (failed(parseCommandLine(argc, argv, "models to and from MLIR\n",
                              options.category)))
    return kRefused;
  if (!options.action.getNumOccurrences()) {
    printError(llvm::errs(), "expected --import-onnx or --import-openvino");
    return kRefused;
  }

  MLIRContext context(MLIRContext::Threading::DISABLED);
  DiagnosticPrinter printer(&context, llvm::errs());
  OwningOpRef<ModuleOp> module = importModel(options, context);
  if (!module || failed(printModule(*module, options.output)))
    return kRefused;
  return finishOutput(kSuccess);
}
