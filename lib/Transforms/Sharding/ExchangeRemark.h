//===- ExchangeRemark.h - report on what an exchange sends ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the reader of a remark: what is sent, and what would have to be.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_EXCHANGEREMARK_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_EXCHANGEREMARK_H

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// Emits a remark of category `exchange` with the number of ranks, and, where
/// all sizes are known, the bytes that all of them send together, the lower
/// bound for any way to send, and what an all-gather of each source would send.
void remarkOn(ExchangeOp exchange);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_EXCHANGEREMARK_H
