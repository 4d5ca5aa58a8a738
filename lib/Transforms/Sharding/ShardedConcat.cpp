//===- ShardedConcat.cpp - concats and tiles of sharded tensors -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local along a dimension that is not sharded, an exchange along one that is.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "onnxops/Conversion/LoweringParts.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

using namespace mlir;
using namespace mlir::onnxops;

ShardedTensor mlir::onnxops::castTo(ShardBuilder &shards, CheckBuilder &check,
                                    ShardedTensor tensor,
                                    RankedTensorType type) {
  for (const ShardedDimension &sharded : tensor.layout.getDimensions()) {
    int64_t dimension = sharded.dimension;
    if (!type.isDynamicDim(dimension))
      check.requireSize(shards.materialize(
                            check.loc, shards.getWholeSize(check.loc, sharded)),
                        type.getDimSize(dimension), dimension, "the result");
  }
  tensor.local =
      check.castTo(tensor.local, shards.getLocalType(type, tensor.layout));
  return tensor;
}

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

int64_t mlir::onnxops::countElements(const ShardedTensor &tensor) {
  auto type = cast<RankedTensorType>(tensor.local.getType());
  int64_t elements = 1;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    const ShardedDimension *sharded = tensor.layout.find(d);
    SmallVector<int64_t> offsets;
    if (sharded)
      offsets = getConstantNumbers(sharded->offsets);
    int64_t size = offsets.empty() ? type.getDimSize(d) : offsets.back();
    if (ShapedType::isDynamic(size) ||
        llvm::MulOverflow(elements, size, elements))
      return -1;
  }
  return elements;
}

Layout
mlir::onnxops::mergeLayouts(ArrayRef<std::pair<int64_t, Layout>> tensors) {
  SmallVector<size_t> order = llvm::to_vector(llvm::seq(tensors.size()));
  if (llvm::none_of(tensors,
                    [](const auto &tensor) { return tensor.first < 0; }))
    llvm::sort(order, [&](size_t a, size_t b) {
      return std::pair(-tensors[a].first, a) < std::pair(-tensors[b].first, b);
    });
  Layout layout;
  for (size_t index : order)
    layout.addFrom(tensors[index].second);
  return layout;
}

// How a concat is sharded, but for the axis.
static Layout chooseLayout(ArrayRef<ShardedTensor> operands, int64_t axis) {
  SmallVector<std::pair<int64_t, Layout>> others;
  for (const ShardedTensor &operand : operands)
    if (operand.layout.isSharded())
      others.emplace_back(countElements(operand),
                          operand.layout.renumber([&](int64_t dimension) {
                            return dimension == axis ? -1 : dimension;
                          }));
  return mergeLayouts(others);
}

// How the first operand that is sharded along the axis is; null if none is.
static const ShardedDimension *findAlong(ArrayRef<ShardedTensor> operands,
                                         int64_t axis) {
  for (const ShardedTensor &operand : operands)
    if (const ShardedDimension *sharded = operand.layout.find(axis))
      return sharded;
  return nullptr;
}

static RankedTensorType getResultType(Operation *op) {
  return cast<RankedTensorType>(op->getResult(0).getType());
}

static ShardedTensor buildLocalConcat(ShardBuilder &shards, Operation *op,
                                      ArrayRef<ShardedTensor> operands,
                                      const Layout &layout) {
  SmallVector<Value> locals;
  for (const ShardedTensor &operand : operands)
    locals.push_back(shards.moveTo(op->getLoc(), operand, layout).local);
  Type type = shards.getLocalType(getResultType(op), layout);
  OperationState state(op->getLoc(), op->getName(), locals, type,
                       op->getAttrs());
  return {shards.builder.create(state)->getResult(0), layout};
}

namespace {
/// What an exchange joins to a concat, and its size along the axis.
struct JoinedOperands {
  SmallVector<ShardBuilder::Segment> segments;
  OpFoldResult size;
};
} // namespace

static JoinedOperands joinOperands(ShardBuilder &shards, Location loc,
                                   ArrayRef<ShardedTensor> operands,
                                   int64_t axis) {
  IndexBuilder index(shards.builder, loc);
  JoinedOperands joined = {{}, index.constant(0)};
  for (auto [number, operand] : llvm::enumerate(operands)) {
    OpFoldResult length = shards.getWholeSize(loc, operand, axis);
    joined.segments.push_back({static_cast<int64_t>(number), index.constant(0),
                               length, index.constant(1)});
    joined.size = index.add(joined.size, length);
  }
  return joined;
}

// Lets free operands have what the result needs of them, so that nothing of
// them is sent. An operand may be there twice.
static void chooseLayouts(ShardBuilder &shards, Location loc,
                          MutableArrayRef<ShardedTensor> operands, int64_t axis,
                          const JoinedOperands &joined, const Layout &result) {
  IndexBuilder index(shards.builder, loc);
  OpFoldResult begin = index.constant(0);
  for (auto [operand, segment] : llvm::zip_equal(operands, joined.segments)) {
    if (shards.isFree(operand.local)) {
      Layout layout = result;
      if (const ShardedDimension *sharded = result.find(axis))
        layout.setOffsets(axis, sliceOffsets(shards, loc, sharded->offsets,
                                             begin, segment.length));
      shards.moveTo(loc, operand, layout);
    }
    begin = index.add(begin, segment.length);
  }
  for (ShardedTensor &operand : operands)
    operand.layout = shards.getLayout(operand);
}

static ShardedTensor buildExchangedConcat(ShardBuilder &shards, Operation *op,
                                          ArrayRef<ShardedTensor> operands,
                                          int64_t axis,
                                          const JoinedOperands &joined,
                                          const Layout &layout) {
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  bool isLocalElsewhere =
      llvm::all_of(operands, [&](const ShardedTensor &operand) {
        return llvm::all_of(operand.layout.getDimensions(),
                            [&](const ShardedDimension &sharded) {
                              return sharded.dimension == axis;
                            });
      });
  if (isLocalElsewhere)
    requireConcatSizes(
        check,
        llvm::map_to_vector(
            operands, [](const ShardedTensor &part) { return part.local; }),
        axis);
  ShardedTensor result =
      shards.exchange(op->getLoc(), operands, axis, joined.segments, layout);
  return castTo(shards, check, result, getResultType(op));
}

ShardedTensor mlir::onnxops::buildConcat(ShardBuilder &shards, Operation *op,
                                         ArrayRef<ShardedTensor> operands,
                                         int64_t axis,
                                         const WantedLayout *wanted) {
  Location loc = op->getLoc();
  Layout layout = chooseLayout(operands, axis);
  const ShardedDimension *along = findAlong(operands, axis);
  if (!along && !wanted)
    return buildLocalConcat(shards, op, operands, layout);
  JoinedOperands joined = joinOperands(shards, loc, operands, axis);
  if (wanted) {
    auto getSize = [&](int64_t dimension) -> OpFoldResult {
      return dimension == axis
                 ? joined.size
                 : shards.getWholeSize(loc, operands[0], dimension);
    };
    Layout wantedLayout = buildLayout(shards, loc, *wanted, getSize);
    if (!along && wantedLayout == layout)
      return buildLocalConcat(shards, op, operands, layout);
    layout = wantedLayout;
  } else {
    Layout joinedLayout(
        ShardedDimension{axis, along->axis,
                         shards.getEvenOffsets(loc, joined.size, along->axis)});
    joinedLayout.addFrom(layout);
    layout = joinedLayout;
  }
  SmallVector<ShardedTensor> parts(operands);
  chooseLayouts(shards, loc, parts, axis, joined, layout);
  return buildExchangedConcat(shards, op, parts, axis, joined, layout);
}

LogicalResult mlir::onnxops::partitionConcat(Partition &partition,
                                             Operation *op) {
  auto concat = dyn_cast<NewestConcatOp>(op);
  if (!concat || !isa<RankedTensorType>(concat.getType()) ||
      !llvm::all_of(concat.getInputs().getTypes(),
                    llvm::IsaPred<RankedTensorType>))
    return failure();
  int64_t rank = cast<RankedTensorType>(concat.getType()).getRank();
  int64_t axis = *normalizeAxis(concat.getAxis(), rank);
  SmallVector<ShardedTensor> operands;
  for (Value input : concat.getInputs())
    operands.push_back(partition.lookup(input));
  FailureOr<WantedLayout> wanted = failure();
  if (shard::ShardOp annotation = findAnnotation(concat.getResult()))
    wanted = readAnnotation(annotation, partition.shards.grid);
  ShardedTensor result = buildConcat(partition.shards, concat, operands, axis,
                                     succeeded(wanted) ? &*wanted : nullptr);
  partition.replace(concat.getResult(), result);
  return success();
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

ShardedTensor mlir::onnxops::buildTile(ShardBuilder &shards, NewestTileOp op,
                                       ShardedTensor input,
                                       Value repeatNumbers) {
  Location loc = op.getLoc();
  CheckBuilder check(shards.builder, op, CheckMode::Status);
  SmallVector<OpFoldResult> repeats =
      requireRepeats(check, op, input.local, repeatNumbers);
  IndexBuilder index(shards.builder, loc);
  Layout layout = input.layout;
  for (const auto &[dimension, axis, offsets] : layout.getDimensions()) {
    if (isOneInteger(repeats[dimension]))
      continue;
    OpFoldResult length = shards.getWholeSize(loc, input, dimension);
    OpFoldResult size = index.multiply(length, repeats[dimension]);
    ShardBuilder::Segment all = {0, index.constant(0), length,
                                 repeats[dimension]};
    Layout repeated = input.layout;
    repeated.setOffsets(dimension, shards.getEvenOffsets(loc, size, axis));
    input = shards.exchange(loc, input, dimension, all, repeated);
    repeats[dimension] = index.constant(1);
  }
  input.local = buildRepeat(shards.builder, loc, input.local, repeats);
  auto type = dyn_cast<RankedTensorType>(op.getType());
  return type ? castTo(shards, check, input, type) : input;
}

LogicalResult mlir::onnxops::partitionTile(Partition &partition,
                                           Operation *op) {
  auto tile = dyn_cast<NewestTileOp>(op);
  if (!tile || !isa<RankedTensorType>(tile.getInput().getType()) ||
      !partition.isSharded(tile.getInput()) ||
      partition.isSharded(tile.getRepeats()))
    return failure();
  partition.replace(tile.getResult(),
                    buildTile(partition.shards, tile,
                              partition.lookup(tile.getInput()),
                              partition.lookup(tile.getRepeats()).local));
  return success();
}
