//===- Fuse.cpp - concats of concats become one ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk: every outermost concat collects the operands of all concats below
// it and is rebuilt once, so that a chain costs as much as it has operands.
// Rewriting pair by pair would copy the growing operand list at each link.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FUSE
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// The type that follows from `inputs`, null where they contradict each other.
static Type inferType(NewestConcatOp op, ValueRange inputs) {
  return inferConcatType(/*emit=*/{}, inputs.getTypes(), op.getAxis(),
                         /*allowsNegative=*/true)
      .value_or(Type());
}

// Whether both name one dimension of the one rank that they have.
static bool haveSameAxis(NewestConcatOp outer, NewestConcatOp inner) {
  auto outerAxis = static_cast<int64_t>(outer.getAxis());
  auto innerAxis = static_cast<int64_t>(inner.getAxis());
  if (outerAxis == innerAxis)
    return true;
  auto ranked = dyn_cast<RankedTensorType>(inner.getType());
  if (!ranked)
    ranked = dyn_cast<RankedTensorType>(outer.getType());
  return ranked && normalizeAxis(outerAxis, ranked.getRank()) ==
                       normalizeAxis(innerAxis, ranked.getRank());
}

// The concat whose operands can stand where `operand` does, null if there is
// none. One in another block may run when `outer` does not; one whose declared
// type says more than its inputs do is a check that would be lost.
static NewestConcatOp getAbsorbable(NewestConcatOp outer, Value operand) {
  auto inner = operand.getDefiningOp<NewestConcatOp>();
  if (!inner || !operand.hasOneUse() ||
      inner->getBlock() != outer->getBlock() || !haveSameAxis(outer, inner))
    return {};
  Type inferred = inferType(inner, inner.getInputs());
  return isRefinementOf(inferred, inner.getType()) ? inner : NewestConcatOp();
}

/// Replaces a concat of one input by the input.
///   concat_v13 %a axis = 0 : (tensor<2xf32>) -> tensor<?xf32>
///   ==>  tensor.cast %a : tensor<2xf32> to tensor<?xf32>
/// An input of unknown rank stays: the axis is checked at run time.
static bool dropSingleInputConcat(NewestConcatOp op) {
  if (op.getInputs().size() != 1)
    return false;
  Value input = op.getInputs().front();
  if (!isa<RankedTensorType>(input.getType()) ||
      !isRefinementOf(input.getType(), op.getType()))
    return false;
  if (input.getType() != op.getType()) {
    OpBuilder builder(op);
    input = tensor::CastOp::create(builder, op.getLoc(), op.getType(), input);
  }
  op.getResult().replaceAllUsesWith(input);
  op.erase();
  return true;
}

/// Replaces a concat of concats along one axis by one.
///   %0 = concat_v13 %a, %b axis = 0
///   %1 = concat_v13 %0, %c axis = 0
///   ==>  %1 = concat_v13 %a, %b, %c axis = 0
/// Adds the concats that went into it to `absorbed`, outer ones first.
static void flattenConcat(NewestConcatOp outer,
                          SetVector<Operation *> &absorbed) {
  SmallVector<Value> inputs;
  SmallVector<Operation *> inner;
  SmallVector<Value> pending(llvm::reverse(outer.getInputs()));
  while (!pending.empty()) {
    Value operand = pending.pop_back_val();
    if (NewestConcatOp concat = getAbsorbable(outer, operand)) {
      inner.push_back(concat);
      llvm::append_range(pending, llvm::reverse(concat.getInputs()));
    } else {
      inputs.push_back(operand);
    }
  }
  // Together, operands may contradict each other where a declared type hid it:
  // that is for the check at run time to say.
  if (inner.empty())
    return;
  Type inferred = inferType(outer, inputs);
  if (!inferred || !areCompatibleTypes(outer.getType(), inferred))
    return;
  outer.getInputsMutable().assign(inputs);
  absorbed.insert_range(inner);
}

namespace {

struct Fuse : onnxops::impl::FuseBase<Fuse> {
  void runOnOperation() override {
    SmallVector<NewestConcatOp> concats;
    getOperation().walk([&](NewestConcatOp op) {
      if (!dropSingleInputConcat(op))
        concats.push_back(op);
    });
    // Backwards, an outer concat comes before those that it is made of.
    SetVector<Operation *> absorbed;
    for (NewestConcatOp op : llvm::reverse(concats))
      if (!absorbed.contains(op))
        flattenConcat(op, absorbed);
    for (Operation *op : absorbed)
      op->erase();
  }
};

} // namespace
