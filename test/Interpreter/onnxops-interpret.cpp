//===- onnxops-interpret.cpp - runs bufferized IR without compiling it ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a function of a module of memrefs, integers, loops, branches and ops of
// linalg, and prints what it passes to printI64. A cf.assert that fails prints
// -1 and ends the call, of those that the entry function makes, that it is in;
// elsewhere it is an error. For tests: it takes a tenth of
// the time that a compiler does, and it stops at what a machine would let pass,
// with an error that names the op.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory category("Options of the interpreter");
static cl::opt<std::string> input(cl::Positional,
                                  cl::desc("<text or bytecode>"), cl::init("-"),
                                  cl::cat(category));
static cl::opt<std::string> entry("entry", cl::desc("the function to run"),
                                  cl::value_desc("name"), cl::init("run_cases"),
                                  cl::cat(category));
static cl::opt<bool> leaks("leaks",
                           cl::desc("memory that is never freed is an error"),
                           cl::cat(category));

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "runs bufferized IR\n");

  // What else is in bytecode comes as an op that is not known.
  DialectRegistry registry;
  registry
      .insert<affine::AffineDialect, arith::ArithDialect,
              cf::ControlFlowDialect, func::FuncDialect, linalg::LinalgDialect,
              memref::MemRefDialect, scf::SCFDialect>();
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.allowUnregisteredDialects();
  auto sources = std::make_shared<llvm::SourceMgr>();
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> file = openInputFile(input, &error);
  if (!file) {
    llvm::errs() << "error: " << error << "\n";
    return 1;
  }
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  OwningOpRef<ModuleOp> module = parseSourceFile<ModuleOp>(sources, &context);
  if (!module)
    return 1;

  onnxops::interpreter::Machine machine(*module);
  if (failed(machine.run(entry)) ||
      (leaks && failed(machine.memory.checkLeaks())))
    return 1;
  return 0;
}
