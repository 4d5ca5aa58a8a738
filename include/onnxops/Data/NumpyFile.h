//===- NumpyFile.h - .npy files ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads and writes the files of numpy.save and numpy.load. numpy has no bf16,
// and its strings are not ONNX's: such tensors are stored by TensorProto.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_NUMPYFILE_H
#define ONNXOPS_DATA_NUMPYFILE_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Data/TensorShards.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::onnxops {

/// Reads a file of format version 1 to 3: little-endian elements in C or
/// Fortran order. The data must match the shape. Errors do not name the file.
llvm::Expected<TensorData> readNumpyFile(llvm::StringRef path);

/// Whether files hold elements of this type: of all but strings and bf16.
bool isNumpyType(int32_t elementType);

/// Prints a file of version 1, or 2 if the header needs it, in C order. Fails
/// on other element types.
llvm::Error printNumpyFile(llvm::raw_ostream &os, const TensorData &tensor);

/// Prints the start of such a file, which the elements follow.
llvm::Error printNumpyHeader(llvm::raw_ostream &os, int32_t elementType,
                             llvm::ArrayRef<int64_t> sizes);

/// Writes such a file, completely or not at all.
llvm::Error writeNumpyFile(llvm::StringRef path, const TensorData &tensor);

/// The elements of a box of a tensor.
struct NumpyShard {
  TensorData tensor;
  llvm::SmallVector<int64_t> sizes; ///< of the whole tensor
};

/// Returns the box that is wanted of a tensor, or why there is none.
using ChooseBox = llvm::function_ref<llvm::Expected<TensorBox>(
    int32_t elementType, llvm::ArrayRef<int64_t> sizes)>;

/// Reads a shard of a file that readNumpyFile reads, in memory of its size.
llvm::Expected<NumpyShard> readNumpyShard(llvm::StringRef path,
                                          ChooseBox choose);

/// Where a shard is in a tensor.
struct NumpyPart {
  int32_t elementType;
  llvm::ArrayRef<int64_t> sizes; ///< of the whole tensor
  TensorBox box;
};

/// Writes the elements of a shard into a file that has the header of the whole
/// tensor. Other processes may write other shards at the same time. Errors do
/// not name the file.
llvm::Error writeNumpyShard(llvm::StringRef path, const NumpyPart &part,
                            llvm::ArrayRef<char> elements);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_NUMPYFILE_H
