//===- LoopGroups.cpp - loops that fill rows together ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops are fused if they write parts of the same rows, and if none reads
// memory that any of them writes, so that the order of rows does not matter.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Buffers/LoopGroups.h"

#include "onnxops/Copies/Aliasing.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of loops in one kernel.
static constexpr size_t kMostLoops = 8;
// Minimum number of rows for an even distribution among threads.
static constexpr int64_t kFewestRows = 16;

// The view that a loop writes, if the outermost loop iterates over its rows.
static memref::SubViewOp getRows(linalg::GenericOp op) {
  if (op.getNumLoops() < 2 || op.getNumDpsInits() != 1)
    return nullptr;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (map.getNumResults() == 0 || !map.getResult(0).isFunctionOfDim(0))
    return nullptr;
  Value memref = op.getDpsInitOperand(0)->get();
  // Collapsing inner dimensions does not change the rows.
  while (auto collapse = memref.getDefiningOp<memref::CollapseShapeOp>()) {
    if (collapse.getReassociationIndices().front().size() != 1)
      return nullptr;
    memref = collapse.getSrc();
  }
  auto view = memref.getDefiningOp<memref::SubViewOp>();
  if (!view || view.getSourceType().getRank() != view.getType().getRank() ||
      !isOneInteger(view.getMixedStrides().front()))
    return nullptr;
  int64_t rows = view.getType().getDimSize(0);
  return ShapedType::isDynamic(rows) || rows >= kFewestRows ? view : nullptr;
}

static bool haveSameRows(memref::SubViewOp lhs, memref::SubViewOp rhs) {
  return lhs.getSource() == rhs.getSource() &&
         isEqualConstantIntOrValue(lhs.getMixedOffsets().front(),
                                   rhs.getMixedOffsets().front()) &&
         isEqualConstantIntOrValue(lhs.getMixedSizes().front(),
                                   rhs.getMixedSizes().front());
}

// Whether a loop reads only its operands, from memory that its group does not
// write.
static bool readsElsewhere(linalg::GenericOp op) {
  Value target = op.getDpsInitOperand(0)->get();
  return llvm::all_of(op.getDpsInputOperands(),
                      [&](OpOperand *input) {
                        return !isa<MemRefType>(input->get().getType()) ||
                               isApart(input->get(), target);
                      }) &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         llvm::all_of(*op.getBody(), [](Operation &inner) {
           return isMemoryEffectFree(&inner);
         });
}

static bool continues(const LoopGroup &group, linalg::GenericOp op) {
  linalg::GenericOp last = group.back();
  if (group.size() == kMostLoops || last->getBlock() != op->getBlock())
    return false;
  memref::SubViewOp before = getRows(last), rows = getRows(op);
  return before && rows && haveSameRows(before, rows) && readsElsewhere(last) &&
         readsElsewhere(op) && isUndisturbed(last, op);
}

SmallVector<LoopGroup>
mlir::onnxops::groupLoops(ArrayRef<linalg::GenericOp> loops) {
  SmallVector<LoopGroup> groups;
  for (linalg::GenericOp op : loops) {
    if (groups.empty() || !continues(groups.back(), op))
      groups.emplace_back();
    groups.back().push_back(op);
  }
  return groups;
}
