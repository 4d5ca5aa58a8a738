//===- CallRecorder.h - record calls of functions ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls that are inlined are recorded as metadata::kCalls describes them, so
// that an exporter can write them again.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_IMPORT_ONNX_CALLRECORDER_H
#define ONNXOPS_LIB_IMPORT_ONNX_CALLRECORDER_H

#include "onnxops/Data/ModelFunctions.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace onnx {
class ModelProto;
} // namespace onnx

namespace mlir::onnxops {

class CallRecorder {
public:
  /// Appends to `calls`; records nothing if that is null.
  explicit CallRecorder(std::vector<onnx::GraphProto> *calls) : calls(calls) {}

  /// Begins a call, which calls that begin before its end are in. None with
  /// external data is recorded, nor those around it.
  std::optional<size_t> begin(const onnx::NodeProto &call,
                              bool hasExternalData);
  /// Ends what `begin` returned: the nodes from `first` on are in its place.
  void end(std::optional<size_t> call, const NodeProtos &nodes, int first);
  /// Leaves the calls of the model, whose functions have been inlined, that can
  /// be told from others.
  void select(const onnx::ModelProto &model);

private:
  std::vector<onnx::GraphProto> *calls;
  llvm::SmallVector<size_t> open; // calls that have not ended
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_IMPORT_ONNX_CALLRECORDER_H
