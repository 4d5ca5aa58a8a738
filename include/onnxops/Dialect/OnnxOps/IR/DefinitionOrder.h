//===- DefinitionOrder.h - operands precede their op ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a graph region, such as the body of a module, MLIR lets an op use values
// that are defined after it, or its own result. The ops of the dialect may not:
// their run-time checks of operands require an order of execution, and rewrites
// that follow operands to their definitions must terminate.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H

#include "mlir/IR/OpDefinition.h"

namespace mlir::onnxops {

/// Emits an error and fails if an operand of `op` is defined later in the same
/// block, or is a result of `op`.
LogicalResult verifyDefinitionOrder(Operation *op);

/// The trait of all ops that verifyDefinitionOrder verifies.
template <typename ConcreteOp>
struct OperandsDefinedBefore
    : OpTrait::TraitBase<ConcreteOp, OperandsDefinedBefore> {
  static LogicalResult verifyTrait(Operation *op) {
    return verifyDefinitionOrder(op);
  }
};

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_DEFINITIONORDER_H
