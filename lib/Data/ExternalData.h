//===- ExternalData.h - tensors' bytes beside a model -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads bytes that a model keeps in another file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DATA_EXTERNALDATA_H
#define ONNXOPS_LIB_DATA_EXTERNALDATA_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>
#include <string>

namespace mlir::onnxops {

/// Where a tensor's bytes lie: a part of a file.
struct ExternalData {
  std::string location; ///< relative to the model's directory
  uint64_t offset = 0;
  std::optional<uint64_t> length; ///< to the end of the file if not given
};

/// Reads what must be `bytes` bytes. The file must lie below `directory`: a
/// model must not make its user read other files and hand them on.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readExternalData(const ExternalData &external, llvm::StringRef directory,
                 uint64_t bytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DATA_EXTERNALDATA_H
