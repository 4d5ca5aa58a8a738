//===- OperatorBuilder.h - builds ONNX operators ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds generic `onnx` ops in the form that an opset has, for rewrites whose
// result can be exported as a model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_ONNX_OPERATORBUILDER_H
#define ONNXOPS_ONNX_OPERATORBUILDER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// Builds operators at one location. Their results have inferred types.
///
/// The opset must be kFirstOpset or newer. Axes count from the end if they are
/// negative.
class OperatorBuilder {
public:
  /// The first opset that has all operators built here.
  static constexpr int64_t kFirstOpset = 11;

  OperatorBuilder(OpBuilder &builder, Location loc, int64_t opset)
      : builder(builder), loc(loc), opset(opset) {}

  /// An operator whose results have the element type `element`.
  Operation *create(StringRef opType, ValueRange operands, Type element,
                    ArrayRef<NamedAttribute> attributes = {},
                    unsigned numResults = 1);

  /// Constants of i64: a scalar, and a vector.
  Value createScalar(int64_t value);
  Value createVector(ArrayRef<int64_t> values);

  /// Parts of `tensor` along `axis`, as many as `lengths` has elements. At run
  /// time, lengths that are negative or do not add up to the size are an error.
  /// Below opset 13, `lengths` must be a constant.
  Operation *createSplit(Value tensor, Value lengths, int64_t axis,
                         unsigned numParts);
  /// The elements in [start, end) along `axis`. Both are vectors of one i64.
  Value createSlice(Value tensor, Value start, Value end, int64_t axis);
  /// The elements at `index` along `axis`, whose dimensions replace the axis.
  Value createGather(Value tensor, Value index, int64_t axis);
  /// The tensor with an additional axis of size 1.
  Value createUnsqueeze(Value tensor, int64_t axis);
  /// The elements of a tensor in another shape.
  Value createReshape(Value tensor, ArrayRef<int64_t> shape);
  /// The tensor with elements of type i64.
  Value createIndices(Value tensor);
  /// The size of `axis`: a scalar.
  Value createSize(Value tensor, int64_t axis);

private:
  NamedAttribute makeAxis(int64_t axis);

  OpBuilder &builder;
  Location loc;
  int64_t opset;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_ONNX_OPERATORBUILDER_H
