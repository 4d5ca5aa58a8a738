//===- ElementTypes.h - ONNX's numbers for element types --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one table between MLIR's element types and the numbers of ONNX's
// TensorProto.DataType, which files, the `dtype` attribute and the run-time
// library use.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

namespace mlir::onnxops {

/// The element type with an ONNX number, null for one that is unknown here.
Type getElementTypeOfOnnx(int64_t number, MLIRContext *context);

/// The ONNX number of an element type, none for one that ONNX does not have.
std::optional<int64_t> getOnnxOfElementType(Type type);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H
