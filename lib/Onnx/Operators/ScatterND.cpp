//===- ScatterND.cpp - rules of ScatterND and others ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies of the data with updates.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr OnnxOperator kOperators[] = {
    makeUnlowered("Scatter", 9, 3, 3, inferSame),
    makeUnlowered("ScatterElements", 11, 3, 3, inferSame),
    {"ScatterND", 11, 3, 3, inferSame},
};

ArrayRef<OnnxOperator> mlir::onnxops::getScatterNDOperators() {
  return kOperators;
}
