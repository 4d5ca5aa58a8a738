//===- Node.cpp - an onnx op during lowering ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks the form, builds slices, and replaces results.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Schemas.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::onnxops;

Node::Node(OpBuilder &builder, Operation *op, const LoweringMode &mode)
    : CheckBuilder(builder, op, CheckMode::Status), op(op), mode(mode),
      opset(mode.opset) {}

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

LogicalResult Node::verifyVersion() const {
  // The schema takes a region for an attribute that is a graph.
  if (op->getNumRegions())
    return fail("expected no regions, but got ", op->getNumRegions());
  const OnnxSchema *schema =
      findSchema(/*domain=*/"", op->getName().stripDialect(), opset);
  if (!schema || schema->isRemoval())
    return refuse("is not an operator of opset ", opset);
  LogicalResult status =
      verifySchema([&] { return op->emitOpError(); }, op, *schema);
  isRefused |= failed(status);
  return status;
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
// Sizes
//===----------------------------------------------------------------------===//

Value Node::sizeOf(Value tensor, int64_t dim) {
  Value memory = tensor;
  if (auto computed = tensor.getDefiningOp<linalg::LinalgOp>())
    memory = computed.getDpsInits()[cast<OpResult>(tensor).getResultNumber()];
  if (auto empty = memory.getDefiningOp<tensor::EmptyOp>())
    if (empty.getType().isDynamicDim(dim))
      return empty.getDynamicSize(dim);
  return CheckBuilder::sizeOf(tensor, dim);
}

FailureOr<Value> Node::product(ArrayRef<OpFoldResult> sizes,
                               const Twine &name) {
  Value zero = constant(0), one = constant(1), result = one;
  for (OpFoldResult size : sizes) {
    Value factor = getValueOrCreateConstantIndexOp(builder, loc, size);
    Value isZero = compare(arith::CmpIPredicate::eq, factor, zero);
    Value divisor = select(isZero, one, factor);
    Value next = multiply(result, divisor);
    Value back = builder.createOrFold<arith::DivSIOp>(loc, next, divisor);
    Value fits = both(compare(arith::CmpIPredicate::eq, back, result),
                      compare(arith::CmpIPredicate::sge, next, zero));
    if (failed(verify(fits, "expected " + name + " to be below 2^63", {})))
      return failure();
    result = select(isZero, zero, next);
  }
  return result;
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
// Results
//===----------------------------------------------------------------------===//

FailureOr<Value> Node::castToDeclared(Value value, Type declared,
                                      const Twine &what) {
  Type known = value.getType();
  if (known != declared && (isa<AnyType>(known) || isa<AnyType>(declared)))
    return refuse("cannot be lowered: the type of ", what, " is unknown");
  if (!areCompatibleTypes(declared, known))
    return fail("expected ", what, " to have type ", known, ", but got ",
                declared);
  if (!hasCast(known, declared))
    return refuse("cannot be lowered: no cast of ", what, " from ", known,
                  " to ", declared);
  Type type = meetTypes(declared, known);
  if (type == known)
    return value;
  if (isa<SequenceType>(type))
    return buildCast(builder, loc, value, type);
  if (isa<UnrankedTensorType>(known))
    return refuse("cannot be lowered: ", what, " is declared as ", declared,
                  ", but its rank is unknown");
  return castTo(value, cast<RankedTensorType>(type), what);
}

LogicalResult Node::replace(ValueRange values) {
  SmallVector<Value> refined;
  for (auto [result, value] : llvm::zip_equal(op->getResults(), values)) {
    refined.push_back(Value());
    if (result.use_empty())
      continue;
    if (!value || isa<NoneType>(result.getType()))
      return fail("expected a result without type to have no user");
    if (failed(verifyRank([&] { return op->emitOpError(); }, "the result",
                          value.getType())))
      return failure();
    FailureOr<Value> declared = castToDeclared(value, result.getType());
    if (failed(declared))
      return failure();
    refined.back() = *declared;
  }
  for (auto [result, value] : llvm::zip_equal(op->getResults(), refined))
    if (value)
      replaceUses(builder, collectUses(result), value, result.getType());
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
