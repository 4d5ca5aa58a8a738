// Sums of bf16, rounded to nearest even.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

int main(void) {
  // 1, and then 2, 2^-8, 3 * 2^-8 and a NaN.
  uint16_t a[2] = {0x3f80, 0}, others[4] = {0x4000, 0x3b80, 0x3c40, 0x7fa0};
  uint8_t takesFirst = 0;
  int64_t shape[1] = {2};
  DLTensor tensor = makeTensor(a, kDLBfloat, 16, 1, shape);
  DLTensor choice = makeTensor(&takesFirst, kDLUInt, 8, 0, NULL);
  struct model_inputs inputs = {&tensor, &choice};
  struct model_outputs outputs = {0};
  OnnxopsContext *context = onnxopsContextCreate();
  for (int i = 0; i < 4; ++i) {
    a[1] = others[i];
    if (model(context, &inputs, &outputs) != 0)
      return 1;
    uint16_t sum = *(const uint16_t *)outputs.sum->dl_tensor.data;
    printf("%04x ", sum);
  }
  printf("\n");
  onnxopsTensorRelease(outputs.sum);
  onnxopsContextDestroy(context);
  return 0;
}
