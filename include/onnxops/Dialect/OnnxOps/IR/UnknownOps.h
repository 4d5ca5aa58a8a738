//===- UnknownOps.h - the option unknown-ops of passes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An option of the passes and pipelines that models with unsupported operators
// go through, down to linalg.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_UNKNOWNOPS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_UNKNOWNOPS_H

#include "llvm/Support/CommandLine.h"

namespace mlir::onnxops {

/// How ops are treated that a pass does not support, or only with known ranks
/// or values.
enum class UnknownOps {
  Refuse, ///< as errors
  Keep    ///< as they are, with operands and results of the model's types
};

/// The values of the option.
inline auto getUnknownOpsValues() {
  return llvm::cl::values(clEnumValN(UnknownOps::Refuse, "refuse", "as errors"),
                          clEnumValN(UnknownOps::Keep, "keep", "as they are"));
}

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_UNKNOWNOPS_H
