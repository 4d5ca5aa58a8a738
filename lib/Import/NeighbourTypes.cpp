//===- NeighbourTypes.cpp - which neighbours are known --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subgraphs declare few types, so each known operator has a rule here. The
// rules are rough: exact sizes follow from the ops that --convert-onnx-to-
// upstream makes.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/NeighbourTypes.h"

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::onnxops;

// The first opset in which arithmetic broadcasts both ways.
static constexpr int64_t kFirstBroadcast = 7;

using Entries = SmallVector<std::optional<int64_t>>;

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

// A list of integers that older versions take as an attribute and newer ones
// as an operand: an entry each, as far as it is known. Fails if the list is
// not given, or if even its length is not known.
static FailureOr<Entries> getEntries(const GraphNode &node, ValueRange operands,
                                     StringRef attribute, unsigned index) {
  if (auto *list = findAttribute<std::vector<int64_t>>(node, attribute))
    return Entries(list->begin(), list->end());
  if (index >= operands.size() || !operands[index])
    return failure();
  return getKnownElements(operands[index]);
}

static int64_t getInteger(const GraphNode &node, StringRef attribute,
                          int64_t defaultValue) {
  auto *value = findAttribute<int64_t>(node, attribute);
  return value ? *value : defaultValue;
}

// The dimensions of a tensor of rank `rank` that `axes` names; fails unless
// each is known, in range, and named once.
static FailureOr<llvm::SmallBitVector> getDimensions(const Entries &axes,
                                                     int64_t rank) {
  llvm::SmallBitVector dimensions(rank);
  for (std::optional<int64_t> axis : axes) {
    std::optional<int64_t> dim =
        axis ? normalizeAxis(*axis, rank) : std::nullopt;
    if (!dim || dimensions.test(*dim))
      return failure();
    dimensions.set(*dim);
  }
  return dimensions;
}

static Type getUnknownShape(int64_t rank, Type element) {
  return RankedTensorType::get(SmallVector<int64_t>(rank, ShapedType::kDynamic),
                               element);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

static SmallVector<Type> inferSame(const GraphNode &, ValueRange operands,
                                   int64_t) {
  return {operands.front().getType()};
}

// Where both sizes are known. Two that do not fit are refused elsewhere.
static int64_t broadcastSizes(int64_t lhs, int64_t rhs) {
  if (ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs))
    return ShapedType::kDynamic;
  if (lhs == rhs || rhs == 1)
    return lhs;
  return lhs == 1 ? rhs : ShapedType::kDynamic;
}

static SmallVector<Type> inferBroadcast(const GraphNode &, ValueRange operands,
                                        int64_t opset) {
  auto lhs = cast<TensorType>(operands[0].getType());
  auto rhs = cast<TensorType>(operands[1].getType());
  if (opset < kFirstBroadcast)
    return {lhs};
  if (!lhs.hasRank() || !rhs.hasRank())
    return {UnrankedTensorType::get(lhs.getElementType())};
  auto [low, high] =
      lhs.getRank() < rhs.getRank() ? std::pair(lhs, rhs) : std::pair(rhs, lhs);
  SmallVector<int64_t> shape(high.getShape());
  for (auto [size, other] :
       llvm::zip(llvm::reverse(shape), llvm::reverse(low.getShape())))
    size = broadcastSizes(size, other);
  return {RankedTensorType::get(shape, lhs.getElementType())};
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static SmallVector<Type> inferSize(const GraphNode &, ValueRange operands,
                                   int64_t) {
  return {RankedTensorType::get(
      {}, IntegerType::get(operands.front().getContext(), 64))};
}

// From opset 15 on a node may ask for some of the sizes.
static SmallVector<Type> inferShape(const GraphNode &node, ValueRange operands,
                                    int64_t) {
  auto input = cast<TensorType>(operands.front().getType());
  Type element = IntegerType::get(input.getContext(), 64);
  if (!input.hasRank())
    return {getUnknownShape(1, element)};
  int64_t rank = input.getRank();
  auto clamp = [&](int64_t position) {
    if (position < 0)
      position += rank;
    return std::clamp<int64_t>(position, 0, rank);
  };
  int64_t start = clamp(getInteger(node, "start", 0));
  int64_t end = clamp(getInteger(node, "end", rank));
  return {RankedTensorType::get(std::max<int64_t>(end - start, 0), element)};
}

static SmallVector<Type> inferUnsqueeze(const GraphNode &node,
                                        ValueRange operands, int64_t) {
  auto input = cast<TensorType>(operands.front().getType());
  Type element = input.getElementType();
  FailureOr<Entries> axes = getEntries(node, operands, "axes", 1);
  if (!input.hasRank() || failed(axes))
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank() + axes->size();
  FailureOr<llvm::SmallBitVector> isNew = getDimensions(*axes, rank);
  if (failed(isNew))
    return {getUnknownShape(rank, element)};
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> sizes = input.getShape();
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(isNew->test(dim) ? 1 : sizes.consume_front());
  return {RankedTensorType::get(shape, element)};
}

static SmallVector<Type> inferSqueeze(const GraphNode &node,
                                      ValueRange operands, int64_t) {
  auto input = cast<TensorType>(operands.front().getType());
  Type element = input.getElementType();
  FailureOr<Entries> axes = getEntries(node, operands, "axes", 1);
  // Without axes the sizes decide.
  if (!input.hasRank() || failed(axes))
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank();
  FailureOr<llvm::SmallBitVector> isGone = getDimensions(*axes, rank);
  if (failed(isGone) && static_cast<int64_t>(axes->size()) > rank)
    return {UnrankedTensorType::get(element)};
  if (failed(isGone))
    return {getUnknownShape(rank - axes->size(), element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!isGone->test(dim))
      shape.push_back(size);
  return {RankedTensorType::get(shape, element)};
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

// The axes of a Slice: by default the first ones, as many as there are starts.
static FailureOr<Entries> getSliceAxes(const GraphNode &node,
                                       ValueRange operands) {
  FailureOr<Entries> axes = getEntries(node, operands, "axes", 3);
  bool isOperand = operands.size() > 3 && operands[3];
  if (succeeded(axes) || isOperand)
    return axes;
  FailureOr<Entries> starts = getEntries(node, operands, "starts", 1);
  if (failed(starts))
    return failure();
  for (auto [index, axis] : llvm::enumerate(*starts))
    axis = index;
  return starts;
}

static SmallVector<Type> inferSlice(const GraphNode &node, ValueRange operands,
                                    int64_t) {
  auto input = cast<TensorType>(operands.front().getType());
  if (!input.hasRank())
    return {input};
  FailureOr<Entries> axes = getSliceAxes(node, operands);
  FailureOr<llvm::SmallBitVector> isSliced = failure();
  if (succeeded(axes))
    isSliced = getDimensions(*axes, input.getRank());
  if (failed(isSliced))
    return {getUnknownShape(input.getRank(), input.getElementType())};
  SmallVector<int64_t> shape(input.getShape());
  for (unsigned dim : isSliced->set_bits())
    shape[dim] = ShapedType::kDynamic;
  return {RankedTensorType::get(shape, input.getElementType())};
}

// The lengths of the parts along the axis. Where they are not given the parts
// are equal: what no version says otherwise is a length that divides.
static SmallVector<int64_t> getPartLengths(const GraphNode &node,
                                           ValueRange operands, int64_t size) {
  int64_t count = node.outputs.size();
  SmallVector<int64_t> lengths(count, ShapedType::kDynamic);
  FailureOr<Entries> split = getEntries(node, operands, "split", 1);
  if (succeeded(split)) {
    for (auto [length, entry] : llvm::zip(lengths, *split))
      if (entry && *entry >= 0)
        length = *entry;
  } else if (operands.size() < 2 && !ShapedType::isDynamic(size) &&
             size % count == 0) {
    lengths.assign(count, size / count);
  }
  return lengths;
}

static SmallVector<Type> inferSplit(const GraphNode &node, ValueRange operands,
                                    int64_t) {
  auto input = cast<TensorType>(operands.front().getType());
  size_t count = node.outputs.size();
  if (!input.hasRank())
    return SmallVector<Type>(count, input);
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(node, "axis", 0), input.getRank());
  if (!axis)
    return SmallVector<Type>(
        count, getUnknownShape(input.getRank(), input.getElementType()));
  SmallVector<Type> types;
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t length :
       getPartLengths(node, operands, input.getDimSize(*axis))) {
    shape[*axis] = length;
    types.push_back(RankedTensorType::get(shape, input.getElementType()));
  }
  return types;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kBranches[] = {"then_branch", "else_branch"};
static constexpr StringLiteral kBody[] = {"body"};

// Name, first opset, operands at least and at most, variadic results, types.
static constexpr Neighbour kNeighbours[] = {
    {"Add", 6, 2, 2, false, inferBroadcast},
    {"If", 6, 1, 1, true, nullptr, kBranches},
    {"Loop", 6, 0, ~0u, true, nullptr, kBody},
    {"Mul", 6, 2, 2, false, inferBroadcast},
    {"Not", 6, 1, 1, false, inferSame},
    {"SequenceMap", 17, 1, ~0u, true, nullptr, kBody},
    {"Shape", 6, 1, 1, false, inferShape},
    {"Size", 6, 1, 1, false, inferSize},
    {"Slice", 6, 1, 5, false, inferSlice},
    {"Split", 1, 1, 2, true, inferSplit},
    {"Squeeze", 6, 1, 2, false, inferSqueeze},
    {"Sub", 6, 2, 2, false, inferBroadcast},
    {"Unsqueeze", 6, 1, 2, false, inferUnsqueeze},
};

const Neighbour *mlir::onnxops::findNeighbour(StringRef opType) {
  auto *neighbour = llvm::find_if(kNeighbours, [&](const Neighbour &known) {
    return known.opType == opType;
  });
  return neighbour == std::end(kNeighbours) ? nullptr : neighbour;
}
