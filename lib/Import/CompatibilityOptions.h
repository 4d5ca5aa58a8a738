//===- CompatibilityOptions.h - deviations from ONNX ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some exporters write nodes that only some runtimes take. An option for each
// reads them as they were meant.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H
#define ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H

#include "mlir/IR/Value.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"

namespace mlir::onnxops {

/// Drops the operands that the options say were not meant, and sets the node to
/// build instead, if its attributes were not either. `opset` is the model's.
/// Emits an error where what was meant cannot be.
LogicalResult readAsMeant(Location loc, const GraphNode &node,
                          SmallVectorImpl<Value> &operands, int64_t opset,
                          const ImportOptions &options,
                          std::optional<GraphNode> &meant);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H
