// Tensors of DLPack 1 in and out.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

static void print(const char *name, const DLTensor *tensor) {
  printf("%s:", name);
  for (int64_t i = 0; i < tensor->shape[0]; ++i)
    printf(" %g", (double)((const float *)tensor->data)[i]);
  printf("\n");
}

static DLManagedTensorVersioned version1(DLTensor tensor) {
  DLManagedTensorVersioned result = {.version = {1, 0}, .dl_tensor = tensor};
  return result;
}

int main(void) {
  const float a[2] = {1, 2};
  float result[4] = {0};
  int64_t shape[1] = {2}, twice[1] = {4};
  DLManagedTensorVersioned input =
      version1(makeTensor((float *)a, kDLFloat, 32, 1, shape));
  DLManagedTensorVersioned output =
      version1(makeTensor(result, kDLFloat, 32, 1, twice));
  OnnxopsContext *context = onnxopsContextCreate();

  input.flags = DLPACK_FLAG_BITMASK_READ_ONLY;
  struct model_inputs inputs = {&input.dl_tensor};
  struct model_outputs outputs = {0};
  if (model(context, &inputs, &outputs) != 0)
    return 1;
  print("read", &outputs.twice->dl_tensor);
  DLManagedTensor *made = outputs.twice, lent;

  if (onnxopsTensorLend(context, &output, &lent) != 0)
    return 1;
  outputs.twice = &lent;
  if (model(context, &inputs, &outputs) != 0)
    return 1;
  print("lent", &output.dl_tensor);

  output.flags = DLPACK_FLAG_BITMASK_READ_ONLY | 2;
  if (onnxopsTensorLend(context, &output, &lent) == 1)
    printf("error: %s\n", onnxopsContextError(context));
  output.flags = 0;
  output.version.major = 2;
  if (onnxopsTensorLend(context, &output, &lent) == 1)
    printf("error: %s\n", onnxopsContextError(context));
  if (onnxopsTensorLend(context, NULL, &lent) == 1)
    printf("error: %s\n", onnxopsContextError(context));

  DLManagedTensorVersioned *versioned = onnxopsTensorToVersioned(made);
  char name[64];
  snprintf(name, sizeof(name), "version %u.%u, flags %d",
           (unsigned)versioned->version.major,
           (unsigned)versioned->version.minor, (int)versioned->flags);
  print(name, &versioned->dl_tensor);
  versioned->deleter(versioned);
  printf("%s\n", onnxopsTensorToVersioned(NULL) ? "made" : "deleted");
  onnxopsContextDestroy(context);
  return 0;
}
