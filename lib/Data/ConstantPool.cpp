//===- ConstantPool.cpp - the constants of one model ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts bytes before allocating memory for them, and finds parts of files that
// have been read before.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/ConstantPool.h"

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::Twine;

llvm::Error ConstantPool::add(uint64_t bytes) {
  if (bytes > limits.maxConstantBytes - numBytes)
    return createStringError("expected constants of " +
                             Twine(limits.maxConstantBytes) +
                             " bytes or less in all, but got " + Twine(bytes) +
                             " bytes after " + Twine(numBytes));
  numBytes += bytes;
  return llvm::Error::success();
}

llvm::Expected<TensorData> ConstantPool::create(int32_t elementType,
                                                llvm::ArrayRef<int64_t> sizes) {
  llvm::Expected<int64_t> count = countElements(elementType, sizes);
  if (!count)
    return count.takeError();
  if (llvm::Error error = checkShape(sizes, limits))
    return error;
  if (llvm::Error error = add(*count * onnxopsElementBytes(elementType)))
    return error;
  return TensorData::create(elementType, sizes);
}

llvm::Expected<TensorData> ConstantPool::read(FilePart part,
                                              int32_t elementType,
                                              llvm::ArrayRef<int64_t> sizes,
                                              ReadBytes readBytes) {
  llvm::Expected<int64_t> count = countElements(elementType, sizes);
  if (!count)
    return count.takeError();
  std::tuple key(part.file, part.offset,
                 uint64_t(*count) * onnxopsElementBytes(elementType),
                 elementType == ONNXOPS_BOOL);
  if (auto known = parts.find(key); known != parts.end()) {
    if (llvm::Error error = checkShape(sizes, limits))
      return error;
    return known->second.shareAs(elementType, sizes);
  }
  llvm::Expected<TensorData> tensor = create(elementType, sizes);
  if (!tensor)
    return tensor;
  if (llvm::Error error = readBytes(tensor->getMutableBytes()))
    return error;
  normalizeBools(*tensor);
  parts.try_emplace(key, tensor->shareAs(elementType, sizes));
  return tensor;
}
