//===- Canonicalizer.h - the canonicalizer as pipelines use it --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's, without what is unsound.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_PIPELINES_CANONICALIZER_H
#define ONNXOPS_LIB_PIPELINES_CANONICALIZER_H

#include "mlir/Pass/PassManager.h"

namespace mlir::onnxops {

/// Adds the canonicalizer to a list of passes that begins on tensors.
void addCanonicalizer(OpPassManager &pm);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_PIPELINES_CANONICALIZER_H
