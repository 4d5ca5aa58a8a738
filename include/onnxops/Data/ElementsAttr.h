//===- ElementsAttr.h - tensors as constants in IR --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Host tensors to and from MLIR's attributes for constant tensors.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DATA_ELEMENTSATTR_H
#define ONNXOPS_DATA_ELEMENTSATTR_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinTypes.h"
#include "onnxops/Data/TensorData.h"

namespace mlir::onnxops {

/// The tensor's type. Loads no dialect: for a tensor of strings, the context
/// must have ours.
RankedTensorType getTensorType(const TensorData &tensor, MLIRContext *context);

/// The tensor as a constant: dense where the verifiers may want to see the
/// elements or all are equal, otherwise a resource that is stored once, outside
/// the context's uniquing, under a key made of `name`.
ElementsAttr makeElementsAttr(const TensorData &tensor, llvm::StringRef name,
                              MLIRContext *context);

/// The elements of a constant. Fails on an attribute whose elements are not
/// there (an elided resource) or of a type that ONNX does not have.
llvm::Expected<TensorData> copyElements(ElementsAttr constant);

} // namespace mlir::onnxops

#endif // ONNXOPS_DATA_ELEMENTSATTR_H
