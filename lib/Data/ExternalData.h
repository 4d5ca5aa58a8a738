//===- ExternalData.h - external data of tensors ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads bytes that a model stores in another file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DATA_EXTERNALDATA_H
#define ONNXOPS_LIB_DATA_EXTERNALDATA_H

#include "onnxops/Support/InputFile.h"

#include <optional>
#include <string>

namespace mlir::onnxops {

/// The location of a tensor's bytes: a part of a file.
struct ExternalData {
  std::string location; ///< relative to the model's directory
  uint64_t offset = 0;
  std::optional<uint64_t> length; ///< up to the end of the file if not given
};

/// Opens the file, which must have `bytes` bytes at the offset. It must be
/// below `directory`: a model must not make its user read other files and pass
/// them on.
llvm::Expected<InputFile> openExternalData(const ExternalData &external,
                                           llvm::StringRef directory,
                                           uint64_t bytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_EXTERNALDATA_H
