//===- RemainingSequences.h - sequences in a module -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sequences that are left after --onnxops-resolve-sequences=in-onnx, and
// why.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_REMAININGSEQUENCES_H
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_REMAININGSEQUENCES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Location.h"

#include <string>
#include <vector>

namespace mlir::onnxops {

/// The operator of a node: "Concat", or "domain:Name" outside of ONNX's default
/// domain. Empty for an op that is no node of a model, as a constant.
std::string getNodeOperator(Operation *op);

/// An op, input or output of which a sequence is left.
struct RemainingSequence {
  Location loc;
  std::string name;   ///< the operator, "input 'x'" or "output 'y'"
  std::string reason; ///< why it is left, as part of a sentence
};

/// The inputs, outputs and ops of a module that have sequences, in this order.
std::vector<RemainingSequence> findRemainingSequences(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_REMAININGSEQUENCES_H
