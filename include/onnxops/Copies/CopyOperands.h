//===- CopyOperands.h - loop nests of copies --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Describes memref.copy and linalg.broadcast as loop nests around a contiguous
// run, with constants where sizes and strides are known.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_COPYOPERANDS_H
#define ONNXOPS_COPIES_COPYOPERANDS_H

#include "onnxops/Copies/CodeWriter.h"
#include "onnxops/Copies/CopyShape.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// One data-movement op: its source and its target.
struct Move {
  Operation *op = nullptr;
  TypedValue<MemRefType> source, target;
  /// Dimensions of the target that the source is broadcast to; null for a copy.
  DenseI64ArrayAttr added;
  int64_t elementBytes = 0;
};

/// The move that an op makes; nothing if the op is no data-movement op. Fails,
/// with an error at the op, if its memrefs are not supported.
FailureOr<std::optional<Move>> describeMove(Operation *op);

/// Emits an optimization remark about a remaining copy.
void remarkOn(const Move &move);

/// A loop around a move. Strides are bytes.
struct CopyLoop {
  Number size, targetStride, sourceStride;
  /// The dimensions of the target that the loop iterates over.
  CopyGroup dimensions;
};

/// A move as loops, outermost first, around a run of contiguous bytes.
struct CopyNest {
  Value target, source; ///< pointers
  int64_t elementBytes = 0;
  SmallVector<CopyLoop> loops;
  Number run = 0;
  /// Number of innermost loops that fill the target without a gap.
  unsigned denseLoops = 0;
  /// Number of innermost loops over dimensions from the boundary on.
  unsigned innerLoops = 0;
  bool isEmpty = false; ///< known to be empty
};

/// The indices of a function as numbers, each cast once.
using IndexNumbers = DenseMap<Value, std::optional<Number>>;

/// Reads numbers and addresses from memrefs, at the writer's insertion point.
class CopyOperands {
public:
  CopyOperands(CodeWriter &writer, StridedViews &views, IndexNumbers &indices)
      : writer(writer), views(views), indices(indices) {}

  /// Dimensions before `boundary` are not merged with those from it on. A move
  /// that fills the slice after that of `first` has no pointer to the target,
  /// and uses the target strides of `first` if it has as many loops.
  CopyNest getNest(const Move &move, unsigned boundary = 0,
                   const CopyNest *first = nullptr);

private:
  struct Side {
    TypedValue<MemRefType> memref;
    memref::ExtractStridedMetadataOp metadata;
  };

  memref::ExtractStridedMetadataOp getMetadata(Side &side);
  Number getIndex(Value index);
  /// Nothing if the product depends on a memref's descriptor.
  std::optional<Number> getProduct(const Product &product);
  Number getSize(Side &side, unsigned dimension, const Product &size,
                 const Product &other);
  Number getStride(Side &side, unsigned dimension, const Product &stride);
  Value getPointer(Side &side, int64_t elementBytes);

  CodeWriter &writer;
  StridedViews &views;
  IndexNumbers &indices;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_COPYOPERANDS_H
