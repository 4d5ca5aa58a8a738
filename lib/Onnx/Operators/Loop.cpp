//===- Loop.cpp - rules of Loop -------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: the region determines the types of the results. The importer
// and the lowering find those of loop-carried values as a fixpoint of joins.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"

using namespace mlir;
using namespace mlir::onnxops;

RankedTensorType mlir::onnxops::getLoopControlType(Type declared,
                                                   Type element) {
  auto type = dyn_cast_or_null<RankedTensorType>(declared);
  bool isVector = type && type.getRank() == 1 &&
                  (type.isDynamicDim(0) || type.getDimSize(0) == 1);
  return RankedTensorType::get(SmallVector<int64_t>(isVector ? 1 : 0, 1),
                               element);
}

Type mlir::onnxops::joinCarried(Type carried, Value value) {
  if (isEmptySequence(value))
    return carried;
  return carried ? joinTypes(carried, value.getType()) : value.getType();
}

Type mlir::onnxops::forgetShape(Type type, bool keepsRank) {
  if (auto sequence = dyn_cast<SequenceType>(type))
    return SequenceType::get(
        cast<TensorType>(forgetShape(sequence.getTensorType(), keepsRank)));
  if (auto optional = dyn_cast<OptionalType>(type))
    return OptionalType::get(forgetShape(optional.getValueType(), keepsRank));
  auto tensor = dyn_cast<TensorType>(type);
  if (!tensor)
    return type;
  if (!keepsRank || !tensor.hasRank())
    return UnrankedTensorType::get(tensor.getElementType());
  return makeUnknownShape(tensor.getRank(), tensor.getElementType());
}

static constexpr StringLiteral kBody[] = {"body"};
static constexpr OnnxOperator kOperators[] = {
    makeControlFlow("Loop", 6, 0, ~0u, kBody),
};

ArrayRef<OnnxOperator> mlir::onnxops::getLoopOperators() { return kOperators; }
