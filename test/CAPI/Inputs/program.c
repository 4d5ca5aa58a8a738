/*===- program.c - models to numbers from C -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * usage: program JOIN.onnx SPLIT.onnx
 *
 * Reads both from memory, runs them on buffers of its own, and prints what it
 * is told when something is wrong.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops-c/Program.h"
#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"

#include "mlir-c/BuiltinTypes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Bytes {
  char *data;
  size_t size;
} Bytes;

static MlirStringRef text(const char *string) {
  return mlirStringRefCreateFromCString(string);
}

/* The caller frees what is gathered. */
static void gather(MlirStringRef piece, void *bytes) {
  Bytes *all = bytes;
  all->data = realloc(all->data, all->size + piece.length);
  memcpy(all->data + all->size, piece.data, piece.length);
  all->size += piece.length;
}

static Bytes readFile(const char *path) {
  Bytes bytes = {NULL, 0};
  char buffer[4096];
  FILE *file = fopen(path, "rb");
  if (!file)
    exit(1);
  for (size_t size; (size = fread(buffer, 1, sizeof(buffer), file)) > 0;)
    gather(mlirStringRefCreate(buffer, size), &bytes);
  fclose(file);
  return bytes;
}

/* Prints and frees a message. */
static void tell(char *error) {
  printf("error: %s\n", error ? error : "none");
  onnxopsErrorFree(error);
}

static MlirModule import(MlirContext context, Bytes bytes, const char *name) {
  char *error;
  MlirModule module =
      onnxopsImportONNX(context, mlirStringRefCreate(bytes.data, bytes.size),
                        text(name), NULL, &error);
  if (mlirModuleIsNull(module))
    tell(error);
  return module;
}

static OnnxopsProgram compile(MlirModule module,
                              const OnnxopsCompileOptions *options) {
  char *error;
  OnnxopsProgram program = onnxopsProgramCompile(module, options, &error);
  if (onnxopsProgramIsNull(program))
    tell(error);
  return program;
}

static void printPort(const char *what, OnnxopsValueInfo port) {
  printf("%s %s: %s %s", what, port.name,
         port.kind == ONNXOPS_SEQUENCE ? "sequence" : "tensor",
         onnxopsElementName(port.elementType));
  for (int64_t i = 0; i < port.rank; ++i)
    printf(" %d%s", (int)port.sizes[i], port.symbols[i]);
  printf("%s\n", port.rank < 0 ? " of any rank" : "");
}

static void printPorts(OnnxopsProgram program) {
  for (int64_t i = 0; i < onnxopsProgramGetNumInputs(program); ++i)
    printPort("input", onnxopsProgramGetInput(program, i));
  for (int64_t i = 0; i < onnxopsProgramGetNumOutputs(program); ++i)
    printPort("output", onnxopsProgramGetOutput(program, i));
}

static OnnxopsValue makeTensor(float *data, int64_t *sizes, int64_t rank) {
  OnnxopsValue value = {0};
  value.elementType = ONNXOPS_FLOAT32;
  value.rank = rank;
  value.data = data;
  value.sizes = sizes;
  return value;
}

static void printTensor(OnnxopsValue tensor) {
  int64_t count = 1;
  for (int64_t i = 0; i < tensor.rank; ++i) {
    printf("%s%d", i ? "x" : "", (int)tensor.sizes[i]);
    count *= tensor.sizes[i];
  }
  printf(":");
  for (int64_t i = 0; i < count; ++i)
    printf(" %g", ((const float *)tensor.data)[i]);
  printf("\n");
}

static void runJoin(OnnxopsProgram program) {
  float left[] = {1, 2, 3, 4}, right[] = {5, 6}, result[6];
  int64_t leftSizes[] = {2, 2}, rightSizes[] = {1, 2}, wrong[] = {2, 1};
  OnnxopsContext *context = onnxopsContextCreate();
  OnnxopsValue table[3] = {makeTensor(left, leftSizes, 2),
                           makeTensor(right, rightSizes, 2)};
  /* Memory of ours. */
  table[2].data = result;
  table[2].capacity = sizeof(result);
  if (onnxopsProgramCall(program, table, 3, context) == 0)
    printTensor(table[2]);
  printf("lent: %d\n", table[2].data == result);
  /* A row more than there is room for. */
  table[1].sizes = leftSizes;
  table[1].data = left;
  if (onnxopsProgramCall(program, table, 3, context) != 0)
    printf("failed: %s\n", onnxopsContextError(context));
  onnxopsValueRelease(&table[2]);
  memset(&table[2], 0, sizeof(table[2]));
  /* Memory of the call's. */
  if (onnxopsProgramCall(program, table, 3, context) == 0)
    printTensor(table[2]);
  table[1] = makeTensor(right, wrong, 2);
  if (onnxopsProgramCall(program, table, 3, context) != 0)
    printf("failed: %s\n", onnxopsContextError(context));
  onnxopsValueRelease(&table[2]);
  onnxopsContextDestroy(context);
}

/* The same function for a device, on memory of it. */
static void runJoinThere(OnnxopsProgram program) {
  char message[200];
  float data[] = {1, 2, 3, 4}, result[8];
  int64_t sizes[] = {2, 2};
  OnnxopsDevice *device = onnxopsDeviceOpen("vulkan", message, sizeof(message));
  if (!device) {
    printf("no device: %s\n", message);
    return;
  }
  void *there = onnxopsDeviceAllocate(device, sizeof(data));
  onnxopsDeviceUpload(device, there, data, sizeof(data));
  OnnxopsContext *context = onnxopsContextCreate();
  onnxopsContextSetDevice(context, device, NULL);
  OnnxopsValue table[3] = {makeTensor(there, sizes, 2),
                           makeTensor(there, sizes, 2)};
  if (onnxopsProgramCall(program, table, 3, context) != 0)
    printf("failed: %s\n", onnxopsContextError(context));
  onnxopsDeviceDownload(device, result, table[2].data, sizeof(result));
  OnnxopsValue here = table[2];
  here.data = result;
  printf("on a device: ");
  printTensor(here);
  onnxopsValueRelease(&table[2]);
  onnxopsContextDestroy(context);
  onnxopsDeviceFree(device, there);
  onnxopsDeviceClose(device);
}

static void runSplit(OnnxopsProgram program) {
  float data[] = {1, 2, 3, 4, 5};
  int64_t sizes[] = {5};
  OnnxopsContext *context = onnxopsContextCreate();
  OnnxopsValue table[2] = {makeTensor(data, sizes, 1)};
  if (onnxopsProgramCall(program, table, 2, context) == 0) {
    const OnnxopsSequence *chunks = table[1].data;
    for (int64_t i = 0; i < onnxopsSequenceLength(chunks); ++i)
      printTensor(onnxopsSequenceElement(chunks, i));
  }
  onnxopsValueRelease(&table[1]);
  onnxopsContextDestroy(context);
}

/* What comes back is what was read. */
static void writeBack(MlirContext context, MlirModule module) {
  Bytes written = {NULL, 0}, before = {NULL, 0}, after = {NULL, 0};
  char *error;
  if (mlirLogicalResultIsFailure(
          onnxopsExportONNX(module, gather, &written, &error)))
    tell(error);
  MlirModule again = import(context, written, "join");
  mlirOperationPrint(mlirModuleGetOperation(module), gather, &before);
  mlirOperationPrint(mlirModuleGetOperation(again), gather, &after);
  printf("the same again: %d\n",
         before.size == after.size &&
             memcmp(before.data, after.data, before.size) == 0);
  mlirModuleDestroy(again);
  free(written.data);
  free(before.data);
  free(after.data);
}

/* A function whose argument is not of the type that it says, which nobody has
 * verified yet. */
static MlirModule buildInvalid(MlirContext context) {
  MlirModule module = mlirModuleCreateParse(
      context, text("func.func @main(%x: tensor<2xf32>) -> tensor<4xf32> {\n"
                    "  %r = onnxops.concat_v13 %x, %x axis = 0 :"
                    " (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>\n"
                    "  return %r : tensor<4xf32>\n}\n"));
  MlirBlock body = mlirModuleGetBody(module);
  MlirRegion region =
      mlirOperationGetRegion(mlirBlockGetFirstOperation(body), 0);
  MlirValue x = mlirBlockGetArgument(mlirRegionGetFirstBlock(region), 0);
  mlirValueSetType(x, mlirTypeParseGet(context, text("tensor<2x2xf32>")));
  return module;
}

static void misuse(MlirContext context, Bytes join, MlirModule module) {
  char *error;
  import(context, (Bytes){join.data, join.size - 1}, "short.onnx");
  import(context, (Bytes){NULL, 0}, "empty.onnx");
  onnxopsImportFile(context, text("nowhere.onnx"), NULL, &error);
  tell(error);
  onnxopsImportFile(context, text("model.txt"), NULL, NULL);
  onnxopsImportOpenVINO(context, text("<net version=\"3\"/>"), text(""),
                        text("net.xml"), &error);
  tell(error);
  compile(module, &(OnnxopsCompileOptions){.function = "other"});
  compile(module, &(OnnxopsCompileOptions){.checks = "sometimes"});
  compile(module, &(OnnxopsCompileOptions){.cpu = "6502"});
  compile(module, &(OnnxopsCompileOptions){.device = "abacus"});
  compile(module, &(OnnxopsCompileOptions){.threads = -1});
  compile(module, &(OnnxopsCompileOptions){.cache = "/dev/null/cache"});
  MlirModule invalid = buildInvalid(context);
  compile(invalid, NULL);
  mlirModuleDestroy(invalid);
  MlirModule empty = mlirModuleCreateEmpty(mlirLocationUnknownGet(context));
  compile(empty, NULL);
  if (mlirLogicalResultIsFailure(
          onnxopsExportONNX(empty, gather, NULL, &error)))
    tell(error);
  mlirModuleDestroy(empty);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  Bytes join = readFile(argv[1]), split = readFile(argv[2]);
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule joinModule = import(context, join, "join");
  MlirModule splitModule = import(context, split, "split");
  writeBack(context, joinModule);
  misuse(context, join, joinModule);
  OnnxopsProgram joinProgram =
      compile(joinModule, &(OnnxopsCompileOptions){.threads = 2});
  OnnxopsProgram thereProgram =
      compile(joinModule, &(OnnxopsCompileOptions){.device = "vulkan"});
  OnnxopsProgram splitProgram = compile(splitModule, NULL);
  mlirModuleDestroy(joinModule);
  mlirModuleDestroy(splitModule);
  mlirContextDestroy(context);
  free(join.data);
  free(split.data);
  /* Programs need none of it. */
  printPorts(joinProgram);
  runJoin(joinProgram);
  runJoinThere(thereProgram);
  printPorts(splitProgram);
  runSplit(splitProgram);
  onnxopsProgramDestroy(joinProgram);
  onnxopsProgramDestroy(thereProgram);
  onnxopsProgramDestroy(splitProgram);
  onnxopsProgramDestroy((OnnxopsProgram){NULL});
  return 0;
}
