//===- OperatorVersions.cpp - compare versions of operators ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares opsets by the versions that ONNX published in between. Most versions
// only add element types, but are rejected like all others, since the table
// does not have the types that an operator accepts.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

LogicalResult mlir::onnxops::verifySameAtOpset(ErrorEmitter emit, Operation *op,
                                               int64_t from, int64_t to) {
  if (!isOnnxOperator(op) || from == to)
    return success();
  StringRef name = op->getName().stripDialect();
  const OnnxOperator *known = findOnnxOperator(name);
  ArrayRef<int64_t> versions = known ? known->versions : ArrayRef<int64_t>();
  if (versions.empty())
    return emitFailure(emit, "the module has opset ", from,
                       ", and the versions of ", name, " are not known");
  // Changes in (low, high].
  auto [low, high] = std::minmax(from, to);
  const int64_t *change = llvm::upper_bound(versions, low);
  if (change == versions.end() || *change > high)
    return success();
  if (change == versions.begin())
    return emitFailure(emit, "opset ", *change, " is the first that has ",
                       name);
  return emitFailure(emit, "the module has opset ", from, ", and opset ",
                     *change, " has a newer version of ", name);
}
