//===- Neighbours.h - generic ops of the dialect onnx -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the unregistered ops of `onnx` say of themselves, which importers make
// of operators that are not ours.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_NEIGHBOURS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_NEIGHBOURS_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Attributes that are no attributes of the operator: its domain, where that is
/// not ONNX's default one, and the names of the attributes that regions were.
constexpr StringLiteral kOnnxDomainAttr = "onnx.domain";
constexpr StringLiteral kOnnxRegionsAttr = "onnx.regions";

/// Whether the op is one of `onnx`, an operator or what stands between them:
/// NoValue and Yield.
bool isOnnxOp(Operation *op);

/// Its domain, "" for ONNX's default one.
StringRef getOnnxDomain(Operation *op);

/// Whether the op is an operator of ONNX's default domain that the dialect
/// keeps as it is.
bool isNeighbour(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_NEIGHBOURS_H
