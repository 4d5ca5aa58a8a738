/*===- Models.h - models in and out of the dialect ---------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Functions that can fail take `error`: where that is not null, a failure
 * stores a message there, which names file, node and operand and which the
 * caller frees with onnxopsErrorFree, and a success stores null. Where the
 * cause has notes, each is a line of its own.
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

/// How to read a model. All false and 0 is by the standard.
typedef struct OnnxopsImportOptions {
  /// Accept an opset newer than the newest that is known.
  bool allowNewerOpset;
  /// Keep operators that are not known as generic ops.
  bool allowUnsupported;
  /// Make constants of graph inputs that have an initializer.
  bool freezeInitializers;
  /// Let SplitToSequence drop the axis where keepdims is 0 and `split` is 1.
  bool torchSplitSqueeze;
  /// Leave out inputs of Concat that have rank 1 and no elements.
  bool dropEmptyInputs;
  /// Let the axis of Concat 1 and 4 count from the end.
  bool allowNegativeAxes;
  /// Of files of MLIR: read bytecode too. Its reader trusts its input: a file
  /// that is damaged can crash it.
  bool allowBytecode;
  /// Of ONNX and OpenVINO: the highest rank of a tensor. 0 is 64, which is the
  /// highest at all.
  int64_t maxRank;
  /// The most elements of a tensor: of a constant, or of a value as its type is
  /// declared or inferred, where sizes that are not known count as 1. 0 is no
  /// limit.
  int64_t maxElements;
  /// The most nodes of all graphs and functions, of OpenVINO layers. 0 is no
  /// limit.
  int64_t maxNodes;
  /// The most bytes of all constants; one part of a file counts once. 0 is
  /// 2 GiB.
  int64_t maxConstantBytes;
} OnnxopsImportOptions;

/// Reads an ONNX model from memory, which need not outlive the call. `name`
/// stands for its path in messages. External data lies in its directory; a name
/// without one reads no files. Null `options` are all 0. The module has one
/// function, `main`, with the model's inputs and outputs; the caller ends it
/// with mlirModuleDestroy. The context is one of onnxopsContextCreateForModels,
/// or like it. Null on failure.
MLIR_CAPI_EXPORTED MlirModule
onnxopsImportONNX(MlirContext context, MlirStringRef model, MlirStringRef name,
                  const OnnxopsImportOptions *options, char **error);

/// The same for an OpenVINO model: the XML, and the bytes of the .bin file,
/// empty where it has no constants.
MLIR_CAPI_EXPORTED MlirModule onnxopsImportOpenVINO(MlirContext context,
                                                    MlirStringRef model,
                                                    MlirStringRef weights,
                                                    MlirStringRef name,
                                                    char **error);

/// The same with options, of which the limits are for it.
MLIR_CAPI_EXPORTED MlirModule onnxopsImportOpenVINOWithOptions(
    MlirContext context, MlirStringRef model, MlirStringRef weights,
    MlirStringRef name, const OnnxopsImportOptions *options, char **error);

/// The same for a file that ends in .onnx, .xml, .mlir or .mlirbc. Limits are
/// for the first two, allowBytecode is for the others, all else for the first.
MLIR_CAPI_EXPORTED MlirModule
onnxopsImportFile(MlirContext context, MlirStringRef path,
                  const OnnxopsImportOptions *options, char **error);

/// Writes a module as an ONNX model, in pieces that `write` gets. On failure
/// nothing was written.
MLIR_CAPI_EXPORTED MlirLogicalResult onnxopsExportONNX(MlirModule module,
                                                       MlirStringCallback write,
                                                       void *userData,
                                                       char **error);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_MODELS_H */
