/*===- Rewrite.h - a model to a better one ------------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What onnxops-rewrite does, on a module: read it with onnxopsImportONNX and
 * allowUnsupported, and write it with onnxopsExportONNX.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_C_REWRITE_H
#define ONNXOPS_C_REWRITE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How to rewrite a model. The defaults are all 0.
typedef struct OnnxopsRewriteOptions {
  /// The opset of the result, 0 for the model's.
  int64_t targetOpset;
  /// Fail if a sequence is left.
  bool noSequences;
  /// Sizes of symbolic dimensions of inputs: `numDims` texts such as "N=8".
  const char *const *dims;
  int64_t numDims;
} OnnxopsRewriteOptions;

/// Rewrites a module to one that computes the same with fewer operators,
/// without sequences whose structure is known. Null `options` are all 0.
/// `report`, unless it is null, gets the report of --report=json in chunks.
/// After a failure, whose message is stored in `error` as in Models.h, the
/// module is of no use but to be destroyed.
MLIR_CAPI_EXPORTED MlirLogicalResult
onnxopsRewriteModel(MlirModule module, const OnnxopsRewriteOptions *options,
                    MlirStringCallback report, void *userData, char **error);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_REWRITE_H */
