// Calls whose inputs and outputs are outputs of the calls before.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

static OnnxopsContext *context;
static float x[2];
static int64_t shapeOfX[1] = {2};
static DLTensor tensorX;
static struct model_inputs inputs;
static struct model_outputs outputs;

static void call(float value) {
  x[0] = x[1] = value;
  int status = model(context, &inputs, &outputs);
  printf("%d '%s'\n", status, onnxopsContextError(context));
}

static void printElements(void) {
  for (int64_t i = 0; i < outputs.longer->length; ++i)
    printTensor("element", &outputs.longer->tensors[i]);
}

/// The output is the input of the next call.
static void grow(void) {
  OnnxopsTensorList nothing = {0};
  inputs.list = &nothing;
  for (int i = 0; i < 4; ++i) {
    x[0] = x[1] = (float)i;
    int status = model(context, &inputs, &outputs);
    if (i == 3)
      printf("%d '%s'\n", status, onnxopsContextError(context));
    inputs.list = outputs.longer;
  }
  printElements();
}

static void passElements(void) {
  DLTensor elements[2] = {outputs.longer->tensors[3],
                          outputs.longer->tensors[2]};
  OnnxopsTensorList list = {.length = 2, .tensors = elements};
  inputs.list = &list;
  call(9);
  printElements();
}

static void giveOneTwice(void) {
  OnnxopsTensorList nothing = {0};
  inputs.list = &nothing;
  DLManagedTensor *twice = outputs.twice;
  outputs.twice = outputs.same;
  call(9);
  outputs.twice = twice;
  OnnxopsTensorList *again = outputs.again;
  outputs.again = outputs.longer;
  call(9);
  outputs.again = again;
}

static void changeLengths(void) {
  float data[3] = {4, 5, 6};
  int64_t three[1] = {3}, none[1] = {0};
  DLTensor elements[2] = {floats(data, 1, three), floats(NULL, 1, none)};
  OnnxopsTensorList list = {.tensors = elements};
  inputs.list = &list;
  call(9);
  printElements();
  list.length = 2;
  call(9);
  printElements();
}

/// A copy of a tensor that a call made lends its memory: nobody knows of the
/// copy where that is replaced.
static void giveCopy(void) {
  OnnxopsTensorList nothing = {0};
  float data[3] = {4, 5, 6};
  int64_t three[1] = {3};
  DLTensor larger = floats(data, 1, three);
  DLManagedTensor *same = outputs.same, copy = *outputs.same;
  inputs.list = &nothing;
  outputs.same = &copy;
  call(8);
  printTensor("copy", &copy.dl_tensor);
  inputs.x = &larger;
  call(8);
  inputs.x = &tensorX;
  outputs.same = same;
}

int main(void) {
  context = onnxopsContextCreate();
  tensorX = floats(x, 1, shapeOfX);
  inputs.x = &tensorX;
  grow();
  passElements();
  giveOneTwice();
  changeLengths();
  giveCopy();
  onnxopsTensorListRelease(outputs.longer);
  onnxopsTensorListRelease(outputs.again);
  onnxopsTensorRelease(outputs.same);
  onnxopsTensorRelease(outputs.twice);
  onnxopsContextDestroy(context);
  return 0;
}
