//===- ModelReader.cpp - an ONNX file to a graph --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Turns ModelProto into a Model. Only protobuf's classes are used, never the
// checker or the shape inference of libonnx, which stop at opset 17 and at
// some inputs stop the process.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"

#include "GraphReader.h"
#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/TensorProto.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

static LogicalResult readOpset(Location loc, Model &model,
                               const onnx::ModelProto &proto) {
  std::optional<int64_t> opset;
  for (const onnx::OperatorSetIdProto &import : proto.opset_import()) {
    if (!normalizeDomain(import.domain()).empty())
      continue;
    if (opset)
      return emitError(loc) << "the model imports opsets " << *opset << " and "
                            << import.version();
    opset = import.version();
  }
  if (!opset)
    return emitError(loc) << "the model does not say which opset it imports";
  model.opset = *opset;
  return success();
}

FailureOr<Model> mlir::onnxops::readONNXModel(StringRef path,
                                              MLIRContext &context) {
  Model model;
  model.file = path.str();
  GraphPlace place(&context, path);
  onnx::ModelProto proto;
  if (llvm::Error error = readMessage(path, proto))
    return emitError(place.getLoc())
           << "cannot read the model: " << llvm::toString(std::move(error));
  if (!proto.has_graph())
    return emitError(place.getLoc())
           << "cannot read the model: it has no graph";
  GraphReader reader(model, model.graph, place, /*outer=*/nullptr);
  if (failed(readOpset(place.getLoc(), model, proto)) ||
      failed(reader.read(proto.graph())))
    return failure();
  return std::move(model);
}
