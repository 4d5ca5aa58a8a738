//===- NumpyFile.cpp - .npy files -----------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes whole tensors.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/NumpyFile.h"

#include "NumpyHeader.h"
#include "onnxops/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::onnxops;
using llvm::StringRef;

llvm::Expected<TensorData>
mlir::onnxops::copyFromFortranOrder(const TensorData &data) {
  llvm::ArrayRef<int64_t> sizes = data.getSizes();
  llvm::Expected<TensorData> tensor =
      TensorData::create(data.getElementType(), sizes);
  if (!tensor)
    return tensor;
  size_t elementBytes = onnxopsElementBytes(data.getElementType());
  llvm::SmallVector<int64_t> strides(sizes.size());
  int64_t stride = elementBytes;
  for (auto [size, dimStride] : llvm::zip_equal(sizes, strides)) {
    dimStride = stride;
    stride *= size;
  }
  llvm::SmallVector<int64_t> index(sizes.size(), 0);
  char *to = tensor->getMutableBytes().data();
  const char *from = data.getBytes().data();
  for (int64_t i = 0; i < data.getNumElements(); ++i, to += elementBytes) {
    std::memcpy(to, from, elementBytes);
    for (size_t dim = sizes.size(); dim-- > 0;) {
      from += strides[dim];
      if (++index[dim] < sizes[dim])
        break;
      from -= strides[dim] * sizes[dim];
      index[dim] = 0;
    }
  }
  return tensor;
}

llvm::Expected<TensorData> mlir::onnxops::readNumpyFile(StringRef path) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<NumpyHeader> header = readNumpyHeader(*file);
  if (!header)
    return header.takeError();
  llvm::Expected<TensorData> tensor =
      TensorData::create(header->elementType, header->sizes);
  if (!tensor)
    return tensor;
  if (llvm::Error error = file->read(header->end, tensor->getMutableBytes()))
    return error;
  normalizeBools(*tensor);
  return header->isFortranOrder ? copyFromFortranOrder(*tensor)
                                : std::move(tensor);
}

llvm::Error mlir::onnxops::printNumpyHeader(llvm::raw_ostream &os,
                                            int32_t elementType,
                                            llvm::ArrayRef<int64_t> sizes) {
  llvm::Expected<std::string> header = makeNumpyHeader(elementType, sizes);
  if (!header)
    return header.takeError();
  os << *header;
  return llvm::Error::success();
}

llvm::Error mlir::onnxops::printNumpyFile(llvm::raw_ostream &os,
                                          const TensorData &tensor) {
  if (llvm::Error error =
          printNumpyHeader(os, tensor.getElementType(), tensor.getSizes()))
    return error;
  os << StringRef(tensor.getBytes().data(), tensor.getBytes().size());
  return llvm::Error::success();
}

llvm::Error mlir::onnxops::writeNumpyFile(StringRef path,
                                          const TensorData &tensor) {
  return writeOutput(
      path, [&](llvm::raw_ostream &os) { return printNumpyFile(os, tensor); });
}
