//===- onnxops-translate.cpp - models to and from IR ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver for importers and the exporter. Prints a module or writes a model,
// or prints one error and nothing else.
//
//===----------------------------------------------------------------------===//

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Import/ImportFlags.h"
#include "onnxops/InitAll.h"
#include "onnxops/Model/ModuleFile.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/InputFile.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::onnxops;
namespace cl = llvm::cl;

namespace {
enum class Action { ImportONNX, ImportOpenVINO, ExportONNX };

struct Options {
  cl::OptionCategory category{"onnxops-translate"};
  cl::opt<Action> action{
      cl::desc("Action:"), cl::cat(category),
      cl::values(clEnumValN(Action::ImportONNX, "import-onnx",
                            "read an ONNX model, print MLIR"),
                 clEnumValN(Action::ImportOpenVINO, "import-openvino",
                            "read an OpenVINO model (.xml), print MLIR"),
                 clEnumValN(Action::ExportONNX, "export-onnx",
                            "read MLIR, write an ONNX model"))};
  cl::opt<std::string> input{cl::Positional, cl::Required,
                             cl::desc("<model.onnx, .xml or .mlir>"),
                             cl::cat(category)};
  cl::opt<std::string> output{"o", cl::desc("write to FILE instead of stdout"),
                              cl::value_desc("FILE"), cl::init("-"),
                              cl::cat(category)};
  cl::opt<bool> strict{
      "strict",
      cl::desc("refuse operators that cannot be lowered, which are "
               "generic ops otherwise"),
      cl::cat(category)};
  cl::opt<bool> elide{
      "elide",
      cl::desc("leave large constants out of the printed IR, which cannot be "
               "parsed again; the default on a terminal"),
      cl::cat(category)};
  cl::opt<bool> emitBytecode{
      "emit-bytecode",
      cl::desc("write MLIR's bytecode: small, with all names; --allow-bytecode "
               "reads it"),
      cl::cat(category)};
  ImportFlags importFlags{category, /*keepsUnsupported=*/true};
  cl::extrahelp examples{R"(
EXAMPLES:

  onnxops-translate --import-onnx model.onnx -o model.mlir
  onnxops-translate --export-onnx model.mlir -o copy.onnx
)"};
};
} // namespace

static OwningOpRef<ModuleOp> readModule(StringRef file, MLIRContext &context,
                                        const ImportOptions &import) {
  context.allowUnregisteredDialects();
  auto buffer = readInput(file, kAnyBytes);
  if (!buffer) {
    printError(llvm::errs(), file + ": cannot read the module: " +
                                 llvm::toString(buffer.takeError()));
    return nullptr;
  }
  return parseModule(std::move(*buffer), context, import.allowBytecode);
}

// Keeps all operators of a model, since passes handle the ones they know.
static ImportOptions getImportOptions(const Options &options) {
  ImportOptions import = options.importFlags.get();
  import.allowUnsupported = !options.strict;
  return import;
}

static OwningOpRef<ModuleOp> getModule(const Options &options,
                                       MLIRContext &context) {
  switch (options.action) {
  case Action::ImportONNX:
    return importONNX(options.input, context, getImportOptions(options));
  case Action::ImportOpenVINO:
    return importOpenVINO(options.input, context, options.importFlags.get());
  case Action::ExportONNX:
    return readModule(options.input, context, options.importFlags.get());
  }
  llvm_unreachable("unknown action");
}

// Constants of more elements are left out.
static constexpr int64_t kMaxElided = 16;
static constexpr int64_t kMaxElidedDigits = 64; // of a resource

static LogicalResult printModule(const Options &options, ModuleOp module) {
  StringRef file = options.output;
  OpPrintingFlags flags;
  if (options.elide || (file == "-" && llvm::outs().is_displayed()))
    flags.elideLargeElementsAttrs(kMaxElided)
        .elideLargeResourceString(kMaxElidedDigits);
  llvm::Error error = writeOutput(file, [&](raw_ostream &os) -> llvm::Error {
    if (options.emitBytecode && failed(writeBytecodeToFile(module, os)))
      return llvm::createStringError("cannot write bytecode");
    if (options.emitBytecode)
      return llvm::Error::success();
    module.print(os, flags);
    os << "\n"; // as mlir-opt ends its output
    return llvm::Error::success();
  });
  if (!error)
    return success();
  printError(llvm::errs(), file + ": " + llvm::toString(std::move(error)));
  return failure();
}

static LogicalResult writeModule(const Options &options, ModuleOp module) {
  if (options.action == Action::ExportONNX)
    return exportONNX(module, options.output);
  return printModule(options, module);
}

static int translate(int argc, char **argv) {
  registerAsmPrinterCLOptions();
  Options options;
  if (failed(parseCommandLine(argc, argv, "models to and from MLIR",
                              options.category)))
    return kRefused;
  if (options.action.getNumOccurrences() != 1) {
    printError(llvm::errs(),
               "expected one of --import-onnx, --import-openvino and "
               "--export-onnx, but got " +
                   Twine(options.action.getNumOccurrences()));
    return kRefused;
  }
  if (options.action != Action::ImportONNX &&
      (options.importFlags.isGiven() || options.strict)) {
    printError(llvm::errs(),
               "expected options of the ONNX importer with --import-onnx only");
    return kRefused;
  }
  if (options.action == Action::ExportONNX &&
      (options.elide || options.emitBytecode)) {
    printError(llvm::errs(), "expected --elide and --emit-bytecode only with "
                             "--import-onnx or --import-openvino");
    return kRefused;
  }
  if (options.elide && options.emitBytecode) {
    printError(llvm::errs(), "expected --elide or --emit-bytecode, but got "
                             "both");
    return kRefused;
  }
  if (options.action == Action::ExportONNX && options.importFlags.hasLimits()) {
    printError(llvm::errs(), "expected limits of a model only with "
                             "--import-onnx or --import-openvino");
    return kRefused;
  }

  DialectRegistry registry;
  if (options.action == Action::ExportONNX)
    registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  DiagnosticPrinter printer(&context, llvm::errs());
  OwningOpRef<ModuleOp> module = getModule(options, context);
  if (!module || failed(writeModule(options, *module)))
    return kRefused;
  return kSuccess;
}

int main(int argc, char **argv) {
  prepareTool();
  return finishOutput(translate(argc, argv));
}
