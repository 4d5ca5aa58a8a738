//===- ModuleBuilder.h - a graph to a module --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one way from the readers' graph to IR.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_MODULEBUILDER_H
#define ONNXOPS_IMPORT_MODULEBUILDER_H

#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"

namespace mlir::onnxops {

/// Builds a verified module with one function, `main`. On a graph that makes
/// no sense or holds something that is not supported, emits one error and
/// returns null. Takes time linear in the size of the graph.
OwningOpRef<ModuleOp> buildModule(const FileModel &model, MLIRContext &context,
                                  const ImportOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_MODULEBUILDER_H
