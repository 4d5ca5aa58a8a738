//===- Neighbours.cpp - generic ops of the dialect onnx -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads what generic ops of `onnx` say of themselves.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/Neighbours.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isOnnxOp(Operation *op) {
  return op->getName().getDialectNamespace() == "onnx";
}

StringRef mlir::onnxops::getOnnxDomain(Operation *op) {
  auto domain = op->getAttrOfType<StringAttr>(kOnnxDomainAttr);
  return !domain || domain == "ai.onnx" ? StringRef() : domain.strref();
}

bool mlir::onnxops::isNeighbour(Operation *op) {
  if (!isOnnxOp(op))
    return false;
  // Of the importer's making, not operators.
  StringRef name = op->getName().stripDialect();
  if (name == "NoValue" || name == "Yield")
    return false;
  // Other domains have opsets of their own, which no conversion touches.
  return getOnnxDomain(op).empty();
}
