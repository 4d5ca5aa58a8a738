//===- ResizedDimensions.cpp - sizes and scales of Resize -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads scales, which give sizes, or sizes, which give scales.
//
//===----------------------------------------------------------------------===//

#include "ResizedDimensions.h"

#include "FloatBuilder.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using FloatPredicate = arith::CmpFPredicate;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

// The factors of an attribute: of two dimensions, or a list.
static FailureOr<SmallVector<Value>> readScaleAttributes(Node &node,
                                                         size_t count) {
  FloatBuilder floats(node.builder, node.loc);
  SmallVector<Attribute> entries;
  if (node.opset < opsets::kFirstUpsampleScales) {
    if (count != 4)
      return node.fail("expected X to have rank 4, but got rank ", count);
    Attribute one = node.builder.getF32FloatAttr(1);
    entries = {one, one, node.op->getAttr("height_scale"),
               node.op->getAttr("width_scale")};
  } else {
    auto list = dyn_cast<ArrayAttr>(node.op->getAttr("scales"));
    if (!list || list.size() != count)
      return node.fail("expected scales to be a list of ", count,
                       " floats, one for each dimension, but got ",
                       node.op->getAttr("scales"));
    entries = llvm::to_vector(list);
  }
  SmallVector<Value> scales;
  for (Attribute entry : entries) {
    auto number = dyn_cast<FloatAttr>(entry);
    if (!number)
      return node.fail("expected scales to be floats, but got ", entry);
    scales.push_back(floats.constant(number.getValueAsDouble()));
  }
  return scales;
}

// Operand `index`, a vector of scales.
static FailureOr<Value> readScaleVector(Node &node, unsigned index) {
  FailureOr<Value> scales = node.tensor(index, "scales");
  if (failed(scales))
    return failure();
  if (auto type = cast<RankedTensorType>(scales->getType());
      type.getRank() != 1)
    return node.fail("expected scales to be a vector, but got ", type);
  return *scales;
}

// The factors of operand `index`.
static FailureOr<SmallVector<Value>>
readScaleOperand(Node &node, unsigned index, size_t count) {
  FailureOr<Value> given = readScaleVector(node, index);
  if (failed(given))
    return failure();
  Value length = node.sizeOf(*given, 0);
  if (failed(node.verify(
          node.compare(Predicate::eq, length, node.constant(count)),
          "expected scales to have " + Twine(count) +
              " elements, one for each resized dimension, but got {0}",
          length)))
    return failure();
  SmallVector<Value> scales;
  for (size_t i = 0; i < count; ++i)
    scales.push_back(node.builder.createOrFold<tensor::ExtractOp>(
        node.loc, *given, node.constant(i)));
  return scales;
}

static FailureOr<SmallVector<Value>> readScales(Node &node, size_t count) {
  bool isUpsample = node.op->getName().stripDialect() == "Upsample";
  if (isUpsample && node.opset < opsets::kFirstUpsampleOperand)
    return readScaleAttributes(node, count);
  return readScaleOperand(node, node.opset < opsets::kFirstResizeModes ? 1 : 2,
                          count);
}

// Sets the size to that of X times the scale, rounded down, or half up if
// `rounds`.
static LogicalResult scaleSize(Node &node, ResizedDimension &dimension,
                               bool rounds) {
  FloatBuilder floats(node.builder, node.loc);
  Value product =
      floats.multiply(floats.convert(dimension.own), dimension.scale);
  if (rounds)
    product = floats.add(product, floats.constant(0.5));
  // Not for NaN.
  if (failed(node.verify(floats.compare(FloatPredicate::OLT, product, 0x1p63),
                         "expected scales to give dimension " +
                             Twine(dimension.dim) + " a size below 2^63",
                         {})))
    return failure();
  dimension.size = floats.toIndex(product);
  return success();
}

static LogicalResult
resizeByScales(Node &node, MutableArrayRef<ResizedDimension> dimensions) {
  FloatBuilder floats(node.builder, node.loc);
  FailureOr<SmallVector<Value>> scales = readScales(node, dimensions.size());
  if (failed(scales))
    return failure();
  bool enlarges = node.op->getName().stripDialect() == "Upsample";
  for (auto [dimension, scale] : llvm::zip_equal(dimensions, *scales)) {
    Value isValid = enlarges ? floats.compare(FloatPredicate::OGE, scale, 1)
                             : floats.compare(FloatPredicate::OGT, scale, 0);
    if (failed(node.verify(isValid,
                           Twine("expected scales to be ") +
                               (enlarges ? "1 or more" : "above 0"),
                           {})))
      return failure();
    dimension.scale = scale;
    if (failed(scaleSize(node, dimension, /*rounds=*/false)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// Whether the operand is given, and not an empty vector, which stands for none
// before version 13.
static bool hasElements(Node &node, unsigned index) {
  Value operand = node.operand(index);
  auto type = operand ? dyn_cast<RankedTensorType>(operand.getType()) : nullptr;
  return operand && !(type && type.getRank() == 1 && type.getDimSize(0) == 0);
}

// Checks that scales are not given, or have no elements.
static LogicalResult verifyNoScales(Node &node) {
  if (!node.operand(2))
    return success();
  FailureOr<Value> scales = readScaleVector(node, 2);
  if (failed(scales))
    return failure();
  Value length = node.sizeOf(*scales, 0);
  return node.verify(node.compare(Predicate::eq, length, node.constant(0)),
                     "expected no scales beside sizes, but got {0}", length);
}

// Makes all scales the smallest or the largest.
static LogicalResult keepRatio(Node &node, RatioPolicy policy,
                               MutableArrayRef<ResizedDimension> dimensions) {
  FloatBuilder floats(node.builder, node.loc);
  Value scale;
  for (ResizedDimension &dimension : dimensions) {
    if (!scale)
      scale = dimension.scale;
    else
      scale = policy == RatioPolicy::NotLarger
                  ? floats.smaller(scale, dimension.scale)
                  : floats.larger(scale, dimension.scale);
  }
  for (ResizedDimension &dimension : dimensions) {
    dimension.scale = scale;
    if (failed(scaleSize(node, dimension, /*rounds=*/true)))
      return failure();
  }
  return success();
}

// Checks that a size is not negative, and that there are elements to repeat.
static LogicalResult verifySize(Node &node, const ResizedDimension &dimension,
                                Value size) {
  Value zero = node.constant(0);
  if (failed(node.verify(node.compare(Predicate::sge, size, zero),
                         "expected sizes to be 0 or more, but got {0}", size)))
    return failure();
  Value hasElements = node.compare(Predicate::ne, dimension.own, zero);
  Value isEmpty = node.compare(Predicate::eq, size, zero);
  return node.verify(
      node.builder.createOrFold<arith::OrIOp>(node.loc, hasElements, isEmpty),
      "expected size 0 in dimension " + Twine(dimension.dim) +
          ", in which X has no elements, but got {0}",
      size);
}

static LogicalResult
resizeToSizes(Node &node, RatioPolicy policy,
              MutableArrayRef<ResizedDimension> dimensions) {
  FloatBuilder floats(node.builder, node.loc);
  if (failed(verifyNoScales(node)))
    return failure();
  FailureOr<Value> vector = node.vector(3, "sizes");
  if (failed(vector))
    return failure();
  FailureOr<SmallVector<Value>> sizes =
      node.indicesOf(*vector, "sizes", dimensions.size(), "resized dimension");
  if (failed(sizes))
    return failure();
  for (auto [dimension, size] : llvm::zip_equal(dimensions, *sizes)) {
    if (failed(verifySize(node, dimension, size)))
      return failure();
    dimension.size = size;
    bool isKept = node.fold(size) == node.fold(dimension.own);
    dimension.scale = isKept ? floats.constant(1)
                             : floats.divide(floats.convert(size),
                                             floats.convert(dimension.own));
  }
  return policy == RatioPolicy::Stretch ? success()
                                        : keepRatio(node, policy, dimensions);
}

// The resized dimensions of `data`.
FailureOr<SmallVector<ResizedDimension>>
mlir::onnxops::readResizedDimensions(Node &node, Value data,
                                     RatioPolicy policy) {
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  FailureOr<std::optional<SmallVector<int64_t>>> axes = node.integers("axes");
  if (failed(axes))
    return failure();
  FailureOr<SmallVector<int64_t>> dims = node.normalizeAxesOrAll(*axes, rank);
  if (failed(dims))
    return failure();
  SmallVector<ResizedDimension> dimensions;
  for (int64_t dim : *dims)
    dimensions.push_back({dim, node.sizeOf(data, dim), Value(), Value()});
  // Scales and sizes without elements may be missing.
  if (dimensions.empty())
    return dimensions;
  bool hasModes = node.opset >= opsets::kFirstResizeModes;
  bool hasSizes = hasModes && hasElements(node, 3);
  if (failed(hasSizes ? resizeToSizes(node, policy, dimensions)
                      : resizeByScales(node, dimensions)))
    return failure();
  return dimensions;
}
