//===- RegisterPattern.h - a short period in registers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A few bytes of known number, again and again in whole registers, which are
// loaded once and stored wherever the bytes repeat.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_REGISTERPATTERN_H
#define ONNXOPS_LIB_COPIES_REGISTERPATTERN_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Registers that hold a period of constant length over and over, until one
/// begins where the first did.
class RegisterPattern {
public:
  RegisterPattern(CodeWriter &writer, Value source, int64_t period,
                  int64_t vectorBytes);

  /// Whether few registers do.
  static bool fits(int64_t period, int64_t vectorBytes);

  /// Fills one register's bytes.
  void fillOne(Value target) { writer.store(registers.front(), target); }

  /// Fills `bytes`, a multiple of the period and at least one register.
  void fill(Value target, Number bytes, bool streams);

private:
  Value getRegister(int64_t offset);

  CodeWriter &writer;
  int64_t period, vectorBytes, elementBytes;
  Value once;
  SmallVector<Value> registers;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_REGISTERPATTERN_H
