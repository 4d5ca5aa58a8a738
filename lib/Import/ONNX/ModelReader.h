//===- ModelReader.h - an ONNX file to a graph ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The part of the importer that knows ONNX's messages.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H
#define ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H

#include "mlir/IR/MLIRContext.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::onnxops {

/// Reads a model, the data that it keeps in other files included. On a file
/// that is no whole model, or says what cannot be, emits one error.
/// `directory` is where those files are; empty: there may be none. So it does
/// on a model that exceeds a limit, before anything is made of that size.
FailureOr<FileModel> readONNXModel(llvm::MemoryBufferRef file,
                                   StringRef directory,
                                   const ModelLimits &limits,
                                   MLIRContext &context);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_MODELREADER_H
