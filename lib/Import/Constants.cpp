//===- Constants.cpp - initializers and Constant nodes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the constants of initializers and Constant nodes.
//
//===----------------------------------------------------------------------===//

#include "NodeBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Initializers
//===----------------------------------------------------------------------===//

ElementsAttr mlir::onnxops::buildElements(ElementsBuilder &elements,
                                          const GraphInitializer &initializer,
                                          StringRef name) {
  if (auto *stored = std::get_if<StoredTensor>(&initializer.data))
    return elements.buildPacked(stored->bytes, stored->type, name);
  return elements.build(std::get<TensorData>(initializer.data), name);
}

Value mlir::onnxops::buildConstant(OpBuilder &builder, Location loc,
                                   ElementsAttr elements, StringRef name) {
  auto constant =
      arith::ConstantOp::create(builder, loc, cast<TypedAttr>(elements));
  constant->setDiscardableAttr(OnnxOpsDialect::kNameAttr,
                               builder.getStringAttr(name));
  return constant;
}

//===----------------------------------------------------------------------===//
// Constant
//===----------------------------------------------------------------------===//

// A tensor with the elements of `values`.
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

// The elements of the attribute if its name is that of a Constant of its kind;
// none otherwise.
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

FailureOr<Value> mlir::onnxops::buildConstantNode(OpBuilder &builder,
                                                  ElementsBuilder &elements,
                                                  Location loc,
                                                  const GraphNode &node,
                                                  StringRef name) {
  if (!node.inputs.empty() || node.outputs.size() != 1)
    return emitError(loc) << "expected no operand and 1 output";
  if (node.attributes.size() != 1)
    return emitError(loc) << "expected 1 attribute, the value, but got "
                          << node.attributes.size();
  auto buildTensor = [&](const TensorData &tensor) {
    return buildConstant(builder, loc, elements.build(tensor, name), name);
  };
  auto build = [&](llvm::Expected<TensorData> tensor) -> FailureOr<Value> {
    if (!tensor)
      return emitError(loc) << llvm::toString(tensor.takeError());
    return buildTensor(*tensor);
  };
  const GraphAttribute &value = node.attributes.front();
  if (auto *stored = getScalar<StoredTensor>(value, "value"))
    return buildConstant(
        builder, loc, elements.buildPacked(stored->bytes, stored->type, name),
        name);
  for (StringRef name : {"value", "sparse_value"})
    if (auto *tensor = getScalar<TensorData>(value, name))
      return buildTensor(*tensor);
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
