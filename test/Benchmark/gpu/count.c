/*===- count.c - counts launches ------------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Linked to a case by --wrap=onnxopsRtLaunch.
 *
 *===--------------------------------------------------------------------===*/

#include "onnxops/ABI/GeneratedCode.h"

int64_t onnxopsLaunches = 0;

int32_t __real_onnxopsRtLaunch(OnnxopsContext *context,
                               const OnnxopsDeviceCode *code,
                               const char *kernel, const int64_t *table,
                               int64_t words, int64_t blocks);

int32_t __wrap_onnxopsRtLaunch(OnnxopsContext *context,
                               const OnnxopsDeviceCode *code,
                               const char *kernel, const int64_t *table,
                               int64_t words, int64_t blocks) {
  ++onnxopsLaunches;
  return __real_onnxopsRtLaunch(context, code, kernel, table, words, blocks);
}
