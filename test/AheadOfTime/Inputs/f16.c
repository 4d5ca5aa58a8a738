// Sums of f16, rounded to nearest even.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

int main(void) {
  // 1 + 2, 1 + 2^-11, 1 + 3 * 2^-11, the largest one twice, small ones, a NaN.
  uint16_t pairs[6][2] = {{0x3c00, 0x4000}, {0x3c00, 0x1000}, {0x3c00, 0x1600},
                          {0x7bff, 0x7bff}, {0x0001, 0x0002}, {0x3c00, 0x7d00}};
  int64_t shape[1] = {2};
  struct model_outputs outputs = {0};
  OnnxopsContext *context = onnxopsContextCreate();
  for (int i = 0; i < 6; ++i) {
    DLTensor tensor = makeTensor(pairs[i], kDLFloat, 16, 1, shape);
    struct model_inputs inputs = {&tensor};
    if (model(context, &inputs, &outputs) != 0)
      return 1;
    uint16_t sum = *(const uint16_t *)outputs.sum->dl_tensor.data;
    printf(i ? " %04x" : "%04x", sum);
  }
  printf("\n");
  onnxopsTensorRelease(outputs.sum);
  onnxopsContextDestroy(context);
  return 0;
}
