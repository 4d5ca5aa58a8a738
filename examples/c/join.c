/* Somebody's program: reads a model, compiles it, calls it. */

#include "onnxops-c/Dialect.h"
#include "onnxops-c/Models.h"
#include "onnxops-c/Program.h"

#include <stdio.h>

static int fail(const char *error) {
  fprintf(stderr, "%s\n", error);
  return 1;
}

static OnnxopsProgram compile(const char *path, char **error) {
  MlirContext context = onnxopsContextCreateForModels();
  MlirModule module = onnxopsImportFile(
      context, mlirStringRefCreateFromCString(path), NULL, error);
  OnnxopsProgram program = {NULL};
  if (!mlirModuleIsNull(module)) {
    program = onnxopsProgramCompile(module, NULL, error);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return program;
}

int main(int argc, char **argv) {
  char *error;
  OnnxopsProgram program = compile(argc > 1 ? argv[1] : "", &error);
  if (onnxopsProgramIsNull(program)) {
    fail(error);
    onnxopsErrorFree(error);
    return 1;
  }

  float left[] = {1, 2, 3, 4}, right[] = {5, 6}, both[6];
  int64_t leftSizes[] = {2, 2}, rightSizes[] = {1, 2};
  OnnxopsValue table[] = {
      {.elementType = ONNXOPS_FLOAT32,
       .rank = 2,
       .data = left,
       .sizes = leftSizes},
      {.elementType = ONNXOPS_FLOAT32,
       .rank = 2,
       .data = right,
       .sizes = rightSizes},
      {.data = both, .capacity = sizeof(both)},
  };
  OnnxopsContext *context = onnxopsContextCreate();
  int status = onnxopsProgramCall(program, table, 3, context);
  if (status != 0)
    fail(onnxopsContextError(context));
  else
    for (int64_t i = 0; i < table[2].sizes[0]; ++i)
      printf("%g %g\n", both[2 * i], both[2 * i + 1]);

  onnxopsValueRelease(&table[2]);
  onnxopsContextDestroy(context);
  onnxopsProgramDestroy(program);
  return status;
}
