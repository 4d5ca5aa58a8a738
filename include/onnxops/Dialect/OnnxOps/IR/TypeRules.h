//===- TypeRules.h - shared rules of verifiers and inference ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each family has one function, a specialization of inferResultType, that
// checks an op's constraints and computes its result type. The verifier, the
// type inference interface and the importers all call it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_TYPERULES_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_TYPERULES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

namespace mlir::onnxops {

/// Starts an error at the op in question. Null to emit no errors.
using ErrorEmitter = llvm::function_ref<InFlightDiagnostic()>;

/// Emits `message...` if there is an emitter. Always returns failure.
template <typename... Message>
LogicalResult emitFailure(ErrorEmitter emit, Message &&...message) {
  if (emit)
    (emit() << ... << std::forward<Message>(message));
  return failure();
}

/// Whether a value can have both types, tensors, sequences or optional ones:
/// equal element types, and shapes that do not contradict each other.
bool areCompatibleTypes(Type declared, Type inferred);

/// The type of a value that has both types, which must be compatible: static
/// wherever either type is. For optional types, which are not refined, `rhs`.
Type meetTypes(Type lhs, Type rhs);

/// Whether values of type `from` can be cast to `to`, a compatible type. There
/// is no cast of optional values, or of values of unknown type.
bool hasCast(Type from, Type to);

/// Whether every value of type `type` also has type `other`, which is therefore
/// not more precise: the condition for a cast from `type` to `other`. False for
/// a null `type`.
bool isRefinementOf(Type type, Type other);

/// The most precise tensor type of values of either type, which have the same
/// element type: sizes that differ become `?`, different ranks give an unranked
/// tensor.
TensorType joinTensorTypes(TensorType lhs, TensorType rhs);

/// The same for two tensors, two sequences or two optional values. Null if they
/// are of different kinds, or if their element types differ. A value of unknown
/// type may be of any kind: the join is unknown, too.
Type joinTypes(Type lhs, Type rhs);

/// The tensor type of the shape, or an unranked type without one.
TensorType makeTensorType(std::optional<ArrayRef<int64_t>> shape, Type element);

/// Maps an axis in [-rank, rank - 1] to [0, rank - 1]; none if out of range.
std::optional<int64_t> normalizeAxis(int64_t axis, int64_t rank);

/// Product or sum of two sizes, each maybe unknown (ShapedType::kDynamic).
/// Fails when known and beyond 64 bits.
FailureOr<int64_t> multiplySizes(int64_t lhs, int64_t rhs);
FailureOr<int64_t> addSizes(int64_t lhs, int64_t rhs);

/// Checks the constraints of an op of class `OpTy` whose operands and
/// attributes `adaptor` holds, and returns the type of its result. On a
/// violation emits one error and fails.
template <typename OpTy>
FailureOr<Type> inferResultType(ErrorEmitter emit, MLIRContext *context,
                                typename OpTy::Adaptor adaptor);

/// Checks the constraints of a concat of tensors of the types `inputs`, and
/// returns the type of its result. `allowsNegative` says whether a negative
/// axis counts from the end or is an error.
FailureOr<Type> inferConcatType(ErrorEmitter emit, TypeRange inputs,
                                int64_t axis, bool allowsNegative);

/// Emits an error and fails unless `declared` is compatible with `inferred`.
LogicalResult verifyDeclaredType(ErrorEmitter emit, Type declared,
                                 Type inferred);

/// The complete verifier of an op with one result.
template <typename OpTy>
LogicalResult verifyInferredType(OpTy op) {
  auto emit = [&] { return op.emitOpError(); };
  FailureOr<Type> inferred =
      inferResultType<OpTy>(emit, op.getContext(), typename OpTy::Adaptor(op));
  if (failed(inferred))
    return failure();
  return verifyDeclaredType(emit, op->getResult(0).getType(), *inferred);
}

} // namespace mlir::onnxops

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_TYPERULES_H
