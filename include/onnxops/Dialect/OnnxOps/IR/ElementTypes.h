//===- ElementTypes.h - ONNX's numbers for element types --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps MLIR's element types to the numbers of ONNX's TensorProto.DataType,
// which model files, the `dtype` attribute and the run-time library use.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H

#include "mlir/IR/Types.h"

namespace mlir::onnxops {

/// The element type with an ONNX number, null if it is not supported.
Type getElementTypeOfOnnx(int64_t number, MLIRContext *context);

/// The ONNX number of an element type, none if ONNX does not have the type.
std::optional<int64_t> getOnnxOfElementType(Type type);

/// An element type of ONNX that models store for operators that are not lowered
/// here: floats of 4 and 8 bits, integers of 2 and 4.
struct StoredElement {
  Type type; ///< null if there is none
  int64_t number = 0;
  unsigned bits = 0;
};
StoredElement getStoredElement(int64_t number, MLIRContext *context);
StoredElement getStoredElement(Type type);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ELEMENTTYPES_H
