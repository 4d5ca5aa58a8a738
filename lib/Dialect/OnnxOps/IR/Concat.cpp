//===- Concat.cpp - the rules of all versions of Concat -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints, result type and result sizes, shared by all versions of Concat.
// Versions differ in whether a negative axis counts from the end.
//
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Constraints
//===----------------------------------------------------------------------===//

// concat-c1
static LogicalResult verifyHasInput(ErrorEmitter emit, TypeRange inputs) {
  if (inputs.empty())
    return emitFailure(emit, "expected at least one input, but got none");
  return success();
}

// concat-c2
static LogicalResult verifyElementTypes(ErrorEmitter emit, TypeRange inputs) {
  Type expected = cast<TensorType>(inputs.front()).getElementType();
  for (auto [index, type] : llvm::enumerate(inputs)) {
    Type actual = cast<TensorType>(type).getElementType();
    if (actual != expected)
      return emitFailure(emit, "expected inputs[", index,
                         "] to have element type ", expected,
                         ", as inputs[0] has, but got ", actual);
  }
  return success();
}

// concat-c3 and concat-c4. `ranked` is the index of the first ranked input.
static LogicalResult verifyRanks(ErrorEmitter emit, TypeRange inputs,
                                 size_t ranked) {
  int64_t rank = cast<TensorType>(inputs[ranked]).getRank();
  for (auto [index, type] : llvm::enumerate(inputs)) {
    auto tensor = cast<TensorType>(type);
    if (!tensor.hasRank())
      continue;
    if (tensor.getRank() == 0)
      return emitFailure(emit, "expected inputs[", index,
                         "] to have rank 1 or more, but got rank 0");
    if (tensor.getRank() != rank)
      return emitFailure(emit, "expected inputs[", index, "] to have rank ",
                         rank, ", as inputs[", ranked, "] has, but got rank ",
                         tensor.getRank());
  }
  return success();
}

// concat-c5, the part that does not need a rank.
static LogicalResult verifyAxisSign(ErrorEmitter emit, int64_t axis,
                                    bool allowsNegative) {
  if (axis >= 0 || allowsNegative)
    return success();
  return emitFailure(emit, "expected axis to be 0 or more, but got ", axis,
                     ": Concat-11 is the first version with a negative axis");
}

// concat-c5
static FailureOr<int64_t> verifyAxis(ErrorEmitter emit, int64_t axis,
                                     int64_t rank, bool allowsNegative) {
  if (std::optional<int64_t> normalized = normalizeAxis(axis, rank))
    return *normalized;
  return emitFailure(emit, "expected axis to be in [",
                     allowsNegative ? -rank : 0, ", ", rank - 1, "], but got ",
                     axis);
}

// concat-c6 for one input: merges all its sizes except the axis into `shape`;
// `origin` records the input that determined each size.
static LogicalResult mergeSizes(ErrorEmitter emit, RankedTensorType input,
                                size_t index, int64_t axis,
                                MutableArrayRef<int64_t> shape,
                                MutableArrayRef<size_t> origin) {
  for (int64_t dim = 0, rank = input.getRank(); dim < rank; ++dim) {
    int64_t size = input.getDimSize(dim);
    if (dim == axis || ShapedType::isDynamic(size))
      continue;
    if (ShapedType::isDynamic(shape[dim])) {
      shape[dim] = size;
      origin[dim] = index;
    } else if (shape[dim] != size) {
      return emitFailure(emit, "expected inputs[", index, "] to have size ",
                         shape[dim], " in dimension ", dim, ", as inputs[",
                         origin[dim], "] has, but got ", size);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Result type
//===----------------------------------------------------------------------===//

FailureOr<Type> mlir::onnxops::inferConcatType(ErrorEmitter emit,
                                               TypeRange inputs, int64_t axis,
                                               bool allowsNegative) {
  if (failed(verifyHasInput(emit, inputs)) ||
      failed(verifyElementTypes(emit, inputs)) ||
      failed(verifyAxisSign(emit, axis, allowsNegative)))
    return failure();
  Type element = cast<TensorType>(inputs.front()).getElementType();
  auto ranked = llvm::find_if(
      inputs, [](Type type) { return cast<TensorType>(type).hasRank(); });
  if (ranked == inputs.end())
    return Type(UnrankedTensorType::get(element));

  if (failed(verifyRanks(emit, inputs, ranked - inputs.begin())))
    return failure();
  int64_t rank = cast<TensorType>(*ranked).getRank();
  FailureOr<int64_t> dim = verifyAxis(emit, axis, rank, allowsNegative);
  if (failed(dim))
    return failure();

  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  SmallVector<size_t> origin(rank, 0);
  int64_t sum = 0;
  for (auto [index, type] : llvm::enumerate(inputs)) {
    auto input = dyn_cast<RankedTensorType>(type);
    int64_t length = input ? input.getDimSize(*dim) : ShapedType::kDynamic;
    FailureOr<int64_t> next = addSizes(sum, length);
    if (failed(next)) // concat-c7
      return emitFailure(emit, "expected the sizes along axis ", axis,
                         " to sum to less than 2^63, but inputs[", index,
                         "] exceeds it");
    sum = *next;
    if (input && failed(mergeSizes(emit, input, index, *dim, shape, origin)))
      return failure();
  }
  shape[*dim] = sum;
  return Type(RankedTensorType::get(shape, element));
}

//===----------------------------------------------------------------------===//
// Result sizes
//===----------------------------------------------------------------------===//

// The sum of the inputs' sizes in dimension `dim`, in linear time: affine maps
// would grow with each summand.
static OpFoldResult sumSizes(OpBuilder &builder, Location loc,
                             ValueRange inputs, int64_t dim) {
  int64_t known = 0;
  Value sum;
  for (Value input : inputs) {
    OpFoldResult size = tensor::getMixedSize(builder, loc, input, dim);
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      known += *constant;
      continue;
    }
    auto value = cast<Value>(size);
    sum = sum ? arith::AddIOp::create(builder, loc, sum, value) : value;
  }
  if (!sum)
    return builder.getIndexAttr(known);
  if (known == 0)
    return sum;
  Value rest = arith::ConstantIndexOp::create(builder, loc, known);
  return arith::AddIOp::create(builder, loc, sum, rest).getResult();
}

// The size in dimension `dim`, equal for all inputs: a constant if it is static
// in any of them.
static OpFoldResult getSize(OpBuilder &builder, Location loc, ValueRange inputs,
                            int64_t dim) {
  for (Value input : inputs) {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(dim);
    if (!ShapedType::isDynamic(size))
      return builder.getIndexAttr(size);
  }
  return tensor::getMixedSize(builder, loc, inputs.front(), dim);
}

// The result's sizes: declared ones, the sum along the axis, and the inputs'
// common sizes. A size that is dynamic in the type must be a value.
static LogicalResult reifyConcat(Operation *op, OpBuilder &builder,
                                 ValueRange inputs, int64_t axis,
                                 ReifiedRankedShapedTypeDims &reified) {
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!type || !llvm::all_of(inputs.getTypes(),
                             [](Type t) { return isa<RankedTensorType>(t); }))
    return failure();
  Location loc = op->getLoc();
  std::optional<int64_t> dim = normalizeAxis(axis, type.getRank());
  SmallVector<OpFoldResult> sizes;
  for (int64_t i = 0, rank = type.getRank(); i < rank; ++i) {
    if (!type.isDynamicDim(i)) {
      sizes.push_back(builder.getIndexAttr(type.getDimSize(i)));
      continue;
    }
    OpFoldResult size = i == *dim ? sumSizes(builder, loc, inputs, i)
                                  : getSize(builder, loc, inputs, i);
    sizes.push_back(getValueOrCreateConstantIndexOp(builder, loc, size));
  }
  reified.emplace_back(std::move(sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// Speculation
//===----------------------------------------------------------------------===//

// Nothing is left to be checked at run time if all sizes are known.
static Speculation::Speculatability speculateConcat(TypeRange inputs) {
  bool areKnown = llvm::all_of(inputs, [](Type type) {
    return cast<TensorType>(type).hasStaticShape();
  });
  return areKnown ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

//===----------------------------------------------------------------------===//
// Every version
//===----------------------------------------------------------------------===//

#define ONNXOPS_CONCAT_VERSION(OP, ALLOWS_NEGATIVE)                            \
  template <>                                                                  \
  FailureOr<Type> mlir::onnxops::inferResultType<OP>(                          \
      ErrorEmitter emit, MLIRContext *, OP::Adaptor adaptor) {                 \
    return inferConcatType(emit, adaptor.getInputs().getTypes(),               \
                           adaptor.getAxis(), ALLOWS_NEGATIVE);                \
  }                                                                            \
  LogicalResult OP::reifyResultShapes(OpBuilder &builder,                      \
                                      ReifiedRankedShapedTypeDims &reified) {  \
    return reifyConcat(*this, builder, getInputs(), getAxis(), reified);       \
  }                                                                            \
  void OP::populateBoundsForShapedValueDim(Value value, int64_t dim,           \
                                           ValueBoundsConstraintSet &set) {    \
    boundConcat(getInputs(), getAxis(), value, dim, set);                      \
  }                                                                            \
  Speculation::Speculatability OP::getSpeculatability() {                      \
    return speculateConcat(getInputs().getTypes());                            \
  }

ONNXOPS_CONCAT_VERSION(ConcatV1Op, false)
ONNXOPS_CONCAT_VERSION(ConcatV4Op, false)
ONNXOPS_CONCAT_VERSION(ConcatV11Op, true)
ONNXOPS_CONCAT_VERSION(ConcatV13Op, true)
ONNXOPS_CONCAT_VERSION(OpenVINOConcatV1Op, true)

#undef ONNXOPS_CONCAT_VERSION
