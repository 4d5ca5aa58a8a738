//===- ConvertTosaToOnnxOps.cpp - ops of TOSA that move tensors -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What TOSA defines as an error at run time is checked here.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTTOSATOONNXOPS
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// The elements of a shape, none of which is unknown, or an error of `op`.
static FailureOr<SmallVector<int64_t>> readShape(Operation *op, StringRef name,
                                                 Value shape) {
  auto constant = shape.getDefiningOp<tosa::ConstShapeOp>();
  if (!constant) {
    InFlightDiagnostic error = op->emitOpError("expected ")
                               << name << " to be a tosa.const_shape, but got ";
    if (Operation *producer = shape.getDefiningOp())
      return error << "'" << producer->getName() << "'";
    return error << "an argument";
  }
  return llvm::to_vector(constant.getValues().getValues<int64_t>());
}

// Builds an op of the dialect, whose verifier knows more rules than TOSA's, or
// reports that as an error of `op`.
template <typename Op, typename... Operands>
static FailureOr<Value> build(OpBuilder &builder, Operation *op,
                              Operands &&...operands) {
  Type type = op->getResult(0).getType();
  auto built = Op::create(builder, op->getLoc(), type,
                          std::forward<Operands>(operands)...);
  if (failed(built->getName().verifyInvariants(built))) {
    built->erase();
    return failure();
  }
  return Value(built->getResult(0));
}

static FailureOr<Value> convert(OpBuilder &builder, tosa::ConcatOp op) {
  return build<NewestConcatOp>(builder, op, op.getInput1(),
                               static_cast<int64_t>(op.getAxis()));
}

static FailureOr<Value> convert(OpBuilder &builder, tosa::TileOp op) {
  FailureOr<SmallVector<int64_t>> repeats =
      readShape(op, "multiples", op.getMultiples());
  if (failed(repeats))
    return failure();
  for (auto [dim, repeat] : llvm::enumerate(*repeats))
    if (repeat < 0)
      return op.emitOpError("expected multiples[")
             << dim << "] to be known, but got " << repeat;
  Value vector = arith::ConstantOp::create(builder, op.getLoc(),
                                           builder.getI64TensorAttr(*repeats));
  return build<NewestTileOp>(builder, op, op.getInput1(), vector);
}

static FailureOr<Value> convert(OpBuilder &builder, tosa::SliceOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getInput1().getType());
  auto resultType = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !resultType)
    return op.emitOpError("expected ranked tensors, but got an unranked one");
  FailureOr<SmallVector<int64_t>> start = readShape(op, "start", op.getStart());
  FailureOr<SmallVector<int64_t>> size = readShape(op, "size", op.getSize());
  if (failed(start) || failed(size))
    return failure();
  CheckBuilder check(builder, op, CheckMode::Status);
  SmallVector<OpFoldResult> offsets, sizes, strides;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if ((*start)[dim] < 0)
      return op.emitOpError("expected start[")
             << dim << "] to be known, but got " << (*start)[dim];
    Value all = check.sizeOf(op.getInput1(), dim);
    Value begin = check.constant((*start)[dim]);
    // To the end if it is not given.
    Value length = (*size)[dim] < 0 ? check.subtract(all, begin)
                                    : check.constant((*size)[dim]);
    Value last = check.subtract(all, length);
    check.require(
        check.both(check.compare(arith::CmpIPredicate::sge, last, begin),
                   check.compare(arith::CmpIPredicate::sge, length,
                                 check.constant(0))),
        "expected elements {0} to {1} of dimension " + Twine(dim) +
            " to be among {2}",
        {begin, check.add(begin, length), all});
    offsets.push_back(builder.getIndexAttr((*start)[dim]));
    sizes.push_back(getAsOpFoldResult(length));
    strides.push_back(builder.getIndexAttr(1));
  }
  Value slice = tensor::ExtractSliceOp::create(
      builder, op.getLoc(), op.getInput1(), offsets, sizes, strides);
  return check.castTo(slice, resultType);
}

static LogicalResult convertOp(Operation *op) {
  OpBuilder builder(op);
  FailureOr<Value> result =
      TypeSwitch<Operation *, FailureOr<Value>>(op)
          .Case<tosa::ConcatOp, tosa::TileOp, tosa::SliceOp>(
              [&](auto found) { return convert(builder, found); })
          .Default([](Operation *) { return Value(); });
  if (failed(result))
    return failure();
  if (!*result)
    return success();
  op->replaceAllUsesWith(ValueRange(*result));
  op->erase();
  return success();
}

namespace {

struct ConvertTosaToOnnxOps
    : onnxops::impl::ConvertTosaToOnnxOpsBase<ConvertTosaToOnnxOps> {
  void runOnOperation() override {
    WalkResult walk = getOperation()->walk(
        [](Operation *op) { return WalkResult(convertOp(op)); });
    if (walk.wasInterrupted())
      return signalPassFailure();
    getOperation()->walk([](tosa::ConstShapeOp op) {
      if (op->use_empty())
        op->erase();
    });
  }
};

} // namespace
