//===- Clip.cpp - lower Clip ----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits elements by a smallest and a largest value, which are attributes
// before opset 11.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset whose bounds are those of f32 by default.
static constexpr int64_t kFirstDefaultBounds = 6;

// A bound of the type in which `element` is computed; null if absent.
static FailureOr<Value> readAttribute(Node &node, StringRef name, double absent,
                                      Type element) {
  Attribute given = node.op->getAttr(name);
  auto number = dyn_cast_if_present<FloatAttr>(given);
  if (given && !number)
    return node.fail("expected attribute '", name, "' to be a float, but got ",
                     given);
  if (!given && node.opset < kFirstDefaultBounds)
    return Value();
  return buildFloat(node.builder, node.loc, getWide(element),
                    given ? number.getValueAsDouble() : absent);
}

static FailureOr<Value> readOperand(Node &node, unsigned index,
                                    StringRef name) {
  if (!node.operand(index))
    return Value();
  FailureOr<Value> tensor = node.tensor(index, name);
  if (failed(tensor))
    return failure();
  Type element = getElementTypeOrSelf(tensor->getType());
  Value signless = bitcastElements(node, *tensor, getSignless(element));
  FailureOr<Value> value = node.elementOf(signless, name);
  if (failed(value))
    return failure();
  SmallVector<std::optional<int64_t>> known = getKnown(*tensor);
  if (known.size() == 1 && known.front())
    return buildInteger(node.builder, node.loc, value->getType(),
                        *known.front());
  return widen(node.builder, node.loc, *value);
}

static FailureOr<Value> readBound(Node &node, unsigned index, StringRef name,
                                  double absent, Type element) {
  if (node.opset < opsets::kFirstClipOperands)
    return readAttribute(node, name, absent, element);
  return readOperand(node, index, name);
}

static LogicalResult lowerClip(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> input = node.tensor(0, "input");
  if (failed(input))
    return failure();
  Type element = getElementTypeOrSelf(input->getType());
  constexpr double limit = std::numeric_limits<float>::max();
  FailureOr<Value> low = readBound(node, 1, "min", -limit, element);
  if (failed(low))
    return failure();
  FailureOr<Value> high = readBound(node, 2, "max", limit, element);
  if (failed(high))
    return failure();
  bool isUnsigned = element.isUnsignedInteger();
  Type signless = getSignless(element);
  Value bits = bitcastElements(node, *input, signless);
  Value result = buildElementwise(
      node, makeOperands(node, bits), signless,
      [&](OpBuilder &builder, Location loc, ValueRange values) {
        Value value = widen(builder, loc, values.front());
        if (*low)
          value = (isUnsigned ? buildUnsignedMax : buildMax)(builder, loc,
                                                             value, *low);
        // Last, since it holds where the bounds contradict each other.
        if (*high)
          value = (isUnsigned ? buildUnsignedMin : buildMin)(builder, loc,
                                                             value, *high);
        return narrow(builder, loc, value, signless);
      });
  return node.replace(bitcastElements(node, result, element));
}

void mlir::onnxops::addClipLowerings(Lowerings &lowerings) {
  lowerings["Clip"] = lowerClip;
}
