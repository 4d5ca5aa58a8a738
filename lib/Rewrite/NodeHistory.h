//===- NodeHistory.h - what passes did to nodes -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares the nodes of a module after each pass with those before it. Nothing
// in the passes knows of it: a reason is what can be seen of a change.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_NODEHISTORY_H
#define ONNXOPS_LIB_REWRITE_NODEHISTORY_H

#include "NodeCauses.h"
#include "NodeSnapshot.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::onnxops {

class NodeHistory {
public:
  explicit NodeHistory(ModuleOp module)
      : module(module), conditional(operators.getNumber("If")),
        tile(operators.getNumber("Tile")), current(module, operators) {}

  /// To be called after each pass. Passes on other ops than the module are
  /// seen with the next one on the module.
  void observe(Pass &pass, Operation *root);

  /// What was done to the nodes of a place, empty if nothing.
  std::string getReason(Attribute place) const;

private:
  /// Why a node is gone.
  struct Gone {
    Cause cause;
    /// Nothing reads it any more because of the cause.
    bool isConsequence = false;
  };
  struct Difference;

  void compareCopies(const NodeSnapshot &after, Cause cause);
  void compare(const NodeSnapshot &after, Cause cause);
  Gone explain(const Difference &difference, size_t index, Cause cause) const;
  Gone explainUnread(const Difference &difference, size_t index) const;
  Gone explainFolded(const Difference &difference, size_t index) const;
  void noteUnread(const Difference &difference, Cause cause);
  void add(Attribute place, Gone gone);

  ModuleOp module;
  OperatorNames operators;
  unsigned conditional, tile; ///< operators
  NodeSnapshot current;
  /// The pass that is compared, and the opset after it.
  StringRef passName;
  int64_t opset = 0;
  /// The reasons of each place, in order.
  DenseMap<Attribute, SmallVector<StringRef, 1>> reasons;
  llvm::StringSet<> texts;
  /// Nodes that lost their last reader, and why.
  DenseMap<Attribute, Cause> unread;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_NODEHISTORY_H
