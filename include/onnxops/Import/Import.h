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

struct ImportOptions {
  /// Accept an opset newer than the newest that is known, and take the newest
  /// known version of each operator.
  bool allowNewerOpset = false;
  /// Keep operators that are not known as generic ops of the `onnx` dialect.
  bool allowUnsupported = false;
  /// Make constants of graph inputs that have an initializer, instead of
  /// inputs with a default value.
  bool freezeInitializers = false;
  /// Let SplitToSequence drop the axis where keepdims is 0 and `split` is known
  /// to be the scalar 1. The standard keeps the axis wherever `split` is given;
  /// the LSTM exports of one framework rely on a runtime that does not.
  bool torchSplitSqueeze = false;
  /// Leave out inputs of Concat that have rank 1 and no elements, whatever the
  /// rank of the others: some exporters write an empty list so.
  bool dropEmptyInputs = false;
  /// Let the axis of Concat 1 and 4 count from the end, as some runtimes do.
  bool allowNegativeAxes = false;
  /// Of files of MLIR: read bytecode too. Its reader is upstream's, and trusts
  /// its input: a file that is damaged can crash it.
  bool allowBytecode = false;
  /// What a model may have. MLIR, which is code, has no such limits.
  ModelLimits limits;
};

/// Reads an ONNX model: a module with one function, `main`, whose arguments and
/// results are the graph's. Ops have the version that the model's opset
/// selects, and locations that describeLocation turns into file and node.
///
/// On a mistake in the file, or something that is not supported, emits one
/// error through the context and returns null. Loads the dialects that it needs
/// and lets the context have unregistered ones, for the ops of `onnx`.
OwningOpRef<ModuleOp> importONNX(StringRef path, MLIRContext &context,
                                 const ImportOptions &options = {});

/// The same for a model in memory, whose identifier stands for its path in
/// locations. External data lies in the directory that the identifier names; if
/// it names none, the model may have no external data.
OwningOpRef<ModuleOp> importONNX(llvm::MemoryBufferRef model,
                                 MLIRContext &context,
                                 const ImportOptions &options = {});

/// Reads an OpenVINO model, the XML file, and its constants from the .bin file
/// of the same stem. Makes the same of it as importONNX: arguments have the
/// names of Parameters, results those of Results. Of the options, the limits
/// are for it.
OwningOpRef<ModuleOp> importOpenVINO(StringRef path, MLIRContext &context,
                                     const ImportOptions &options = {});

/// The same for a model in memory: `model` is the XML, `weights` are the bytes
/// of the .bin file. Their identifiers stand for their paths.
OwningOpRef<ModuleOp> importOpenVINO(llvm::MemoryBufferRef model,
                                     llvm::MemoryBufferRef weights,
                                     MLIRContext &context,
                                     const ImportOptions &options = {});

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_IMPORT_H
