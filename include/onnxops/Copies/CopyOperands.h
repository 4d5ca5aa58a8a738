//===- CopyOperands.h - numbers and addresses of copies ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What memref.copy and linalg.broadcast move, as the kernels take it: rows,
// runs, levels, with numbers that are constants where they are known.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_COPYOPERANDS_H
#define ONNXOPS_COPIES_COPYOPERANDS_H

#include "onnxops/Copies/CodeWriter.h"
#include "onnxops/Copies/CopyShape.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::onnxops {

/// One op that moves memory as it is: what it reads, what it writes.
struct Move {
  Operation *op = nullptr;
  TypedValue<MemRefType> source, target;
  /// Dimensions of the target in which the source stands still; null for a
  /// copy.
  DenseI64ArrayAttr added;
  int64_t elementBytes = 0;
};

/// The move that an op makes, nothing if it makes none. Fails, with an error at
/// the op, where it moves what is no plain memory.
FailureOr<std::optional<Move>> describeMove(Operation *op);

/// Says what is left to be moved, to whom MLIR's remarks go.
void remarkOn(const Move &move);

/// A loop around a move. Strides are bytes.
struct CopyLoop {
  Number size, targetStride, sourceStride;
  /// The dimensions of the target that it runs over.
  CopyGroup dimensions;
};

/// A move as loops, outermost first, around a run of contiguous bytes.
struct CopyNest {
  Value target, source; ///< pointers
  int64_t elementBytes = 0;
  SmallVector<CopyLoop> loops;
  Number run = 0;
  /// So many of the innermost loops fill the target without a gap.
  unsigned denseLoops = 0;
  /// So many of the innermost loops run along dimensions from the boundary on.
  unsigned innerLoops = 0;
  bool isEmpty = false; ///< for certain
};

/// Indices of a function as numbers, each cast once.
using IndexNumbers = DenseMap<Value, std::optional<Number>>;

/// Reads numbers and addresses from memrefs, at the writer's insertion point.
class CopyOperands {
public:
  CopyOperands(CodeWriter &writer, StridedViews &views, IndexNumbers &indices)
      : writer(writer), views(views), indices(indices) {}

  /// Loops before dimension `boundary` are kept apart from those behind. Of a
  /// move that fills what is behind that of `first`, strides in the target are
  /// those of `first` where it has the same loops, and there is no pointer to
  /// it.
  CopyNest getNest(const Move &move, unsigned boundary = 0,
                   const CopyNest *first = nullptr);

private:
  struct Side {
    TypedValue<MemRefType> memref;
    memref::ExtractStridedMetadataOp metadata;
  };

  memref::ExtractStridedMetadataOp getMetadata(Side &side);
  Number getIndex(Value index);
  /// Nothing if it depends on a memref's descriptor.
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
