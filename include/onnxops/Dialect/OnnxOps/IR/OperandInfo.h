//===- OperandInfo.h - the operands of an operator --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What TableGen tells of an op's operands to code that builds ops by name:
// the importers, which must check what a model gives before an op's own rules
// may look at it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_OPERANDINFO_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_OPERANDINFO_H

#include "llvm/ADT/StringRef.h"

namespace mlir::onnxops {

/// One operand in the signature of an op.
struct OperandInfo {
  enum Arity { Required, Optional, Variadic };

  llvm::StringLiteral name; ///< as in ONNX
  Arity arity;
  bool isSequence; ///< otherwise a tensor
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_OPERANDINFO_H
