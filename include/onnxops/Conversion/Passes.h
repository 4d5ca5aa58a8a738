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
#include "llvm/Support/CommandLine.h"

namespace mlir::onnxops {

/// What a failed run-time check does.
enum class CheckMode {
  Status, ///< ends the call with an error: `onnxops.check`
  Assert, ///< aborts: `cf.assert`
  None    ///< nothing; behaviour is undefined
};

/// How operators are treated that are not lowered, or only with operands of
/// known rank or with values known at compile time.
enum class UnknownOps {
  Refuse, ///< as errors
  Keep    ///< as generic `onnx` ops, whose operands keep the model's types
};

#define GEN_PASS_DECL
#include "onnxops/Conversion/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Conversion/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_CONVERSION_PASSES_H
