//===- Import.h - models to the dialect -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry points of the importers.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_IMPORT_H
#define ONNXOPS_IMPORT_IMPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "onnxops/Support/Limits.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace mlir::onnxops {

/// ImportOptions.def documents the members.
struct ImportOptions {
#define ONNXOPS_IMPORT_OPTION(member, flag, help) bool member = false;
#include "onnxops/Import/ImportOptions.def"
  /// Limits of a model. They do not apply to MLIR files.
  ModelLimits limits;
};

/// Imports an ONNX model as a module with one function, `main`, whose arguments
/// and results are those of the graph. Ops have the version of the model's
/// opset, and locations from which describeLocation derives file and node.
///
/// Emits one error through the context and returns null if the file is invalid
/// or not supported. Loads the dialects that it needs and allows unregistered
/// dialects in the context, for the ops of `onnx`.
OwningOpRef<ModuleOp> importONNX(StringRef path, MLIRContext &context,
                                 const ImportOptions &options = {});

/// The same for a model in memory, whose identifier replaces its path in
/// locations. External data is read from the directory of the identifier; if it
/// has none, the model may not have external data.
OwningOpRef<ModuleOp> importONNX(llvm::MemoryBufferRef model,
                                 MLIRContext &context,
                                 const ImportOptions &options = {});

/// Imports an OpenVINO model from its XML file, with constants from the .bin
/// file of the same stem. The module is like that of importONNX; arguments have
/// the names of Parameters, results those of Results. Of the options, only the
/// limits apply.
OwningOpRef<ModuleOp> importOpenVINO(StringRef path, MLIRContext &context,
                                     const ImportOptions &options = {});

/// The same for a model in memory: `model` is the XML, `weights` are the bytes
/// of the .bin file. Their identifiers replace their paths.
OwningOpRef<ModuleOp> importOpenVINO(llvm::MemoryBufferRef model,
                                     llvm::MemoryBufferRef weights,
                                     MLIRContext &context,
                                     const ImportOptions &options = {});

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_IMPORT_H
