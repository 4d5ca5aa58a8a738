//===- NodeBytes.h - the bytes that a node writes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// As far as they are known at compile time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_NODEBYTES_H
#define ONNXOPS_LIB_REWRITE_NODEBYTES_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace mlir::onnxops {

/// The bytes of the tensors that a node writes: those of its results, or those
/// that are put into its sequence. None if they are not known.
std::optional<int64_t> countWritten(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_NODEBYTES_H
