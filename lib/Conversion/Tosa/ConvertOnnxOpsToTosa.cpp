//===- ConvertOnnxOpsToTosa.cpp - to TOSA, where it can say it ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// TOSA knows fewer types and sizes, and its levels limit ranks and the length
// of lists of tensors: level 8K here. A concat of more operands becomes
// several.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TargetEnv.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXOPSTOTOSA
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

static constexpr const tosa::TosaLevel &kLevel = tosa::TOSA_LEVEL_EIGHTK;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Why TOSA has no such tensor; empty if it has.
static std::string explainType(Type type) {
  std::string reason;
  llvm::raw_string_ostream os(reason);
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) {
    os << "expected a ranked tensor, but got '" << type << "'";
    return reason;
  }
  Type element = tensor.getElementType();
  bool isInteger = element.isSignlessInteger() &&
                   llvm::is_contained({1u, 8u, 16u, 32u, 64u},
                                      element.getIntOrFloatBitWidth());
  if (!isInteger && !element.isF16() && !element.isBF16() && !element.isF32())
    os << "expected an element type of TOSA, but got '" << element << "'";
  else if (tensor.getRank() > kLevel.MAX_RANK)
    os << "expected at most rank " << kLevel.MAX_RANK << ", but got "
       << tensor.getRank();
  else if (llvm::is_contained(tensor.getShape(), 0))
    os << "expected no dimension to be empty, but got '" << tensor << "'";
  return reason;
}

static LogicalResult refuse(Operation *op, const Twine &reason) {
  return op->emitOpError("has no equivalent in TOSA: ") << reason;
}

static LogicalResult checkTypes(Operation *op, TypeRange types) {
  for (Type type : types)
    if (std::string reason = explainType(type); !reason.empty())
      return refuse(op, reason);
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static Value buildShape(OpBuilder &builder, Location loc,
                        ArrayRef<int64_t> values) {
  auto type = tosa::shapeType::get(builder.getContext(), values.size());
  return tosa::ConstShapeOp::create(builder, loc, type,
                                    builder.getIndexTensorAttr(values));
}

// A tree of concats of at most as many operands as a list may have.
static Value buildConcat(OpBuilder &builder, NewestConcatOp op, int64_t axis,
                         ArrayRef<Value> operands, RankedTensorType type) {
  size_t limit = kLevel.MAX_TENSOR_LIST_SIZE;
  SmallVector<Value> level(operands);
  while (level.size() > limit) {
    SmallVector<Value> next;
    for (size_t begin = 0; begin < level.size(); begin += limit) {
      ArrayRef<Value> group =
          ArrayRef(level).slice(begin, std::min(limit, level.size() - begin));
      FailureOr<Type> joined = inferConcatType(
          /*emit=*/nullptr, ValueRange(group).getTypes(), axis,
          /*allowsNegative=*/false);
      next.push_back(
          tosa::ConcatOp::create(builder, op.getLoc(), *joined, group, axis));
    }
    level = std::move(next);
  }
  return tosa::ConcatOp::create(builder, op.getLoc(), type, level, axis);
}

static FailureOr<Value> convert(OpBuilder &builder, NewestConcatOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (failed(checkTypes(op, op.getType())))
    return failure();
  int64_t axis = *normalizeAxis(op.getAxis(), type.getRank());
  SmallVector<Value> operands;
  for (Value input : op.getInputs()) {
    auto tensor = dyn_cast<RankedTensorType>(input.getType());
    // What is known to be empty adds nothing.
    if (tensor && tensor.getDimSize(axis) == 0)
      continue;
    if (failed(checkTypes(op, input.getType())))
      return failure();
    operands.push_back(input);
  }
  if (operands.empty())
    return refuse(op, "expected an operand that is not known to be empty");
  return buildConcat(builder, op, axis, operands, type);
}

static FailureOr<Value> convert(OpBuilder &builder, NewestTileOp op) {
  if (failed(checkTypes(op, {op.getInput().getType(), op.getType()})))
    return failure();
  int64_t rank = cast<RankedTensorType>(op.getType()).getRank();
  if (rank == 0)
    return refuse(op, "expected rank 1 or more, but got rank 0");
  FailureOr<KnownElements> known = getKnownElements(op.getRepeats());
  SmallVector<int64_t> repeats;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (failed(known) || !(*known)[dim])
      return refuse(op, "expected repeats[" + Twine(dim) + "] to be known");
    if (*(*known)[dim] < 1)
      return refuse(op, "expected repeats[" + Twine(dim) +
                            "] to be 1 or more, but got " +
                            Twine(*(*known)[dim]));
    repeats.push_back(*(*known)[dim]);
  }
  Value shape = buildShape(builder, op.getLoc(), repeats);
  return tosa::TileOp::create(builder, op.getLoc(), op.getType(), op.getInput(),
                              shape)
      .getResult();
}

// Slices that resolved sequences leave; none for others, which stay.
static Value convertSlice(OpBuilder &builder, tensor::ExtractSliceOp op) {
  if (op.getDroppedDims().any() || !op.hasUnitStride() ||
      !explainType(op.getType()).empty() ||
      !explainType(op.getSourceType()).empty() || op.getType().getRank() == 0)
    return {};
  SmallVector<int64_t> start, size;
  for (auto [dim, offset, length] :
       llvm::enumerate(op.getMixedOffsets(), op.getMixedSizes())) {
    std::optional<int64_t> from = getConstantIntValue(offset);
    std::optional<int64_t> count = getConstantIntValue(length);
    auto value = dyn_cast<Value>(length);
    auto all = value ? value.getDefiningOp<tensor::DimOp>() : nullptr;
    bool isWhole = from == 0 && all && all.getSource() == op.getSource() &&
                   all.getConstantIndex() == static_cast<int64_t>(dim);
    if (!from || (!count && !isWhole))
      return {};
    start.push_back(*from);
    size.push_back(count.value_or(-1)); // to the end
  }
  Value startShape = buildShape(builder, op.getLoc(), start);
  Value sizeShape = buildShape(builder, op.getLoc(), size);
  return tosa::SliceOp::create(builder, op.getLoc(), op.getType(),
                               op.getSource(), startShape, sizeShape);
}

static LogicalResult convertOp(Operation *op) {
  OpBuilder builder(op);
  FailureOr<Value> result =
      TypeSwitch<Operation *, FailureOr<Value>>(op)
          .Case<NewestConcatOp, NewestTileOp>(
              [&](auto found) { return convert(builder, found); })
          .Case([&](tensor::ExtractSliceOp slice) {
            return convertSlice(builder, slice);
          })
          .Case([](VersionedOpInterface other) -> FailureOr<Value> {
            return refuse(other, other.isNewest()
                                     ? "it is neither Concat nor Tile"
                                     : "it is not the newest version (run "
                                       "--onnxops-upgrade first)");
          })
          .Default([](Operation *) { return Value(); });
  if (failed(result))
    return failure();
  if (!*result)
    return success();
  SmallVector<Value> operands(op->getOperands());
  op->replaceAllUsesWith(ValueRange(*result));
  op->erase();
  // Repeats and sizes that nothing else needs.
  for (Value operand : operands) {
    Operation *producer = operand.getDefiningOp();
    if (isa_and_nonnull<arith::ConstantOp, tensor::DimOp>(producer) &&
        producer->use_empty())
      producer->erase();
  }
  return success();
}

namespace {

struct ConvertOnnxOpsToTosa
    : onnxops::impl::ConvertOnnxOpsToTosaBase<ConvertOnnxOpsToTosa> {
  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (isa<VersionedOpInterface, tensor::ExtractSliceOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (failed(convertOp(op)))
        return signalPassFailure();
  }
};

} // namespace
