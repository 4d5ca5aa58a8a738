//===- Resize.cpp - rules of Resize and Upsample --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Enlarges or reduces dimensions, to sizes or by scales that are constants.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Onnx/Opsets.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

static std::optional<SmallVector<float>> readFloats(ElementsAttr constant) {
  auto dense = dyn_cast_or_null<DenseElementsAttr>(constant);
  if (!dense || !dense.getElementType().isF32() ||
      dense.getNumElements() > ValueReader::kMaxElements)
    return std::nullopt;
  return llvm::to_vector(dense.getValues<float>());
}

// The floats of a list attribute; none if it has other elements.
static std::optional<SmallVector<float>> readFloats(ArrayAttr list) {
  SmallVector<float> values;
  for (Attribute entry : list) {
    auto number = dyn_cast<FloatAttr>(entry);
    if (!number || !number.getType().isF32())
      return std::nullopt;
    values.push_back(number.getValue().convertToFloat());
  }
  return values;
}

static std::optional<SmallVector<float>> readFloats(Value value) {
  ElementsAttr constant;
  Operation *producer = value.getDefiningOp();
  if (!matchPattern(value, m_Constant(&constant)) && producer &&
      isOnnxOperator(producer) &&
      producer->getName().stripDialect() == "Constant")
    constant = getConstantValue(producer);
  return readFloats(constant);
}

// Where versions have the scales: attributes of two dimensions, a list, or an
// operand. None if they are not known.
static std::optional<SmallVector<float>> getScales(Operation *op,
                                                   unsigned index) {
  auto height = op->getAttrOfType<FloatAttr>("height_scale");
  auto width = op->getAttrOfType<FloatAttr>("width_scale");
  if (height && width)
    return readFloats(
        ArrayAttr::get(op->getContext(),
                       {FloatAttr::get(height.getType(), 1.0),
                        FloatAttr::get(height.getType(), 1.0), height, width}));
  if (auto list = op->getAttrOfType<ArrayAttr>("scales"))
    return readFloats(list);
  Value operand = getGivenOperand(op, index);
  return operand ? readFloats(operand) : std::nullopt;
}

// The product, rounded down, if it is the same in both precisions that runtimes
// use.
static int64_t scaleSize(int64_t size, float scale) {
  if (ShapedType::isDynamic(size) || !(scale > 0))
    return ShapedType::kDynamic;
  float product = std::floor(static_cast<float>(size) * scale);
  double exact = std::floor(static_cast<double>(size) * scale);
  // 2^53, up to which doubles have all integers.
  constexpr double kMax = 9007199254740992.0;
  return product == exact && exact < kMax ? static_cast<int64_t>(exact)
                                          : ShapedType::kDynamic;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

// The dimensions that are resized: all, or since version 18 those of `axes`.
static std::optional<SmallVector<int64_t>> getResized(Operation *op,
                                                      int64_t rank) {
  Attribute attribute = op->getAttr("axes");
  if (!attribute)
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list)
    return std::nullopt;
  KnownElements axes(llvm::map_range(list, getIntegerValue));
  if (!getDimensions(axes, rank))
    return std::nullopt;
  return llvm::map_to_vector(axes, [&](std::optional<int64_t> axis) {
    return *normalizeAxis(*axis, rank);
  });
}

static bool isString(Operation *op, StringRef name, StringRef value) {
  auto string = op->getAttrOfType<StringAttr>(name);
  return string && string == value;
}

// The sizes of the dimensions `dims`; none unless there is a valid list of
// them.
static std::optional<SmallVector<int64_t>> getTargetSizes(Operation *op,
                                                          size_t count) {
  Value operand = getGivenOperand(op, 3);
  ValueReader reader;
  const KnownElements *sizes = operand ? reader.read(operand) : nullptr;
  bool isStretched = !op->hasAttr("keep_aspect_ratio_policy") ||
                     isString(op, "keep_aspect_ratio_policy", "stretch");
  if (!sizes || sizes->size() != count || !isStretched)
    return std::nullopt;
  return llvm::map_to_vector(*sizes, [](std::optional<int64_t> size) {
    return size && *size > 0 ? *size : ShapedType::kDynamic;
  });
}

static SmallVector<Type> resize(Operation *op, unsigned scalesIndex,
                                bool hasSizes) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  Type unknown = makeUnknownShape(input.getRank(), input.getElementType());
  std::optional<SmallVector<int64_t>> dims = getResized(op, input.getRank());
  if (!dims)
    return {unknown};
  SmallVector<int64_t> shape(input.getShape());
  if (hasSizes && getGivenOperand(op, 3)) {
    std::optional<SmallVector<int64_t>> sizes =
        getTargetSizes(op, dims->size());
    for (auto [index, dim] : llvm::enumerate(*dims))
      shape[dim] = sizes ? (*sizes)[index] : ShapedType::kDynamic;
    return {RankedTensorType::get(shape, input.getElementType())};
  }
  std::optional<SmallVector<float>> scales = getScales(op, scalesIndex);
  // Only a part of the operand is resized, which depends on elements.
  bool isCropped =
      isString(op, "coordinate_transformation_mode", "tf_crop_and_resize");
  if (scales && scales->size() != dims->size())
    return {unknown};
  for (auto [index, dim] : llvm::enumerate(*dims))
    shape[dim] = scales && !isCropped ? scaleSize(shape[dim], (*scales)[index])
                                      : ShapedType::kDynamic;
  return {RankedTensorType::get(shape, input.getElementType())};
}

static SmallVector<Type> inferUpsample(Operation *op, const InferenceMode &) {
  return resize(op, 1, /*hasSizes=*/false);
}

// Since version 11, the region to resize precedes the scales.
static SmallVector<Type> inferResize(Operation *op, const InferenceMode &mode) {
  bool hasSizes = mode.opset >= opsets::kFirstResizeModes;
  return resize(op, hasSizes ? 2 : 1, hasSizes);
}

static constexpr OnnxOperator kOperators[] = {
    {"Resize", 10, 1, 4, inferResize},
    {"Upsample", 1, 1, 2, inferUpsample},
};

ArrayRef<OnnxOperator> mlir::onnxops::getResizeOperators() {
  return kOperators;
}
