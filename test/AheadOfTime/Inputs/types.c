// Element types of DLPack, and strings, which it has not.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "model.h"
#include "tensors.h"

int main(void) {
  int64_t shape[1] = {2};
  uint8_t flags[2] = {1, 0}, halves[4] = {1, 2, 3, 4}, many[32];
  for (int i = 0; i < 32; ++i)
    many[i] = (uint8_t)i;
  OnnxopsString text[2] = {{3, "one"}, {3, "two"}};
  const OnnxopsString *texts[2] = {&text[0], &text[1]};
  DLTensor asBool = makeTensor(flags, 6, 8, 1, shape);
  DLTensor asByte = makeTensor(flags, kDLUInt, 8, 1, shape);
  DLTensor bfloats = makeTensor(halves, kDLBfloat, 16, 1, shape);
  DLTensor float16s = makeTensor(halves, kDLFloat, 16, 1, shape);
  DLTensor complexes = makeTensor(many, kDLComplex, 128, 1, shape);
  OnnxopsValue strings = {.kind = ONNXOPS_TENSOR,
                          .elementType = ONNXOPS_STRING,
                          .rank = 1,
                          .data = texts,
                          .sizes = shape};
  OnnxopsValue twice = {0};
  OnnxopsContext *context = onnxopsContextCreate();
  struct model_inputs inputs = {&asBool,   &asByte,    &bfloats,
                                &float16s, &complexes, &strings};
  struct model_outputs outputs = {.twice = &twice};
  for (int run = 0; run < 2; ++run)
    if (model(context, &inputs, &outputs) != 0) {
      printf("error: %s\n", onnxopsContextError(context));
      return 1;
    }
  printTensor("bools", &outputs.bools->dl_tensor);
  printTensor("bfloats", &outputs.bfloats->dl_tensor);
  printTensor("float16s", &outputs.float16s->dl_tensor);
  printTensor("complexes", &outputs.complexes->dl_tensor);
  for (int i = 0; i < 4; ++i) {
    const OnnxopsString *string = ((const OnnxopsString **)twice.data)[i];
    printf("%.*s\n", (int)string->size, string->data);
  }
  onnxopsValueRelease(&twice);
  outputs.twice = NULL;
  if (model(context, &inputs, &outputs) != 0)
    printf("error: %s\n", onnxopsContextError(context));
  onnxopsTensorRelease(outputs.bools);
  onnxopsTensorRelease(outputs.bfloats);
  onnxopsTensorRelease(outputs.float16s);
  onnxopsTensorRelease(outputs.complexes);
  onnxopsContextDestroy(context);
  return 0;
}
