/*===- tensors.h - what the programs of these tests share --------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Tensors of the program's own, and printing.
 *
 *===--------------------------------------------------------------------===*/

#ifndef TENSORS_H
#define TENSORS_H

#include <onnxops/ABI/DLPack.h>

#include <inttypes.h>
#include <stdio.h>

static inline DLTensor makeTensor(void *data, int code, int bits, int rank,
                                  int64_t *shape) {
  DLTensor tensor = {.data = data, .ndim = rank, .shape = shape};
  tensor.device.device_type = kDLCPU;
  tensor.dtype.code = (uint8_t)code;
  tensor.dtype.bits = (uint8_t)bits;
  tensor.dtype.lanes = 1;
  return tensor;
}

static inline DLTensor floats(float *data, int rank, int64_t *shape) {
  return makeTensor(data, kDLFloat, 32, rank, shape);
}

/// "name [2,3] float32: 1 2 3 4 5 6", or bytes in hexadecimal for other types.
static inline void printTensor(const char *name, const DLTensor *tensor) {
  static const char *const types[] = {"int",    "uint",    "float", "handle",
                                      "bfloat", "complex", "bool"};
  int64_t count = 1;
  printf("%s [", name);
  for (int i = 0; i < tensor->ndim; ++i) {
    printf("%s%" PRId64, i ? "," : "", tensor->shape[i]);
    count *= tensor->shape[i];
  }
  printf("] %s%d:", types[tensor->dtype.code], tensor->dtype.bits);
  const char *data = (const char *)tensor->data + tensor->byte_offset;
  if (tensor->dtype.code == kDLFloat && tensor->dtype.bits == 32)
    for (int64_t i = 0; i < count; ++i)
      printf(" %g", (double)((const float *)(const void *)data)[i]);
  else
    for (int64_t i = 0; i < count * (tensor->dtype.bits / 8); ++i)
      printf(" %02x", (unsigned char)data[i]);
  printf("\n");
}

#endif /* TENSORS_H */
