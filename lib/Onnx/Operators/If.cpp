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
static constexpr int64_t kVersions[] = {1, 11, 13, 16, 19, 21, 23, 24, 25};

static constexpr OnnxOperator kOperators[] = {
    makeControlFlow("If", kVersions, 6, 1, 1, kBranches),
};

ArrayRef<OnnxOperator> mlir::onnxops::getIfOperators() { return kOperators; }
