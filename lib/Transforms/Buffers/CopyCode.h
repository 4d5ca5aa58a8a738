//===- CopyCode.h - code that copies bytes ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The code of one copy, once its pointers, loops and run of bytes are known.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_BUFFERS_COPYCODE_H
#define ONNXOPS_LIB_TRANSFORMS_BUFFERS_COPYCODE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::onnxops {

/// The operands of the code that copies: pointers, and indices that count
/// iterations or bytes. One loop for each size, outermost first.
struct ByteCopy {
  Value target, source;
  Value run;
  SmallVector<Value> sizes, targetStrides, sourceStrides;
};

/// The pointer `bytes`, an index, behind `pointer`.
Value advancePointer(OpBuilder &builder, Location loc, Value pointer,
                     Value bytes);

/// Writes the copy as loops. `zero` and `one` are the index constants.
void emitCopy(OpBuilder &builder, Location loc, const ByteCopy &copy,
              Value zero, Value one);

/// The private functions that a module's large functions call, made on demand:
/// one for each number of loops and length of run. Long runs share one, to
/// which the length is passed; a short one becomes a few moves if constant.
class CopyFunctions {
public:
  explicit CopyFunctions(ModuleOp module) : symbols(module) {}

  /// Writes the copy as a call.
  void call(OpBuilder &builder, Location loc, const ByteCopy &copy);

private:
  func::FuncOp get(unsigned loops, std::optional<int64_t> run);
  func::FuncOp create(unsigned loops, std::optional<int64_t> run);

  SymbolTable symbols;
  DenseMap<std::pair<unsigned, int64_t>, func::FuncOp> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_BUFFERS_COPYCODE_H
