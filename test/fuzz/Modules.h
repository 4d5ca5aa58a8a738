//===- Modules.h - what harnesses of importers share ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Contexts that live for many inputs, and the rule for errors: what fails emits
// one error, what succeeds none.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_MODULES_H
#define ONNXOPS_TEST_FUZZ_MODULES_H

#include "Fuzzing.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/raw_ostream.h"

#include <memory>

namespace mlir::onnxops::fuzz {

/// A context that is made anew from time to time: what it has uniqued stays in
/// memory, and making one for each input would take most of the time.
class SharedContext {
public:
  /// `fill` says which dialects the context knows.
  explicit SharedContext(void (*fill)(DialectRegistry &) = nullptr) {
    if (fill)
      fill(registry);
  }

  /// The context for the next input.
  MLIRContext &get();

private:
  DialectRegistry registry;
  std::unique_ptr<MLIRContext> context;
  unsigned uses = 0;
};

/// While it lives, takes the errors of a context, and prints them as the tools
/// do: in lines that a terminal can show.
class Errors {
public:
  explicit Errors(MLIRContext &context);
  ~Errors();

  /// One error has been emitted if and only if what `stage` names has failed.
  void require(bool succeeded, const char *stage);

  const std::string &getText() const { return text; }

private:
  unsigned count = 0;
  std::string text, printed;
  llvm::raw_string_ostream os;
  DiagnosticPrinter printer;
  ScopedDiagnosticHandler handler; // asked before the printer
};

/// Small limits for one of five inputs, those of an import without options for
/// the others.
ModelLimits chooseLimits(StringRef bytes);

/// No tensor of an imported module goes beyond the limits, elements of
/// sequences and what was inferred included.
void requireLimits(ModuleOp module, const ModelLimits &limits);

/// A module with its locations, as text.
std::string print(ModuleOp module);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_MODULES_H
