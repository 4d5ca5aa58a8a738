//===- Sequence.cpp - the rules of the sequence operators -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints and result types.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// sequence-c1
static LogicalResult verifyPosition(ErrorEmitter emit, Value position) {
  if (!position)
    return success();
  auto type = cast<TensorType>(position.getType());
  if (!type.hasRank() || type.getRank() == 0)
    return success();
  if (type.getRank() == 1 && (type.isDynamicDim(0) || type.getDimSize(0) == 1))
    return success();
  return emitFailure(
      emit, "expected position to be a scalar or to have one element, but got ",
      type);
}

// sequence-c2
static LogicalResult verifyElementType(ErrorEmitter emit, const Twine &what,
                                       TensorType actual, Type expected) {
  if (actual.getElementType() == expected)
    return success();
  return emitFailure(emit, "expected ", what, " to have element type ",
                     expected, ", but got ", actual.getElementType());
}

static TensorType getTensorType(Value sequence) {
  return cast<SequenceType>(sequence.getType()).getTensorType();
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceAtV11Op>(
    ErrorEmitter emit, MLIRContext *, SequenceAtV11Op::Adaptor adaptor) {
  if (failed(verifyPosition(emit, adaptor.getPosition())))
    return failure();
  return Type(getTensorType(adaptor.getInputSequence()));
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceLengthV11Op>(
    ErrorEmitter, MLIRContext *context, SequenceLengthV11Op::Adaptor) {
  return Type(RankedTensorType::get({}, IntegerType::get(context, 64)));
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceConstructV11Op>(
    ErrorEmitter emit, MLIRContext *, SequenceConstructV11Op::Adaptor adaptor) {
  if (adaptor.getInputs().empty()) // sequence-c3
    return emitFailure(emit, "expected at least one input, but got none");
  auto joined = cast<TensorType>(adaptor.getInputs().front().getType());
  for (auto [index, input] : llvm::enumerate(adaptor.getInputs())) {
    auto type = cast<TensorType>(input.getType());
    if (failed(verifyElementType(emit, "inputs[" + Twine(index) + "]", type,
                                 joined.getElementType())))
      return failure();
    joined = joinTensorTypes(joined, type);
  }
  return Type(SequenceType::get(joined));
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceEmptyV11Op>(
    ErrorEmitter emit, MLIRContext *context,
    SequenceEmptyV11Op::Adaptor adaptor) {
  auto dtype = static_cast<int64_t>(adaptor.getDtype());
  Type element = getElementTypeOfOnnx(dtype, context);
  if (!element) // sequence-c4
    return emitFailure(
        emit,
        "expected dtype to be the number of a known element type, "
        "but got ",
        dtype);
  return Type(SequenceType::get(UnrankedTensorType::get(element)));
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceInsertV11Op>(
    ErrorEmitter emit, MLIRContext *, SequenceInsertV11Op::Adaptor adaptor) {
  Value sequence = adaptor.getInputSequence();
  TensorType elements = getTensorType(sequence);
  auto tensor = cast<TensorType>(adaptor.getTensor().getType());
  if (failed(verifyPosition(emit, adaptor.getPosition())) ||
      failed(
          verifyElementType(emit, "tensor", tensor, elements.getElementType())))
    return failure();
  // An empty sequence adds nothing to the join.
  if (isAlwaysEmptySequence(sequence))
    return Type(SequenceType::get(tensor));
  return Type(SequenceType::get(joinTensorTypes(elements, tensor)));
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<SequenceEraseV11Op>(
    ErrorEmitter emit, MLIRContext *, SequenceEraseV11Op::Adaptor adaptor) {
  if (failed(verifyPosition(emit, adaptor.getPosition())))
    return failure();
  return adaptor.getInputSequence().getType();
}

template <>
FailureOr<Type> mlir::onnxops::inferResultType<ConcatFromSequenceV11Op>(
    ErrorEmitter emit, MLIRContext *,
    ConcatFromSequenceV11Op::Adaptor adaptor) {
  auto axis = static_cast<int64_t>(adaptor.getAxis());
  auto newAxis = static_cast<int64_t>(adaptor.getNewAxis());
  if (newAxis != 0 && newAxis != 1) // sequence-c5
    return emitFailure(emit, "expected new_axis to be 0 or 1, but got ",
                       newAxis);
  TensorType elements = getTensorType(adaptor.getInputSequence());
  if (!elements.hasRank())
    return Type(UnrankedTensorType::get(elements.getElementType()));
  if (elements.getRank() == 0 && !newAxis) // sequence-c6
    return emitFailure(emit,
                       "expected elements of rank 1 or more, but got "
                       "rank 0, which can only be stacked (new_axis = 1)");
  int64_t rank = elements.getRank() + newAxis;
  std::optional<int64_t> dim = normalizeAxis(axis, rank);
  if (!dim) // sequence-c7
    return emitFailure(emit, "expected axis to be in [", -rank, ", ", rank - 1,
                       "], but got ", axis);
  SmallVector<int64_t> shape(elements.getShape());
  if (newAxis)
    shape.insert(shape.begin() + *dim, ShapedType::kDynamic);
  else
    shape[*dim] = ShapedType::kDynamic;
  return Type(RankedTensorType::get(shape, elements.getElementType()));
}

LogicalResult SequenceCastOp::verify() {
  auto emit = [&] { return emitOpError(); };
  return verifyDeclaredType(emit, getType(), getSource().getType());
}

/// A cast to the same type is its source, and a cast of a cast is a single
/// cast. In unreachable code a cast may be its own source.
///   %0 = sequence_cast %s : A to B
///   sequence_cast %0 : B to C  ==>  sequence_cast %s : A to C
OpFoldResult SequenceCastOp::fold(FoldAdaptor) {
  if (getSource() == getResult())
    return {};
  if (getSource().getType() == getType())
    return getSource();
  auto first = getSource().getDefiningOp<SequenceCastOp>();
  if (!first || !areCompatibleTypes(first.getSource().getType(), getType()))
    return {};
  getSourceMutable().assign(first.getSource());
  return getResult();
}
