//===- PrivateFunctions.h - code that stands once ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that lowered copies call: kernels, and the parts that kernels
// have in common. What is long and depends on numbers known only at run time
// stands in a module once, however many copies there are, and however many
// dimensions they have.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_PRIVATEFUNCTIONS_H
#define ONNXOPS_COPIES_PRIVATEFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::onnxops {

class CodeWriter;

/// What the code of a module follows besides the width of registers.
struct CodeTuning {
  /// Pages that stores around the cache fill side by side, at least 1.
  int64_t streamedPages = 4;
  /// Whether memcpy of the C library copies what the nearest cache does not
  /// hold faster than registers do.
  bool libraryIsFast = false;
};

/// The private functions of one module, made on demand.
class PrivateFunctions {
public:
  using WriteBody =
      llvm::function_ref<void(CodeWriter &writer, ValueRange arguments)>;

  PrivateFunctions(ModuleOp module, CodeTuning tuning)
      : symbols(module), tuning(tuning) {}

  MLIRContext *getContext() { return symbols.getOp()->getContext(); }
  const CodeTuning &getTuning() const { return tuning; }

  /// The function of that key, which returns nothing, written by `body` if it
  /// is the first one. Its name is `onnxops_` and the first word of the key.
  /// LLVM puts its code in line where there is one call only: constants that it
  /// gets from there make it as fast as code written for them.
  func::FuncOp get(StringRef key, TypeRange arguments, WriteBody body);

private:
  SymbolTable symbols;
  CodeTuning tuning;
  llvm::StringMap<func::FuncOp> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_PRIVATEFUNCTIONS_H
