//===- InterleavedGroups.cpp - copies into adjacent slices ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies may run together, in any order of their rows, if none reads memory
// that another one writes and no op between them has an effect on memory.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/InterleavedGroups.h"

#include "onnxops/Copies/Aliasing.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Adjacency
//===----------------------------------------------------------------------===//

namespace {
/// A constant plus values; a value counts as often as it is listed.
struct Sum {
  int64_t constant = 0;
  SmallVector<Value> values;

  bool operator==(const Sum &other) const {
    return constant == other.constant && values == other.values;
  }
};
} // namespace

// Adds `number`, split into its summands up to `depth` additions, to `sum`.
// The depth is bounded since sums of a wide concat grow with each operand.
static void addTo(Sum &sum, OpFoldResult number, unsigned depth = 4) {
  if (std::optional<int64_t> constant = getConstantIntValue(number)) {
    sum.constant += *constant;
    return;
  }
  auto value = cast<Value>(number);
  auto add = value.getDefiningOp<arith::AddIOp>();
  if (!add || depth == 0) {
    sum.values.push_back(value);
    return;
  }
  addTo(sum, add.getLhs(), depth - 1);
  addTo(sum, add.getRhs(), depth - 1);
}

static Sum getSum(ArrayRef<OpFoldResult> numbers, unsigned depth) {
  Sum sum;
  for (OpFoldResult number : numbers)
    addTo(sum, number, depth);
  llvm::sort(sum.values, [](Value lhs, Value rhs) {
    return lhs.getAsOpaquePointer() < rhs.getAsOpaquePointer();
  });
  return sum;
}

// Whether `next` is `offset` plus `size`, judging by the defining ops.
static bool isSum(OpFoldResult next, OpFoldResult offset, OpFoldResult size) {
  // Depth 1 sees the last addition, depth 4 also constants folded into others.
  for (unsigned depth : {1, 4})
    if (getSum(next, depth) == getSum({offset, size}, depth - 1) ||
        getSum(next, depth) == getSum({offset, size}, depth))
      return true;
  return false;
}

// The subview that a copy writes, if it has unit strides and full rank.
static memref::SubViewOp getTargetBlock(const Move &move) {
  auto view = move.target.getDefiningOp<memref::SubViewOp>();
  if (!view || move.added || !view.hasUnitStride() ||
      view.getSourceType().getRank() != view.getType().getRank())
    return nullptr;
  return view;
}

// The one dimension in which `next` begins where `view` ends, if all others are
// equal.
static std::optional<unsigned> getSharedAxis(memref::SubViewOp view,
                                             memref::SubViewOp next) {
  if (view.getSource() != next.getSource())
    return std::nullopt;
  SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  SmallVector<OpFoldResult> sizes = view.getMixedSizes();
  SmallVector<OpFoldResult> nextOffsets = next.getMixedOffsets();
  SmallVector<OpFoldResult> nextSizes = next.getMixedSizes();
  std::optional<unsigned> axis;
  for (unsigned i = 0, rank = sizes.size(); i < rank; ++i) {
    if (isEqualConstantIntOrValue(offsets[i], nextOffsets[i]) &&
        isEqualConstantIntOrValue(sizes[i], nextSizes[i]))
      continue;
    if (axis || !isSum(nextOffsets[i], offsets[i], sizes[i]))
      return std::nullopt;
    axis = i;
  }
  return axis;
}

SmallVector<MoveGroup> mlir::onnxops::groupMoves(ArrayRef<Move> moves) {
  SmallVector<MoveGroup> groups;
  for (const Move &move : moves) {
    memref::SubViewOp view = getTargetBlock(move);
    if (!groups.empty() && view && isApart(move.source, move.target)) {
      MoveGroup &group = groups.back();
      memref::SubViewOp previous = getTargetBlock(group.moves.back());
      std::optional<unsigned> axis;
      if (previous &&
          isApart(group.moves.back().source, group.moves.back().target))
        axis = getSharedAxis(previous, view);
      bool continues = axis && (group.moves.size() == 1 || group.axis == axis);
      if (continues && isUndisturbed(group.moves.back().op, move.op)) {
        group.axis = *axis;
        group.moves.push_back(move);
        continue;
      }
    }
    MoveGroup group;
    group.moves.push_back(move);
    groups.push_back(std::move(group));
  }
  return groups;
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

// Whether the nests have the same loops around one run each.
static bool haveSameRows(ArrayRef<CopyNest> nests) {
  const CopyNest &first = nests.front();
  return llvm::all_of(nests, [&](const CopyNest &nest) {
    return nest.innerLoops == 0 &&
           llvm::equal(nest.loops, first.loops,
                       [](const CopyLoop &lhs, const CopyLoop &rhs) {
                         return lhs.dimensions == rhs.dimensions;
                       });
  });
}

// Whether a slice of a memref takes the dimensions after `axis` whole, so that
// the next slice begins where its run ends.
static bool isWholeAfter(const StridedView &view, unsigned axis) {
  Product inner(1);
  for (unsigned i = axis + 1; i < view.sizes.size(); ++i)
    inner = inner * view.sizes[i];
  return view.strides[axis] == inner && view.strides.back().constant() == 1;
}

std::optional<SmallVector<CopyNest>>
mlir::onnxops::getInterleavedNests(const MoveGroup &group, StridedViews &views,
                                   CopyOperands &operands) {
  if (!isWholeAfter(views.get(group.moves.front().target), group.axis))
    return std::nullopt;
  SmallVector<CopyNest> nests;
  for (const Move &move : group.moves) {
    CopyNest nest = operands.getNest(move, group.axis,
                                     nests.empty() ? nullptr : nests.data());
    if (!nest.isEmpty)
      nests.push_back(nest);
  }
  if (!nests.empty() && !haveSameRows(nests))
    return std::nullopt;
  return nests;
}
