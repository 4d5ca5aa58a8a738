//===- Reshape.cpp - lower Reshape and Flatten to collapse and expand -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collapses the data to a vector, and expands that to the new shape. The number
// of elements is checked by division, since a product could overflow.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "../Reshaping.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

/// Computes the sizes of the result, one after the other.
class ShapeReader {
public:
  ShapeReader(Node &node, Value data, bool copies)
      : node(node), data(data), copies(copies), rest(node.constant(1)),
        isExact(boolean(true)), hasZero(boolean(false)),
        isOpen(boolean(false)) {
    for (OpFoldResult size : node.sizesOf(data))
      rest = node.multiply(
          rest, getValueOrCreateConstantIndexOp(node.builder, node.loc, size));
    total = rest;
  }

  /// The sizes for the entries of `shape`, with checks.
  FailureOr<SmallVector<Value>> read(ArrayRef<Value> entries);

private:
  FailureOr<Value> readEntry(unsigned dim, Value entry);
  LogicalResult verifyFit(ArrayRef<Value> entries);
  Value boolean(bool value) {
    return arith::ConstantIntOp::create(node.builder, node.loc, value, 1);
  }
  Value isNot(Value condition) {
    return node.builder.createOrFold<arith::XOrIOp>(node.loc, condition,
                                                    boolean(true));
  }
  Value either(Value lhs, Value rhs) {
    return node.builder.createOrFold<arith::OrIOp>(node.loc, lhs, rhs);
  }

  Node &node;
  Value data;
  /// Whether an entry of 0 copies a size of the data.
  bool copies;
  /// The number of elements, and its quotient by the sizes so far.
  Value total, rest;
  /// Whether all sizes so far were divisors, one of them was 0, and one was -1,
  /// to be inferred.
  Value isExact, hasZero, isOpen;
};

} // namespace

// The size for an entry, 1 for one that is to be inferred.
FailureOr<Value> ShapeReader::readEntry(unsigned dim, Value entry) {
  Value zero = node.constant(0), one = node.constant(1);
  Value minus = node.constant(-1);
  std::string name = ("shape[" + Twine(dim) + "]").str();
  if (failed(node.verify(node.compare(Predicate::sge, entry, minus),
                         "expected " + name + " to be -1 or more, but got {0}",
                         entry)))
    return failure();
  Value asksOpen = node.compare(Predicate::eq, entry, minus);
  if (failed(node.verify(
          isNot(node.both(asksOpen, isOpen)),
          "expected one -1 in shape at most, but " + name + " is another", {})))
    return failure();
  isOpen = either(isOpen, asksOpen);
  Value size = node.select(asksOpen, one, entry);
  if (!copies)
    return size;
  Value isZero = node.compare(Predicate::eq, entry, zero);
  int64_t rank = cast<RankedTensorType>(data.getType()).getRank();
  if (dim < rank)
    return node.select(isZero, node.sizeOf(data, dim), size);
  if (failed(node.verify(node.compare(Predicate::ne, entry, zero),
                         "expected " + name +
                             " to be other than {0}, since data has rank " +
                             Twine(rank),
                         entry)))
    return failure();
  return size;
}

LogicalResult ShapeReader::verifyFit(ArrayRef<Value> entries) {
  Value zero = node.constant(0), one = node.constant(1);
  Value isEmpty = node.compare(Predicate::eq, total, zero);
  Value isUsedUp = node.compare(Predicate::eq, rest, one);
  Value fits =
      node.both(isExact, node.select(isOpen, isNot(hasZero),
                                     node.select(hasZero, isEmpty, isUsedUp)));
  std::string message =
      "expected shape to fit the {0} elements of data, but got [";
  SmallVector<Value> values{total};
  llvm::raw_string_ostream stream(message);
  llvm::interleaveComma(entries, stream, [&](Value entry) {
    stream << '{' << values.size() << '}';
    values.push_back(entry);
  });
  stream << ']';
  return node.verify(fits, message, values);
}

FailureOr<SmallVector<Value>> ShapeReader::read(ArrayRef<Value> entries) {
  Value zero = node.constant(0), one = node.constant(1);
  SmallVector<Value> sizes;
  for (auto [dim, entry] : llvm::enumerate(entries)) {
    FailureOr<Value> size = readEntry(dim, entry);
    if (failed(size))
      return failure();
    Value isZero = node.compare(Predicate::eq, *size, zero);
    hasZero = either(hasZero, isZero);
    Value divisor = node.select(isZero, one, *size);
    Value left =
        node.builder.createOrFold<arith::DivSIOp>(node.loc, rest, divisor);
    isExact =
        node.both(isExact, node.compare(Predicate::eq,
                                        node.multiply(left, divisor), rest));
    rest = left;
    sizes.push_back(*size);
  }
  if (failed(verifyFit(entries)))
    return failure();
  for (auto [size, entry] : llvm::zip_equal(sizes, entries))
    size = node.select(node.compare(Predicate::eq, entry, node.constant(-1)),
                       rest, size);
  return sizes;
}

//===----------------------------------------------------------------------===//
// Reshape
//===----------------------------------------------------------------------===//

static LogicalResult lowerReshape(Node &node) {
  SmallVector<StringRef> attributes;
  if (node.opset >= opsets::kFirstAllowZero)
    attributes = {"allowzero"};
  if (failed(node.verifyForm(2, 2, attributes)))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  FailureOr<SmallVector<Value>> entries = node.indices(1, "shape");
  if (failed(entries))
    return failure();
  FailureOr<int64_t> allowsZero = node.integer("allowzero", 0);
  if (failed(allowsZero))
    return failure();
  FailureOr<SmallVector<Value>> sizes =
      ShapeReader(node, *data, *allowsZero == 0).read(*entries);
  if (failed(sizes))
    return failure();
  // Facts inferred from the types hold, now that the shape is checked.
  SmallVector<Type> inferred = inferOnnxTypes(node.op, {node.opset});
  SmallVector<int64_t> shape;
  SmallVector<OpFoldResult> folded;
  for (auto [dim, size] : llvm::enumerate(*sizes)) {
    OpFoldResult known = node.fold(size);
    auto type = inferred.empty() ? RankedTensorType()
                                 : dyn_cast<RankedTensorType>(inferred.front());
    if (type && !type.isDynamicDim(dim))
      known = node.builder.getIndexAttr(type.getDimSize(dim));
    folded.push_back(known);
    shape.push_back(getConstantIntValue(known).value_or(ShapedType::kDynamic));
  }
  return node.replace(
      expandVector(node, flattenTensor(node, *data), shape, folded));
}

//===----------------------------------------------------------------------===//
// Flatten
//===----------------------------------------------------------------------===//

// The dimension that begins the second size: up to the rank.
static FailureOr<int64_t> readFlattenAxis(Node &node, int64_t rank) {
  FailureOr<int64_t> axis = node.integer("axis", 1);
  if (failed(axis))
    return failure();
  int64_t low = node.opset < opsets::kFirstNegativeAxis ? 0 : -rank;
  if (*axis < low || *axis > rank)
    return node.fail("expected axis to be in [", low, ", ", rank, "], but got ",
                     *axis);
  return *axis < 0 ? *axis + rank : *axis;
}

static LogicalResult lowerFlatten(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> input = node.tensor(0, "input");
  if (failed(input))
    return failure();
  SmallVector<OpFoldResult> given = node.sizesOf(*input);
  FailureOr<int64_t> axis = readFlattenAxis(node, given.size());
  if (failed(axis))
    return failure();
  SmallVector<OpFoldResult> sizes;
  ArrayRef<OpFoldResult> all(given);
  for (auto [part, what] : {std::pair(all.take_front(*axis), "before axis"),
                            std::pair(all.drop_front(*axis), "from axis on")}) {
    FailureOr<Value> size =
        node.product(part, "the product of the sizes " + Twine(what));
    if (failed(size))
      return failure();
    sizes.push_back(node.fold(*size));
  }
  return node.replace(expandVector(node, flattenTensor(node, *input), sizes));
}

void mlir::onnxops::addReshapeLowerings(Lowerings &lowerings) {
  lowerings["Flatten"] = lowerFlatten;
  lowerings["Reshape"] = lowerReshape;
}
