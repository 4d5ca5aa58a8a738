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

/// One entry per element of a tensor in row-major order, none where the element
/// is unknown. Those of unsigned types and of i1 are extended with zeros, so
/// that a ui64 from 2^63 on is negative; all others with their sign.
using KnownElements = SmallVector<std::optional<int64_t>>;

/// The elements of `tensor`. Fails when the number of elements is unknown or
/// above 65,536, or when the elements are not whole numbers. Sees through
/// constants, what exporters write as shape arithmetic, in the form of generic
/// `onnx` ops as well as of what they are lowered to, and the types of tensors
/// whose sizes are read; a float that holds a whole number counts as that
/// number. Looks at a bounded number of ops, each of them once.
FailureOr<KnownElements> getKnownElements(Value tensor);

/// The only element of a tensor of one element, if it is known.
std::optional<int64_t> getKnownScalar(Value tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_KNOWNVALUES_H
