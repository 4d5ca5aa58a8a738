//===- ModelReader.h - read an ONNX file ------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the importer that depends on ONNX's protobuf messages.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H
#define ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H

#include "mlir/IR/MLIRContext.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::onnxops {

/// Reads a model, including its external data, which is in `directory`; if that
/// is empty, external data is not allowed. Emits one error if the file is not a
/// model, is truncated or invalid, or if the model exceeds a limit, before
/// allocating memory of that size. Frees `owner`, which may hold the bytes of
/// the file, as soon as they have been parsed.
FailureOr<FileModel> readONNXModel(llvm::MemoryBufferRef file,
                                   StringRef directory,
                                   const ImportOptions &options,
                                   MLIRContext &context,
                                   std::unique_ptr<llvm::MemoryBuffer> owner);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H
