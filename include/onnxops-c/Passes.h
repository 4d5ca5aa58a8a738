/*===- Passes.h - passes and pipelines ---------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * mlirCreateOnnxOpsTensorConcatInPlace() and the like make one pass with its
 * default options, for mlirPassManagerAddOwnedPass. Passes with options and
 * pipelines are made from text, once onnxopsRegisterPasses was called:
 *
 *   mlirOpPassManagerAddPipeline(pm, mlirStringRefCreateFromCString(
 *       "onnxops-to-llvm-pipeline{threads=2}"), onError, userData);
 *
 * docs/reference has the passes; what onnxops-opt takes as `--NAME=OPTIONS` is
 * `NAME{OPTIONS}` here.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_C_PASSES_H
#define ONNXOPS_C_PASSES_H

#include "mlir-c/Pass.h"

#include "onnxops/Conversion/Passes.capi.h.inc"
#include "onnxops/Copies/Passes.capi.h.inc"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.capi.h.inc"
#include "onnxops/Transforms/Buffers/Passes.capi.h.inc"
#include "onnxops/Transforms/Calls/Passes.capi.h.inc"
#include "onnxops/Transforms/GPU/Passes.capi.h.inc"
#include "onnxops/Transforms/Tensors/Passes.capi.h.inc"
#include "onnxops/Transforms/Upstream/Passes.capi.h.inc"

#ifdef __cplusplus
extern "C" {
#endif

/// Registers our passes and pipelines by name, in the whole process.
MLIR_CAPI_EXPORTED void onnxopsRegisterPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_PASSES_H */
