//===- TensorShards.cpp - parts of tensors --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A tensor is rows before the dimension; of each, a part is contiguous.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/TensorShards.h"

#include <cstring>

using namespace mlir::onnxops;

// The dimensions before the one that is cut, multiplied.
static int64_t countRows(llvm::ArrayRef<int64_t> sizes, int64_t dimension) {
  int64_t rows = 1;
  for (int64_t size : sizes.take_front(dimension))
    rows *= size;
  return rows;
}

llvm::Expected<TensorData> mlir::onnxops::sliceTensor(const TensorData &tensor,
                                                      int64_t dimension,
                                                      int64_t begin,
                                                      int64_t end) {
  llvm::SmallVector<int64_t> sizes(tensor.getSizes());
  const int64_t whole = sizes[dimension];
  sizes[dimension] = end - begin;
  auto slice = TensorData::create(tensor.getElementType(), sizes);
  if (!slice || slice->getNumElements() == 0)
    return slice;
  const int64_t rows = countRows(sizes, dimension);
  const size_t row = tensor.getBytes().size() / rows;
  const size_t part = slice->getBytes().size() / rows;
  const char *from = tensor.getBytes().data() + row / whole * begin;
  char *to = slice->getMutableBytes().data();
  for (int64_t i = 0; i < rows; ++i)
    std::memcpy(to + i * part, from + i * row, part);
  return slice;
}

llvm::Expected<TensorData>
mlir::onnxops::joinTensors(llvm::ArrayRef<const TensorData *> parts,
                           int64_t dimension) {
  llvm::SmallVector<int64_t> sizes(parts.front()->getSizes());
  sizes[dimension] = 0;
  for (const TensorData *part : parts)
    sizes[dimension] += part->getSizes()[dimension];
  auto joined = TensorData::create(parts.front()->getElementType(), sizes);
  if (!joined || joined->getNumElements() == 0)
    return joined;
  const int64_t rows = countRows(sizes, dimension);
  const size_t row = joined->getBytes().size() / rows;
  char *to = joined->getMutableBytes().data();
  for (const TensorData *part : parts) {
    const size_t bytes = part->getBytes().size() / rows;
    for (int64_t i = 0; i < rows && bytes > 0; ++i)
      std::memcpy(to + i * row, part->getBytes().data() + i * bytes, bytes);
    to += bytes;
  }
  return joined;
}
