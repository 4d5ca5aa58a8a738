//===- SequenceReaders.cpp - the users of a sequence ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Looks through casts between types of sequences.
//
//===----------------------------------------------------------------------===//

#include "SequenceReaders.h"

#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/OperatorBuilder.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

SequenceReaders mlir::onnxops::collectReaders(Value sequence) {
  SequenceReaders readers;
  SmallVector<Value> pending = {sequence};
  while (!pending.empty())
    for (OpOperand &use : pending.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      if (auto cast = dyn_cast<SequenceCastOp>(user))
        pending.push_back(cast.getResult());
      else if (auto at = dyn_cast<NewestSequenceAtOp>(user))
        readers.elements.push_back(at);
      else if (auto length = dyn_cast<NewestSequenceLengthOp>(user))
        readers.lengths.push_back(length);
      else if (auto join = dyn_cast<NewestConcatFromSequenceOp>(user))
        readers.joins.push_back(join);
      else if (auto insert = dyn_cast<NewestSequenceInsertOp>(user))
        readers.insertions.push_back(insert);
      else
        readers.others.push_back(&use);
    }
  return readers;
}

Value mlir::onnxops::declareType(OpBuilder &builder, Operation *reader,
                                 Value value, Type declared) {
  if (isRefinementOf(value.getType(), declared))
    return value;
  if (!areCompatibleTypes(value.getType(), declared))
    return {};
  Type type = meetTypes(value.getType(), declared);
  if (value.use_empty() && value.getDefiningOp() &&
      isOnnxOperator(value.getDefiningOp())) {
    value.setType(type);
    return value;
  }
  OperatorBuilder onnx(builder, renameNode(reader->getLoc(), "Identity"),
                       /*opset=*/OperatorBuilder::kFirstOpset);
  Type element = cast<TensorType>(declared).getElementType();
  Value copy = onnx.create("Identity", value, element)->getResult(0);
  copy.setType(type);
  return copy;
}

void mlir::onnxops::replaceReader(OpBuilder &builder, Operation *reader,
                                  Value value) {
  Value result = reader->getResult(0);
  Value declared = declareType(builder, reader, value, result.getType());
  assert(declared && "the types are compatible");
  replaceUses(builder, collectUses(result), declared, result.getType());
  reader->erase();
}

void mlir::onnxops::eraseCasts(Value sequence) {
  for (Operation *user : llvm::make_early_inc_range(sequence.getUsers()))
    if (auto cast = dyn_cast<SequenceCastOp>(user)) {
      eraseCasts(cast.getResult());
      if (cast->use_empty())
        cast.erase();
    }
}

StringRef mlir::onnxops::getResultName(Operation *op) {
  SmallVector<StringRef> names =
      getAllResultNames(renameNode(op->getLoc(), "Identity"));
  return names.empty() ? StringRef() : names.front();
}

Location mlir::onnxops::getHelperLoc(Operation *op) {
  return nameResults(getUnnamedLoc(op->getLoc()), /*opType=*/"", {});
}
