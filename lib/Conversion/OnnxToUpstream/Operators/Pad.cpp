//===- Pad.cpp - lower Pad ------------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Negative lengths crop the data first. Mode `constant` inserts the data into a
// filled tensor; the other modes read each element at a position computed from
// its own.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

enum class PadMode { Constant, Reflect, Edge, Wrap };

/// The lengths that are added to each dimension, 0 or more.
struct Lengths {
  SmallVector<Value> before, after;
};

} // namespace

// The first opset with mode `wrap`.
static constexpr int64_t kFirstWrap = 19;

static FailureOr<PadMode> readMode(Node &node) {
  const StringRef modes[] = {"constant", "reflect", "edge", "wrap"};
  FailureOr<size_t> mode = node.choice(
      "mode", ArrayRef(modes).drop_back(node.opset < kFirstWrap ? 1 : 0));
  if (failed(mode))
    return failure();
  return static_cast<PadMode>(*mode);
}

//===----------------------------------------------------------------------===//
// Lengths
//===----------------------------------------------------------------------===//

// The dimensions that the lengths are for: all without axes.
static FailureOr<SmallVector<int64_t>> readDims(Node &node, int64_t rank) {
  FailureOr<std::optional<SmallVector<int64_t>>> axes =
      std::optional<SmallVector<int64_t>>();
  if (node.opset >= opsets::kFirstPadAxes)
    axes = node.knownIntegers(3, "axes", opsets::kFirstPadAxes);
  if (failed(axes))
    return failure();
  return node.normalizeAxesOrAll(*axes, rank);
}

// The lengths as given, which may be negative.
static FailureOr<Lengths> readLengths(Node &node, int64_t rank) {
  FailureOr<SmallVector<int64_t>> dims = readDims(node, rank);
  if (failed(dims))
    return failure();
  size_t count = dims->size();
  FailureOr<SmallVector<Value>> entries = failure();
  constexpr StringLiteral each = "end of a dimension";
  if (node.opset < opsets::kFirstPadOperands) {
    StringRef name = node.opset < opsets::kFirstPads ? "paddings" : "pads";
    entries = node.indicesOf(name, 2 * count, each);
  } else if (FailureOr<Value> pads = node.vector(1, "pads"); succeeded(pads)) {
    entries = node.indicesOf(*pads, "pads", 2 * count, each);
  }
  if (failed(entries))
    return failure();
  Value zero = node.constant(0);
  Lengths lengths{SmallVector<Value>(rank, zero),
                  SmallVector<Value>(rank, zero)};
  for (auto [at, dim] : llvm::enumerate(*dims)) {
    lengths.before[dim] = (*entries)[at];
    lengths.after[dim] = (*entries)[count + at];
  }
  return lengths;
}

// Crops the data by negative lengths, which become 0.
static FailureOr<Value> crop(Node &node, Value data, Lengths &lengths) {
  OpBuilder &builder = node.builder;
  Value zero = node.constant(0);
  SmallVector<OpFoldResult> offsets, sizes;
  auto split = [&](Value &length) {
    Value isNegative = node.compare(Predicate::slt, length, zero);
    Value cropped = node.select(isNegative, node.subtract(zero, length), zero);
    length = node.select(isNegative, zero, length);
    return cropped;
  };
  int64_t rank = lengths.before.size();
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value size = node.sizeOf(data, dim);
    Value given[] = {size, lengths.before[dim], lengths.after[dim]};
    Value front = split(lengths.before[dim]), back = split(lengths.after[dim]);
    // Each difference is checked, so that none overflows.
    Value first = node.subtract(size, front);
    Value left = node.subtract(first, back);
    Value fits = node.both(node.both(node.compare(Predicate::sge, front, zero),
                                     node.compare(Predicate::sge, back, zero)),
                           node.both(node.compare(Predicate::sge, first, zero),
                                     node.compare(Predicate::sge, left, zero)));
    if (failed(node.verify(fits,
                           "expected pads to crop no more than the size {0} of "
                           "dimension " +
                               Twine(dim) + ", but got {1} and {2}",
                           given)))
      return failure();
    offsets.push_back(node.fold(front));
    sizes.push_back(node.fold(left));
  }
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  if (llvm::all_of(offsets, isZeroInteger) &&
      llvm::all_of(llvm::zip_equal(sizes, node.sizesOf(data)), [](auto pair) {
        return std::get<0>(pair) == std::get<1>(pair);
      }))
    return data;
  return node.slice(data, offsets, sizes, strides);
}

// The sizes of the result, which are checked not to overflow.
static FailureOr<SmallVector<OpFoldResult>> addLengths(Node &node, Value data,
                                                       const Lengths &lengths) {
  Value zero = node.constant(0);
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, before, after] :
       llvm::enumerate(lengths.before, lengths.after)) {
    Value part = node.add(node.sizeOf(data, dim), before);
    Value whole = node.add(part, after);
    Value fits = node.both(node.compare(Predicate::sge, part, zero),
                           node.compare(Predicate::sge, whole, zero));
    if (failed(node.verify(fits,
                           "expected pads to give dimension " + Twine(dim) +
                               " a size below 2^63, but got {0} and {1}",
                           {before, after})))
      return failure();
    sizes.push_back(node.fold(whole));
  }
  return sizes;
}

//===----------------------------------------------------------------------===//
// Mode constant
//===----------------------------------------------------------------------===//

// The value of the new elements, of signless type, as a scalar tensor.
static FailureOr<Value> readValue(Node &node, Type element) {
  OpBuilder &builder = node.builder;
  auto scalar = RankedTensorType::get({}, getSignless(element));
  if (node.opset >= opsets::kFirstPadOperands && node.operand(2)) {
    FailureOr<Value> given = node.tensor(2, "constant_value");
    if (failed(given))
      return failure();
    Value bits = bitcastElements(node, *given, scalar.getElementType());
    int64_t rank = cast<RankedTensorType>(bits.getType()).getRank();
    if (rank == 0)
      return bits;
    // Not an element: strings have none that could be read.
    FailureOr<Value> single = node.castToDeclared(
        bits, scalar.clone(SmallVector<int64_t>(rank, 1)), "constant_value");
    if (failed(single))
      return failure();
    return Value(tensor::CollapseShapeOp::create(
        builder, node.loc, scalar, *single, ArrayRef<ReassociationIndices>()));
  }
  Attribute value = node.op->getAttr("value");
  if (value && !isa<FloatAttr>(value))
    return node.fail("expected attribute 'value' to be a float, but got ",
                     value);
  Attribute zero =
      value ? FloatAttr::get(element, cast<FloatAttr>(value).getValueAsDouble())
            : builder.getZeroAttr(scalar.getElementType());
  if (auto complex = dyn_cast<ComplexType>(element))
    zero = builder.getArrayAttr(SmallVector<Attribute>(
        2, builder.getZeroAttr(complex.getElementType())));
  return Value(arith::ConstantOp::create(
      builder, node.loc,
      zero ? DenseElementsAttr::get(scalar, ArrayRef(zero))
           : DenseElementsAttr(DenseStringElementsAttr::get(scalar, {""}))));
}

// A tensor in which each element is that of a scalar tensor.
static Value fill(Node &node, Value scalar, ArrayRef<OpFoldResult> sizes) {
  OpBuilder &builder = node.builder;
  Type element = getElementTypeOrSelf(scalar.getType());
  Value empty = tensor::EmptyOp::create(builder, node.loc, sizes, element);
  if (isa<IntegerType, FloatType>(element)) {
    Value value =
        builder.createOrFold<tensor::ExtractOp>(node.loc, scalar, ValueRange());
    return linalg::FillOp::create(builder, node.loc, value, empty).getResult(0);
  }
  // Moves elements of a type without arithmetic, such as strings.
  return linalg::BroadcastOp::create(
             builder, node.loc, scalar, empty,
             llvm::to_vector(llvm::seq<int64_t>(0, sizes.size())))
      ->getResult(0);
}

static FailureOr<Value> padConstant(Node &node, Value data,
                                    const Lengths &lengths,
                                    ArrayRef<OpFoldResult> sizes,
                                    Type element) {
  OpBuilder &builder = node.builder;
  FailureOr<Value> value = readValue(node, element);
  if (failed(value))
    return failure();
  Value filled = fill(node, *value, sizes);
  SmallVector<OpFoldResult> own = node.sizesOf(data);
  // Nothing to insert; upstream rejects an empty slice at the end.
  if (llvm::any_of(own, isZeroInteger))
    return filled;
  SmallVector<OpFoldResult> offsets = llvm::map_to_vector(
      lengths.before, [&](Value length) { return node.fold(length); });
  SmallVector<OpFoldResult> strides(own.size(), builder.getIndexAttr(1));
  return Value(tensor::InsertSliceOp::create(builder, node.loc, data, filled,
                                             offsets, own, strides));
}

//===----------------------------------------------------------------------===//
// Other modes
//===----------------------------------------------------------------------===//

// Checks that there are elements to repeat: as many as are reflected.
static LogicalResult verifyLengths(Node &node, Value data,
                                   const Lengths &lengths, PadMode mode) {
  Value zero = node.constant(0), one = node.constant(1);
  for (auto [dim, before, after] :
       llvm::enumerate(lengths.before, lengths.after)) {
    Value size = node.sizeOf(data, dim);
    Value longest =
        node.builder.createOrFold<arith::MaxSIOp>(node.loc, before, after);
    Value isNone = node.compare(Predicate::eq, longest, zero);
    bool isReflected = mode == PadMode::Reflect;
    Value fits =
        node.compare(isReflected ? Predicate::slt : Predicate::sge,
                     isReflected ? longest : size, isReflected ? size : one);
    fits = node.builder.createOrFold<arith::OrIOp>(node.loc, isNone, fits);
    if (failed(node.verify(
            fits,
            (isReflected ? "expected pads to be less than the size {0} of "
                           "dimension "
                         : "expected no pads for the size {0} of dimension ") +
                Twine(dim) + ", but got {1} and {2}",
            {size, before, after})))
      return failure();
  }
  return success();
}

// The position in a dimension of `size` for one counted from its front, which
// may be negative or past the end.
static Value findPosition(Node &node, Value position, Value size,
                          PadMode mode) {
  OpBuilder &builder = node.builder;
  Value zero = node.constant(0), last = node.subtract(size, node.constant(1));
  auto smaller = [&](Value lhs, Value rhs) {
    return builder.createOrFold<arith::MinSIOp>(node.loc, lhs, rhs);
  };
  auto larger = [&](Value lhs, Value rhs) {
    return builder.createOrFold<arith::MaxSIOp>(node.loc, lhs, rhs);
  };
  if (mode == PadMode::Edge)
    return smaller(larger(position, zero), last);
  if (mode == PadMode::Reflect) {
    Value reflected = larger(position, node.subtract(zero, position));
    return smaller(reflected, node.subtract(node.add(last, last), reflected));
  }
  Value rest = builder.createOrFold<arith::RemSIOp>(node.loc, position, size);
  Value isNegative = node.compare(Predicate::slt, rest, zero);
  return node.select(isNegative, node.add(rest, size), rest);
}

static Value padByPosition(Node &node, Value data, const Lengths &lengths,
                           ArrayRef<OpFoldResult> sizes, PadMode mode) {
  OpBuilder &builder = node.builder;
  int64_t rank = sizes.size();
  Value init = tensor::EmptyOp::create(builder, node.loc, sizes,
                                       getElementTypeOrSelf(data.getType()));
  SmallVector<Value> own;
  for (int64_t dim = 0; dim < rank; ++dim)
    own.push_back(node.sizeOf(data, dim));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, node.loc, init.getType(), /*inputs=*/ValueRange(), init,
             ArrayRef{builder.getMultiDimIdentityMap(rank)}, iterators,
             [&](OpBuilder &, Location loc, ValueRange) {
               SmallVector<Value> indices;
               for (int64_t dim = 0; dim < rank; ++dim) {
                 Value index = linalg::IndexOp::create(builder, loc, dim);
                 bool isKept = isZeroInteger(lengths.before[dim]) &&
                               isZeroInteger(lengths.after[dim]);
                 if (!isKept)
                   index = findPosition(
                       node, node.subtract(index, lengths.before[dim]),
                       own[dim], mode);
                 indices.push_back(index);
               }
               Value element =
                   tensor::ExtractOp::create(builder, loc, data, indices);
               linalg::YieldOp::create(builder, loc, element);
             })
      .getResult(0);
}

static FailureOr<Value> pad(Node &node, Value data, Lengths &lengths,
                            PadMode mode, Type element) {
  FailureOr<Value> cropped = crop(node, data, lengths);
  if (failed(cropped))
    return failure();
  if (mode != PadMode::Constant &&
      failed(verifyLengths(node, *cropped, lengths, mode)))
    return failure();
  FailureOr<SmallVector<OpFoldResult>> sizes =
      addLengths(node, *cropped, lengths);
  if (failed(sizes))
    return failure();
  auto isZero = [](Value length) { return isZeroInteger(length); };
  if (llvm::all_of(lengths.before, isZero) &&
      llvm::all_of(lengths.after, isZero))
    return *cropped;
  if (mode == PadMode::Constant)
    return padConstant(node, *cropped, lengths, *sizes, element);
  return padByPosition(node, *cropped, lengths, *sizes, mode);
}

static LogicalResult lowerPad(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> data = node.tensor(0, "data");
  if (failed(data))
    return failure();
  auto type = cast<RankedTensorType>(data->getType());
  FailureOr<PadMode> mode = readMode(node);
  if (failed(mode))
    return failure();
  Type element = type.getElementType();
  if (*mode != PadMode::Constant && isa<StringType>(element))
    return node.refuse("is not supported on element type ", element,
                       " in mode ", node.op->getAttr("mode"));
  FailureOr<Lengths> lengths = readLengths(node, type.getRank());
  if (failed(lengths))
    return failure();
  FailureOr<Value> result =
      pad(node, bitcastElements(node, *data, getSignless(element)), *lengths,
          *mode, element);
  if (failed(result))
    return failure();
  return node.replace(bitcastElements(node, *result, element));
}

void mlir::onnxops::addPadLowerings(Lowerings &lowerings) {
  lowerings["Pad"] = lowerPad;
}
