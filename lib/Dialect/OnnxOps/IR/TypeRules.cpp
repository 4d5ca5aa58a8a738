//===- TypeRules.cpp - shared rules of verifiers and inference ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compatibility, meet and join of types, and arithmetic on sizes that may be
// unknown.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::areCompatibleTypes(Type declared, Type inferred) {
  if (declared == inferred)
    return true;
  if (auto sequence = dyn_cast<SequenceType>(declared))
    return isa<SequenceType>(inferred) &&
           areCompatibleTypes(sequence.getTensorType(),
                              cast<SequenceType>(inferred).getTensorType());
  if (auto optional = dyn_cast<OptionalType>(declared))
    return isa<OptionalType>(inferred) &&
           areCompatibleTypes(optional.getValueType(),
                              cast<OptionalType>(inferred).getValueType());
  auto lhs = dyn_cast<TensorType>(declared);
  auto rhs = dyn_cast<TensorType>(inferred);
  return lhs && rhs && lhs.getElementType() == rhs.getElementType() &&
         succeeded(verifyCompatibleShape(lhs, rhs));
}

Type mlir::onnxops::meetTypes(Type lhs, Type rhs) {
  if (isa<OptionalType>(lhs))
    return rhs;
  if (auto sequence = dyn_cast<SequenceType>(lhs))
    return SequenceType::get(cast<TensorType>(meetTypes(
        sequence.getTensorType(), cast<SequenceType>(rhs).getTensorType())));
  auto left = dyn_cast<RankedTensorType>(lhs);
  auto right = dyn_cast<RankedTensorType>(rhs);
  if (!left || !right)
    return left ? lhs : rhs;
  SmallVector<int64_t> shape(left.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, right.getShape()))
    if (ShapedType::isDynamic(size))
      size = other;
  return left.clone(shape);
}

bool mlir::onnxops::hasCast(Type from, Type to) {
  return from == to ||
         !(isa<AnyType, OptionalType>(from) || isa<AnyType, OptionalType>(to));
}

bool mlir::onnxops::isRefinementOf(Type type, Type other) {
  return type == other || (type && areCompatibleTypes(type, other) &&
                           meetTypes(type, other) == type);
}

TensorType mlir::onnxops::joinTensorTypes(TensorType lhs, TensorType rhs) {
  if (!lhs.hasRank() || !rhs.hasRank() || lhs.getRank() != rhs.getRank())
    return UnrankedTensorType::get(lhs.getElementType());
  SmallVector<int64_t> shape(lhs.getShape());
  for (auto [size, other] : llvm::zip_equal(shape, rhs.getShape()))
    if (size != other)
      size = ShapedType::kDynamic;
  return RankedTensorType::get(shape, lhs.getElementType());
}

Type mlir::onnxops::joinTypes(Type lhs, Type rhs) {
  if (isa<AnyType>(lhs) || isa<AnyType>(rhs))
    return AnyType::get(lhs.getContext());
  if (auto sequence = dyn_cast<SequenceType>(lhs)) {
    auto other = dyn_cast<SequenceType>(rhs);
    Type elements =
        other ? joinTypes(sequence.getTensorType(), other.getTensorType())
              : Type();
    return elements ? SequenceType::get(cast<TensorType>(elements)) : Type();
  }
  if (auto optional = dyn_cast<OptionalType>(lhs)) {
    auto other = dyn_cast<OptionalType>(rhs);
    Type value = other
                     ? joinTypes(optional.getValueType(), other.getValueType())
                     : Type();
    return value ? OptionalType::get(value) : Type();
  }
  auto left = dyn_cast<TensorType>(lhs);
  auto right = dyn_cast<TensorType>(rhs);
  if (!left || !right || left.getElementType() != right.getElementType())
    return Type();
  return joinTensorTypes(left, right);
}

TensorType mlir::onnxops::makeTensorType(std::optional<ArrayRef<int64_t>> shape,
                                         Type element) {
  if (!shape)
    return UnrankedTensorType::get(element);
  return RankedTensorType::get(*shape, element);
}

std::optional<int64_t> mlir::onnxops::normalizeAxis(int64_t axis,
                                                    int64_t rank) {
  if (axis < -rank || axis >= rank)
    return std::nullopt;
  return axis < 0 ? axis + rank : axis;
}

FailureOr<int64_t> mlir::onnxops::multiplySizes(int64_t lhs, int64_t rhs) {
  if (lhs == 0 || rhs == 0)
    return 0;
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  int64_t product;
  if (llvm::MulOverflow(lhs, rhs, product))
    return failure();
  return product;
}

FailureOr<int64_t> mlir::onnxops::addSizes(int64_t lhs, int64_t rhs) {
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  int64_t sum;
  if (llvm::AddOverflow(lhs, rhs, sum))
    return failure();
  return sum;
}

LogicalResult mlir::onnxops::verifyRank(ErrorEmitter emit, const Twine &what,
                                        int64_t rank) {
  if (rank <= kMaxRank)
    return success();
  return emitFailure(emit, "expected ", what, " to have rank ", kMaxRank,
                     " or less, but got rank ", rank);
}

bool mlir::onnxops::hasUnknownRank(Value value) {
  return isa<UnrankedTensorType>(value.getType());
}

bool mlir::onnxops::hasUnknownRanks(Operation *op) {
  return llvm::any_of(op->getOperands(), hasUnknownRank) ||
         llvm::any_of(op->getResults(), hasUnknownRank);
}

LogicalResult mlir::onnxops::verifyRank(ErrorEmitter emit, const Twine &what,
                                        Type type) {
  if (auto optional = dyn_cast<OptionalType>(type))
    type = optional.getValueType();
  if (auto sequence = dyn_cast<SequenceType>(type))
    type = sequence.getTensorType();
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? verifyRank(emit, what, tensor.getRank()) : success();
}

LogicalResult mlir::onnxops::verifyDeclaredType(ErrorEmitter emit,
                                                Type declared, Type inferred) {
  if (failed(verifyRank(emit, "the result", inferred)))
    return failure();
  // concat-c8, tile-c5, split-c9, sequence-c8
  if (areCompatibleTypes(declared, inferred))
    return success();
  return emitFailure(emit, "expected a result of type ", inferred, ", but got ",
                     declared);
}
