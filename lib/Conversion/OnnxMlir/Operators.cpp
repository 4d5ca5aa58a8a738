//===- Operators.cpp - operators as onnx-mlir has them --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of operators. Their versions are those of `version_dict` in
// onnx-mlir's utils/gen_onnx_mlir.py. onnx-mlir names additional versions of an
// operator `onnx.SplitV13` or the like; operators of the dialect have none.
//
//===----------------------------------------------------------------------===//

#include "Operators.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr std::pair<StringLiteral, StringLiteral> kOperators[] = {
    {"onnx.Concat", ConcatV13Op::getOperationName()},
    {"onnx.ConcatFromSequence", ConcatFromSequenceV11Op::getOperationName()},
    {"onnx.SequenceAt", SequenceAtV11Op::getOperationName()},
    {"onnx.SequenceConstruct", SequenceConstructV11Op::getOperationName()},
    {"onnx.SequenceEmpty", SequenceEmptyV11Op::getOperationName()},
    {"onnx.SequenceErase", SequenceEraseV11Op::getOperationName()},
    {"onnx.SequenceInsert", SequenceInsertV11Op::getOperationName()},
    {"onnx.SequenceLength", SequenceLengthV11Op::getOperationName()},
    {"onnx.SplitToSequence", SplitToSequenceV11Op::getOperationName()},
    {"onnx.Tile", TileV13Op::getOperationName()},
};

std::optional<RegisteredOperationName>
mlir::onnxops::findOnnxOps(Operation *op) {
  StringRef name = op->getName().getStringRef();
  for (const auto &[onnx, dialectOp] : kOperators)
    if (onnx == name && isOnnxOperator(op))
      return RegisteredOperationName::lookup(dialectOp, op->getContext());
  return std::nullopt;
}

StringRef mlir::onnxops::findOnnx(Operation *op) {
  // Version 24 only adds bf16.
  if (auto split = dyn_cast<SplitToSequenceV24Op>(op))
    return split.getInput().getType().getElementType().isBF16()
               ? StringRef()
               : "onnx.SplitToSequence";
  // Like a cast, onnx.Identity does not compare types.
  if (isa<SequenceCastOp>(op))
    return "onnx.Identity";
  for (const auto &[onnx, dialectOp] : kOperators)
    if (dialectOp == op->getName().getStringRef())
      return onnx;
  return "";
}

DictionaryAttr mlir::onnxops::getAllAttributes(Operation *op) {
  NamedAttrList attributes(op->getDiscardableAttrDictionary());
  if (auto properties = dyn_cast_or_null<DictionaryAttr>(
          op->isRegistered() ? Attribute() : op->getPropertiesAsAttribute()))
    for (NamedAttribute property : properties)
      attributes.set(property.getName(), property.getValue());
  return attributes.getDictionary(op->getContext());
}
