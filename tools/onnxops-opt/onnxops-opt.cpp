//===- onnxops-opt.cpp - runs passes on IR --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The driver for passes and pipelines: all of upstream and ours.
//
//===----------------------------------------------------------------------===//

#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "onnxops/InitAll.h"
#include "onnxops/Support/CommandLine.h"

int main(int argc, char **argv) {
  mlir::onnxops::prepareTool();
  mlir::onnxops::setVersion();
  mlir::DialectRegistry registry;
  mlir::onnxops::registerDialects(registry);
  mlir::registerAllPasses();
  mlir::onnxops::registerPasses();
  mlir::onnxops::registerPipelines();
  return mlir::onnxops::finishOutput(mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "operators that move tensors: passes and pipelines\n",
      registry)));
}
