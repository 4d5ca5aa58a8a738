//===- Refinement.h - gives values more precise types -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers for passes that find a more precise type for a value: they decide
// which users take the new type, and which get the old one from a cast.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"

namespace mlir::onnxops {

/// The op as one of the dialect whose type is inferred from its operands, null
/// for any other op.
InferTypeOpInterface getInferredOp(Operation *op);

/// The meet of the inferred and the declared type of the result of `op`, null
/// if they contradict each other.
Type inferRefinedType(InferTypeOpInterface op);

/// The source if `op` is a cast between tensor or sequence types, else null.
Value getCastSource(Operation *op);

/// The value before all casts that only made its type less precise.
Value lookThroughCasts(Value value);

/// Whether `value` is created as an empty sequence, whatever its tensor type.
bool isEmptySequence(Value value);

/// The same for a value that Identity, or both branches of an If or `scf.if`,
/// may hand on, up to a bounded depth.
bool isAlwaysEmptySequence(Value value);

/// The join of the types of two values, to which an empty sequence adds
/// nothing; null if there is none.
Type joinValues(Value lhs, Value rhs);

/// Casts a tensor or a sequence to a compatible type, without a check. A
/// sequence without elements can be cast to any type of sequences whose
/// elements have the same element type.
Value buildCast(OpBuilder &builder, Location loc, Value value, Type type);

/// Whether the user accepts `refined`, a more precise type of the operand. A
/// cast in a branch or a loop does not if the types would contradict each
/// other: its result type need hold only if the cast is reached. Nor does a
/// cast of an empty sequence, of whose elements no type says anything wrong.
bool acceptsRefinement(OpOperand &use, Type refined);

/// Replaces the operands of `uses`, which have type `old`, by `refined`, whose
/// type is at least as precise: directly where the user accepts it, elsewhere
/// by a cast to `old`, which is returned. Null if no cast is needed.
Operation *replaceUses(OpBuilder &builder, ArrayRef<OpOperand *> uses,
                       Value refined, Type old);

/// Gives `value` a more precise type in place, with a cast for other users.
Operation *refineInPlace(Value value, Type type);

/// The current uses of `value`.
SmallVector<OpOperand *> collectUses(Value value);

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_REFINEMENT_H
