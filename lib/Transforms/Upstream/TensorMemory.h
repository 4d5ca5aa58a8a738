//===- TensorMemory.h - which tensors may share memory ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Alias analysis of tensors, as if every op were bufferized in place: through
// views, destinations, loops, branches and calls of a whole module. One-Shot
// Bufferize does the same for one operation at a time, but loses track of a
// tensor that a loop or a function forwards.
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
  /// The possible uses of a tensor's memory.
  struct Uses {
    /// The last op of each block that writes to the memory.
    llvm::SmallMapVector<Block *, Operation *, 2> writers;
    /// Operands that give a sequence a view of the memory.
    SmallVector<OpOperand *, 2> escapes;
    /// Operands by which a loop or a function forwards the memory.
    SmallVector<OpOperand *, 2> transfers;
  };

  explicit TensorMemory(ModuleOp module);

  /// Whether `operand` gives a sequence a view of a tensor.
  static bool isEscape(OpOperand &operand);

  /// The values to which the terminator of a loop or a function forwards the
  /// operand; none for other operands.
  ArrayRef<Value> getTargets(OpOperand &operand) const;

  /// All uses of the memory of `value` after its definition.
  const Uses &follow(Value value);

  /// The tensors that `value` may alias and that alias no tensor before them;
  /// `stop` counts as one of these.
  SmallVector<Value> findRoots(Value value, Value stop = {}) const;

  /// Whether `value`, a root, is a new allocation at its definition.
  bool isAllocation(Value value) const;

private:
  void addBranches(Operation *op);
  void addCalls(ModuleOp module);
  void connect(OpOperand &operand, Value target);
  SmallVector<Value> getDerived(OpOperand &operand) const;
  bool isWrite(OpOperand &operand) const;

  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state;
  /// The targets to which control flow forwards operands, and the inverse.
  DenseMap<OpOperand *, SmallVector<Value, 2>> targets;
  DenseMap<Value, SmallVector<OpOperand *, 2>> origins;
  DenseMap<Value, std::unique_ptr<Uses>> followed;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_UPSTREAM_TENSORMEMORY_H
