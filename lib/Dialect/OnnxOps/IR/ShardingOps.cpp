//===- ShardingOps.cpp - verifiers and bufferization of sharding ops ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What ranks cannot know before a call, such as offsets, is checked by the
// run-time library.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"
#include "onnxops/ABI/Runtime.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Verifiers
//===----------------------------------------------------------------------===//

// A grid is small enough for its number of ranks to be an i64.
static LogicalResult verifyGrid(Operation *op, ArrayRef<int64_t> grid) {
  if (grid.empty() || grid.size() > ONNXOPS_MAX_GRID_AXES)
    return op->emitOpError("expected a grid of 1 to ")
           << ONNXOPS_MAX_GRID_AXES << " axes, but got " << grid.size();
  int64_t ranks = 1;
  for (int64_t size : grid)
    if (size < 1 || llvm::MulOverflow(ranks, size, ranks))
      return op->emitOpError("expected sizes of a grid that are at least 1 and "
                             "have a product of less than 2^63, but got [")
             << grid << "]";
  return success();
}

static LogicalResult verifyOffsets(Operation *op, Type type, int64_t ranks) {
  auto shaped = cast<ShapedType>(type);
  if (shaped.getDimSize(0) != ranks + 1)
    return op->emitOpError("expected ")
           << ranks + 1
           << " offsets, one more than the axis has ranks, but got " << type;
  auto memref = dyn_cast<MemRefType>(type);
  if (memref && !memref.getLayout().isIdentity())
    return op->emitOpError("expected contiguous offsets, but got ") << type;
  return success();
}

// A result is a tensor, of the type of `init`, or there is none.
static LogicalResult verifyResult(Operation *op, Type init) {
  bool isTensor = isa<TensorType>(init);
  if (op->getNumResults() != (isTensor ? 1 : 0))
    return op->emitOpError(isTensor ? "expected a result, but got none"
                                    : "expected no result, but got one");
  if (isTensor && op->getResult(0).getType() != init)
    return op->emitOpError("expected a result of type ")
           << init << ", but got " << op->getResult(0).getType();
  return success();
}

ArrayRef<int64_t> ExchangeOp::getAxesOf(int64_t index) {
  int64_t rank = cast<ShapedType>(getInit().getType()).getRank();
  return getAxes().slice(index * rank, rank);
}

// Each axis shards one dimension of a tensor.
static LogicalResult verifyAxes(ExchangeOp op) {
  auto init = cast<ShapedType>(op.getInit().getType());
  size_t tensors = op.getSources().size() + 1;
  if (op.getAxes().size() != tensors * init.getRank())
    return op.emitOpError("expected ")
           << tensors * init.getRank()
           << " axes, one for each dimension of each tensor, but got "
           << op.getAxes().size();
  auto offsets = op.getOffsets().begin(), end = op.getOffsets().end();
  for (size_t i = 0; i < tensors; ++i) {
    SmallVector<bool> isUsed(op.getGrid().size());
    for (int64_t axis : op.getAxesOf(i)) {
      if (axis == -1)
        continue;
      if (axis < 0 || axis >= static_cast<int64_t>(isUsed.size()))
        return op.emitOpError("expected axes of the grid, or -1, but got ")
               << axis;
      if (isUsed[axis])
        return op.emitOpError("expected axis ")
               << axis << " to shard one dimension of a tensor, but got two";
      isUsed[axis] = true;
      if (offsets == end)
        return op.emitOpError("expected offsets for each sharded dimension, "
                              "but got ")
               << op.getOffsets().size();
      if (failed(verifyOffsets(op, (*offsets++).getType(), op.getGrid()[axis])))
        return failure();
    }
  }
  if (offsets != end)
    return op.emitOpError("expected offsets for each sharded dimension alone, "
                          "but got ")
           << op.getOffsets().size();
  return success();
}

static LogicalResult verifySegments(ExchangeOp op) {
  ArrayRef<int64_t> segments = op.getSegments();
  if (segments.size() % 4 != 0)
    return op.emitOpError("expected four numbers for each segment, but got ")
           << segments.size();
  if (llvm::count(segments, ShapedType::kDynamic) !=
      static_cast<int64_t>(op.getNumbers().size()))
    return op.emitOpError("expected ")
           << llvm::count(segments, ShapedType::kDynamic)
           << " numbers that are not constant, but got "
           << op.getNumbers().size();
  for (size_t i = 0; i < segments.size(); ++i) {
    if (i % 4 == 0 &&
        (segments[i] < 0 ||
         segments[i] >= static_cast<int64_t>(op.getSources().size())))
      return op.emitOpError("expected segment ")
             << i / 4 << " to be of a source, but got number " << segments[i];
    if (!ShapedType::isDynamic(segments[i]) && segments[i] < 0)
      return op.emitOpError("expected numbers of segment ")
             << i / 4 << " to be at least 0, but got " << segments[i];
  }
  return success();
}

static LogicalResult verifyTensors(ExchangeOp op) {
  auto init = cast<ShapedType>(op.getInit().getType());
  if (!init.hasRank() || init.getRank() == 0)
    return op.emitOpError("expected a result of rank 1 or more, but got ")
           << init;
  if (!init.getElementType().isIntOrIndexOrFloat() &&
      !isa<ComplexType>(init.getElementType()))
    return op.emitOpError("expected numbers as elements, but got ") << init;
  if (op.getDimension() < 0 ||
      op.getDimension() >= static_cast<uint64_t>(init.getRank()))
    return op.emitOpError("expected a dimension in [0, ")
           << init.getRank() - 1 << "], but got "
           << static_cast<int64_t>(op.getDimension());
  for (auto [index, source] : llvm::enumerate(op.getSources())) {
    auto type = cast<ShapedType>(source.getType());
    if (!type.hasRank() || type.getRank() != init.getRank() ||
        type.getElementType() != init.getElementType())
      return op.emitOpError("expected source ")
             << index << " to have the rank and the element type of " << init
             << ", but got " << type;
  }
  return success();
}

LogicalResult ExchangeOp::verify() {
  if (failed(verifyGrid(*this, getGrid())) || failed(verifyTensors(*this)) ||
      failed(verifyAxes(*this)) || failed(verifySegments(*this)))
    return failure();
  return verifyResult(*this, getInit().getType());
}

LogicalResult GatherOffsetsOp::verify() {
  if (failed(verifyGrid(*this, getGrid())))
    return failure();
  if (getAxis() >= getGrid().size())
    return emitOpError("expected an axis in [0, ")
           << getGrid().size() - 1 << "], but got "
           << static_cast<int64_t>(getAxis());
  if (failed(verifyOffsets(*this, getInit().getType(), getGrid()[getAxis()])))
    return failure();
  return verifyResult(*this, getInit().getType());
}

//===----------------------------------------------------------------------===//
// Bufferization
//===----------------------------------------------------------------------===//

// All of `init` is written, and nothing of it is read.
static bool readsOperand(DestinationStyleOpInterface op, OpOperand &operand) {
  return !op.isDpsInit(&operand);
}

static AliasingValueList getAliases(DestinationStyleOpInterface op,
                                    OpOperand &operand) {
  if (!op.isDpsInit(&operand))
    return {};
  return {{op.getTiedOpResult(&operand), BufferRelation::Equivalent}};
}

// The buffer of a tensor; contiguous if `isContiguous`.
static FailureOr<Value> getMemory(RewriterBase &rewriter, Value tensor,
                                  bool isContiguous,
                                  const BufferizationOptions &options,
                                  BufferizationState &state) {
  FailureOr<Value> buffer = getBuffer(rewriter, tensor, options, state);
  if (failed(buffer))
    return failure();
  auto type = cast<MemRefType>(buffer->getType());
  if (!isContiguous || type.getLayout().isIdentity())
    return buffer;
  Location loc = tensor.getLoc();
  auto row = MemRefType::get(type.getShape(), type.getElementType());
  FailureOr<Value> copy =
      options.createAlloc(rewriter, loc, row, /*dynShape=*/ValueRange());
  if (failed(copy) ||
      failed(options.createMemCpy(rewriter, loc, *buffer, *copy)))
    return failure();
  return copy;
}

// Replaces an op by one on memory, with the same attributes.
static LogicalResult bufferizeOp(DestinationStyleOpInterface op,
                                 RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  if (op->getNumResults() == 0)
    return success();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(op);
  SmallVector<Value> operands;
  Value result;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<TensorType>(operand.get().getType())) {
      operands.push_back(operand.get());
      continue;
    }
    auto type = cast<RankedTensorType>(operand.get().getType());
    bool isOffsets = !op.isDpsInit(&operand) &&
                     type.getElementType().isIndex() && type.getRank() == 1;
    FailureOr<Value> memory =
        getMemory(rewriter, operand.get(), isOffsets, options, state);
    if (failed(memory))
      return failure();
    operands.push_back(*memory);
    if (op.isDpsInit(&operand))
      result = *memory;
  }
  OperationState created(op->getLoc(), op->getName(), operands, TypeRange(),
                         op->getDiscardableAttrDictionary().getValue());
  created.propertiesAttr = op->getPropertiesAsAttribute();
  rewriter.create(created);
  replaceOpWithBufferizedValues(rewriter, op, result);
  return success();
}

bool ExchangeOp::bufferizesToMemoryRead(OpOperand &operand,
                                        const AnalysisState &) {
  return readsOperand(*this, operand);
}

bool ExchangeOp::bufferizesToMemoryWrite(OpOperand &operand,
                                         const AnalysisState &) {
  return isDpsInit(&operand);
}

AliasingValueList ExchangeOp::getAliasingValues(OpOperand &operand,
                                                const AnalysisState &) {
  return getAliases(*this, operand);
}

LogicalResult ExchangeOp::bufferize(RewriterBase &rewriter,
                                    const BufferizationOptions &options,
                                    BufferizationState &state) {
  return bufferizeOp(*this, rewriter, options, state);
}

bool GatherOffsetsOp::bufferizesToMemoryRead(OpOperand &operand,
                                             const AnalysisState &) {
  return readsOperand(*this, operand);
}

bool GatherOffsetsOp::bufferizesToMemoryWrite(OpOperand &operand,
                                              const AnalysisState &) {
  return isDpsInit(&operand);
}

AliasingValueList GatherOffsetsOp::getAliasingValues(OpOperand &operand,
                                                     const AnalysisState &) {
  return getAliases(*this, operand);
}

LogicalResult GatherOffsetsOp::bufferize(RewriterBase &rewriter,
                                         const BufferizationOptions &options,
                                         BufferizationState &state) {
  return bufferizeOp(*this, rewriter, options, state);
}
