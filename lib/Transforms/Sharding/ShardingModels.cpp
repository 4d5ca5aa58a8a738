//===- ShardingModels.cpp - ShardingInterface of ops that move ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards are propagated as by an elementwise op: along all dimensions, also
// that of a concat. Upstream gives the shards of operands and results.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Sharding/ShardingModels.h"

#include "Partition.h"

#include "mlir/Dialect/Shard/Interfaces/ShardingInterface.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Partition
//===----------------------------------------------------------------------===//

namespace {

/// What shard-partition gives to an op.
class OpPartition {
public:
  OpPartition(Operation *op, shard::GridOp grid, ArrayRef<Value> locals,
              ArrayRef<shard::Sharding> operandShardings,
              const shard::Sharding &resultSharding, OpBuilder &builder)
      : shards(builder, grid.getShape()), op(op), grid(grid), locals(locals),
        operandShardings(operandShardings), resultSharding(resultSharding) {
    shards.where = describeOperation(op);
  }

  /// This rank's part of an operand. Errors are reported.
  FailureOr<ShardedTensor> getOperand(unsigned index);

  /// How the result shall be sharded. Errors are reported.
  FailureOr<WantedLayout> getResultLayout() {
    return getLayout(resultSharding, op->getResult(0).getType(), "result");
  }

  /// Maps the result to `tensor`, in the layout that is wanted.
  void replace(ShardedTensor tensor, const WantedLayout &wanted,
               IRMapping &map);

  Value getLocal(unsigned index) const { return locals[index]; }

  ShardBuilder shards;

private:
  FailureOr<WantedLayout> getLayout(const shard::Sharding &sharding, Type type,
                                    const Twine &what);
  Value getOffsets(Value local, RankedTensorType type,
                   const WantedDimension &wanted);

  Operation *op;
  shard::GridOp grid;
  ArrayRef<Value> locals;
  ArrayRef<shard::Sharding> operandShardings;
  const shard::Sharding &resultSharding;
};

} // namespace

// Refuses another grid than the result's, and even shards of a size that
// upstream divides without the rest.
FailureOr<WantedLayout> OpPartition::getLayout(const shard::Sharding &sharding,
                                               Type type, const Twine &what) {
  auto emit = [&] { return op->emitOpError() << what.str() << ": "; };
  if (sharding && sharding.getGridAttr() != resultSharding.getGridAttr())
    return emit() << "expected the grid of the result, "
                  << resultSharding.getGridAttr() << ", but got "
                  << sharding.getGridAttr();
  FailureOr<WantedLayout> wanted =
      readSharding(sharding, type, shards.grid, emit);
  if (failed(wanted))
    return failure();
  for (const auto &[dimension, axis, offsets] : *wanted) {
    int64_t size = cast<RankedTensorType>(type).getDimSize(dimension);
    if (offsets.empty() && !ShapedType::isDynamic(size) &&
        size % shards.grid[axis] != 0)
      return emit() << "expected sharded_dims_offsets for dimension "
                    << dimension << " of size " << size << ", which "
                    << shards.grid[axis] << " ranks do not divide";
  }
  return wanted;
}

Value OpPartition::getOffsets(Value local, RankedTensorType type,
                              const WantedDimension &wanted) {
  auto [dimension, axis, offsets] = wanted;
  Location loc = op->getLoc();
  if (!offsets.empty())
    return shards.getConstantOffsets(loc, offsets);
  if (type.isDynamicDim(dimension))
    return shards.gatherOffsets(
        loc, tensor::DimOp::create(shards.builder, loc, local, dimension),
        axis);
  return shards.getEvenOffsets(
      loc, shards.builder.getIndexAttr(type.getDimSize(dimension)), axis);
}

FailureOr<ShardedTensor> OpPartition::getOperand(unsigned index) {
  Type type = op->getOperand(index).getType();
  FailureOr<WantedLayout> wanted =
      getLayout(operandShardings[index], type, "operand " + Twine(index));
  if (failed(wanted))
    return failure();
  ShardedTensor tensor = {locals[index], {}};
  for (const WantedDimension &dimension : *wanted)
    tensor.layout.add(
        {dimension.dimension, dimension.axis,
         getOffsets(tensor.local, cast<RankedTensorType>(type), dimension)});
  return tensor;
}

void OpPartition::replace(ShardedTensor tensor, const WantedLayout &wanted,
                          IRMapping &map) {
  Location loc = op->getLoc();
  Layout layout = buildLayout(shards, loc, wanted, [&](int64_t dimension) {
    return shards.getWholeSize(loc, tensor, dimension);
  });
  Value local = shards.moveTo(loc, tensor, layout).local;
  // Users expect upstream's type of a shard.
  Value result = op->getResult(0);
  Type type = shard::shardType(result.getType(), grid, resultSharding);
  if (local.getType() != type)
    local = tensor::CastOp::create(shards.builder, loc, type, local);
  map.map(result, local);
  auto function = op->getParentOfType<FunctionOpInterface>();
  function->setAttr(
      OnnxOpsDialect::kRanksAttr,
      shards.builder.getI64IntegerAttr(llvm::product_of(shards.grid)));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

// Each builds this rank's part of the result, or fails with an error.

static FailureOr<ShardedTensor> partitionConcat(OpPartition &parts,
                                                Operation *op, int64_t axis,
                                                const WantedLayout &wanted) {
  if (!llvm::all_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>))
    return op->emitOpError("unsupported: an operand of unknown rank");
  SmallVector<ShardedTensor> operands;
  for (unsigned index = 0, e = op->getNumOperands(); index < e; ++index) {
    FailureOr<ShardedTensor> operand = parts.getOperand(index);
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
  }
  return buildConcat(parts.shards, op, operands, axis, &wanted);
}

static FailureOr<ShardedTensor>
partitionOp(OpPartition &parts, NewestConcatOp op, const WantedLayout &wanted) {
  auto type = cast<RankedTensorType>(op.getType());
  return partitionConcat(parts, op,
                         *normalizeAxis(op.getAxis(), type.getRank()), wanted);
}

static FailureOr<ShardedTensor> partitionOp(OpPartition &parts,
                                            tensor::ConcatOp op,
                                            const WantedLayout &wanted) {
  return partitionConcat(parts, op, op.getDim(), wanted);
}

static FailureOr<ShardedTensor> partitionOp(OpPartition &parts, NewestTileOp op,
                                            const WantedLayout &wanted) {
  FailureOr<ShardedTensor> input = parts.getOperand(0);
  FailureOr<ShardedTensor> repeats = parts.getOperand(1);
  if (failed(input) || failed(repeats))
    return failure();
  Value numbers = parts.shards.moveTo(op.getLoc(), *repeats, Layout()).local;
  return buildTile(parts.shards, op, *input, numbers);
}

static FailureOr<ShardedTensor> partitionOp(OpPartition &parts,
                                            tensor::ExtractSliceOp op,
                                            const WantedLayout &wanted) {
  FailureOr<ShardedTensor> source = parts.getOperand(0);
  if (failed(source))
    return failure();
  if (op.getType().getRank() != op.getSourceType().getRank())
    return op.emitOpError(
        "unsupported: a slice of shards that drops dimensions");
  for (const ShardedDimension &sharded : source->layout.getDimensions())
    if (!isOneInteger(op.getMixedStrides()[sharded.dimension]))
      return op.emitOpError("unsupported: a stride along dimension ")
             << sharded.dimension << ", which is sharded";
  // Indices are the same on all ranks, in the order of operands.
  IRMapping indices;
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    indices.map(operand, parts.getLocal(index));
  auto lookup = [&](ArrayRef<OpFoldResult> numbers) {
    return llvm::map_to_vector(numbers, [&](OpFoldResult number) {
      auto value = dyn_cast<Value>(number);
      return value ? OpFoldResult(indices.lookup(value)) : number;
    });
  };
  return sliceShards(parts.shards, op.getLoc(), *source,
                     lookup(op.getMixedOffsets()), lookup(op.getMixedSizes()),
                     lookup(op.getMixedStrides()));
}

//===----------------------------------------------------------------------===//
// Models
//===----------------------------------------------------------------------===//

namespace {

template <typename Op>
struct MoveSharding
    : shard::ShardingInterface::ExternalModel<MoveSharding<Op>, Op> {
  SmallVector<utils::IteratorType> getLoopIteratorTypes(Operation *op) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    return SmallVector<utils::IteratorType>(type ? type.getRank() : 0,
                                            utils::IteratorType::parallel);
  }

  SmallVector<AffineMap> getIndexingMaps(Operation *op) const {
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type)
      return {};
    MLIRContext *context = op->getContext();
    AffineMap all = AffineMap::getMultiDimIdentityMap(type.getRank(), context);
    // All ranks have repeats and positions.
    AffineMap none = AffineMap::get(type.getRank(), 0, context);
    SmallVector<AffineMap> maps(op->getNumOperands() + 1, none);
    maps.front() = maps.back() = all;
    if (isa<NewestConcatOp, tensor::ConcatOp>(op))
      llvm::fill(maps, all);
    return maps;
  }

  LogicalResult partition(Operation *op, ArrayRef<Value> locals,
                          ArrayRef<shard::Sharding> operandShardings,
                          ArrayRef<shard::Sharding> resultShardings,
                          IRMapping &map, SymbolTableCollection &tables,
                          OpBuilder &builder) const {
    const shard::Sharding &result = resultShardings.front();
    shard::GridOp grid = shard::getGridOrNull(op, result.getGridAttr(), tables);
    if (!grid)
      return op->emitOpError("expected a result with a sharding");
    if (failed(verifyGrid(grid.getShape(),
                          [&] { return op->emitOpError("ranks: "); })))
      return failure();
    OpPartition parts(op, grid, locals, operandShardings, result, builder);
    FailureOr<WantedLayout> wanted = parts.getResultLayout();
    if (failed(wanted))
      return failure();
    FailureOr<ShardedTensor> tensor = partitionOp(parts, cast<Op>(op), *wanted);
    if (failed(tensor))
      return failure();
    parts.replace(*tensor, *wanted, map);
    return success();
  }
};

} // namespace

void mlir::onnxops::registerShardingModels(DialectRegistry &registry) {
  registry.insert<OnnxOpsDialect, arith::ArithDialect, tensor::TensorDialect>();
  registry.addExtension(+[](MLIRContext *context, OnnxOpsDialect *) {
    NewestConcatOp::attachInterface<MoveSharding<NewestConcatOp>>(*context);
    NewestTileOp::attachInterface<MoveSharding<NewestTileOp>>(*context);
  });
  registry.addExtension(+[](MLIRContext *context, tensor::TensorDialect *) {
    tensor::ConcatOp::attachInterface<MoveSharding<tensor::ConcatOp>>(*context);
    tensor::ExtractSliceOp::attachInterface<
        MoveSharding<tensor::ExtractSliceOp>>(*context);
    // What is built for them.
    context->loadDialect<OnnxOpsDialect, arith::ArithDialect>();
  });
}
