//===- KnownValues.h - integers known at compile time -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Data propagation for shape arithmetic: the elements of small integer tensors,
// as far as they are known.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_KNOWNVALUES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_KNOWNVALUES_H

#include "mlir/IR/Value.h"

namespace mlir::onnxops {

/// One entry per element of `tensor`, none where the element is unknown.
/// Fails when the number of elements is unknown or above 65,536, or when the
/// elements are not whole numbers. Sees through constants, casts, concats
/// along axis 0 and tensor.from_elements; a float constant that holds a whole
/// number counts as that number.
FailureOr<SmallVector<std::optional<int64_t>>> getKnownElements(Value tensor);

/// The only element of a tensor of one element, if it is known.
std::optional<int64_t> getKnownScalar(Value tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_KNOWNVALUES_H
