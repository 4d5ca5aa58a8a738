//===- Destinations.h - the tensor that an op writes into -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements of a tensor are written once it is a buffer, so that the
// buffer can be another one.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_TENSORS_DESTINATIONS_H
#define ONNXOPS_LIB_TRANSFORMS_TENSORS_DESTINATIONS_H

#include "mlir/IR/Value.h"

namespace mlir::onnxops {

/// The operand that the op that makes `tensor` writes into: of an op in
/// destination style, or of a loop that writes all its tiles into one tensor.
/// It has the sizes of `tensor`. Null if there is none.
OpOperand *getDestination(Value tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_TENSORS_DESTINATIONS_H
