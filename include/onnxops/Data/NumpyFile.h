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

namespace mlir::onnxops {

/// Reads a file of format version 1 to 3: little-endian elements in C or
/// Fortran order. The data must match the shape. Errors do not name the file.
llvm::Expected<TensorData> readNumpyFile(llvm::StringRef path);

/// Whether files hold elements of this type: of all but strings and bf16.
bool isNumpyType(int32_t elementType);

/// Prints a file of version 1, or 2 if the header needs it, in C order. Fails
/// on other element types.
llvm::Error printNumpyFile(llvm::raw_ostream &os, const TensorData &tensor);

/// Writes such a file, completely or not at all.
llvm::Error writeNumpyFile(llvm::StringRef path, const TensorData &tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_NUMPYFILE_H
