//===- Passes.td - passes on tensors and memrefs -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From plain tensor IR to what LLVM takes; in the order in which they run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_PASSES
#define ONNXOPS_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"


#endif // ONNXOPS_TRANSFORMS_PASSES
