//===- CompatibilityOptions.h - deviations from ONNX ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some exporters write nodes that violate the standard but that some runtimes
// accept. An option for each imports them with their intended meaning.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H
#define ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H

#include "mlir/IR/Value.h"
#include "onnxops/Import/Graph.h"
#include "onnxops/Import/Import.h"

namespace mlir::onnxops {

/// Drops operands according to the options, and sets `adjusted` to the node to
/// build instead, if its attributes change too. `opset` is that of the model.
/// Emits an error if the node is invalid even so.
LogicalResult applyCompatibilityOptions(Location loc, const GraphNode &node,
                                        SmallVectorImpl<Value> &operands,
                                        int64_t opset,
                                        const ImportOptions &options,
                                        std::optional<GraphNode> &adjusted);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_COMPATIBILITYOPTIONS_H
