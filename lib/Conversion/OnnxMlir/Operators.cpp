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

// From this opset on, versions of an operator of the dialect differ in element
// types only.
static constexpr int64_t kFirstSameMeaning = 11;

static std::optional<int64_t> findOpset(ModuleOp module) {
  if (!module->hasAttr(OnnxOpsDialect::kOpsetAttr))
    return std::nullopt;
  return getOpset(module);
}

OperatorVersions::OperatorVersions(ModuleOp module)
    : table(module.getContext()), opset(findOpset(module)) {}

std::optional<RegisteredOperationName>
OperatorVersions::findOnnxOps(Operation *op) const {
  StringRef name = op->getName().getStringRef();
  if (!isOnnxOperator(op))
    return std::nullopt;
  if (opset) {
    StringRef family =
        OperatorTable::getFamilyOfOnnx(op->getName().stripDialect());
    if (family.empty())
      return std::nullopt;
    return table.lookUp(family, *opset);
  }
  for (const auto &[onnx, dialectOp] : kOperators)
    if (onnx == name)
      return RegisteredOperationName::lookup(dialectOp, op->getContext());
  return std::nullopt;
}

std::string OperatorVersions::findOnnx(Operation *op) const {
  // Like a cast, onnx.Identity does not compare types.
  if (isa<SequenceCastOp>(op))
    return "onnx.Identity";
  auto version = dyn_cast<VersionedOpInterface>(op);
  if (!version)
    return "";
  StringRef name = OperatorTable::getOnnxOfFamily(version.getFamily());
  if (opset && version.getFirstOpset() <= *opset &&
      *opset <= version.getLastOpset() && !name.empty())
    return ("onnx." + name).str();
  if (opset && *opset < kFirstSameMeaning)
    return "";
  // Version 24 only adds bf16.
  if (auto split = dyn_cast<SplitToSequenceV24Op>(op))
    return split.getInput().getType().getElementType().isBF16()
               ? ""
               : "onnx.SplitToSequence";
  for (const auto &[onnx, dialectOp] : kOperators)
    if (dialectOp == op->getName().getStringRef())
      return onnx.str();
  return "";
}
