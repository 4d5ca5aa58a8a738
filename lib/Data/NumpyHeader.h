//===- NumpyHeader.h - the headers of .npy files ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes before the elements of a file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DATA_NUMPYHEADER_H
#define ONNXOPS_LIB_DATA_NUMPYHEADER_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Support/InputFile.h"

namespace mlir::onnxops {

/// A valid header.
struct NumpyHeader {
  int32_t elementType = ONNXOPS_FLOAT32;
  bool isFortranOrder = false;
  llvm::SmallVector<int64_t> sizes;
  uint64_t end = 0; ///< offset of the elements
};

/// Reads a header. Fails unless the rest of the file is as long as the elements
/// are: the header of a broken file may request any size.
llvm::Expected<NumpyHeader> readNumpyHeader(const InputFile &file);

/// The header of a file in C order. Fails for types that numpy lacks.
llvm::Expected<std::string> makeNumpyHeader(int32_t elementType,
                                            llvm::ArrayRef<int64_t> sizes);

/// The tensor whose first dimension varies fastest in `data`.
llvm::Expected<TensorData> copyFromFortranOrder(const TensorData &data);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_NUMPYHEADER_H
