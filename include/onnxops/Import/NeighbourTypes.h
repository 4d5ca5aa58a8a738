//===- NeighbourTypes.h - which neighbours are known ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators that stay generic ops of the unregistered dialect `onnx`, and
// that --convert-onnx-to-upstream lowers: from which opset on, with how many
// operands, of which result types.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_IMPORT_NEIGHBOURTYPES_H
#define ONNXOPS_IMPORT_NEIGHBOURTYPES_H

#include "mlir/IR/ValueRange.h"
#include "onnxops/Import/Graph.h"

namespace mlir::onnxops {

/// A known operator.
struct Neighbour {
  /// Computes the types of the results, as far as it takes no thought: what
  /// depends on values that are not known, and what breaks the operator's
  /// rules, stays unknown. Those rules are checked where it is lowered.
  using InferTypes = SmallVector<Type> (*)(const GraphNode &node,
                                           ValueRange operands, int64_t opset);

  StringLiteral opType;
  int64_t firstOpset;
  unsigned minOperands, maxOperands;
  bool isVariadic; ///< has any number of results but 0, instead of 1
  InferTypes
      inferTypes; ///< null for control flow, whose types are the regions'
  ArrayRef<StringLiteral> graphs = {}; ///< the attributes that become regions
};

/// The neighbour of ONNX's default domain of that name, null if none is known.
const Neighbour *findNeighbour(StringRef opType);

} // namespace mlir::onnxops

#endif // ONNXOPS_IMPORT_NEIGHBOURTYPES_H
