//===- AppendInPlace.cpp - room for what loops append ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewriting half of --onnxops-append-in-place; CarriedConcat.h has the
// rules that it obeys. Types stay as they are: the loop carries the room under
// the type of the tensor that grew, and turns see a slice of it.
//
//===----------------------------------------------------------------------===//

#include "CarriedConcat.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"
#include "onnxops/Transforms/Tensors/Passes.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "append-in-place"

namespace mlir::onnxops {
#define GEN_PASS_DEF_APPENDINPLACE
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {
/// Rewrites one tensor that a loop carries.
class AppendRewriter {
public:
  AppendRewriter(CarriedConcat &found,
                 const bufferization::AnalysisState &state)
      : found(found), state(state), loop(found.loop), concat(found.concat),
        loc(found.concat.getLoc()), builder(found.loop) {}

  void run();

private:
  Value toValue(OpFoldResult size) {
    return getValueOrCreateConstantIndexOp(builder, loc, size);
  }
  OpFoldResult add(OpFoldResult a, OpFoldResult b) {
    return addSizes(builder, loc, a, b);
  }
  OpFoldResult subtract(OpFoldResult a, OpFoldResult b);
  std::pair<OpFoldResult, OpFoldResult> multiplyExactly(OpFoldResult a,
                                                        OpFoldResult b);
  OpFoldResult countTurns();
  OpFoldResult buildTurn();
  OpFoldResult addUpRoom(OpFoldResult turns);
  void buildRoom();
  Value extract(Value room, OpFoldResult offset, OpFoldResult length,
                Type type);
  Value insert(Value tensor, Value room, OpFoldResult offset,
               OpFoldResult length);
  SmallVector<OpFoldResult> getSlice(Type type, OpFoldResult length);
  void redirectReaders(Value early, Value late, Operation *border);
  SmallVector<Value> copyOwnRows();
  void rewriteTurn();

  CarriedConcat &found;
  const bufferization::AnalysisState &state;
  scf::ForOp loop;
  tensor::ConcatOp concat;
  Location loc;
  OpBuilder builder;
  /// Sizes of the tensor before the loop; that along the axis changes.
  SmallVector<OpFoldResult> sizes;
  /// Rows that one turn adds, and all turns together.
  OpFoldResult perTurn, total;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

OpFoldResult AppendRewriter::subtract(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> constantA = getConstantIntValue(a);
  std::optional<int64_t> constantB = getConstantIntValue(b);
  if (constantA && constantB)
    return builder.getIndexAttr(*constantA - *constantB);
  if (constantB == 0)
    return a;
  return arith::SubIOp::create(builder, loc, toValue(a), toValue(b))
      .getResult();
}

// The number of turns, none if the loop ends before it begins. As an unsigned
// number the difference of two signed ones is always right.
OpFoldResult AppendRewriter::countTurns() {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value zero = toValue(builder.getIndexAttr(0));
  if (getConstantIntValue(begin) == 0 &&
      getConstantIntValue(loop.getStep()) == 1)
    return getAsOpFoldResult(
        builder.createOrFold<arith::MaxSIOp>(loc, end, zero));
  Value distance = builder.createOrFold<arith::SubIOp>(loc, end, begin);
  Value turns =
      builder.createOrFold<arith::CeilDivUIOp>(loc, distance, loop.getStep());
  Value any = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::sgt, end, begin);
  return getAsOpFoldResult(
      builder.createOrFold<arith::SelectOp>(loc, any, turns, zero));
}

// How many turns there were before this one.
OpFoldResult AppendRewriter::buildTurn() {
  OpFoldResult passed = subtract(loop.getInductionVar(), loop.getLowerBound());
  if (getConstantIntValue(loop.getStep()) == 1)
    return passed;
  return builder.createOrFold<arith::DivUIOp>(loc, toValue(passed),
                                              loop.getStep());
}

// The product of two sizes, and what is 0 if it is right.
std::pair<OpFoldResult, OpFoldResult>
AppendRewriter::multiplyExactly(OpFoldResult a, OpFoldResult b) {
  std::optional<int64_t> constantA = getConstantIntValue(a);
  std::optional<int64_t> constantB = getConstantIntValue(b);
  int64_t product = 0;
  if (constantA && constantB) {
    bool isWrong = llvm::MulOverflow(*constantA, *constantB, product);
    return {builder.getIndexAttr(product), builder.getIndexAttr(isWrong)};
  }
  if (constantA == 1 || constantB == 1)
    return {constantA == 1 ? b : a, builder.getIndexAttr(0)};
  auto words =
      arith::MulUIExtendedOp::create(builder, loc, toValue(a), toValue(b));
  return {words.getLow(), words.getHigh()};
}

// Finds `total`. Returns the length of the room; the largest number where that
// is beyond 2^63, so that its allocation fails as that of any huge tensor does.
OpFoldResult AppendRewriter::addUpRoom(OpFoldResult turns) {
  OpFoldResult length = sizes[found.getAxis()], excess;
  std::tie(total, excess) = multiplyExactly(turns, perTurn);
  Value rows = toValue(total);
  Value sum = builder.createOrFold<arith::AddIOp>(loc, toValue(length), rows);
  Value zero = toValue(builder.getIndexAttr(0));
  Value most =
      toValue(builder.getIndexAttr(std::numeric_limits<int64_t>::max()));
  auto compare = [&](arith::CmpIPredicate predicate, Value value) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, value, zero);
  };
  Value isTooLarge = builder.createOrFold<arith::OrIOp>(
      loc, compare(arith::CmpIPredicate::ne, toValue(excess)),
      compare(arith::CmpIPredicate::slt,
              builder.createOrFold<arith::OrIOp>(loc, rows, sum)));
  return getAsOpFoldResult(
      builder.createOrFold<arith::SelectOp>(loc, isTooLarge, most, sum));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

// The sizes of `length` rows, as static as `type` and not more.
SmallVector<OpFoldResult> AppendRewriter::getSlice(Type type,
                                                   OpFoldResult length) {
  auto ranked = cast<RankedTensorType>(type);
  SmallVector<OpFoldResult> slice = sizes;
  slice[found.getAxis()] = length;
  for (auto [dim, size] : llvm::enumerate(slice)) {
    if (ranked.isDynamicDim(dim))
      size = toValue(size);
    else
      size = builder.getIndexAttr(ranked.getDimSize(dim));
  }
  return slice;
}

Value AppendRewriter::extract(Value room, OpFoldResult offset,
                              OpFoldResult length, Type type) {
  SmallVector<OpFoldResult> slice = getSlice(type, length);
  SmallVector<OpFoldResult> offsets(slice.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(slice.size(), builder.getIndexAttr(1));
  offsets[found.getAxis()] = offset;
  return sliceTensor(builder, loc, room, offsets, slice, steps,
                     cast<RankedTensorType>(type));
}

Value AppendRewriter::insert(Value tensor, Value room, OpFoldResult offset,
                             OpFoldResult length) {
  SmallVector<OpFoldResult> slice = getSlice(tensor.getType(), length);
  // Upstream's op does not verify where nothing is inserted.
  if (isZeroInteger(length) || llvm::any_of(slice, isZeroInteger))
    return room;
  SmallVector<OpFoldResult> offsets(slice.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(slice.size(), builder.getIndexAttr(1));
  offsets[found.getAxis()] = offset;
  return tensor::InsertSliceOp::create(builder, loc, tensor, room, offsets,
                                       slice, steps);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

// Allocates the room, puts the tensor into it and has the loop carry that.
void AppendRewriter::buildRoom() {
  Value init = found.getInit();
  int64_t axis = found.getAxis();
  EarlySizes early(loop.getContext());
  sizes = early.getAll(init);
  builder.setInsertionPoint(loop);
  perTurn = builder.getIndexAttr(0);
  for (OpFoldResult size : found.added)
    perTurn = add(perTurn, size);
  OpFoldResult room = addUpRoom(countTurns());
  SmallVector<Value> dynamicSizes;
  auto type = cast<RankedTensorType>(init.getType());
  for (auto [dim, size] : llvm::enumerate(getSlice(type, room)))
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(cast<Value>(size));
  Value empty = tensor::EmptyOp::create(builder, loc, type, dynamicSizes);
  OpFoldResult offset = builder.getIndexAttr(0);
  Value filled =
      insert(init, empty, found.isPrepended() ? total : offset, sizes[axis]);
  loop.getInitArgsMutable()[found.index].assign(filled);
}

// Has what reads `early` behind `late` read that instead, so that nobody needs
// the room as it was before. Views are taken again.
void AppendRewriter::redirectReaders(Value early, Value late,
                                     Operation *border) {
  for (OpOperand &use : llvm::make_early_inc_range(early.getUses())) {
    Operation *user = use.getOwner();
    Operation *ancestor = loop.getBody()->findAncestorOpInBlock(*user);
    if (border->isBeforeInBlock(ancestor)) {
      use.set(late);
      continue;
    }
    SmallVector<Value> views = getViews(use, state);
    if (ancestor != user || views.empty())
      continue;
    Operation *again = builder.clone(*user);
    again->setOperand(use.getOperandNumber(), late);
    for (Value view : views) {
      unsigned number = cast<OpResult>(view).getResultNumber();
      redirectReaders(view, again->getResult(number), border);
    }
    if (again->use_empty())
      again->erase();
  }
}

// The operands of the concat, with copies of what is taken from the tensor
// itself: the room would be read after it has been written.
SmallVector<Value> AppendRewriter::copyOwnRows() {
  SetVector<Value> views = collectViews(found.getCarried(), state);
  SmallVector<Value> inputs(concat.getInputs());
  for (auto [position, input] : llvm::enumerate(inputs))
    if (position != found.position && views.contains(input))
      input = bufferization::AllocTensorOp::create(
          builder, loc, cast<RankedTensorType>(input.getType()),
          /*dynamicSizes=*/ValueRange(), input);
  return inputs;
}

void AppendRewriter::rewriteTurn() {
  BlockArgument carried = found.getCarried();
  Operation *terminator = loop.getBody()->getTerminator();
  SmallVector<OpOperand *> readers = llvm::to_vector(
      llvm::map_range(carried.getUses(), [](OpOperand &use) { return &use; }));

  builder.setInsertionPointToStart(loop.getBody());
  OpFoldResult added = multiplySizes(builder, loc, buildTurn(), perTurn);
  OpFoldResult length = add(sizes[found.getAxis()], added);
  OpFoldResult newLength = add(length, perTurn);
  OpFoldResult begin = builder.getIndexAttr(0), newBegin = begin;
  if (found.isPrepended()) {
    begin = subtract(total, added);
    newBegin = subtract(begin, perTurn);
  }
  Value before = extract(carried, begin, length, carried.getType());

  builder.setInsertionPoint(concat);
  SmallVector<Value> inputs = copyOwnRows();
  Value room = carried;
  OpFoldResult offset = found.isPrepended() ? newBegin : length;
  for (auto [input, rows] : llvm::zip_equal(inputs, found.added)) {
    room = insert(input, room, offset, rows);
    offset = add(offset, rows);
  }
  Value after = extract(room, newBegin, newLength, concat.getType());
  Value later = extract(room, begin, length, carried.getType());
  terminator->setOperand(found.index, room);
  concat.getResult().replaceAllUsesWith(after);
  for (OpOperand *reader : readers)
    reader->set(before);
  redirectReaders(before, later, concat);
  concat.erase();
  for (Value slice : {before, after, later})
    if (slice.use_empty())
      slice.getDefiningOp()->erase();
}

void AppendRewriter::run() {
  buildRoom();
  rewriteTurn();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

// Says what becomes of a tensor, to whom MLIR's remarks go.
static void remarkOn(const CarriedConcat &found) {
  tensor::ConcatOp concat = found.concat;
  auto options = remark::RemarkOpts::name("ConcatOperand").category(DEBUG_TYPE);
  bool isLeft = !found.whyLeft.empty();
  auto remark = isLeft ? remark::missed(concat.getLoc(), options)
                       : remark::passed(concat.getLoc(), options);
  if (!remark)
    return;
  remark << remark::metric("operand", int64_t(found.position))
         << remark::metric("action", isLeft ? "copied" : "in place");
  if (isLeft)
    remark << remark::metric("reason", found.whyLeft);
}

namespace {
struct AppendInPlace : public onnxops::impl::AppendInPlaceBase<AppendInPlace> {
  void runOnOperation() override {
    bufferization::BufferizationOptions options;
    bufferization::AnalysisState state(options);
    getOperation().walk([&](scf::ForOp loop) {
      for (unsigned index : llvm::seq(loop.getNumRegionIterArgs())) {
        std::optional<CarriedConcat> found =
            findCarriedConcat(loop, index, state);
        if (!found)
          continue;
        remarkOn(*found);
        if (!found->whyLeft.empty())
          continue;
        AppendRewriter(*found, state).run();
        ++numInPlace;
      }
    });
  }
};
} // namespace
