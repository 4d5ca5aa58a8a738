//===- MlirText.cpp - fuzzes modules as text ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a module of MLIR as text. It is refused with an error, or what is
// printed of it is read as the same module. Shape inference, canonicalization
// and the resolution of sequences then fail with an error or leave a module
// that verifies.
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Pass/PassManager.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Model/ModuleFile.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "onnxops/Transforms/Upstream/Passes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

static void addDialects(DialectRegistry &registry) {
  registry.insert<OnnxOpsDialect, arith::ArithDialect, func::FuncDialect,
                  scf::SCFDialect, tensor::TensorDialect>();
}

// MLIR's parser may add errors to the first, so their number is free.
static void requireError(bool succeeded, unsigned errors, const char *stage) {
  fuzz::require(succeeded || errors > 0, "what fails emits an error", stage);
  fuzz::require(!succeeded || errors == 0, "what succeeds emits no error",
                stage);
}

namespace {

/// Counts the errors of a context while it lives, and shows none.
class ErrorCount {
public:
  explicit ErrorCount(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          count += diagnostic.getSeverity() == DiagnosticSeverity::Error;
          return success();
        }) {}
  unsigned get() const { return count; }

private:
  unsigned count = 0;
  ScopedDiagnosticHandler handler;
};

} // namespace

// Upstream's tensor ops make lists of as many elements as a size says: whoever
// writes such a module ends the process (SECURITY.md).
static bool hasHugeSizeOfUpstream(StringRef text) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    text = rest;
    if (!line.contains("tensor."))
      continue;
    unsigned digits = 0;
    for (char c : line) {
      digits = llvm::isDigit(c) ? digits + 1 : 0;
      if (digits > 5)
        return true;
    }
  }
  return false;
}

static OwningOpRef<ModuleOp> parse(StringRef text, MLIRContext &context) {
  ErrorCount errors(context);
  OwningOpRef<ModuleOp> module = parseModule(
      llvm::MemoryBuffer::getMemBufferCopy(text, "module.mlir"), context);
  requireError(bool(module), errors.get(), "parse");
  return module;
}

static void transform(ModuleOp module) {
  ErrorCount errors(*module.getContext());
  PassManager pm(module.getContext()); // verifies after each pass
  pm.addPass(createInferShapes());
  pm.addPass(createFoldOnnx());
  pm.addPass(createCanonicalize());
  pm.addPass(createResolveSequences());
  pm.addPass(createFuse());
  pm.addPass(createUpgrade());
  requireError(succeeded(pm.run(module)), errors.get(), "passes");
}

// The passes of onnxops-rewrite.
static void rewrite(ModuleOp module) {
  ErrorCount errors(*module.getContext());
  PassManager pm(module.getContext());
  pm.addPass(createInferShapes());
  pm.addPass(createUpgrade({UnknownOps::Keep}));
  pm.addPass(createResolveSequences({/*inONNX=*/true}));
  pm.addPass(createJoinSequences());
  pm.addPass(createSinkSequenceReads());
  pm.addPass(createMergeSlices());
  pm.addPass(createFoldOnnx());
  pm.addPass(createFuse());
  pm.addPass(createCopyYieldedValues());
  requireError(succeeded(pm.run(module)), errors.get(), "rewriting");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static SharedContext shared(addDialects);
  MLIRContext &context = shared.get();
  const StringRef text(reinterpret_cast<const char *>(data), size);
  if (hasHugeSizeOfUpstream(text))
    return 0;
  OwningOpRef<ModuleOp> module = parse(text, context);
  if (!module)
    return 0;
  const std::string printed = print(*module);
  OwningOpRef<ModuleOp> again = parse(printed, context);
  fuzz::require(bool(again), "what is printed can be parsed", printed);
  fuzz::require(print(*again) == printed, "what is printed is parsed as it was",
                "\n" + printed + "\n" + print(*again));
  rewrite(*again);
  transform(*module);
  return 0;
}
