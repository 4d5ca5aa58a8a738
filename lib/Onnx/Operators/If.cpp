//===- If.cpp - rules of If -----------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: the regions determine the types of the results.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kBranches[] = {"then_branch", "else_branch"};
static constexpr OnnxOperator kOperators[] = {
    makeControlFlow("If", 6, 1, 1, kBranches),
};

ArrayRef<OnnxOperator> mlir::onnxops::getIfOperators() { return kOperators; }
