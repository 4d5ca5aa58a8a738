//===- ExternalData.h - tensors' bytes beside a model -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds bytes that a model keeps in another file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DATA_EXTERNALDATA_H
#define ONNXOPS_LIB_DATA_EXTERNALDATA_H

#include "onnxops/Support/InputFile.h"

#include <optional>
#include <string>

namespace mlir::onnxops {

/// Where a tensor's bytes lie: a part of a file.
struct ExternalData {
  std::string location; ///< relative to the model's directory
  uint64_t offset = 0;
  std::optional<uint64_t> length; ///< to the end of the file if not given
};

/// Opens the file, which has `bytes` bytes at the offset. It must lie below
/// `directory`: a model must not make its user read other files and hand them
/// on.
llvm::Expected<InputFile> openExternalData(const ExternalData &external,
                                           llvm::StringRef directory,
                                           uint64_t bytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_EXTERNALDATA_H
