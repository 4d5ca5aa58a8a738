//===- SweepGroups.h - copies that fill one target together -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The copies that a concat has become: side by side along one axis of one
// memref, one after the other in one block.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_SWEEPGROUPS_H
#define ONNXOPS_COPIES_SWEEPGROUPS_H

#include "onnxops/Copies/CopyOperands.h"

namespace mlir::onnxops {

/// Moves in program order, which may run as one at the last one's place. A
/// group of several fills adjacent parts along `axis`.
struct MoveGroup {
  SmallVector<Move, 1> moves;
  unsigned axis = 0;
};

/// All moves of a block, those that are a sweep in one group. `moves` are in
/// program order and in this block.
SmallVector<MoveGroup> groupMoves(ArrayRef<Move> moves);

/// The moves of a group of several as nests of the same loops, whose runs lie
/// side by side in the target of the first; without those that are empty for
/// certain. None if they are no such nests.
std::optional<SmallVector<CopyNest>> getSweepNests(const MoveGroup &group,
                                                   StridedViews &views,
                                                   CopyOperands &operands);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_SWEEPGROUPS_H
