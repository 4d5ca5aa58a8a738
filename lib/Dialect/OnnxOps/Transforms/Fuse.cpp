//===- Fuse.cpp - fuse concats of concats and tiles of tiles --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In one walk, each outermost concat collects the operands of all concats that
// it consumes and is rebuilt once, in time linear in the number of operands.
// Pairwise rewriting would copy the growing operand list at each step. Chains
// of tiles have no such list: each tile absorbs its predecessor.
//
//===----------------------------------------------------------------------===//

#include "UnreachableBlocks.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FUSE
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Up to this many short runs of a concat are combined in registers, several
// rows at once, which is up to ten times as fast as a tile.
static constexpr size_t kFewOperands = 16;
// Runs of this many elements or more, of any type, are too long for that.
static constexpr int64_t kLongRun = 256;

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

// The type inferred from `inputs`, null if they contradict each other.
static Type inferType(NewestConcatOp op, ValueRange inputs) {
  return inferConcatType(/*emit=*/{}, inputs.getTypes(), op.getAxis(),
                         /*allowsNegative=*/true)
      .value_or(Type());
}

// Whether both have the same rank and concatenate along the same dimension.
static bool haveSameAxis(NewestConcatOp outer, NewestConcatOp inner) {
  auto outerAxis = static_cast<int64_t>(outer.getAxis());
  auto innerAxis = static_cast<int64_t>(inner.getAxis());
  if (outerAxis == innerAxis)
    return true;
  auto ranked = dyn_cast<RankedTensorType>(inner.getType());
  if (!ranked)
    ranked = dyn_cast<RankedTensorType>(outer.getType());
  return ranked && normalizeAxis(outerAxis, ranked.getRank()) ==
                       normalizeAxis(innerAxis, ranked.getRank());
}

// The concat whose operands can replace `operand`, null if there is none. A
// concat in another block may run when `outer` does not. A declared type that
// is more precise than the inputs imply is a check that would be lost.
static NewestConcatOp getAbsorbable(NewestConcatOp outer, Value operand) {
  auto inner = operand.getDefiningOp<NewestConcatOp>();
  if (!inner || !operand.hasOneUse() ||
      inner->getBlock() != outer->getBlock() || !haveSameAxis(outer, inner))
    return {};
  Type inferred = inferType(inner, inner.getInputs());
  return isRefinementOf(inferred, inner.getType()) ? inner : NewestConcatOp();
}

/// Replaces a concat of one input by the input.
///   concat_v13 %a axis = 0 : (tensor<2xf32>) -> tensor<?xf32>
///   ==>  tensor.cast %a : tensor<2xf32> to tensor<?xf32>
/// An input of unknown rank stays: the axis is checked at run time.
static bool dropSingleInputConcat(NewestConcatOp op) {
  if (op.getInputs().size() != 1)
    return false;
  Value input = op.getInputs().front();
  if (!isa<RankedTensorType>(input.getType()) ||
      !isRefinementOf(input.getType(), op.getType()))
    return false;
  if (input.getType() != op.getType()) {
    OpBuilder builder(op);
    input = tensor::CastOp::create(builder, op.getLoc(), op.getType(), input);
  }
  op.getResult().replaceAllUsesWith(input);
  op.erase();
  return true;
}

/// Flattens nested concats along the same axis.
///   %0 = concat_v13 %a, %b axis = 0
///   %1 = concat_v13 %0, %c axis = 0
///   ==>  %1 = concat_v13 %a, %b, %c axis = 0
/// Adds the absorbed concats to `absorbed`, outer ones first.
static void flattenConcat(NewestConcatOp outer,
                          SetVector<Operation *> &absorbed) {
  SmallVector<Value> inputs;
  SmallVector<Operation *> inner;
  SmallVector<Value> pending(llvm::reverse(outer.getInputs()));
  while (!pending.empty()) {
    Value operand = pending.pop_back_val();
    if (NewestConcatOp concat = getAbsorbable(outer, operand)) {
      inner.push_back(concat);
      llvm::append_range(pending, llvm::reverse(concat.getInputs()));
    } else {
      inputs.push_back(operand);
    }
  }
  // The combined operands may contradict each other where a declared type hid
  // it: the run-time check reports that.
  if (inner.empty())
    return;
  Type inferred = inferType(outer, inputs);
  if (!inferred || !areCompatibleTypes(outer.getType(), inferred))
    return;
  outer.getInputsMutable().assign(inputs);
  absorbed.insert_range(inner);
}

static Value buildRepeats(OpBuilder &builder, Location loc,
                          ArrayRef<int64_t> repeats) {
  auto type = RankedTensorType::get(static_cast<int64_t>(repeats.size()),
                                    builder.getI64Type());
  return arith::ConstantOp::create(builder, loc,
                                   DenseElementsAttr::get(type, repeats));
}

// Whether `op` is a concat of one value with itself that is faster as a tile,
// which reads the value once, and has no code for each operand.
static bool isBetterTile(NewestConcatOp op, RankedTensorType type) {
  if (op.getInputs().size() < 2 || !llvm::all_equal(op.getInputs()))
    return false;
  // Two tiles can be fused.
  if (op.getInputs().size() > kFewOperands ||
      op.getInputs().front().getDefiningOp<NewestTileOp>())
    return true;
  FailureOr<int64_t> run = 1;
  int64_t axis = *normalizeAxis(op.getAxis(), type.getRank());
  for (int64_t size : type.getShape().drop_front(axis))
    if (failed(run = multiplySizes(*run, size)))
      return false;
  return ShapedType::isStatic(*run) && *run >= kLongRun;
}

/// Replaces a concat of one value with itself by a tile, if that is faster.
///   concat_v13 %a, %a, %a axis = 1
///   ==>  tile_v13 %a, %repeats, which are [1, 3]
/// Both check the same size at run time. If the rank is unknown, so is the
/// number of repeats.
static void repeatInput(NewestConcatOp op) {
  Value input = op.getInputs().front();
  auto type = dyn_cast<RankedTensorType>(input.getType());
  if (!type || !isBetterTile(op, type))
    return;
  SmallVector<int64_t> repeats(type.getRank(), 1);
  repeats[*normalizeAxis(op.getAxis(), type.getRank())] = op.getInputs().size();
  OpBuilder builder(op);
  auto tile = NewestTileOp::create(builder, op.getLoc(), op.getType(), input,
                                   buildRepeats(builder, op.getLoc(), repeats));
  tile->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getResult().replaceAllUsesWith(tile.getResult());
  op.erase();
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

// The type of `op` with other operands, null if they contradict each other.
static Type inferType(NewestTileOp op, Value input, Value repeats) {
  SmallVector<Value> operands{input, repeats};
  return inferResultType<NewestTileOp>(/*emit=*/{}, op.getContext(),
                                       NewestTileOp::Adaptor(operands, op))
      .value_or(Type());
}

// The tile that `outer` can absorb, null if there is none. A tile in another
// block may run when `outer` does not. A declared type that is more precise
// than the operands imply is a check that would be lost.
static NewestTileOp getRepeatedTile(NewestTileOp outer) {
  auto inner = outer.getInput().getDefiningOp<NewestTileOp>();
  if (!inner || inner->getBlock() != outer->getBlock())
    return {};
  Type inferred = inferType(inner, inner.getInput(), inner.getRepeats());
  return isRefinementOf(inferred, inner.getType()) ? inner : NewestTileOp();
}

// The products of both repeats, none if not known or if one exceeds 64 bits.
static std::optional<SmallVector<int64_t>> multiplyRepeats(NewestTileOp outer,
                                                           NewestTileOp inner) {
  FailureOr<KnownElements> lhs = getKnownElements(inner.getRepeats());
  FailureOr<KnownElements> rhs = getKnownElements(outer.getRepeats());
  if (failed(lhs) || failed(rhs) || lhs->size() != rhs->size())
    return std::nullopt;
  auto type = dyn_cast<RankedTensorType>(inner.getInput().getType());
  SmallVector<int64_t> products;
  for (auto [dim, first, second] : llvm::enumerate(*lhs, *rhs)) {
    if (!first || !second)
      return std::nullopt;
    // A repeat of 0 would hide an intermediate size that exceeds 64 bits.
    if (*second == 0 && *first > 1 && (!type || type.isDynamicDim(dim)))
      return std::nullopt;
    int64_t product;
    if (llvm::MulOverflow(*first, *second, product))
      return std::nullopt;
    products.push_back(product);
  }
  return products;
}

/// Replaces a tile of a tile by a single tile.
///   %0 = tile_v13 %a, %r, which are [2, 3]
///   %1 = tile_v13 %0, %s, which are [4, 1]
///   ==>  %1 = tile_v13 %a, %t, which are [8, 3]
/// The inner tile is kept for other users: reading less is never slower.
static void fuseTile(NewestTileOp outer) {
  NewestTileOp inner = getRepeatedTile(outer);
  if (!inner)
    return;
  std::optional<SmallVector<int64_t>> products = multiplyRepeats(outer, inner);
  if (!products)
    return;
  OpBuilder builder(outer);
  Value repeats = buildRepeats(builder, outer.getLoc(), *products);
  // As for concats, contradictions that a declared type hid are left to the
  // run-time check.
  Type inferred = inferType(outer, inner.getInput(), repeats);
  if (!inferred || !areCompatibleTypes(outer.getType(), inferred)) {
    repeats.getDefiningOp()->erase();
    return;
  }
  outer.getInputMutable().assign(inner.getInput());
  outer.getRepeatsMutable().assign(repeats);
  if (inner.use_empty())
    inner.erase();
}

namespace {

struct Fuse : onnxops::impl::FuseBase<Fuse> {
  void runOnOperation() override {
    onnxops::eraseUnreachableBlocks(getOperation());
    SmallVector<NewestConcatOp> concats;
    getOperation().walk([&](NewestConcatOp op) {
      if (!dropSingleInputConcat(op))
        concats.push_back(op);
    });
    // In reverse order, an outer concat comes before those that it absorbs.
    SetVector<Operation *> absorbed;
    for (NewestConcatOp op : llvm::reverse(concats))
      if (!absorbed.contains(op))
        flattenConcat(op, absorbed);
    for (NewestConcatOp op : concats)
      if (!absorbed.contains(op))
        repeatInput(op);
    for (Operation *op : absorbed)
      op->erase();
    // In forward order, so that the preceding tile has its final input.
    getOperation().walk([](NewestTileOp op) { fuseTile(op); });
  }
};

} // namespace
