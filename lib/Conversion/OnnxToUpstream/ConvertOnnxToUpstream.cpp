//===- ConvertOnnxToUpstream.cpp - neighbours leave the onnx dialect ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Importers keep operators that are not ours as generic ops of the unregistered
// dialect `onnx`. Those that are known become upstream ops here, first of all;
// any other is refused by name.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTONNXTOUPSTREAM
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Puts `value` in place of the op's only result, through a cast if that is
// declared less precisely. More precisely would need a check.
static LogicalResult replaceOp(Operation *op, Value value) {
  Type declared = op->getResult(0).getType();
  bool isCast = isa<TensorType>(declared) && value.getType() != declared;
  if (!isRefinementOf(value.getType(), declared) ||
      (!isCast && value.getType() != declared))
    return op->emitOpError("expected a result of type ")
           << value.getType() << ", but got " << declared;
  if (isCast) {
    OpBuilder builder(op);
    value = tensor::CastOp::create(builder, op->getLoc(), declared, value);
  }
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
  return success();
}

// Identity, of a tensor or of a sequence.
static LogicalResult convertIdentity(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1)
    return op->emitOpError("expected one operand and one result, but got ")
           << op->getNumOperands() << " and " << op->getNumResults();
  return replaceOp(op, op->getOperand(0));
}

// The value of a Constant in any attribute form that holds numbers, null if
// there is none.
static ElementsAttr readConstant(Operation *op) {
  Builder builder(op->getContext());
  if (auto value = op->getAttrOfType<ElementsAttr>("value"))
    return value;
  for (StringRef name : {"value_int", "value_float"})
    if (auto value = op->getAttrOfType<TypedAttr>(name))
      if (isa<IntegerAttr, FloatAttr>(value))
        return DenseElementsAttr::get(
            RankedTensorType::get({}, value.getType()), {Attribute(value)});
  for (StringRef name : {"value_ints", "value_floats"})
    if (auto values = op->getAttrOfType<ArrayAttr>(name)) {
      Type element = name == "value_ints" ? Type(builder.getI64Type())
                                          : Type(builder.getF32Type());
      if (llvm::all_of(values, [&](Attribute value) {
            auto typed = dyn_cast<TypedAttr>(value);
            return typed && typed.getType() == element;
          }))
        return DenseElementsAttr::get(
            RankedTensorType::get(values.size(), element), values.getValue());
    }
  return {};
}

static LogicalResult convertConstant(Operation *op) {
  ElementsAttr value = readConstant(op);
  if (!value || op->getNumOperands() != 0 || op->getNumResults() != 1)
    return op->emitOpError("expected one result and its value in value, "
                           "value_int, value_ints, value_float or "
                           "value_floats");
  OpBuilder builder(op);
  return replaceOp(op, arith::ConstantOp::create(builder, op->getLoc(), value));
}

static LogicalResult convertOp(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "Identity")
    return convertIdentity(op);
  if (name == "Constant")
    return convertConstant(op);
  return op->emitOpError("is not supported: nothing here lowers this operator");
}

namespace {

struct ConvertOnnxToUpstream
    : onnxops::impl::ConvertOnnxToUpstreamBase<ConvertOnnxToUpstream> {
  void runOnOperation() override {
    // An op with regions is refused before what is in them.
    WalkResult walk =
        getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
          if (op->getName().getDialectNamespace() != "onnx")
            return WalkResult::advance();
          return failed(convertOp(op)) ? WalkResult::interrupt()
                                       : WalkResult::skip();
        });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
