//===- ImportOpenVINO.cpp - an OpenVINO model to the dialect --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the file, makes the graph of it, builds the module.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"
#include "onnxops/Import/ModuleBuilder.h"

using namespace mlir;
using namespace mlir::onnxops;

OwningOpRef<ModuleOp> mlir::onnxops::importOpenVINO(StringRef path,
                                                    MLIRContext &context) {
  FailureOr<Net> net = readNet(path, context);
  if (failed(net))
    return nullptr;
  FailureOr<Model> model = readGraph(*net, context);
  if (failed(model))
    return nullptr;
  return buildModule(*model, context, ImportOptions());
}
