//===- ImportOpenVINO.cpp - import an OpenVINO model ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the file, converts it to a graph, builds the module.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "onnxops/Import/ModuleBuilder.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

static OwningOpRef<ModuleOp> importNet(llvm::MemoryBufferRef file,
                                       Weights weights, MLIRContext &context,
                                       const ImportOptions &options) {
  FailureOr<Net> net = readNet(file, context, options.limits);
  if (failed(net))
    return nullptr;
  FailureOr<FileModel> model = readGraph(*net, weights, context);
  if (failed(model))
    return nullptr;
  ImportOptions own;
  own.limits = options.limits;
  return buildModule(*model, context, own);
}

OwningOpRef<ModuleOp> mlir::onnxops::importOpenVINO(
    llvm::MemoryBufferRef model, llvm::MemoryBufferRef weights,
    MLIRContext &context, const ImportOptions &options) {
  return importNet(model, Weights(weights, options.limits), context, options);
}

OwningOpRef<ModuleOp>
mlir::onnxops::importOpenVINO(StringRef path, MLIRContext &context,
                              const ImportOptions &options) {
  auto file = readInput(path, kMaxModelBytes);
  if (!file) {
    emitError(getModelLoc(&context, path))
        << "cannot read the model: " << llvm::toString(file.takeError());
    return nullptr;
  }
  return importNet({(*file)->getBuffer(), path}, Weights(path, options.limits),
                   context, options);
}
