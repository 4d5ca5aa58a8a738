//===- Refinement.h - values become more precise ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What passes share that find out more about a value than its type says: who
// may see the new type at once, and who gets the old one from a cast.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::onnxops {

/// An op of the dialect whose type follows from its operands, null for any
/// other.
InferTypeOpInterface getInferredOp(Operation *op);

/// What inference and declaration say together of the result of `op`, null if
/// they contradict.
Type inferRefinedType(InferTypeOpInterface op);

/// The source if `op` is a cast between tensor or sequence types, else null.
Value getCastSource(Operation *op);

/// The value before casts that only made its type less precise.
Value lookThroughCasts(Value value);

/// Whether `value` is made as a sequence without elements, whatever its type
/// says of them.
bool isEmptySequence(Value value);

/// The type of what may be either value, of which an empty sequence says
/// nothing; null if nothing may be both.
Type joinValues(Value lhs, Value rhs);

/// Casts a tensor or a sequence to a compatible type, unchecked.
Value buildCast(OpBuilder &builder, Location loc, Value value, Type type);

/// Whether the user is content with `refined`, a more precise type of the
/// operand. A cast in a branch or a loop is not where it would contradict: what
/// it says need not hold unless it is reached.
bool acceptsRefinement(OpOperand &use, Type refined);

/// Lets `uses`, which have operands of type `old`, use `refined`, which knows
/// no less: those that are content with it directly, all others through a cast
/// back, which is returned. Null if none is needed.
Operation *replaceUses(OpBuilder &builder, ArrayRef<OpOperand *> uses,
                       Value refined, Type old);

/// Gives `value` a more precise type in place, in the same manner.
Operation *refineInPlace(Value value, Type type);

/// The uses of `value` as they are now.
SmallVector<OpOperand *> collectUses(Value value);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H
