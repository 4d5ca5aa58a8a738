/*===- Models.h - import and export of models --------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions that can fail take `error`: unless it is null, a failure stores a
 * message there, which names file, node and operand and which the caller frees
 * with onnxopsErrorFree, and a success stores null. Notes follow on lines of
 * their own.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_C_MODELS_H
#define ONNXOPS_C_MODELS_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Frees a message. Null is ignored.
MLIR_CAPI_EXPORTED void onnxopsErrorFree(char *error);

/// How to read a model. The defaults, all false and 0, follow the standard.
typedef struct OnnxopsImportOptions {
  /// Accept an opset newer than the newest supported one.
  bool allowNewerOpset;
  /// Keep unknown operators as generic ops.
  bool allowUnsupported;
  /// Record the calls of functions, which are inlined, so that those that
  /// onnxopsRewriteModel leaves as they are become calls again.
  bool keepFunctions;
  /// Turn graph inputs that have an initializer into constants.
  bool freezeInitializers;
  /// Let SplitToSequence drop the axis where keepdims is 0 and `split` is 1.
  bool torchSplitSqueeze;
  /// Leave out inputs of Concat that have rank 1 and no elements.
  bool dropEmptyInputs;
  /// Let the axis of Concat 1 and 4 count from the end.
  bool allowNegativeAxes;
  /// For files of MLIR: also read bytecode. Its reader trusts its input: a
  /// damaged file can crash it.
  bool allowBytecode;
  /// For ONNX and OpenVINO: the highest rank of a tensor. 0 is 64, the absolute
  /// maximum.
  int64_t maxRank;
  /// The most elements of a tensor: of a constant, or of a value by its
  /// declared or inferred type, where unknown sizes count as 1. 0 is no limit.
  int64_t maxElements;
  /// The most nodes of all graphs and functions, or OpenVINO layers. 0 is no
  /// limit.
  int64_t maxNodes;
  /// The most bytes of all constants; constants that share a part of a file
  /// count once. 0 is 2 GiB.
  int64_t maxConstantBytes;
} OnnxopsImportOptions;

/// Reads an ONNX model from memory, which need not outlive the call. `name` is
/// its path in messages. External data is read from its directory; a name
/// without one reads no files. Null `options` are all 0. The module has one
/// function, `main`, with the model's inputs and outputs; the caller destroys
/// it with mlirModuleDestroy. The context is one of
/// onnxopsContextCreateForModels, or like it. Null on failure.
MLIR_CAPI_EXPORTED MlirModule
onnxopsImportONNX(MlirContext context, MlirStringRef model, MlirStringRef name,
                  const OnnxopsImportOptions *options, char **error);

/// The same for an OpenVINO model: the XML, and the bytes of the .bin file,
/// empty if there are no constants.
MLIR_CAPI_EXPORTED MlirModule onnxopsImportOpenVINO(MlirContext context,
                                                    MlirStringRef model,
                                                    MlirStringRef weights,
                                                    MlirStringRef name,
                                                    char **error);

/// The same with options, of which only the limits apply.
MLIR_CAPI_EXPORTED MlirModule onnxopsImportOpenVINOWithOptions(
    MlirContext context, MlirStringRef model, MlirStringRef weights,
    MlirStringRef name, const OnnxopsImportOptions *options, char **error);

/// The same for a file that ends in .onnx, .xml, .mlir or .mlirbc. Limits apply
/// to the first two, allowBytecode to the others, all other options to the
/// first.
MLIR_CAPI_EXPORTED MlirModule
onnxopsImportFile(MlirContext context, MlirStringRef path,
                  const OnnxopsImportOptions *options, char **error);

/// About how many bytes of the context stay in use after an imported module was
/// compiled and destroyed, until the context is destroyed: constants, types,
/// names and locations. For programs that import one model after another with
/// one context.
MLIR_CAPI_EXPORTED int64_t onnxopsModuleContextBytes(MlirModule module);

/// Writes a module as an ONNX model, in chunks passed to `write`. On failure
/// nothing was written.
MLIR_CAPI_EXPORTED MlirLogicalResult onnxopsExportONNX(MlirModule module,
                                                       MlirStringCallback write,
                                                       void *userData,
                                                       char **error);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_MODELS_H */
