//===- ModuleBuilder.h - build a module from a graph ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds IR from the graph of any reader.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_MODULEBUILDER_H
#define ONNXOPS_IMPORT_MODULEBUILDER_H

#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"

namespace mlir::onnxops {

/// Builds a verified module with one function, `main`. Emits one error and
/// returns null if the graph is invalid or not supported. Takes time linear in
/// the size of the graph.
OwningOpRef<ModuleOp> buildModule(const FileModel &model, MLIRContext &context,
                                  const ImportOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_MODULEBUILDER_H
