//===- Loop.cpp - rules of Loop -------------------------------------------===//
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
static constexpr int64_t kVersions[] = {1, 11, 13, 16, 19, 21, 23, 24, 25};

static constexpr OnnxOperator kOperators[] = {
    makeControlFlow("Loop", kVersions, 6, 0, ~0u, kBody),
};

ArrayRef<OnnxOperator> mlir::onnxops::getLoopOperators() { return kOperators; }
