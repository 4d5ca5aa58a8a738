//===- NodeSnapshot.h - the ops of a module at one time ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Flat lists, since one is made after every pass. Pointers to ops are compared
// only: most of an older snapshot are dangling.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_NODESNAPSHOT_H
#define ONNXOPS_LIB_REWRITE_NODESNAPSHOT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringMap.h"

#include <optional>
#include <vector>

namespace mlir::onnxops {

/// Numbers of operators, by their names; 0 is an op that is no node.
class OperatorNames {
public:
  unsigned getNumber(Operation *op);
  /// The number of an operator of ONNX's default domain.
  unsigned getNumber(StringRef opType);

private:
  DenseMap<std::pair<OperationName, Attribute>, unsigned> known;
  llvm::StringMap<unsigned> numbers;
};

/// An op. Its operands are those of the snapshot from `firstOperand` on.
struct SnapshotOp {
  Operation *op;
  Attribute place; ///< null for an op that is no node
  unsigned opType; ///< 0 for an op that is no node
  unsigned numOperands, numResults;
  bool hasUses, hasSequences, isConstant;
  size_t firstOperand;
  Operation *parent;
  Region *region;

  bool isNode() const { return opType != 0; }
  bool isSameNode(const SnapshotOp &other) const {
    return op == other.op && place == other.place && opType == other.opType;
  }
  /// Whether the same node has as many operands and results, of the same kinds.
  bool hasSameForm(const SnapshotOp &other) const {
    return numOperands == other.numOperands && numResults == other.numResults &&
           hasSequences == other.hasSequences;
  }
};

class NodeSnapshot {
public:
  NodeSnapshot(ModuleOp module, OperatorNames &operators);

  /// All ops below functions, nested ones before the op that has them, and
  /// otherwise producers before their users.
  ArrayRef<SnapshotOp> getOps() const { return ops; }
  /// The ops that compute the operands of an op; null for block arguments.
  ArrayRef<Operation *> getOperands(const SnapshotOp &op) const {
    return ArrayRef(producers).slice(op.firstOperand, op.numOperands);
  }
  /// The functions. A module that has been copied has others.
  ArrayRef<Operation *> getFunctions() const { return functions; }
  /// The attributes of the ops, by their index: of generic `onnx` ops only,
  /// which have those of the model.
  ArrayRef<DictionaryAttr> getAttributes() const { return attributes; }

private:
  std::vector<SnapshotOp> ops;
  std::vector<Operation *> producers;
  std::vector<DictionaryAttr> attributes;
  SmallVector<Operation *> functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_NODESNAPSHOT_H
