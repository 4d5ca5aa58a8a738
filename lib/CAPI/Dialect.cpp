//===- Dialect.cpp - the dialect, its types and ops, for C ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Wraps and unwraps handles; the header documents the functions.
//
//===----------------------------------------------------------------------===//

#include "onnxops-c/Dialect.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Registration.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/InitAll.h"

using namespace mlir;
using namespace mlir::onnxops;

MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(OnnxOps, onnxops, OnnxOpsDialect)

void onnxopsRegisterAllDialects(MlirDialectRegistry registry) {
  registerDialects(*unwrap(registry));
}

MlirContext onnxopsContextCreateForModels(void) {
  auto *context = new MLIRContext(MLIRContext::Threading::DISABLED);
  prepareContext(*context);
  context->loadDialect<OnnxOpsDialect>();
  return wrap(context);
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

MlirType onnxopsSequenceTypeGet(MlirType tensorType) {
  return wrap(SequenceType::get(cast<TensorType>(unwrap(tensorType))));
}

bool onnxopsTypeIsASequence(MlirType type) {
  return isa<SequenceType>(unwrap(type));
}

MlirType onnxopsSequenceTypeGetTensorType(MlirType type) {
  return wrap(cast<SequenceType>(unwrap(type)).getTensorType());
}

MlirTypeID onnxopsSequenceTypeGetTypeID(void) {
  return wrap(SequenceType::getTypeID());
}

MlirType onnxopsStringTypeGet(MlirContext context) {
  return wrap(StringType::get(unwrap(context)));
}

bool onnxopsTypeIsAString(MlirType type) {
  return isa<StringType>(unwrap(type));
}

MlirTypeID onnxopsStringTypeGetTypeID(void) {
  return wrap(StringType::getTypeID());
}

MlirType onnxopsHandleTypeGet(MlirContext context) {
  return wrap(HandleType::get(unwrap(context)));
}

bool onnxopsTypeIsAHandle(MlirType type) {
  return isa<HandleType>(unwrap(type));
}

MlirTypeID onnxopsHandleTypeGetTypeID(void) {
  return wrap(HandleType::getTypeID());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

int64_t onnxopsGetLatestOpset(void) { return OnnxOpsDialect::kLatestOpset; }

MlirStringRef onnxopsGetOperationName(MlirContext context,
                                      MlirStringRef operatorName,
                                      int64_t opset) {
  StringRef family = OperatorTable::getFamilyOfOnnx(unwrap(operatorName));
  if (family.empty())
    return wrap(StringRef());
  std::optional<RegisteredOperationName> name =
      OperatorTable(unwrap(context)).lookUp(family, opset);
  return wrap(name ? name->getStringRef() : StringRef());
}

static VersionedOpInterface getVersioned(MlirOperation operation) {
  return dyn_cast<VersionedOpInterface>(unwrap(operation));
}

bool onnxopsOperationIsVersioned(MlirOperation operation) {
  return bool(getVersioned(operation));
}

MlirStringRef onnxopsOperationGetFamily(MlirOperation operation) {
  return wrap(getVersioned(operation).getFamily());
}

int64_t onnxopsOperationGetFirstOpset(MlirOperation operation) {
  return getVersioned(operation).getFirstOpset();
}

int64_t onnxopsOperationGetLastOpset(MlirOperation operation) {
  return getVersioned(operation).getLastOpset();
}
