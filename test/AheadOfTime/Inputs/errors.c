// Calls with one thing wrong each. None may change what the caller sees of the
// outputs; the call after it works.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

#include <string.h>

static OnnxopsContext *context;
static float a[8] = {0, 1, 2, 3, 4, 5, 6, 7}, b[4] = {10, 20, 30, 40}, lent[16];
static int64_t shapeOfA[2], shapeOfB[2], shapeOfResult[2];
static int64_t strides[2];
static int64_t shapeOfElement[2];
static DLTensor tensorA, tensorB, element;
static OnnxopsTensorList list;
static DLManagedTensor result;
static struct model_inputs inputs;
static struct model_outputs outputs;

/// Makes all right.
static void reset(void) {
  shapeOfA[0] = 2, shapeOfA[1] = 4;
  shapeOfB[0] = 1, shapeOfB[1] = 4;
  shapeOfResult[0] = 3, shapeOfResult[1] = 4;
  tensorA = floats(a, 2, shapeOfA);
  tensorB = floats(b, 2, shapeOfB);
  shapeOfElement[0] = 1, shapeOfElement[1] = 4;
  element = floats(b, 2, shapeOfElement);
  list = (OnnxopsTensorList){.length = 1, .tensors = &element};
  result = (DLManagedTensor){.dl_tensor = floats(lent, 2, shapeOfResult)};
  inputs = (struct model_inputs){&tensorA, &tensorB, &list};
  outputs = (struct model_outputs){.joined = &result};
}

/// Expects the call to fail.
static void call(void) {
  struct model_outputs before = outputs;
  if (model(context, &inputs, &outputs) != 1)
    printf("expected a failure, but got none\n");
  if (memcmp(&before, &outputs, sizeof(outputs)) != 0)
    printf("expected the outputs as they were, but got others\n");
  printf("%s\n", onnxopsContextError(context));
  reset();
}

static void failInputs(void) {
  inputs.b = NULL;
  call();
  tensorB.dtype.bits = 64;
  call();
  tensorB.dtype.code = 9;
  call();
  tensorB.dtype.lanes = 4;
  call();
  tensorB.ndim = 1;
  call();
  tensorB.ndim = 65;
  call();
  shapeOfB[1] = 3;
  call();
  shapeOfB[0] = -1;
  call();
  tensorB.shape = NULL;
  call();
  tensorB.data = NULL;
  call();
  tensorB.byte_offset = 2;
  call();
  strides[0] = 1, strides[1] = 2;
  tensorA.strides = strides;
  call();
  shapeOfA[1] = -4;
  strides[0] = 4, strides[1] = 1;
  tensorA.strides = strides;
  call();
  tensorB.device.device_type = kDLCUDA;
  call();
}

static void failLists(void) {
  inputs.list = NULL;
  call();
  list.length = -1;
  call();
  list.tensors = NULL;
  call();
  element.dtype.code = kDLInt;
  call();
  element.data = NULL;
  call();
  element.ndim = 1;
  call();
  shapeOfElement[1] = -1;
  call();
}

static void failOutputs(void) {
  OnnxopsTensorList mine = {0};
  shapeOfResult[0] = 2;
  call();
  shapeOfResult[0] = 4;
  call();
  result.dl_tensor.ndim = 1;
  call();
  result.dl_tensor.dtype.bits = 16;
  call();
  result.dl_tensor.data = NULL;
  call();
  strides[0] = 5, strides[1] = 1;
  result.dl_tensor.strides = strides;
  call();
  outputs.longer = &mine;
  call();
}

int main(void) {
  context = onnxopsContextCreate();
  reset();
  printf("%d\n", model(NULL, &inputs, &outputs));
  if (model(context, NULL, &outputs) == 1)
    printf("%s\n", onnxopsContextError(context));
  if (model(context, &inputs, NULL) == 1)
    printf("%s\n", onnxopsContextError(context));
  failInputs();
  failLists();
  failOutputs();

  strides[0] = 4, strides[1] = 1;
  tensorA.strides = strides;
  tensorB.data = (char *)b - 8;
  tensorB.byte_offset = 8;
  int status = model(context, &inputs, &outputs);
  printf("%d '%s'\n", status, onnxopsContextError(context));
  printTensor("joined", &outputs.joined->dl_tensor);
  onnxopsTensorListRelease(outputs.longer);
  onnxopsContextDestroy(context);
  return 0;
}
