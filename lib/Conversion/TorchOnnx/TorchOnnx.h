//===- TorchOnnx.h - names in torch-mlir's form of ONNX ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form is defined by docs/importers/onnx_importer.md of torch-mlir, and by
// its importer, python/torch_mlir/extras/onnx_importer.py.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_TORCHONNX_TORCHONNX_H
#define ONNXOPS_LIB_CONVERSION_TORCHONNX_TORCHONNX_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops::torch {

/// An operator, the end of one of its regions, and an operand that is absent.
constexpr StringLiteral kOperator = "torch.operator";
constexpr StringLiteral kTerminator = "torch.operator_terminator";
constexpr StringLiteral kNone = "torch.constant.none";

/// The inherent attribute that names the operator, `onnx.Concat`.
constexpr StringLiteral kName = "name";
/// What the names of its attributes begin with.
constexpr StringLiteral kAttributePrefix = "torch.onnx.";
/// On a function, an si64: the opset.
constexpr StringLiteral kOpset = "torch.onnx_meta.opset_version";

/// The place of each region of a torch.operator among those of `op`, the
/// generic op: torch-mlir orders them by the names of their attributes.
SmallVector<unsigned> getRegionOrder(Operation *op);

} // namespace mlir::onnxops::torch

#endif // ONNXOPS_LIB_CONVERSION_TORCHONNX_TORCHONNX_H
