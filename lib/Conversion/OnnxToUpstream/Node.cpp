//===- Node.cpp - an onnx op during lowering ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads operands and attributes, and replaces results.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::onnxops;

Node::Node(OpBuilder &builder, Operation *op, int64_t opset)
    : CheckBuilder(builder, op, CheckMode::Status), op(op), opset(opset) {}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

LogicalResult Node::verifyForm(unsigned minOperands, unsigned maxOperands,
                               ArrayRef<StringRef> attributes,
                               unsigned results) const {
  unsigned count = op->getNumOperands();
  if (count < minOperands || count > maxOperands) {
    std::string least =
        minOperands == maxOperands ? "" : (Twine(minOperands) + " to ").str();
    return fail("expected ", least, maxOperands,
                maxOperands == 1 ? " operand" : " operands", ", but got ",
                count);
  }
  if (op->getNumResults() != results)
    return fail("expected ", results, results == 1 ? " result" : " results",
                ", but got ", op->getNumResults());
  for (NamedAttribute attribute : op->getAttrs())
    // Attributes with a prefix are not attributes of the operator.
    if (StringRef name = attribute.getName();
        !name.contains('.') && !llvm::is_contained(attributes, name))
      return fail("has no attribute '", name, "' at opset ", opset);
  return success();
}

// The message with values substituted, if all are constants.
static std::optional<std::string> formatKnown(const Twine &message,
                                              ValueRange values) {
  std::string text = message.str();
  for (auto [index, value] : llvm::enumerate(values)) {
    std::optional<int64_t> known = getConstantIntValue(value);
    if (!known)
      return std::nullopt;
    std::string placeholder = llvm::formatv("{{{0}}", index);
    size_t at = text.find(placeholder);
    if (at != std::string::npos)
      text.replace(at, placeholder.size(), std::to_string(*known));
  }
  return text;
}

LogicalResult Node::verify(Value condition, const Twine &message,
                           ValueRange values) {
  if (matchPattern(condition, m_Zero()))
    if (std::optional<std::string> text = formatKnown(message, values))
      return fail(*text);
  require(condition, message, values);
  return success();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value Node::operand(unsigned index) const {
  if (index >= op->getNumOperands() ||
      isa<NoneType>(op->getOperand(index).getType()))
    return {};
  return lookThroughCasts(op->getOperand(index));
}

FailureOr<Value> Node::tensor(unsigned index, StringRef name) const {
  Value value = operand(index);
  if (!value)
    return fail("expected operand '", name, "', but got none");
  if (isa<UnrankedTensorType>(value.getType()))
    return fail("cannot be lowered: the rank of operand '", name,
                "' is unknown");
  if (!isa<RankedTensorType>(value.getType()))
    return fail("expected '", name, "' to be a tensor, but got ",
                value.getType());
  return value;
}

FailureOr<Value> Node::element(unsigned index, StringRef name) {
  FailureOr<Value> value = tensor(index, name);
  if (failed(value))
    return failure();
  return elementOf(*value, name);
}

FailureOr<Value> Node::elementOf(Value tensor, StringRef name) {
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    Value size = sizeOf(tensor, dim);
    if (failed(
            verify(compare(arith::CmpIPredicate::eq, size, constant(1)),
                   "expected " + name +
                       " to be a scalar or to have one element, but got {0} in "
                       "dimension " +
                       Twine(dim),
                   size)))
      return failure();
  }
  SmallVector<Value> zeros(type.getRank(), constant(0));
  return builder.createOrFold<tensor::ExtractOp>(loc, tensor, zeros);
}

FailureOr<std::optional<SmallVector<int64_t>>>
Node::knownIntegers(std::optional<unsigned> index, StringRef name) const {
  if (!index)
    return integers(name);
  if (!operand(*index))
    return std::optional<SmallVector<int64_t>>();
  FailureOr<Value> value = tensor(*index, name);
  if (failed(value))
    return failure();
  auto known = getKnownElements(*value);
  if (failed(known) || llvm::is_contained(*known, std::nullopt))
    return fail("cannot be lowered: '", name, "' is not known at compile time");
  SmallVector<int64_t> result;
  for (std::optional<int64_t> element : *known)
    result.push_back(*element);
  return std::optional(std::move(result));
}

FailureOr<SmallVector<Value>> Node::indices(unsigned index, StringRef name) {
  FailureOr<Value> vector = tensor(index, name);
  if (failed(vector))
    return failure();
  auto type = cast<RankedTensorType>(vector->getType());
  if (type.getRank() != 1 || !type.getElementType().isSignlessInteger())
    return fail("expected '", name, "' to be a vector of integers, but got ",
                type);
  int64_t rank = type.getDimSize(0);
  if (type.isDynamicDim(0)) {
    // The length may follow from the producer.
    auto known = getKnownElements(*vector);
    if (failed(known))
      return fail("cannot be lowered: the length of '", name,
                  "', which is the rank of the result, is unknown");
    rank = known->size();
  }
  if (failed(verifyRank([&] { return op->emitOpError(); }, "the result", rank)))
    return failure();
  return indicesOf(*vector, rank);
}

SmallVector<Value> Node::indicesOf(Value vector, size_t count) {
  SmallVector<std::optional<int64_t>> known;
  if (auto elements = getKnownElements(vector); succeeded(elements))
    known = *elements;
  SmallVector<Value> values;
  for (size_t i = 0; i < count; ++i) {
    if (i < known.size() && known[i])
      values.push_back(constant(*known[i]));
    else
      values.push_back(toIndex(
          builder.createOrFold<tensor::ExtractOp>(loc, vector, constant(i))));
  }
  return values;
}

Value Node::sizeOf(Value tensor, int64_t dim) {
  Value memory = tensor;
  if (auto computed = tensor.getDefiningOp<linalg::LinalgOp>())
    memory = computed.getDpsInits()[cast<OpResult>(tensor).getResultNumber()];
  if (auto empty = memory.getDefiningOp<tensor::EmptyOp>())
    if (empty.getType().isDynamicDim(dim))
      return empty.getDynamicSize(dim);
  return CheckBuilder::sizeOf(tensor, dim);
}

SmallVector<OpFoldResult> Node::sizesOf(Value tensor) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return llvm::map_to_vector(llvm::seq<int64_t>(0, rank), [&](int64_t dim) {
    return fold(sizeOf(tensor, dim));
  });
}

Value Node::slice(Value tensor, ArrayRef<OpFoldResult> offsets,
                  ArrayRef<OpFoldResult> sizes,
                  ArrayRef<OpFoldResult> strides) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.hasStaticShape() && llvm::all_of(offsets, isZeroInteger) &&
      llvm::all_of(strides, isOneInteger) &&
      isEqualConstantIntOrValueArray(sizes, sizesOf(tensor)))
    return tensor;
  return sliceTensor(builder, loc, tensor, offsets, sizes, strides);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<int64_t>> Node::normalizeAxes(ArrayRef<int64_t> axes,
                                                    int64_t rank) const {
  SmallVector<int64_t> dims;
  llvm::SmallBitVector seen(rank);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    std::optional<int64_t> dim = normalizeAxis(axis, rank);
    if (!dim)
      return fail("expected axes[", index, "] to be in [", -rank, ", ",
                  rank - 1, "], but got ", axis);
    if (seen.test(*dim))
      return fail("expected axes to differ, but axes[", index,
                  "] names dimension ", *dim, " again");
    seen.set(*dim);
    dims.push_back(*dim);
  }
  return dims;
}

// onnx-mlir uses signed integers, which getInt() does not accept.
static int64_t readInteger(IntegerAttr number) {
  return number.getValue().getSExtValue();
}

FailureOr<int64_t> Node::integer(StringRef name, int64_t absent) const {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return absent;
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return readInteger(number);
  return fail("expected attribute '", name, "' to be an integer, but got ",
              attribute);
}

FailureOr<std::optional<SmallVector<int64_t>>>
Node::integers(StringRef name) const {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return std::optional<SmallVector<int64_t>>();
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    if (llvm::all_of(list, llvm::IsaPred<IntegerAttr>))
      return std::optional(
          llvm::map_to_vector(list.getAsRange<IntegerAttr>(), readInteger));
  return fail("expected attribute '", name,
              "' to be a list of integers, but got ", attribute);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

FailureOr<Value> Node::castToDeclared(Value value, Type declared,
                                      const Twine &what) {
  Type known = value.getType();
  if (!areCompatibleTypes(declared, known))
    return fail("expected ", what, " to have type ", known, ", but got ",
                declared);
  Type type = meetTypes(declared, known);
  if (type == known)
    return value;
  if (isa<SequenceType>(type))
    return buildCast(builder, loc, value, type);
  if (isa<UnrankedTensorType>(known))
    return fail("cannot be lowered: ", what, " is declared as ", declared,
                ", but its rank is unknown");
  return castTo(value, cast<RankedTensorType>(type), what);
}

LogicalResult Node::replace(ValueRange values) {
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    if (result.use_empty())
      continue;
    if (!value || isa<NoneType>(result.getType()))
      return fail("expected a result without type to have no user");
    if (failed(verifyRank([&] { return op->emitOpError(); }, "the result",
                          value.getType())))
      return failure();
    FailureOr<Value> refined = castToDeclared(value, result.getType());
    if (failed(refined))
      return failure();
    replaceUses(builder, collectUses(result), *refined, result.getType());
  }
  op->erase();
  return success();
}

Value mlir::onnxops::buildEmptySequence(OpBuilder &builder, Location loc,
                                        TensorType element) {
  std::optional<int64_t> number =
      getOnnxOfElementType(element.getElementType());
  assert(number && "sequences hold elements of ONNX's types only");
  return NewestSequenceEmptyOp::create(builder, loc, SequenceType::get(element),
                                       *number);
}
