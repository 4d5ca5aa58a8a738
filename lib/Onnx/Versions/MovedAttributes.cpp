//===- MovedAttributes.cpp - attributes that became operands --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An attribute becomes a constant operand. An operand becomes an attribute if
// it is known.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
enum class Form {
  Integers,      // a list, and a vector of i64
  IntegerVector, // an integer, and a vector of one i64
  IntegerScalar, // an integer, and a scalar i64
  Floats,        // a list, and a vector of f32
  FloatScalar,   // a float, and a scalar of f32
  ElementScalar, // a float, and a scalar of the first operand's element type
};

/// An attribute of the versions before `version`, which is an operand since.
struct MovedAttribute {
  StringLiteral opType;
  int64_t version;
  StringLiteral name;
  unsigned operand;
  Form form;
};
} // namespace

static constexpr MovedAttribute kMoved[] = {
    {"Clip", 11, "min", 1, Form::ElementScalar},
    {"Clip", 11, "max", 2, Form::ElementScalar},
    {"DFT", 20, "axis", 2, Form::IntegerScalar},
    {"Dropout", 12, "ratio", 1, Form::FloatScalar},
    {"Pad", 11, "pads", 1, Form::Integers},
    {"Pad", 11, "value", 2, Form::ElementScalar},
    {"ReduceL1", 18, "axes", 1, Form::Integers},
    {"ReduceL2", 18, "axes", 1, Form::Integers},
    {"ReduceLogSum", 18, "axes", 1, Form::Integers},
    {"ReduceLogSumExp", 18, "axes", 1, Form::Integers},
    {"ReduceMax", 18, "axes", 1, Form::Integers},
    {"ReduceMean", 18, "axes", 1, Form::Integers},
    {"ReduceMin", 18, "axes", 1, Form::Integers},
    {"ReduceProd", 18, "axes", 1, Form::Integers},
    {"ReduceSum", 13, "axes", 1, Form::Integers},
    {"ReduceSumSquare", 18, "axes", 1, Form::Integers},
    {"Reshape", 5, "shape", 1, Form::Integers},
    {"Slice", 10, "starts", 1, Form::Integers},
    {"Slice", 10, "ends", 2, Form::Integers},
    {"Slice", 10, "axes", 3, Form::Integers},
    {"Split", 13, "split", 1, Form::Integers},
    {"Squeeze", 13, "axes", 1, Form::Integers},
    {"TopK", 10, "k", 1, Form::IntegerVector},
    {"Unsqueeze", 13, "axes", 1, Form::Integers},
    {"Upsample", 9, "scales", 1, Form::Floats},
};

static SmallVector<const MovedAttribute *> getMoved(const VersionStep &step) {
  int64_t version = std::max(step.from, step.to);
  SmallVector<const MovedAttribute *> moved;
  for (const MovedAttribute &entry : kMoved)
    if (entry.opType == step.op->getName().stripDialect() &&
        entry.version == version)
      moved.push_back(&entry);
  return moved;
}

//===----------------------------------------------------------------------===//
// Upgrades
//===----------------------------------------------------------------------===//

static FloatType getElementType(Operation *op) {
  auto tensor = dyn_cast<TensorType>(op->getOperand(0).getType());
  return tensor ? dyn_cast<FloatType>(tensor.getElementType()) : FloatType();
}

static Attribute makeScalar(FloatType type, FloatAttr value) {
  APFloat converted = value.getValue();
  bool losesInfo = false;
  converted.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
  return DenseElementsAttr::get(RankedTensorType::get({}, type), converted);
}

static int64_t getNumber(IntegerAttr attribute) {
  return attribute.getValue().getSExtValue();
}

static float getNumber(FloatAttr attribute) {
  return static_cast<float>(attribute.getValueAsDouble());
}

// A vector of the numbers of a list; null if they are of another kind.
template <typename Kind>
static Attribute makeVector(Type element, Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list || !llvm::all_of(list, llvm::IsaPred<Kind>))
    return Attribute();
  auto numbers = llvm::map_to_vector(
      list.getAsRange<Kind>(), [](Kind number) { return getNumber(number); });
  return DenseElementsAttr::get(RankedTensorType::get(list.size(), element),
                                ArrayRef(numbers));
}

// The value of the operand; null if the attribute is of another kind.
static Attribute makeOperand(const VersionStep &step, Form form,
                             Attribute attribute) {
  Builder &b = step.builder;
  if (form == Form::Integers)
    return makeVector<IntegerAttr>(b.getI64Type(), attribute);
  if (form == Form::Floats)
    return makeVector<FloatAttr>(b.getF32Type(), attribute);
  if (form == Form::IntegerVector || form == Form::IntegerScalar) {
    auto integer = dyn_cast<IntegerAttr>(attribute);
    if (!integer)
      return Attribute();
    int64_t value = getNumber(integer);
    SmallVector<int64_t> shape(form == Form::IntegerVector ? 1 : 0, 1);
    return DenseElementsAttr::get(RankedTensorType::get(shape, b.getI64Type()),
                                  value);
  }
  auto number = dyn_cast<FloatAttr>(attribute);
  FloatType type =
      form == Form::FloatScalar ? b.getF32Type() : getElementType(step.op);
  return number && type ? makeScalar(type, number) : Attribute();
}

static LogicalResult moveToOperands(const VersionStep &step) {
  for (const MovedAttribute *entry : getMoved(step)) {
    Attribute attribute = step.op->getAttr(entry->name);
    // The default of this operand is another one.
    if (!attribute && entry->opType == "DFT")
      attribute = step.builder.getI64IntegerAttr(1);
    if (!attribute)
      continue;
    auto value =
        dyn_cast_or_null<TypedAttr>(makeOperand(step, entry->form, attribute));
    if (!value)
      return step.refuse("attribute '", entry->name, "' cannot be an operand");
    setOperand(
        step, entry->operand,
        arith::ConstantOp::create(step.builder, step.op->getLoc(), value));
    step.op->removeAttr(entry->name);
  }
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// Downgrades
//===----------------------------------------------------------------------===//

// The value of the attribute; null if the operand is not known.
static Attribute makeAttribute(const VersionStep &step, Form form,
                               Value operand) {
  Builder &b = step.builder;
  DenseElementsAttr constant;
  bool isConstant = matchPattern(operand, m_Constant(&constant));
  if (form == Form::Floats) {
    if (!isConstant || !constant.getElementType().isF32())
      return Attribute();
    return b.getF32ArrayAttr(llvm::to_vector(constant.getValues<float>()));
  }
  if (form == Form::FloatScalar || form == Form::ElementScalar) {
    if (!isConstant || constant.getNumElements() != 1 ||
        !isa<FloatType>(constant.getElementType()))
      return Attribute();
    return b.getF32FloatAttr(static_cast<float>(
        (*constant.getValues<APFloat>().begin()).convertToDouble()));
  }
  FailureOr<KnownElements> known = getKnownElements(operand);
  if (failed(known) || llvm::is_contained(*known, std::nullopt))
    return Attribute();
  if (form == Form::Integers)
    return b.getI64ArrayAttr(llvm::map_to_vector(
        *known, [](std::optional<int64_t> element) { return *element; }));
  return known->size() == 1 ? b.getI64IntegerAttr(*known->front())
                            : Attribute();
}

// An empty list of axes is all of them for reductions, as no list was before.
static bool meansAbsent(const MovedAttribute &entry, Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  return list && list.empty() && entry.opType.starts_with("Reduce");
}

static LogicalResult moveToAttributes(const VersionStep &step) {
  SmallVector<std::pair<const MovedAttribute *, Attribute>> attributes;
  for (const MovedAttribute *entry : getMoved(step)) {
    Value operand = getGivenOperand(step.op, entry->operand);
    if (!operand)
      continue;
    Attribute attribute = makeAttribute(step, entry->form, operand);
    if (!attribute)
      return step.refuse("operand #", entry->operand,
                         " is not constant, and opset ", step.to,
                         " takes it as attribute '", entry->name, "'");
    attributes.emplace_back(entry, attribute);
  }
  for (auto [entry, attribute] : llvm::reverse(attributes)) {
    dropOperand(step, entry->operand);
    if (!meansAbsent(*entry, attribute))
      step.op->setAttr(entry->name, attribute);
  }
  return stepBySchema(step);
}

ArrayRef<VersionRule> mlir::onnxops::getMovedAttributeRules() {
  static const SmallVector<VersionRule> rules =
      llvm::map_to_vector(kMoved, [](const MovedAttribute &entry) {
        return VersionRule{entry.opType, entry.version, moveToOperands,
                           moveToAttributes};
      });
  return rules;
}
