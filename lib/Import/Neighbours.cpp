//===- Neighbours.cpp - nodes that are not ops of the dialect -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants, and the operators that stay generic ops of the unregistered
// dialect `onnx`.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset in which Identity takes sequences.
static constexpr int64_t kFirstIdentityOfSequence = 14;

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

Type mlir::onnxops::convertType(const DeclaredType &type,
                                MLIRContext *context) {
  Type element = getElementTypeOfOnnx(type.elementType, context);
  // Models declare sequences of rank 0 whose elements have another rank.
  bool isRanked =
      type.dimensions && !(type.isSequence && type.dimensions->empty());
  TensorType tensor = UnrankedTensorType::get(element);
  if (isRanked) {
    SmallVector<int64_t> shape;
    for (const GraphDimension &dimension : *type.dimensions)
      shape.push_back(dimension.size);
    tensor = RankedTensorType::get(shape, element);
  }
  if (type.isSequence)
    return SequenceType::get(tensor);
  return tensor;
}

Value mlir::onnxops::buildConstant(OpBuilder &builder, Location loc,
                                   const TensorData &tensor, StringRef name) {
  auto elements =
      cast<TypedAttr>(makeElementsAttr(tensor, name, builder.getContext()));
  auto constant = arith::ConstantOp::create(builder, loc, elements);
  constant->setDiscardableAttr(OnnxOpsDialect::kNameAttr,
                               builder.getStringAttr(name));
  return constant;
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

// A tensor with the elements of `values`, which are stored as they are.
template <typename Element>
static llvm::Expected<TensorData> makeTensor(int32_t elementType,
                                             ArrayRef<int64_t> sizes,
                                             ArrayRef<Element> values) {
  llvm::Expected<TensorData> tensor = TensorData::create(elementType, sizes);
  if (tensor)
    llvm::copy(values,
               reinterpret_cast<Element *>(tensor->getMutableBytes().data()));
  return tensor;
}

static llvm::Expected<TensorData> makeStrings(ArrayRef<int64_t> sizes,
                                              ArrayRef<std::string> values) {
  llvm::Expected<TensorData> tensor = TensorData::create(ONNXOPS_STRING, sizes);
  if (tensor)
    for (auto [index, value] : llvm::enumerate(values))
      tensor->setString(index, value);
  return tensor;
}

// The attribute as the value that `name`, if it fits the attribute's kind,
// makes of it; none otherwise.
template <typename Element>
static const std::vector<Element> *getList(const GraphAttribute &attribute,
                                           StringRef name) {
  if (attribute.name != name)
    return nullptr;
  return std::get_if<std::vector<Element>>(&attribute.value);
}

template <typename Element>
static const Element *getScalar(const GraphAttribute &attribute,
                                StringRef name) {
  return attribute.name == name ? std::get_if<Element>(&attribute.value)
                                : nullptr;
}

// Builds a constant of an attribute's value, which must be storable.
static FailureOr<Value> buildValue(OpBuilder &builder, Location loc,
                                   llvm::Expected<TensorData> tensor,
                                   StringRef name) {
  if (!tensor)
    return emitError(loc) << llvm::toString(tensor.takeError());
  return buildConstant(builder, loc, *tensor, name);
}

FailureOr<Value> mlir::onnxops::buildConstantNode(OpBuilder &builder,
                                                  Location loc,
                                                  const GraphNode &node,
                                                  StringRef name) {
  if (!node.inputs.empty() || node.outputs.size() != 1)
    return emitError(loc) << "expected no operand and 1 output";
  if (node.attributes.size() != 1)
    return emitError(loc) << "expected 1 attribute, the value, but got "
                          << node.attributes.size();
  auto build = [&](llvm::Expected<TensorData> tensor) {
    return buildValue(builder, loc, std::move(tensor), name);
  };
  const GraphAttribute &value = node.attributes.front();
  if (auto *tensor = getScalar<TensorData>(value, "value"))
    return buildConstant(builder, loc, *tensor, name);
  if (auto *number = getScalar<float>(value, "value_float"))
    return build(makeTensor<float>(ONNXOPS_FLOAT32, {}, *number));
  if (auto *number = getScalar<int64_t>(value, "value_int"))
    return build(makeTensor<int64_t>(ONNXOPS_INT64, {}, *number));
  if (auto *string = getScalar<std::string>(value, "value_string"))
    return build(makeStrings({}, *string));
  if (auto *list = getList<float>(value, "value_floats"))
    return build(makeTensor<float>(ONNXOPS_FLOAT32,
                                   static_cast<int64_t>(list->size()), *list));
  if (auto *list = getList<int64_t>(value, "value_ints"))
    return build(makeTensor<int64_t>(
        ONNXOPS_INT64, static_cast<int64_t>(list->size()), *list));
  if (auto *list = getList<std::string>(value, "value_strings"))
    return build(makeStrings(static_cast<int64_t>(list->size()), *list));
  return emitError(loc) << "attribute '" << value.name
                        << "' is not supported, or not of its kind";
}

//===----------------------------------------------------------------------===//
// Generic ops
//===----------------------------------------------------------------------===//

FailureOr<Value> mlir::onnxops::buildIdentity(OpBuilder &builder, Location loc,
                                              const GraphNode &node,
                                              ValueRange operands,
                                              int64_t opset) {
  if (operands.size() != 1 || !operands.front() || node.outputs.size() != 1)
    return emitError(loc) << "expected 1 operand and 1 output";
  if (!node.attributes.empty())
    return emitError(loc) << "Identity has no attribute '"
                          << node.attributes.front().name << "'";
  Type type = operands.front().getType();
  if (isa<SequenceType>(type) && opset < kFirstIdentityOfSequence)
    return emitError(loc) << "Identity takes a sequence from opset "
                          << kFirstIdentityOfSequence
                          << " on, but the model's opset is " << opset;
  OperationState state(loc, "onnx.Identity", operands, type);
  return builder.create(state)->getResult(0);
}

// Null for a kind that is not read.
static Attribute convertAttribute(OpBuilder &builder,
                                  const GraphAttribute &attribute) {
  if (auto *value = std::get_if<int64_t>(&attribute.value))
    return builder.getI64IntegerAttr(*value);
  if (auto *value = std::get_if<float>(&attribute.value))
    return builder.getF32FloatAttr(*value);
  if (auto *value = std::get_if<std::string>(&attribute.value))
    return builder.getStringAttr(*value);
  if (auto *list = std::get_if<std::vector<int64_t>>(&attribute.value))
    return builder.getI64ArrayAttr(*list);
  if (auto *list = std::get_if<std::vector<float>>(&attribute.value))
    return builder.getF32ArrayAttr(*list);
  if (auto *list = std::get_if<std::vector<std::string>>(&attribute.value))
    return builder.getStrArrayAttr(
        SmallVector<StringRef>(list->begin(), list->end()));
  if (auto *tensor = std::get_if<TensorData>(&attribute.value))
    return makeElementsAttr(*tensor, attribute.name, builder.getContext());
  return Attribute();
}

static LogicalResult addAttributes(OpBuilder &builder, OperationState &state,
                                   const GraphNode &node) {
  for (const GraphAttribute &attribute : node.attributes) {
    Attribute value = convertAttribute(builder, attribute);
    if (!value)
      return emitError(state.location)
             << "attribute '" << attribute.name << "' of kind "
             << std::get_if<UnreadAttribute>(&attribute.value)->kind
             << " is not supported";
    state.addAttribute(attribute.name, value);
  }
  if (!node.domain.empty())
    state.addAttribute("onnx.domain", builder.getStringAttr(node.domain));
  return success();
}

FailureOr<Operation *>
mlir::onnxops::buildUnsupported(OpBuilder &builder, Location loc,
                                const GraphNode &node, ValueRange operands,
                                ArrayRef<Type> declared) {
  OperationState state(loc, "onnx." + node.opType);
  for (Value operand : operands) {
    // Later operands keep their places.
    if (!operand) {
      OperationState noValue(loc, "onnx.NoValue", /*operands=*/{},
                             builder.getNoneType());
      operand = builder.create(noValue)->getResult(0);
    }
    state.addOperands(operand);
  }
  for (auto [index, type] : llvm::enumerate(declared)) {
    bool isWanted = node.outputs[index] != kNoValue;
    if (isWanted && !type)
      return emitError(loc) << "cannot keep " << node.opType
                            << ": the model does not declare the type of "
                               "result #"
                            << index;
    state.addTypes(isWanted ? type : builder.getNoneType());
  }
  if (failed(addAttributes(builder, state, node)))
    return failure();
  return builder.create(state);
}
