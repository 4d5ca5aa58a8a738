//===- Functions.h - inline the functions of a model ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A model may define operators of its own, as lists of nodes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_FUNCTIONS_H
#define ONNXOPS_LIB_IMPORT_ONNX_FUNCTIONS_H

#include "onnxops/Support/Limits.h"

#include <vector>

namespace onnx {
class GraphProto;
class ModelProto;
} // namespace onnx

namespace mlir::onnxops {

/// Replaces each node that calls a function of the model by the function's
/// nodes, also in subgraphs and functions. Values inside of a call get the name
/// of the node and their own; the first of two equal names keeps it. Adds the
/// opsets of other domains that functions import to those of the model.
///
/// Appends to `calls`, which may be null, those that an exporter may make
/// again, as metadata::kCalls describes them: those whose values and operands
/// have names that are defined once in the model and its subgraphs, and whose
/// nodes have results. None if data is in another file, which may not be beside
/// the file that is written, or if a function replaces an operator of ONNX.
///
/// Fails if a function cannot be inlined: its opset has other versions of its
/// operators than the model's, it is one of several overloads, calls are nested
/// too deeply, or there would be too many nodes. Errors name the function.
llvm::Error inlineFunctions(onnx::ModelProto &model, const ModelLimits &limits,
                            std::vector<onnx::GraphProto> *calls);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_FUNCTIONS_H
