//===- RuntimeOps.cpp - verifiers and bufferization of run-time ops -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor pushed to a sequence is read and viewed, never copied. A tensor read
// from a sequence is a view of shared memory, so it is not writable.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::onnxops;

std::string CheckOp::escape(StringRef text) {
  std::string escaped;
  for (char c : text)
    escaped.append(c == '{' ? 2 : 1, c);
  return escaped;
}

/// A condition that is known to hold needs no check.
///   onnxops.check %true, "..."  ==>  nothing
LogicalResult CheckOp::canonicalize(CheckOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return rewriter.notifyMatchFailure(op, "the condition may not hold");
  rewriter.eraseOp(op);
  return success();
}

LogicalResult
RtParallelForOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto kernel =
      symbols.lookupNearestSymbolFrom<func::FuncOp>(*this, getKernelAttr());
  if (!kernel)
    return emitOpError("expected kernel ")
           << getKernelAttr() << " to be a function, but got none";
  if (!kernel.isPrivate())
    return emitOpError("expected kernel ")
           << getKernelAttr() << " to be private, but got a public function";
  Builder builder(getContext());
  Type i64 = builder.getI64Type();
  Type expected = builder.getFunctionType({getTable().getType(), i64, i64}, {});
  if (kernel.getFunctionType() != expected)
    return emitOpError("expected kernel ")
           << getKernelAttr() << " to be " << expected << ", but got "
           << kernel.getFunctionType();
  return success();
}

// Replaces the tensor operand of a push or insert by its buffer.
template <typename Op>
static LogicalResult bufferizeElement(Op op, RewriterBase &rewriter,
                                      const BufferizationOptions &options,
                                      BufferizationState &state) {
  FailureOr<Value> buffer = getBuffer(rewriter, op.getTensor(), options, state);
  if (failed(buffer))
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op.getTensorMutable().assign(*buffer); });
  return success();
}

bool RtSequencePushOp::bufferizesToMemoryRead(OpOperand &,
                                              const AnalysisState &) {
  return true;
}

bool RtSequencePushOp::bufferizesToMemoryWrite(OpOperand &,
                                               const AnalysisState &) {
  return false;
}

AliasingValueList RtSequencePushOp::getAliasingValues(OpOperand &,
                                                      const AnalysisState &) {
  return {};
}

LogicalResult RtSequencePushOp::bufferize(RewriterBase &rewriter,
                                          const BufferizationOptions &options,
                                          BufferizationState &state) {
  return bufferizeElement(*this, rewriter, options, state);
}

LogicalResult RtSequencePushChunksOp::verify() {
  auto type = cast<ShapedType>(getTensor().getType());
  if (type.hasRank() && static_cast<int64_t>(getAxis()) >= type.getRank())
    return emitOpError("expected axis to be less than ")
           << type.getRank() << ", but got " << getAxis();
  std::optional<int64_t> size = getConstantIntValue(getSize());
  if (size && *size != 1 && getSqueezed())
    return emitOpError("expected squeezed chunks to have size 1, but got ")
           << *size;
  return success();
}

bool RtSequencePushChunksOp::bufferizesToMemoryRead(OpOperand &,
                                                    const AnalysisState &) {
  return true;
}

bool RtSequencePushChunksOp::bufferizesToMemoryWrite(OpOperand &,
                                                     const AnalysisState &) {
  return false;
}

AliasingValueList
RtSequencePushChunksOp::getAliasingValues(OpOperand &, const AnalysisState &) {
  return {};
}

LogicalResult
RtSequencePushChunksOp::bufferize(RewriterBase &rewriter,
                                  const BufferizationOptions &options,
                                  BufferizationState &state) {
  return bufferizeElement(*this, rewriter, options, state);
}

bool RtSequenceInsertOp::bufferizesToMemoryRead(OpOperand &,
                                                const AnalysisState &) {
  return true;
}

bool RtSequenceInsertOp::bufferizesToMemoryWrite(OpOperand &,
                                                 const AnalysisState &) {
  return false;
}

AliasingValueList RtSequenceInsertOp::getAliasingValues(OpOperand &,
                                                        const AnalysisState &) {
  return {};
}

LogicalResult RtSequenceInsertOp::bufferize(RewriterBase &rewriter,
                                            const BufferizationOptions &options,
                                            BufferizationState &state) {
  return bufferizeElement(*this, rewriter, options, state);
}

bool RtSequenceAtOp::bufferizesToMemoryRead(OpOperand &,
                                            const AnalysisState &) {
  return false;
}

bool RtSequenceAtOp::bufferizesToMemoryWrite(OpOperand &,
                                             const AnalysisState &) {
  return false;
}

bool RtSequenceAtOp::isWritable(Value, const AnalysisState &) { return false; }

AliasingValueList RtSequenceAtOp::getAliasingValues(OpOperand &,
                                                    const AnalysisState &) {
  return {};
}

FailureOr<BufferLikeType>
RtSequenceAtOp::getBufferType(Value value, const BufferizationOptions &,
                              const BufferizationState &,
                              SmallVector<Value> &) {
  return cast<BufferLikeType>(
      getMemRefTypeWithFullyDynamicLayout(cast<TensorType>(value.getType())));
}

LogicalResult RtSequenceAtOp::bufferize(RewriterBase &rewriter,
                                        const BufferizationOptions &,
                                        BufferizationState &) {
  auto type = dyn_cast<TensorType>(getTensor().getType());
  if (!type)
    return success();
  auto view = RtSequenceAtOp::create(
      rewriter, getLoc(), getMemRefTypeWithFullyDynamicLayout(type),
      getSequence(), getElementTypeAttr(), getPosition(), getWhereAttr());
  replaceOpWithBufferizedValues(rewriter, *this, view->getResults());
  return success();
}

// Otherwise One-Shot Bufferize considers the memory undefined, and makes no
// copy for an op that writes to it.
bool RtStringsOp::resultBufferizesToMemoryWrite(OpResult,
                                                const AnalysisState &) {
  return true;
}

bool RtStringsOp::isWritable(Value, const AnalysisState &) { return false; }

FailureOr<BufferLikeType>
RtStringsOp::getBufferType(Value value, const BufferizationOptions &,
                           const BufferizationState &, SmallVector<Value> &) {
  auto type = cast<RankedTensorType>(value.getType());
  return cast<BufferLikeType>(
      MemRefType::get(type.getShape(), type.getElementType()));
}

LogicalResult RtStringsOp::bufferize(RewriterBase &rewriter,
                                     const BufferizationOptions &,
                                     BufferizationState &) {
  auto type = dyn_cast<RankedTensorType>(getStrings().getType());
  if (!type)
    return success();
  auto memory = RtStringsOp::create(
      rewriter, getLoc(),
      MemRefType::get(type.getShape(), type.getElementType()), getValueAttr());
  replaceOpWithBufferizedValues(rewriter, *this, memory->getResults());
  return success();
}
