//===- onnxops-lsp-server.cpp - language server ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's language server with our dialect and all of upstream. Ops of
// unregistered dialects, such as `onnx`, are accepted too.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "onnxops/InitAll.h"
#include "onnxops/Support/CommandLine.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/thread.h"

using namespace llvm;
using namespace mlir::onnxops;

static cl::OptionCategory category("onnxops-lsp-server");

// MLIR's server has these options too, among all those of LLVM.
static cl::opt<std::string>
    logLevel("log", cl::value_desc("LEVEL"), cl::init("info"),
             cl::cat(category),
             cl::desc("log level on standard error: error, info (every "
                      "request) or verbose (with its text)"));
static cl::opt<bool> pretty("pretty", cl::cat(category),
                            cl::desc("write answers over several lines"));
static cl::extrahelp examples(R"(
EXAMPLES:

  onnxops-lsp-server --log=error
  onnxops-lsp-server --log=verbose --pretty 2> log.txt
)");

// Memory is only committed when used. 20,000 nested regions take 100 MiB.
static constexpr unsigned kStackBytes = 1u << 30;

int main(int argc, char **argv) {
  prepareTool();
  if (failed(parseCommandLine(
          argc, argv,
          "a language server for modules of the dialect onnxops, on standard "
          "input and output: an editor starts it, see docs/editors.md",
          category)))
    return finishOutput(kRefused);
  if (!is_contained({"error", "info", "verbose"}, logLevel)) {
    printError(errs(), "--log: expected error, info or verbose, but got '" +
                           logLevel + "'");
    return finishOutput(kRefused);
  }
  std::string log = "--log=" + logLevel;
  SmallVector<char *> arguments = {argv[0], log.data()};
  std::string prettyFlag = "--pretty";
  if (pretty)
    arguments.push_back(prettyFlag.data());
  logLevel.removeArgument();
  pretty.removeArgument();

  mlir::DialectRegistry registry;
  registerDialects(registry);
  bool succeeded = false;
  llvm::thread server(std::optional<unsigned>(kStackBytes), [&] {
    succeeded = mlir::succeeded(
        mlir::MlirLspServerMain(arguments.size(), arguments.data(), registry));
  });
  server.join();
  // Exiting without a shutdown request is a failure by the protocol.
  return finishOutput(succeeded ? kSuccess : kFailed);
}
