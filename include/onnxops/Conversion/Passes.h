//===- Passes.h - conversions between dialects ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_PASSES_H
#define ONNXOPS_CONVERSION_PASSES_H

#include "mlir/Pass/Pass.h"
#include "onnxops/Dialect/OnnxOps/IR/UnknownOps.h"

namespace mlir::onnxops {

/// What a failed run-time check does.
enum class CheckMode {
  Status, ///< ends the call with an error: `onnxops.check`
  Assert, ///< aborts: `cf.assert`
  None    ///< nothing; behaviour is undefined
};

#define GEN_PASS_DECL
#include "onnxops/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Conversion/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_PASSES_H
