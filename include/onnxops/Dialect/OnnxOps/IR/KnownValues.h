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

/// One entry per element of a tensor in row-major order, none for an unknown
/// element. Elements of unsigned types and of i1 are zero-extended, so that a
/// ui64 of 2^63 or more is negative; all others are sign-extended.
using KnownElements = SmallVector<std::optional<int64_t>>;

/// The elements of `tensor`. Fails if the number of elements is unknown or
/// above 65,536, or if the elements are not integers. Evaluates constants, the
/// shape arithmetic that exporters write, both as generic `onnx` ops and in
/// lowered form, and the sizes in tensor types. A float with an integer value
/// counts as that integer. Visits a bounded number of ops, each of them once.
FailureOr<KnownElements> getKnownElements(Value tensor);

/// The element of a one-element tensor, if it is known.
std::optional<int64_t> getKnownScalar(Value tensor);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_KNOWNVALUES_H
