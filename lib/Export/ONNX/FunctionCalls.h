//===- FunctionCalls.h - calls of the model's functions ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The importer inlines functions. Where all nodes of a call are written as they
// would have been before any pass ran, the call takes their place again.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_FUNCTIONCALLS_H
#define ONNXOPS_LIB_EXPORT_ONNX_FUNCTIONCALLS_H

#include "mlir/IR/BuiltinOps.h"

namespace onnx {
class ModelProto;
} // namespace onnx

namespace mlir::onnxops {

/// Adds to the calls that the module records the nodes that `model`, which was
/// written from it, has in their place.
LogicalResult addExpectedNodes(ModuleOp module, const onnx::ModelProto &model);

/// Replaces in `model`, which was written from the module, the nodes of calls
/// by the calls, and adds the functions that are called then. Of calls in each
/// other the outermost are restored. Emits an error if the module has bytes
/// that are no call or no function.
LogicalResult restoreCalls(ModuleOp module, onnx::ModelProto &model);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_FUNCTIONCALLS_H
