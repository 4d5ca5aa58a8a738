//===- AppendInPlace.cpp - preallocate tensors that loops append to -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rewrite of --onnxops-append-in-place; CarriedConcat.h has its conditions.
// Types do not change: the loop carries the buffer with the type of the growing
// tensor, and iterations read slices of it.
//
//===----------------------------------------------------------------------===//

#include "CarriedConcat.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "onnxops/Dialect/OnnxOps/IR/AxisSlices.h"
#include "onnxops/Support/IndexBuilder.h"
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
/// Rewrites one loop-carried tensor.
class AppendRewriter {
public:
  AppendRewriter(CarriedConcat &found,
                 const bufferization::AnalysisState &state)
      : found(found), state(state), loop(found.loop), concat(found.concat),
        loc(found.concat.getLoc()), builder(found.loop), index(builder, loc) {}

  void run();

private:
  std::pair<OpFoldResult, OpFoldResult> multiplyExactly(OpFoldResult a,
                                                        OpFoldResult b);
  OpFoldResult countIterations();
  OpFoldResult buildIterationNumber();
  OpFoldResult computeCapacity(OpFoldResult iterations);
  void allocateBuffer();
  Value extract(Value buffer, OpFoldResult offset, OpFoldResult length,
                Type type);
  Value insert(Value tensor, Value buffer, OpFoldResult offset,
               OpFoldResult length);
  SmallVector<OpFoldResult> getSlice(Type type, OpFoldResult length);
  void redirectReaders(Value early, Value late, Operation *border);
  SmallVector<Value> copyOwnRows();
  void rewriteBody();

  CarriedConcat &found;
  const bufferization::AnalysisState &state;
  scf::ForOp loop;
  tensor::ConcatOp concat;
  Location loc;
  OpBuilder builder;
  IndexBuilder index;
  /// Sizes of the tensor before the loop; the one along the axis changes.
  SmallVector<OpFoldResult> sizes;
  /// Rows that one iteration adds, and that all iterations add.
  OpFoldResult perIteration, total;
};
} // namespace

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

// The number of iterations, 0 for an empty loop. The difference of two signed
// numbers is always correct as an unsigned number.
OpFoldResult AppendRewriter::countIterations() {
  Value begin = loop.getLowerBound(), end = loop.getUpperBound();
  Value zero = index.materialize(builder.getIndexAttr(0));
  if (getConstantIntValue(begin) == 0 &&
      getConstantIntValue(loop.getStep()) == 1)
    return getAsOpFoldResult(
        builder.createOrFold<arith::MaxSIOp>(loc, end, zero));
  Value distance = builder.createOrFold<arith::SubIOp>(loc, end, begin);
  Value iterations =
      builder.createOrFold<arith::CeilDivUIOp>(loc, distance, loop.getStep());
  Value any = builder.createOrFold<arith::CmpIOp>(
      loc, arith::CmpIPredicate::sgt, end, begin);
  return getAsOpFoldResult(
      builder.createOrFold<arith::SelectOp>(loc, any, iterations, zero));
}

// The number of iterations before the current one.
OpFoldResult AppendRewriter::buildIterationNumber() {
  OpFoldResult passed =
      index.subtract(loop.getInductionVar(), loop.getLowerBound());
  if (getConstantIntValue(loop.getStep()) == 1)
    return passed;
  return builder.createOrFold<arith::DivUIOp>(loc, index.materialize(passed),
                                              loop.getStep());
}

// The product of two sizes, and a number that is 0 if it does not overflow.
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
  auto words = arith::MulUIExtendedOp::create(
      builder, loc, index.materialize(a), index.materialize(b));
  return {words.getLow(), words.getHigh()};
}

// Computes `total`. Returns the capacity in rows; the largest number if that is
// 2^63 or more, so that the allocation fails like that of any huge tensor.
OpFoldResult AppendRewriter::computeCapacity(OpFoldResult iterations) {
  OpFoldResult length = sizes[found.getAxis()], excess;
  std::tie(total, excess) = multiplyExactly(iterations, perIteration);
  Value rows = index.materialize(total);
  Value sum =
      builder.createOrFold<arith::AddIOp>(loc, index.materialize(length), rows);
  Value zero = index.materialize(builder.getIndexAttr(0));
  Value most = index.materialize(
      builder.getIndexAttr(std::numeric_limits<int64_t>::max()));
  auto compare = [&](arith::CmpIPredicate predicate, Value value) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, value, zero);
  };
  Value isTooLarge = builder.createOrFold<arith::OrIOp>(
      loc, compare(arith::CmpIPredicate::ne, index.materialize(excess)),
      compare(arith::CmpIPredicate::slt,
              builder.createOrFold<arith::OrIOp>(loc, rows, sum)));
  return getAsOpFoldResult(
      builder.createOrFold<arith::SelectOp>(loc, isTooLarge, most, sum));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

// The sizes of a slice of `length` rows, static exactly where `type` is.
SmallVector<OpFoldResult> AppendRewriter::getSlice(Type type,
                                                   OpFoldResult length) {
  auto ranked = cast<RankedTensorType>(type);
  SmallVector<OpFoldResult> slice = sizes;
  slice[found.getAxis()] = length;
  for (auto [dim, size] : llvm::enumerate(slice)) {
    if (ranked.isDynamicDim(dim))
      size = index.materialize(size);
    else
      size = builder.getIndexAttr(ranked.getDimSize(dim));
  }
  return slice;
}

Value AppendRewriter::extract(Value buffer, OpFoldResult offset,
                              OpFoldResult length, Type type) {
  SmallVector<OpFoldResult> slice = getSlice(type, length);
  SmallVector<OpFoldResult> offsets(slice.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(slice.size(), builder.getIndexAttr(1));
  offsets[found.getAxis()] = offset;
  return sliceTensor(builder, loc, buffer, offsets, slice, steps,
                     cast<RankedTensorType>(type));
}

Value AppendRewriter::insert(Value tensor, Value buffer, OpFoldResult offset,
                             OpFoldResult length) {
  SmallVector<OpFoldResult> slice = getSlice(tensor.getType(), length);
  // Upstream's op does not verify if the slice is empty.
  if (isZeroInteger(length) || llvm::any_of(slice, isZeroInteger))
    return buffer;
  SmallVector<OpFoldResult> offsets(slice.size(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> steps(slice.size(), builder.getIndexAttr(1));
  offsets[found.getAxis()] = offset;
  return tensor::InsertSliceOp::create(builder, loc, tensor, buffer, offsets,
                                       slice, steps);
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

// Allocates the buffer, inserts the initial tensor, and makes the loop carry
// the buffer.
void AppendRewriter::allocateBuffer() {
  Value init = found.getInit();
  int64_t axis = found.getAxis();
  EarlySizes early(loop.getContext());
  sizes = early.getAll(init);
  builder.setInsertionPoint(loop);
  perIteration = builder.getIndexAttr(0);
  for (OpFoldResult size : found.added)
    perIteration = index.add(perIteration, size);
  OpFoldResult capacity = computeCapacity(countIterations());
  SmallVector<Value> dynamicSizes;
  auto type = cast<RankedTensorType>(init.getType());
  for (auto [dim, size] : llvm::enumerate(getSlice(type, capacity)))
    if (type.isDynamicDim(dim))
      dynamicSizes.push_back(cast<Value>(size));
  Value empty = tensor::EmptyOp::create(builder, loc, type, dynamicSizes);
  OpFoldResult offset = builder.getIndexAttr(0);
  Value filled =
      insert(init, empty, found.isPrepended() ? total : offset, sizes[axis]);
  loop.getInitArgsMutable()[found.index].assign(filled);
}

// Makes readers of `early` after `border` read `late` instead, so that no
// reader needs the old contents of the buffer. Clones views of `early`.
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

// The operands of the concat, with copies of views of the tensor itself, whose
// buffer would otherwise be read after it has been written.
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

void AppendRewriter::rewriteBody() {
  BlockArgument carried = found.getCarried();
  Operation *terminator = loop.getBody()->getTerminator();
  SmallVector<OpOperand *> readers = llvm::to_vector(
      llvm::map_range(carried.getUses(), [](OpOperand &use) { return &use; }));

  builder.setInsertionPointToStart(loop.getBody());
  OpFoldResult added = index.multiply(buildIterationNumber(), perIteration);
  OpFoldResult length = index.add(sizes[found.getAxis()], added);
  OpFoldResult newLength = index.add(length, perIteration);
  OpFoldResult begin = builder.getIndexAttr(0), newBegin = begin;
  if (found.isPrepended()) {
    begin = index.subtract(total, added);
    newBegin = index.subtract(begin, perIteration);
  }
  Value before = extract(carried, begin, length, carried.getType());

  builder.setInsertionPoint(concat);
  SmallVector<Value> inputs = copyOwnRows();
  Value buffer = carried;
  OpFoldResult offset = found.isPrepended() ? newBegin : length;
  for (auto [input, rows] : llvm::zip_equal(inputs, found.added)) {
    buffer = insert(input, buffer, offset, rows);
    offset = index.add(offset, rows);
  }
  Value after = extract(buffer, newBegin, newLength, concat.getType());
  Value later = extract(buffer, begin, length, carried.getType());
  terminator->setOperand(found.index, buffer);
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
  allocateBuffer();
  rewriteBody();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

// Emits an optimization remark about a tensor.
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
