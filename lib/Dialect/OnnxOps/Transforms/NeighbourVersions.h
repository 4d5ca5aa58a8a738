//===- NeighbourVersions.h - when ONNX changed other operators --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An operator that is no op of the dialect means the same at two opsets if ONNX
// published no version of it in between.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_NEIGHBOURVERSIONS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_NEIGHBOURVERSIONS_H

#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {

/// Fails, with an error that tells why, unless `op`, which means opset `from`,
/// means the same at opset `to`. What is no versioned operator of ONNX's
/// default domain always does.
LogicalResult verifySameAtOpset(ErrorEmitter emit, Operation *op, int64_t from,
                                int64_t to);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_NEIGHBOURVERSIONS_H
