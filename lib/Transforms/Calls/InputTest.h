//===- InputTest.h - tests of inputs in compiled code -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The run-time library checks inputs by a signature that it reads entry by
// entry. Where they are a few tensors, code for just these accepts most calls
// in a fraction of that time; what it does not accept, the library decides.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_INPUTTEST_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_INPUTTEST_H

#include "RuntimeCalls.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// Writes the test before `enter`, which becomes the first op of a new block.
/// Returns what onnxopsRtEnterTested expects as `outputs`, null if there is no
/// such test for the inputs.
Value writeInputTest(RuntimeCalls &calls, EnterOp enter);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_INPUTTEST_H
