// The model of cross.test with dynamic shapes, lent memory and a list, on any
// machine.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

int main(void) {
  float a[8], b[4], lent[12];
  for (int i = 0; i < 8; ++i)
    a[i] = (float)i;
  for (int i = 0; i < 4; ++i)
    b[i] = (float)(10 * i);
  int64_t shapeOfA[2] = {2, 4}, shapeOfB[2] = {1, 4}, shape[2] = {3, 4};
  DLTensor tensorA = floats(a, 2, shapeOfA), tensorB = floats(b, 2, shapeOfB);
  DLTensor elements[2] = {tensorB, tensorA};
  OnnxopsTensorList list = {.length = 2, .tensors = elements};
  DLManagedTensor joined = {.dl_tensor = floats(lent, 2, shape)};

  OnnxopsContext *context = onnxopsContextCreate();
  struct model_inputs inputs = {&tensorA, &tensorB, &list};
  struct model_outputs outputs = {.joined = &joined};
  int status = 0;
  for (int run = 0; run < 2 && status == 0; ++run)
    status = model(context, &inputs, &outputs);
  if (status != 0) {
    printf("error: %s\n", onnxopsContextError(context));
    return 1;
  }
  printTensor("joined", &joined.dl_tensor);
  printTensor("tiled", &outputs.tiled->dl_tensor);
  for (int64_t i = 0; i < outputs.longer->length; ++i)
    printTensor("longer", &outputs.longer->tensors[i]);

  shapeOfB[1] = 3;
  if (model(context, &inputs, &outputs) == 1)
    printf("error: %s\n", onnxopsContextError(context));
  onnxopsTensorRelease(outputs.tiled);
  onnxopsTensorListRelease(outputs.longer);
  onnxopsContextDestroy(context);
  return 0;
}
