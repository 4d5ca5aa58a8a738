//===- ShardAnnotations.cpp - tensors that annotations shard --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops of upstream's dialect shard say how a value shall be sharded. A value has
// other shards before and after a shard.shard where these differ.
//
//===----------------------------------------------------------------------===//

#include "WantedLayout.h"

#include "Partition.h"

#include "onnxops/ABI/Runtime.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

using Emit = llvm::function_ref<InFlightDiagnostic()>;

LogicalResult mlir::onnxops::verifyGrid(ArrayRef<int64_t> grid, Emit emit) {
  constexpr int64_t kMostRanks = 1 << 20;
  if (llvm::any_of(grid, ShapedType::isDynamic))
    return emit() << "expected a grid of known sizes";
  int64_t ranks = 1;
  for (int64_t size : grid) {
    if (size < 1 || size > kMostRanks / ranks)
      return emit() << "expected 1 to " << kMostRanks << ", but got "
                    << describeGrid(grid);
    ranks *= size;
  }
  if (grid.empty() || grid.size() > ONNXOPS_MAX_GRID_AXES)
    return emit() << "expected a grid of 1 to " << ONNXOPS_MAX_GRID_AXES
                  << " axes, but got " << grid.size();
  return success();
}

FailureOr<SmallVector<int64_t>>
mlir::onnxops::readAnnotatedGrid(ModuleOp module) {
  SmallVector<int64_t> grid;
  for (auto op : module.getOps<shard::GridOp>()) {
    if (!grid.empty())
      return op.emitError("unsupported: several grids in a module");
    grid = llvm::to_vector(op.getShape());
    if (failed(verifyGrid(grid, [&] { return op.emitError("ranks: "); })))
      return failure();
  }
  return grid;
}

// Verifies the offsets of a dimension of size `size`. That they do not
// decrease, and are enough, shard.sharding verifies.
static LogicalResult verifyOffsets(Emit emit, int64_t dimension, int64_t size,
                                   ArrayRef<int64_t> offsets) {
  if (llvm::any_of(offsets, ShapedType::isDynamic))
    return emit() << "unsupported: offsets of shards that are not constant";
  if (offsets.front() != 0)
    return emit() << "expected the offsets of dimension " << dimension
                  << " to begin with 0, but got " << offsets.front();
  if (!ShapedType::isDynamic(size) && offsets.back() != size)
    return emit() << "expected the offsets of dimension " << dimension
                  << " to end with " << size << ", its size, but got "
                  << offsets.back();
  return success();
}

FailureOr<WantedLayout>
mlir::onnxops::readSharding(const shard::Sharding &sharding, Type type,
                            ArrayRef<int64_t> grid, Emit emit) {
  if (!sharding)
    return WantedLayout();
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || isa<StringType>(tensor.getElementType()))
    return emit() << "expected a tensor of numbers of known rank, but got "
                  << type;
  if (!sharding.getStaticHaloSizes().empty())
    return emit() << "unsupported: halos";
  ArrayRef<int64_t> offsets = sharding.getStaticShardedDimsOffsets();
  bool isEven = offsets.empty();
  WantedLayout layout;
  for (auto [dimension, attribute] : llvm::enumerate(sharding.getSplitAxes())) {
    ArrayRef<shard::GridAxis> axes = attribute.asArrayRef();
    if (axes.empty())
      continue;
    if (axes.size() > 1)
      return emit() << "unsupported: dimension " << dimension
                    << " is sharded along several axes of the grid";
    if (int64_t(dimension) >= tensor.getRank() ||
        axes[0] >= int64_t(grid.size()))
      return emit() << "expected a sharding of " << type << " on a grid of "
                    << grid.size() << " axes";
    WantedDimension wanted = {int64_t(dimension), axes[0], {}};
    if (!isEven) {
      size_t count = grid[axes[0]] + 1;
      wanted.offsets = llvm::to_vector(offsets.take_front(count));
      offsets = offsets.drop_front(count);
      if (failed(verifyOffsets(emit, dimension, tensor.getDimSize(dimension),
                               wanted.offsets)))
        return failure();
    }
    layout.push_back(std::move(wanted));
  }
  if (!offsets.empty())
    return emit() << "expected offsets of sharded dimensions alone, but got "
                  << offsets.size() << " more";
  return layout;
}

FailureOr<WantedLayout> mlir::onnxops::readAnnotation(shard::ShardOp op,
                                                      ArrayRef<int64_t> grid) {
  if (!op.getSharding().getDefiningOp<shard::ShardingOp>())
    return op.emitError("expected the sharding to be of shard.sharding");
  return readSharding(shard::Sharding(op.getSharding()), op.getType(), grid,
                      [&] { return op.emitError(); });
}

LogicalResult mlir::onnxops::verifyAnnotations(func::FuncOp function,
                                               ArrayRef<int64_t> grid) {
  auto isAnnotation = [&](Operation *user) {
    return isa<shard::ShardOp>(user) && user->getBlock() == &function.front();
  };
  WalkResult walked = function.walk([&](Operation *op) -> WalkResult {
    if (auto annotation = dyn_cast<shard::ShardOp>(op))
      return WalkResult(readAnnotation(annotation, grid));
    if (!isa<shard::ShardingOp>(op))
      return WalkResult::advance();
    for (Operation *user : op->getUsers())
      if (!isAnnotation(user))
        return user->emitError("unsupported: '")
               << user->getName() << "' here, which uses a sharding";
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

shard::ShardOp mlir::onnxops::findAnnotation(Value value) {
  shard::ShardOp found;
  for (Operation *user : value.getUsers()) {
    auto op = dyn_cast<shard::ShardOp>(user);
    if (!op)
      continue;
    bool isFirst = found && op->getBlock() == found->getBlock() &&
                   op->isBeforeInBlock(found);
    bool isForAll =
        found && found.getAnnotateForUsers() && !op.getAnnotateForUsers();
    bool isSame =
        found && op.getAnnotateForUsers() == found.getAnnotateForUsers();
    if (!found || isForAll || (isSame && isFirst))
      found = op;
  }
  return found;
}

Layout
mlir::onnxops::buildLayout(ShardBuilder &shards, Location loc,
                           const WantedLayout &wanted,
                           llvm::function_ref<OpFoldResult(int64_t)> getSize) {
  Layout layout;
  for (const auto &[dimension, axis, offsets] : wanted)
    layout.add({dimension, axis,
                offsets.empty()
                    ? shards.getEvenOffsets(loc, getSize(dimension), axis)
                    : shards.getConstantOffsets(loc, offsets)});
  return layout;
}

// Whether an input of unknown size, which may have any shards, has those that
// an annotation of it asks for.
static bool hasAnyShards(const ShardedTensor &input, RankedTensorType type,
                         const WantedLayout &wanted) {
  ArrayRef<ShardedDimension> known = input.layout.getDimensions();
  return known.size() == wanted.size() &&
         llvm::all_of(wanted, [&](const WantedDimension &dimension) {
           const ShardedDimension *sharded =
               input.layout.find(dimension.dimension);
           return sharded && sharded->axis == dimension.axis &&
                  dimension.offsets.empty() &&
                  type.isDynamicDim(dimension.dimension);
         });
}

void mlir::onnxops::partitionAnnotation(Partition &partition,
                                        shard::ShardOp op) {
  ShardBuilder &shards = partition.shards;
  WantedLayout wanted = *readAnnotation(op, shards.grid);
  ShardedTensor tensor = partition.lookup(op.getSrc());
  bool isInput = isa<BlockArgument>(op.getSrc());
  if (!isInput ||
      !hasAnyShards(tensor, cast<RankedTensorType>(op.getType()), wanted)) {
    Location loc = op.getLoc();
    Layout layout = buildLayout(shards, loc, wanted, [&](int64_t dimension) {
      return shards.getWholeSize(loc, tensor, dimension);
    });
    tensor = shards.moveTo(loc, tensor, layout);
  }
  partition.replace(op.getResult(), tensor);
}
