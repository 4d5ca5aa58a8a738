//===- TensorMemory.h - which tensors may share memory ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows memory from tensor to tensor as if every op were bufferized in place:
// through views, destinations, loops, branches and calls of a whole module.
// One-Shot Bufferize does the same within one operation at a time, but loses
// track where a loop or a function hands a tensor on.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_UPSTREAM_TENSORMEMORY_H
#define ONNXOPS_LIB_TRANSFORMS_UPSTREAM_TENSORMEMORY_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::onnxops {

class TensorMemory {
public:
  /// What may become of a tensor's memory.
  struct Uses {
    /// The last op of each block that writes to it.
    llvm::SmallMapVector<Block *, Operation *, 2> writers;
    /// Operands by which a sequence gets a view of it.
    SmallVector<OpOperand *, 2> escapes;
    /// Operands by which a loop or a function hands it on.
    SmallVector<OpOperand *, 2> transfers;
  };

  explicit TensorMemory(ModuleOp module);

  /// Whether `operand` gives a sequence a view of a tensor.
  static bool isEscape(OpOperand &operand);

  /// The values that a terminator of a loop or a function hands its operand on
  /// to; none for other operands.
  ArrayRef<Value> getTargets(OpOperand &operand) const;

  /// Everything that may happen to the memory of `value` from its definition
  /// on.
  const Uses &follow(Value value);

  /// The tensors whose memory `value` may be, and that have it from no other
  /// tensor; `stop` counts as one of them.
  SmallVector<Value> findRoots(Value value, Value stop = {}) const;

  /// Whether `value`, a root, is memory of its own, made where it is defined.
  bool isAllocation(Value value) const;

private:
  void addBranches(Operation *op);
  void addCalls(ModuleOp module);
  void connect(OpOperand &operand, Value target);
  SmallVector<Value> getDerived(OpOperand &operand) const;
  bool isWrite(OpOperand &operand) const;

  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  /// Where control flow hands operands on to, and the same backwards.
  DenseMap<OpOperand *, SmallVector<Value, 2>> targets;
  DenseMap<Value, SmallVector<OpOperand *, 2>> origins;
  DenseMap<Value, std::unique_ptr<Uses>> followed;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_UPSTREAM_TENSORMEMORY_H
