//===- InterleavedGroups.h - copies into adjacent slices --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups the copies of a lowered concat: consecutive in one block, into
// adjacent slices of one memref along one axis.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_INTERLEAVEDGROUPS_H
#define ONNXOPS_COPIES_INTERLEAVEDGROUPS_H

#include "onnxops/Copies/CopyOperands.h"

namespace mlir::onnxops {

/// Moves in program order, which may run as one at the position of the last. A
/// group of several fills adjacent slices along `axis`.
struct MoveGroup {
  SmallVector<Move, 1> moves;
  unsigned axis = 0;
};

/// Groups the moves of a block, given in program order: those that form one
/// interleaved copy are in one group.
SmallVector<MoveGroup> groupMoves(ArrayRef<Move> moves);

/// The moves of a group of several as nests of the same loops, whose runs are
/// adjacent in the target of the first; moves known to be empty are left out.
/// None if the moves have no such nests.
std::optional<SmallVector<CopyNest>>
getInterleavedNests(const MoveGroup &group, StridedViews &views,
                    CopyOperands &operands);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_INTERLEAVEDGROUPS_H
