//===- SequenceMap.cpp - rules of SequenceMap -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: the region determines the types of the results.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kBody[] = {"body"};
static constexpr OnnxOperator kOperators[] = {
    makeControlFlow("SequenceMap", 17, 1, ~0u, kBody),
};

ArrayRef<OnnxOperator> mlir::onnxops::getSequenceMapOperators() {
  return kOperators;
}
