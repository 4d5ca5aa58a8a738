/*===- dialect.c - types, ops and passes from C ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Builds a concat, asks it what it is, and lowers a module.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Passes.h"

#include "mlir-c/BuiltinAttributes.h"
#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <stdlib.h>

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

static void print(MlirStringRef string, void *stream) {
  fwrite(string.data, 1, string.length, stream);
}

static void printType(const char *what, MlirType type) {
  printf("%s: ", what);
  mlirTypePrint(type, print, stdout);
  printf("\n");
}

static MlirModule parse(MlirContext context, const char *source) {
  MlirModule module = mlirModuleCreateParse(context, text(source));
  if (mlirModuleIsNull(module))
    exit(1);
  return module;
}

static void showTypes(MlirContext context) {
  MlirType tensor = mlirTypeParseGet(context, text("tensor<?x4xf32>"));
  MlirType sequence = onnxopsSequenceTypeGet(tensor);
  printType("sequence", sequence);
  printType("of", onnxopsSequenceTypeGetTensorType(sequence));
  printType("string", onnxopsStringTypeGet(context));
  printType("handle", onnxopsHandleTypeGet(context));
  printf("is a: %d %d %d %d\n", onnxopsTypeIsASequence(sequence),
         onnxopsTypeIsASequence(tensor),
         onnxopsTypeIsAString(onnxopsStringTypeGet(context)),
         onnxopsTypeIsAHandle(sequence));
  printf("type ids: %d %d\n",
         mlirTypeIDEqual(mlirTypeGetTypeID(sequence),
                         onnxopsSequenceTypeGetTypeID()),
         mlirTypeIDEqual(onnxopsStringTypeGetTypeID(),
                         onnxopsHandleTypeGetTypeID()));
}

static void showName(MlirContext context, const char *op, int64_t opset) {
  MlirStringRef name = onnxopsGetOperationName(context, text(op), opset);
  printf("%s at %d: %.*s\n", op, (int)opset, name.data ? (int)name.length : 4,
         name.data ? name.data : "none");
}

/* A concat of two operands, whose result type is inferred. */
static void buildConcat(MlirContext context) {
  MlirLocation loc = mlirLocationUnknownGet(context);
  MlirType tensor = mlirTypeParseGet(context, text("tensor<2x3xf32>"));
  MlirType types[] = {tensor, tensor};
  MlirLocation locs[] = {loc, loc};
  MlirBlock block = mlirBlockCreate(2, types, locs);
  MlirValue operands[] = {mlirBlockGetArgument(block, 0),
                          mlirBlockGetArgument(block, 1)};
  MlirNamedAttribute axis = mlirNamedAttributeGet(
      mlirIdentifierGet(context, text("axis")),
      mlirIntegerAttrGet(mlirTypeParseGet(context, text("i64")), -1));
  MlirOperationState state = mlirOperationStateGet(
      onnxopsGetOperationName(context, text("Concat"), onnxopsGetLatestOpset()),
      loc);
  mlirOperationStateAddOperands(&state, 2, operands);
  mlirOperationStateAddAttributes(&state, 1, &axis);
  mlirOperationStateEnableResultTypeInference(&state);
  MlirOperation concat = mlirOperationCreate(&state);
  mlirBlockAppendOwnedOperation(block, concat);
  printType("result", mlirValueGetType(mlirOperationGetResult(concat, 0)));
  MlirStringRef family = onnxopsOperationGetFamily(concat);
  printf("family %.*s, opsets %d to newest: %d\n", (int)family.length,
         family.data, (int)onnxopsOperationGetFirstOpset(concat),
         onnxopsOperationGetLastOpset(concat) == onnxopsGetLatestOpset());
  mlirBlockDestroy(block);
}

/* One pass by its constructor, then one pipeline by its text. */
static void lower(MlirContext context, const char *pipeline) {
  MlirModule module =
      parse(context, "func.func @main(%x: tensor<2xf32>) -> tensor<*xf32> {\n"
                     "  %r = \"onnxops.concat_v4\"(%x, %x) {axis = 0}"
                     " : (tensor<2xf32>, tensor<2xf32>) -> tensor<*xf32>\n"
                     "  return %r : tensor<*xf32>\n"
                     "}\n");
  MlirOperation op = mlirModuleGetOperation(module);
  MlirPassManager pm = mlirPassManagerCreate(context);
  mlirPassManagerAddOwnedPass(pm, mlirCreateOnnxOpsDialectInferShapes());
  if (mlirLogicalResultIsFailure(
          mlirOpPassManagerAddPipeline(mlirPassManagerGetAsOpPassManager(pm),
                                       text(pipeline), print, stdout)))
    printf("\nthere is no such pipeline\n");
  else if (mlirLogicalResultIsFailure(mlirPassManagerRunOnOp(pm, op)))
    printf("failed\n");
  else
    mlirOperationPrint(op, print, stdout);
  mlirPassManagerDestroy(pm);
  mlirModuleDestroy(module);
}

int main(void) {
  MlirContext context = onnxopsContextCreateForModels();
  onnxopsRegisterPasses();
  showTypes(context);
  showName(context, "Concat", 12);
  showName(context, "Concat", 0);
  showName(context, "Concat", 1000);
  showName(context, "SplitToSequence", 24);
  showName(context, "Relu", 13);
  buildConcat(context);
  MlirModule other = parse(context, "func.func @f() { return }");
  printf("versioned: %d\n",
         onnxopsOperationIsVersioned(mlirModuleGetOperation(other)));
  mlirModuleDestroy(other);
  lower(context, "onnxops-prepare");
  lower(context, "onnxops-to-llvm-pipeline{checks=none}");
  lower(context, "onnxops-to-the-moon");
  mlirContextDestroy(context);

  /* Our dialect alone. */
  MlirContext small = mlirContextCreate();
  mlirDialectHandleRegisterDialect(mlirGetDialectHandle__onnxops__(), small);
  printf("loaded: %d\n", !mlirDialectIsNull(mlirContextGetOrLoadDialect(
                             small, text("onnxops"))));
  mlirContextDestroy(small);
  return 0;
}
