//===- NodeOperands.cpp - operands and attributes of an onnx op -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads operands and attributes for a lowering. Each error names the operand.
//
//===----------------------------------------------------------------------===//

#include "Node.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

Value Node::operand(unsigned index) const {
  Value given = getGivenOperand(op, index);
  return given ? lookThroughCasts(given) : Value();
}

FailureOr<Value> Node::tensor(unsigned index, StringRef name) const {
  Value value = operand(index);
  if (!value)
    return fail("expected operand '", name, "', but got none");
  if (isa<UnrankedTensorType>(value.getType()))
    return refuse("cannot be lowered: the rank of operand '", name,
                  "' is unknown");
  if (isa<AnyType>(value.getType()))
    return refuse("cannot be lowered: the type of operand '", name,
                  "' is unknown");
  if (!isa<RankedTensorType>(value.getType()))
    return fail("expected '", name, "' to be a tensor, but got ",
                value.getType());
  return value;
}

FailureOr<Value> Node::vector(unsigned index, StringRef name) const {
  FailureOr<Value> value = tensor(index, name);
  if (failed(value))
    return failure();
  auto type = cast<RankedTensorType>(value->getType());
  if (type.getRank() != 1 || !type.getElementType().isSignlessInteger())
    return fail("expected '", name, "' to be a vector of integers, but got ",
                type);
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
Node::knownIntegers(unsigned index, StringRef name,
                    int64_t firstOperand) const {
  if (opset < firstOperand)
    return integers(name);
  if (!operand(index))
    return std::optional<SmallVector<int64_t>>();
  FailureOr<Value> value = tensor(index, name);
  if (failed(value))
    return failure();
  auto known = getKnownElements(*value);
  if (failed(known) || llvm::is_contained(*known, std::nullopt))
    return refuse("cannot be lowered: '", name,
                  "' is not known at compile time");
  SmallVector<int64_t> result;
  for (std::optional<int64_t> element : *known)
    result.push_back(*element);
  return std::optional(std::move(result));
}

FailureOr<SmallVector<Value>> Node::indices(unsigned index, StringRef name) {
  FailureOr<Value> values = vector(index, name);
  if (failed(values))
    return failure();
  int64_t rank = cast<RankedTensorType>(values->getType()).getDimSize(0);
  if (ShapedType::isDynamic(rank)) {
    // The length may follow from the producer.
    auto known = getKnownElements(*values);
    if (failed(known))
      return refuse("cannot be lowered: the length of '", name,
                    "', which is the rank of the result, is unknown");
    rank = known->size();
  }
  if (failed(verifyRank([&] { return op->emitOpError(); }, "the result", rank)))
    return failure();
  return firstIndices(*values, rank);
}

// The first `count` elements of an integer vector.
SmallVector<Value> Node::firstIndices(Value vector, size_t count) {
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

FailureOr<SmallVector<Value>> Node::indicesOf(Value vector, StringRef name,
                                              size_t count, StringRef each) {
  Value length = sizeOf(vector, 0);
  if (failed(verify(compare(arith::CmpIPredicate::eq, length, constant(count)),
                    "expected " + name + " to have " + Twine(count) +
                        " elements, one for each " + each + ", but got {0}",
                    length)))
    return failure();
  return firstIndices(vector, count);
}

FailureOr<SmallVector<Value>> Node::indicesOf(StringRef name, size_t count,
                                              StringRef each) {
  FailureOr<std::optional<SmallVector<int64_t>>> list = integers(name);
  if (failed(list))
    return failure();
  if (!*list)
    return SmallVector<Value>();
  if ((*list)->size() != count)
    return fail("expected ", name, " to have ", count,
                " elements, one for each ", each, ", but got ",
                (*list)->size());
  return llvm::map_to_vector(**list,
                             [&](int64_t value) { return constant(value); });
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

FailureOr<SmallVector<int64_t>>
Node::normalizeAxesOrAll(const std::optional<SmallVector<int64_t>> &axes,
                         int64_t rank) const {
  if (axes)
    return normalizeAxes(ArrayRef(*axes), rank);
  return llvm::to_vector(llvm::seq<int64_t>(0, rank));
}

FailureOr<int64_t> Node::axis(Value data, StringRef name) const {
  FailureOr<int64_t> given = integer("axis", 0);
  if (failed(given))
    return failure();
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  if (rank == 0)
    return fail("expected ", name, " to have rank 1 or more, but got rank 0");
  std::optional<int64_t> dim = normalizeAxis(*given, rank);
  if (!dim)
    return fail("expected axis to be in [", -rank, ", ", rank - 1,
                "], but got ", *given);
  return *dim;
}

FailureOr<int64_t> Node::integer(StringRef name, int64_t absent) const {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return absent;
  if (std::optional<int64_t> number = getIntegerValue(attribute))
    return *number;
  return fail("expected attribute '", name, "' to be an integer, but got ",
              attribute);
}

FailureOr<size_t> Node::choice(StringRef name,
                               ArrayRef<StringRef> values) const {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return 0;
  auto text = dyn_cast<StringAttr>(attribute);
  const auto *found = text ? llvm::find(values, text.strref()) : values.end();
  if (found != values.end())
    return found - values.begin();
  std::string list;
  for (StringRef value : values.drop_back())
    list += (Twine(list.empty() ? "\"" : ", \"") + value + "\"").str();
  return fail("expected ", name, " to be ", list, " or \"", values.back(),
              "\", but got ", attribute);
}

FailureOr<std::optional<SmallVector<int64_t>>>
Node::integers(StringRef name) const {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return std::optional<SmallVector<int64_t>>();
  if (auto list = dyn_cast<ArrayAttr>(attribute))
    if (llvm::all_of(list, llvm::IsaPred<IntegerAttr>))
      return std::optional(llvm::map_to_vector(
          list, [](Attribute entry) { return *getIntegerValue(entry); }));
  return fail("expected attribute '", name,
              "' to be a list of integers, but got ", attribute);
}
