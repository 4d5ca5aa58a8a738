//===- IndexBuilder.h - arithmetic on sizes and offsets ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds arith ops on sizes, offsets and strides, each a constant or a value of
// type index. Plain ops and not affine maps: composed maps grow with each term,
// which is quadratic in the operands of a concat.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_INDEXBUILDER_H
#define ONNXOPS_SUPPORT_INDEXBUILDER_H

#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// Builds where `builder` stands at each call. Constants are folded, and 0 is
/// left out of sums and differences, 1 of products. Nothing checks for
/// overflow.
class IndexBuilder {
public:
  IndexBuilder(OpBuilder &builder, Location loc) : builder(builder), loc(loc) {}

  OpFoldResult constant(int64_t value) const {
    return builder.getIndexAttr(value);
  }
  OpFoldResult add(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult subtract(OpFoldResult lhs, OpFoldResult rhs) const;
  OpFoldResult multiply(OpFoldResult lhs, OpFoldResult rhs) const;

  /// The value itself, or an arith.constant.
  Value materialize(OpFoldResult index) const;

private:
  OpBuilder &builder;
  Location loc;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_INDEXBUILDER_H
