//===- SizeOrigins.h - sizes as sizes of inputs -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds for a size inside a loop, which is known only at run time, an input of
// the function that has it, so that it can be read before the loop.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SIZEORIGINS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SIZEORIGINS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Value.h"

namespace mlir::onnxops {

/// Refines the types of all values of a module: see --onnxops-infer-shapes.
LogicalResult inferShapes(ModuleOp module);

/// A dimension of an argument of a function.
struct SizeOrigin {
  BlockArgument argument;
  int64_t dim;
};

/// The sizes of tensors of a module, as far as they are those of arguments.
class SizeOrigins {
public:
  /// Finds the sizes of `tensors`, each of which is an operand of an op. Infers
  /// types on copies of the module in which each symbolic dimension of an
  /// argument has a size of its own, a small and a large one: a value that has
  /// that size in both copies has the size of the dimension.
  SizeOrigins(ModuleOp module, ArrayRef<OpOperand *> tensors);

  /// The origin of a dimension of one of the tensors, none if it is not known.
  std::optional<SizeOrigin> find(OpOperand *tensor, int64_t dim) const;

private:
  using Origins = DenseMap<std::pair<OpOperand *, int64_t>, SizeOrigin>;
  static Origins infer(ModuleOp module, ArrayRef<OpOperand *> tensors,
                       int64_t firstSize, int64_t step);

  Origins origins;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SIZEORIGINS_H
