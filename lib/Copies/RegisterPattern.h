//===- RegisterPattern.h - a short period in registers ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A period of a few bytes, of constant length, repeated in whole registers that
// are loaded once and stored for each repeat.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_REGISTERPATTERN_H
#define ONNXOPS_LIB_COPIES_REGISTERPATTERN_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Registers that repeat a period of constant length, up to the one after which
/// the pattern starts again.
class RegisterPattern {
public:
  RegisterPattern(CodeWriter &writer, Value source, int64_t period,
                  int64_t vectorBytes);

  /// Whether few registers suffice.
  static bool fits(int64_t period, int64_t vectorBytes);

  /// Fills the bytes of one register.
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
