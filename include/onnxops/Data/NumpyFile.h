//===- NumpyFile.h - .npy files ---------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tensors as numpy.save writes them and numpy.load reads them. numpy has no
// bf16, and its strings are not ONNX's: such tensors go through TensorProto.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_NUMPYFILE_H
#define ONNXOPS_DATA_NUMPYFILE_H

#include "onnxops/Data/TensorData.h"

namespace mlir::onnxops {

/// Reads a file of format version 1 to 3: little-endian elements in C or
/// Fortran order. The data must be as long as the shape says. Errors do not
/// name the file.
llvm::Expected<TensorData> readNumpyFile(llvm::StringRef path);

/// Prints a file of version 1, or 2 where the header needs it, in C order.
/// Fails on strings and bf16.
llvm::Error printNumpyFile(llvm::raw_ostream &os, const TensorData &tensor);

/// Writes such a file, which appears whole or not at all.
llvm::Error writeNumpyFile(llvm::StringRef path, const TensorData &tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_NUMPYFILE_H
