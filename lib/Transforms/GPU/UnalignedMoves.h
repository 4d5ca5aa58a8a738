//===- UnalignedMoves.h - copies of unaligned runs on devices ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where runs, strides or addresses are no multiples of 16 bytes, threads still
// write 16 aligned bytes at once: each collects them from all runs that have a
// part of them.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_UNALIGNEDMOVES_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_UNALIGNEDMOVES_H

#include "DeviceWriter.h"
#include "MoveLayout.h"

namespace mlir::onnxops {

/// Writes the loop of a thread that makes the moves. All addresses, strides and
/// runs are multiples of `unit`, which is less than 16. Rows are adjacent in
/// the target, and indices have 32 bits. Reads aligned words of 4 bytes that
/// have at least one byte of a source.
void writeUnalignedMoves(DeviceWriter &writer, const MoveLayout &layout,
                         int64_t unit);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_UNALIGNEDMOVES_H
