/*===- Dialect.h - the dialect, its types and ops ----------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * In the style of MLIR's C API, whose handles these functions take and return:
 * contexts, types and operations are made, printed and walked with mlir-c/IR.h.
 * libonnxops_c contains both.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_C_DIALECT_H
#define ONNXOPS_C_DIALECT_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// mlirGetDialectHandle__onnxops__(): for programs that need no other dialect.
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(OnnxOps, onnxops);

/// Adds our dialect and everything that the pipelines use: upstream's dialects,
/// their external models and their translations to LLVM IR. Without these, only
/// passes within the dialect can run.
MLIR_CAPI_EXPORTED void
onnxopsRegisterAllDialects(MlirDialectRegistry registry);

/// A context for models: filled by onnxopsRegisterAllDialects, with our dialect
/// loaded, and allowing other ONNX operators as generic ops of the unregistered
/// dialect `onnx`. It has no threads. The caller destroys it with
/// mlirContextDestroy.
MLIR_CAPI_EXPORTED MlirContext onnxopsContextCreateForModels(void);

/*===--------------------------------------------------------------------===*
 * Types
 *===--------------------------------------------------------------------===*/

/// `!onnxops.seq<tensorType>`: a sequence of tensors. `tensorType` is a ranked
/// or unranked tensor.
MLIR_CAPI_EXPORTED MlirType onnxopsSequenceTypeGet(MlirType tensorType);
MLIR_CAPI_EXPORTED bool onnxopsTypeIsASequence(MlirType type);
/// The type of each tensor of the sequence.
MLIR_CAPI_EXPORTED MlirType onnxopsSequenceTypeGetTensorType(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID onnxopsSequenceTypeGetTypeID(void);

/// `!onnxops.string`: an element that is a string of bytes.
MLIR_CAPI_EXPORTED MlirType onnxopsStringTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED bool onnxopsTypeIsAString(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID onnxopsStringTypeGetTypeID(void);

/// `!onnxops.handle`: a sequence of the run-time library.
MLIR_CAPI_EXPORTED MlirType onnxopsHandleTypeGet(MlirContext context);
MLIR_CAPI_EXPORTED bool onnxopsTypeIsAHandle(MlirType type);
MLIR_CAPI_EXPORTED MlirTypeID onnxopsHandleTypeGetTypeID(void);

/*===--------------------------------------------------------------------===*
 * Ops
 *===--------------------------------------------------------------------===*/

/// The newest supported opset of ONNX.
MLIR_CAPI_EXPORTED int64_t onnxopsGetLatestOpset(void);

/// The name of the op for an operator of ONNX at an opset: "onnxops.concat_v11"
/// for "Concat" at 12. A string of length 0 and null data if the operator is
/// not one of ours, or `opset` is older than it or newer than the latest. An
/// operation of that name is made with mlirOperationStateGet and
/// mlirOperationCreate, its result types with
/// mlirOperationStateEnableResultTypeInference. The text lives as long as the
/// context, in which the dialect must be loaded.
MLIR_CAPI_EXPORTED MlirStringRef onnxopsGetOperationName(
    MlirContext context, MlirStringRef operatorName, int64_t opset);

/// Whether the operation is one version of an operator. The functions below are
/// for such operations only.
MLIR_CAPI_EXPORTED bool onnxopsOperationIsVersioned(MlirOperation operation);
/// The operator without its version, as in the mnemonic: "concat".
MLIR_CAPI_EXPORTED MlirStringRef
onnxopsOperationGetFamily(MlirOperation operation);
/// The first and the last opset that select this version; for the newest
/// version the last is onnxopsGetLatestOpset().
MLIR_CAPI_EXPORTED int64_t
onnxopsOperationGetFirstOpset(MlirOperation operation);
MLIR_CAPI_EXPORTED int64_t
onnxopsOperationGetLastOpset(MlirOperation operation);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_C_DIALECT_H */
