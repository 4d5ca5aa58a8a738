//===- TensorShards.h - parts of tensors ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cuts tensors into shards for ranks, and joins what they return.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_TENSORSHARDS_H
#define ONNXOPS_DATA_TENSORSHARDS_H

#include "onnxops/Data/TensorData.h"

namespace mlir::onnxops {

/// Where a part of a tensor begins and ends in each dimension.
struct TensorBox {
  llvm::SmallVector<int64_t> begins, ends;

  /// All of a tensor.
  static TensorBox all(llvm::ArrayRef<int64_t> sizes) {
    return {llvm::SmallVector<int64_t>(sizes.size(), 0),
            llvm::SmallVector<int64_t>(sizes)};
  }
};

/// The elements from `begin` to `end` along a dimension, 0 <= begin <= end <=
/// its size. Not for strings. Fails when there is no memory.
llvm::Expected<TensorData> sliceTensor(const TensorData &tensor,
                                       int64_t dimension, int64_t begin,
                                       int64_t end);

/// Joins tensors of one element type along a dimension; their other sizes are
/// the same. At least one, and not of strings. Fails when there is no memory.
llvm::Expected<TensorData> joinTensors(llvm::ArrayRef<const TensorData *> parts,
                                       int64_t dimension);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_TENSORSHARDS_H
