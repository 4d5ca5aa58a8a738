/* Rewrites a model from memory to memory.
 *
 * usage: rewrite MODEL.onnx OUT.onnx
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 */

#include "onnxops-c/Rewrite.h"
#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *readFile(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  assert(file);
  fseek(file, 0, SEEK_END);
  *size = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(*size);
  size_t count = fread(bytes, 1, *size, file);
  assert(count == *size);
  fclose(file);
  return bytes;
}

static void append(MlirStringRef text, void *file) {
  fwrite(text.data, 1, text.length, file);
}

static MlirModule import(MlirContext context, const char *bytes, size_t size) {
  OnnxopsImportOptions options = {.allowUnsupported = true};
  char *error = NULL;
  MlirModule module = onnxopsImportONNX(
      context, mlirStringRefCreate(bytes, size),
      mlirStringRefCreateFromCString("model"), &options, &error);
  assert(!mlirModuleIsNull(module) && !error);
  return module;
}

static void fail(MlirContext context, const char *bytes, size_t size,
                 const OnnxopsRewriteOptions *options) {
  MlirModule module = import(context, bytes, size);
  char *error = NULL;
  MlirLogicalResult result =
      onnxopsRewriteModel(module, options, NULL, NULL, &error);
  assert(mlirLogicalResultIsFailure(result) && error);
  printf("failed: %s\n", error);
  onnxopsErrorFree(error);
  /* Nobody needs to take the message. */
  onnxopsRewriteModel(module, options, NULL, NULL, NULL);
  mlirModuleDestroy(module);
}

int main(int argc, char **argv) {
  assert(argc == 3);
  size_t size;
  char *bytes = readFile(argv[1], &size);
  MlirContext context = onnxopsContextCreateForModels();

  MlirModule module = import(context, bytes, size);
  const char *dims[] = {"N=3"};
  OnnxopsRewriteOptions options = {
      .targetOpset = 18, .noSequences = true, .dims = dims, .numDims = 1};
  char *error = NULL;
  MlirLogicalResult result =
      onnxopsRewriteModel(module, &options, append, stdout, &error);
  assert(mlirLogicalResultIsSuccess(result) && !error);
  FILE *out = fopen(argv[2], "wb");
  assert(out);
  result = onnxopsExportONNX(module, append, out, &error);
  assert(mlirLogicalResultIsSuccess(result) && !error);
  fclose(out);
  mlirModuleDestroy(module);

  const char *wrong[] = {"K=3"};
  options.dims = wrong;
  fail(context, bytes, size, &options);
  options.dims = NULL;
  fail(context, bytes, size, &options);
  const char *none[] = {NULL};
  options.dims = none;
  fail(context, bytes, size, &options);
  options.numDims = -1;
  fail(context, bytes, size, &options);
  OnnxopsRewriteOptions negative = {.targetOpset = -1};
  fail(context, bytes, size, &negative);

  module = import(context, bytes, size);
  result = onnxopsRewriteModel(module, NULL, NULL, NULL, &error);
  assert(mlirLogicalResultIsSuccess(result) && !error);
  mlirModuleDestroy(module);
  mlirContextDestroy(context);
  free(bytes);
  return 0;
}
