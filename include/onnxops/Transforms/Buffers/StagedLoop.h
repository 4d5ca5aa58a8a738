//===- StagedLoop.h - elementwise loops past the caches ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM vectorizes loops with unaligned stores only, and non-temporal ones must
// be aligned. So a loop that writes past the caches computes a page at a time
// into a buffer that stays in L1, and copies it from there.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_STAGEDLOOP_H
#define ONNXOPS_TRANSFORMS_BUFFERS_STAGEDLOOP_H

#include "onnxops/Copies/CodeWriter.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// Restricts one loop of the op to `size` iterations from `begin` on.
void takePart(OpBuilder &builder, linalg::GenericOp op, unsigned loop,
              OpFoldResult begin, OpFoldResult size);

/// Whether an elementwise op on memrefs can be staged: it has one result, which
/// it does not read, and writes rows of it without gaps.
bool canStage(linalg::GenericOp op);

/// Whether the rows that an op that canStage writes are worth a buffer: an i1.
Value areLongRows(CodeWriter &writer, linalg::GenericOp op);

/// The bytes of the memory of which an op that canStage writes a part.
Number getWholeBytes(CodeWriter &writer, linalg::GenericOp op);

/// Replaces an op that canStage by loops that compute its result page by page,
/// and write it with non-temporal stores of `vectorBytes`, without a fence. The
/// writer is at the op.
void stage(CodeWriter &writer, linalg::GenericOp op, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_STAGEDLOOP_H
