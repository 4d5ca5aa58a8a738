# Writes a concat of many operands: many.mlir, and many.c, which calls it.
#
# usage: many.py OPERANDS
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import sys

count = int(sys.argv[1])
type = "tensor<?x2xf32>"
arguments = ", ".join('%%a%d: %s {onnxops.name = "a%d"}' % (i, type, i) for i in range(count))
with open("many.mlir", "w") as file:
    file.write('func.func @main(%s) -> (%s {onnxops.name = "y"}) {\n' % (arguments, type))
    file.write(
        "  %%0 = onnxops.concat_v13 %s axis = 0 : (%s) -> %s\n"
        % (", ".join("%%a%d" % i for i in range(count)), ", ".join([type] * count), type)
    )
    file.write("  return %%0 : %s\n}\n" % type)
fields = "\n".join("  inputs.a%d = &tensors[%d];" % (i, i) for i in range(count))
with open("many.c", "w") as file:
    file.write(
        """#include "many.h"
#include "tensors.h"

static DLTensor tensors[%(count)d];
static float data[%(count)d][2];

int main(void) {
  int64_t shape[2] = {1, 2};
  static struct many_inputs inputs;
%(fields)s
  for (int i = 0; i < %(count)d; ++i) {
    data[i][0] = (float)i;
    data[i][1] = (float)-i;
    tensors[i] = floats(data[i], 2, shape);
  }
  struct many_outputs outputs = {0};
  OnnxopsContext *context = onnxopsContextCreate();
  int wrong = 0;
  for (int call = 0; call < 2; ++call)
    wrong += many(context, &inputs, &outputs);
  const float *result = outputs.y->dl_tensor.data;
  for (int i = 0; i < %(count)d; ++i)
    wrong += result[2 * i] != (float)i || result[2 * i + 1] != (float)-i;
  printf("%%" PRId64 " rows, %%d wrong\\n", outputs.y->dl_tensor.shape[0], wrong);
  inputs.a%(last)d = NULL;
  many(context, &inputs, &outputs);
  printf("%%s\\n", onnxopsContextError(context));
  onnxopsTensorRelease(outputs.y);
  onnxopsContextDestroy(context);
  return 0;
}
"""
        % {"count": count, "fields": fields, "last": count - 1}
    )
