//===- ShardedElementwise.cpp - elementwise ops of sharded tensors --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All operands are cut along the same loops: those of the largest ones.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// The dimension of an operand that a loop runs over; -1 if it is broadcast.
static int64_t findDimension(AffineMap map, int64_t loop) {
  for (auto [dimension, expression] : llvm::enumerate(map.getResults()))
    if (auto dim = dyn_cast<AffineDimExpr>(expression);
        dim && dim.getPosition() == loop)
      return dimension;
  return -1;
}

// Whether results are computed element by element: no index, no reduction, and
// nothing of the initial results is read.
static bool isElementwise(linalg::GenericOp op) {
  auto isDirect = [](AffineMap map) {
    return llvm::all_of(map.getResults(), [](AffineExpr expression) {
      return isa<AffineDimExpr, AffineConstantExpr>(expression);
    });
  };
  if (!op.hasPureTensorSemantics() ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !llvm::all_of(op.getIndexingMapsArray(), isDirect) ||
      !op.getBody()->getOps<linalg::IndexOp>().empty())
    return false;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (op.payloadUsesValueFromOperand(&init) ||
        !op.getMatchingIndexingMap(&init).isPermutation())
      return false;
  return true;
}

// Loops, as dimensions, that ranks share.
static Layout findLoops(Partition &partition, linalg::GenericOp op) {
  SmallVector<std::pair<int64_t, Layout>> operands;
  for (OpOperand *input : op.getDpsInputOperands()) {
    ShardedTensor operand = partition.lookup(input->get());
    if (!operand.layout.isSharded())
      continue;
    AffineMap map = op.getMatchingIndexingMap(input);
    operands.emplace_back(
        countElements(operand),
        operand.layout.renumber([&](int64_t dimension) -> int64_t {
          auto loop = dyn_cast<AffineDimExpr>(map.getResult(dimension));
          return loop ? loop.getPosition() : -1;
        }));
  }
  return mergeLayouts(operands);
}

// The size of a loop on this rank: that of a dimension of an input, or of the
// original result.
static OpFoldResult getLoopSize(Partition &partition, linalg::GenericOp op,
                                ArrayRef<Value> inputs, int64_t loop) {
  for (auto [operand, input] :
       llvm::zip_equal(op.getDpsInputOperands(), inputs)) {
    int64_t dimension = findDimension(op.getMatchingIndexingMap(operand), loop);
    if (dimension >= 0)
      return tensor::getMixedSize(partition.shards.builder, op.getLoc(), input,
                                  dimension);
  }
  OpOperand &init = op.getDpsInitsMutable()[0];
  return tensor::getMixedSize(
      partition.shards.builder, op.getLoc(), partition.map.lookup(init.get()),
      findDimension(op.getMatchingIndexingMap(&init), loop));
}

LogicalResult mlir::onnxops::partitionElementwise(Partition &partition,
                                                  Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isElementwise(generic))
    return failure();
  ShardBuilder &shards = partition.shards;
  Location loc = op->getLoc();
  Layout loops = findLoops(partition, generic);
  auto getLayout = [&](OpOperand *operand) {
    AffineMap map = generic.getMatchingIndexingMap(operand);
    return loops.renumber(
        [&](int64_t loop) { return findDimension(map, loop); });
  };
  SmallVector<Value> inputs, inits;
  for (OpOperand *input : generic.getDpsInputOperands())
    inputs.push_back(
        shards.moveTo(loc, partition.lookup(input->get()), getLayout(input))
            .local);
  SmallVector<Layout> layouts;
  for (OpOperand &init : generic.getDpsInitsMutable()) {
    AffineMap map = generic.getMatchingIndexingMap(&init);
    layouts.push_back(getLayout(&init));
    SmallVector<OpFoldResult> sizes;
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      sizes.push_back(
          getLoopSize(partition, generic, inputs, map.getDimPosition(dim)));
    inits.push_back(
        tensor::EmptyOp::create(shards.builder, loc, sizes,
                                getElementTypeOrSelf(init.get().getType())));
  }
  auto local = linalg::GenericOp::create(
      shards.builder, loc, ValueRange(inits).getTypes(), inputs, inits,
      generic.getIndexingMapsArray(), generic.getIteratorTypesArray());
  IRMapping body = partition.map;
  generic.getRegion().cloneInto(&local.getRegion(), body);
  for (auto [old, result, layout] :
       llvm::zip_equal(generic.getResults(), local.getResults(), layouts))
    partition.replace(old, {result, layout});
  return success();
}

// Whether an op without results does nothing: what is left of a copy without
// users.
static bool isDead(Operation *op) {
  return op->getNumResults() == 0 &&
         !op->walk([&](Operation *inner) {
              return inner == op || isMemoryEffectFree(inner) ||
                             isa<bufferization::AllocTensorOp>(inner)
                         ? WalkResult::advance()
                         : WalkResult::interrupt();
            }).wasInterrupted();
}

/// The operand of an elementwise op whose sizes are not known: itself, or a
/// copy of other sizes. Shards fit the first alone.
///   %b = scf.if %same -> (tensor<?xf32>) {
///     scf.yield %a
///   } else {
///     ...
///     %c = bufferization.alloc_tensor() copy(%broadcast)
///     scf.yield %c
///   }
/// ==>
///   onnxops.check %same, "..."
LogicalResult mlir::onnxops::partitionBroadcast(Partition &partition,
                                                Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  if (branch && isDead(op))
    return success();
  if (!branch || op->getNumResults() != 1 || !branch.elseBlock())
    return failure();
  // The operand may be cast to a type that is known if sizes are the same.
  Value operand = branch.thenYield().getOperand(0);
  auto cast = operand.getDefiningOp<tensor::CastOp>();
  bool isCast = cast && cast->getBlock() == branch.thenBlock();
  if (llvm::range_size(*branch.thenBlock()) != (isCast ? 2 : 1) ||
      !partition.isSharded(isCast ? cast.getSource() : operand) ||
      !isa<RankedTensorType>(operand.getType()) ||
      !branch.elseYield()
           .getOperand(0)
           .getDefiningOp<bufferization::AllocTensorOp>())
    return failure();
  ShardBuilder &shards = partition.shards;
  CheckOp::create(shards.builder, op->getLoc(),
                  partition.map.lookup(branch.getCondition()),
                  CheckOp::escape(shards.where) +
                      ": unsupported: broadcasting of a sharded tensor along "
                      "a dimension of unknown size",
                  ValueRange());
  if (isCast && failed(partitionView(partition, cast)))
    return failure();
  partition.replace(op->getResult(0), partition.lookup(operand));
  return success();
}
