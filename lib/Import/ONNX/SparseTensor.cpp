//===- SparseTensor.cpp - constants with few elements ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks each position before its element is written.
//
//===----------------------------------------------------------------------===//

#include "SparseTensor.h"

#include "llvm/ADT/STLExtras.h"

#include <cstring>

using namespace mlir::onnxops;
using llvm::ArrayRef;
using llvm::createStringError;
using llvm::Twine;

// Verifies what the two tensors are.
static llvm::Error verifyParts(const TensorData &values,
                               const TensorData &indices, size_t rank) {
  if (values.isString())
    return createStringError("expected values of numbers, but got strings");
  if (values.getSizes().size() != 1)
    return createStringError("expected values to have rank 1, but got rank " +
                             Twine(values.getSizes().size()));
  if (indices.getElementType() != ONNXOPS_INT64)
    return createStringError("expected indices of i64, but got element type " +
                             Twine(indices.getElementType()));
  ArrayRef<int64_t> own = indices.getSizes();
  bool hasRows = own.size() == 2 && own[1] == static_cast<int64_t>(rank);
  if (own.size() != 1 && !hasRows)
    return createStringError("expected indices to be a vector, or rows of " +
                             Twine(rank));
  if (own[0] != values.getNumElements())
    return createStringError("expected " + Twine(values.getNumElements()) +
                             " indices, one for each value, but got " +
                             Twine(own[0]));
  return llvm::Error::success();
}

// The row-major position of a row of indices, one for each dimension.
static llvm::Expected<int64_t> getPosition(ArrayRef<int64_t> row,
                                           ArrayRef<int64_t> sizes) {
  int64_t position = 0;
  for (auto [index, size] : llvm::zip_equal(row, sizes)) {
    if (index < 0 || index >= size)
      return createStringError("expected indices to be in [0, " + Twine(size) +
                               "), but got " + Twine(index));
    position = position * size + index;
  }
  return position;
}

llvm::Expected<TensorData>
mlir::onnxops::expandSparse(const TensorData &values, const TensorData &indices,
                            ArrayRef<int64_t> sizes, ConstantPool &pool) {
  if (llvm::Error error = verifyParts(values, indices, sizes.size()))
    return error;
  llvm::Expected<TensorData> tensor =
      pool.create(values.getElementType(), sizes);
  if (!tensor)
    return tensor.takeError();
  int64_t numElements = tensor->getNumElements(), previous = -1;
  size_t count = values.getNumElements();
  size_t length = indices.getSizes().size() == 2 ? sizes.size() : 1;
  ArrayRef<int64_t> all(
      reinterpret_cast<const int64_t *>(indices.getBytes().data()),
      count * length);
  size_t bytes = count ? values.getBytes().size() / count : 0;
  for (size_t i = 0; i < count; ++i) {
    llvm::Expected<int64_t> position =
        getPosition(all.slice(i * length, length),
                    indices.getSizes().size() == 2 ? sizes : numElements);
    if (!position)
      return position.takeError();
    if (*position <= previous)
      return createStringError("expected indices to ascend, but got position " +
                               Twine(*position) + " behind " + Twine(previous));
    previous = *position;
    std::memcpy(tensor->getMutableBytes().data() + *position * bytes,
                values.getBytes().data() + i * bytes, bytes);
  }
  return tensor;
}
