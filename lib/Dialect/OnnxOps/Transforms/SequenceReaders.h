//===- SequenceReaders.h - the users of a sequence --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For passes that replace the sequences of control flow by tensors.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCEREADERS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCEREADERS_H

#include "mlir/IR/Builders.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"

namespace mlir::onnxops {

/// The ops that read a sequence, also through casts.
struct SequenceReaders {
  SmallVector<NewestSequenceAtOp> elements;
  SmallVector<NewestSequenceLengthOp> lengths;
  SmallVector<NewestConcatFromSequenceOp> joins;
  SmallVector<NewestSequenceInsertOp> insertions; ///< not readers
  SmallVector<OpOperand *> others;

  bool areNone() const {
    return elements.empty() && lengths.empty() && joins.empty();
  }
};

SequenceReaders collectReaders(Value sequence);

/// Gives the result of a new `onnx` op, or any other value by an Identity, the
/// type that a reader declares. Null if the types contradict each other.
Value declareType(OpBuilder &builder, Operation *reader, Value value,
                  Type declared);

/// Replaces a reader by a value of a compatible type, and erases it.
void replaceReader(OpBuilder &builder, Operation *reader, Value value);

/// Erases the casts of a sequence that nothing reads.
void eraseCasts(Value sequence);

/// The name of the first result of an op in the model, empty if it has none.
StringRef getResultName(Operation *op);

/// The location of an op that helps to replace `op`, and has none of its names.
Location getHelperLoc(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_SEQUENCEREADERS_H
