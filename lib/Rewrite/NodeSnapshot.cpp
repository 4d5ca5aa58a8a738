//===- NodeSnapshot.cpp - the ops of a module at one time -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk, in which nothing is printed and few names are looked up.
//
//===----------------------------------------------------------------------===//

#include "NodeSnapshot.h"

#include "NodePlaces.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/Transforms/RemainingSequences.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

unsigned OperatorNames::getNumber(StringRef opType) {
  if (opType.empty())
    return 0;
  return numbers.try_emplace(opType, numbers.size() + 1).first->second;
}

unsigned OperatorNames::getNumber(Operation *op) {
  std::pair<OperationName, Attribute> key(
      op->getName(), isOnnxOp(op) ? op->getAttr(kOnnxDomainAttr) : Attribute());
  auto [entry, isNew] = known.try_emplace(key);
  if (isNew)
    entry->second = getNumber(getNodeOperator(op));
  return entry->second;
}

NodeSnapshot::NodeSnapshot(ModuleOp module, OperatorNames &operators) {
  module.walk([&](Operation *op) {
    if (isa<func::FuncOp>(op))
      functions.push_back(op);
    if (isa<func::FuncOp, ModuleOp>(op))
      return;
    SnapshotOp &entry = ops.emplace_back();
    entry.op = op;
    entry.opType = operators.getNumber(op);
    if (entry.isNode())
      entry.place = getNodePlace(op->getLoc());
    entry.numOperands = op->getNumOperands();
    entry.numResults = op->getNumResults();
    entry.hasUses = !op->use_empty();
    entry.hasSequences =
        llvm::any_of(op->getResultTypes(), llvm::IsaPred<SequenceType>);
    entry.isConstant = op->hasTrait<OpTrait::ConstantLike>();
    entry.firstOperand = producers.size();
    entry.parent = op->getParentOp();
    entry.region = op->getParentRegion();
    for (Value operand : op->getOperands())
      producers.push_back(operand.getDefiningOp());
    attributes.push_back(isOnnxOp(op) ? op->getDiscardableAttrDictionary()
                                      : DictionaryAttr());
  });
}
