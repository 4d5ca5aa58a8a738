/*===- Box.c - copies of boxes of elements --------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Dimensions that are contiguous on both sides are copied at once.
 *
 *===--------------------------------------------------------------------===*/

#include "Box.h"

#include <stdbool.h>
#include <string.h>

int64_t onnxopsImplTransferBytes(const OnnxopsTransfer *transfer) {
  int64_t bytes = transfer->elementBytes;
  for (int64_t d = 0; d < transfer->dimensions; ++d)
    bytes *= transfer->sizes[d];
  return bytes;
}

/// The dimensions before those that are contiguous on both sides, of which
/// `*elements` are copied at once.
static int64_t countOuter(const OnnxopsTransfer *to,
                          const OnnxopsTransfer *from, int64_t *elements) {
  int64_t outer = to->dimensions;
  *elements = 1;
  while (outer > 0) {
    int64_t d = outer - 1;
    if (to->sizes[d] != 1 &&
        (to->strides[d] != *elements || from->strides[d] != *elements))
      break;
    *elements *= to->sizes[d];
    outer = d;
  }
  return outer;
}

void onnxopsImplCopyBox(const OnnxopsTransfer *to,
                        const OnnxopsTransfer *from) {
  int64_t elements;
  int64_t outer = countOuter(to, from, &elements);
  int64_t position[ONNXOPS_MAX_RANK] = {0};
  int64_t toOffset = 0, fromOffset = 0; // of the position, in elements
  while (true) {
    memcpy((char *)to->data + toOffset * to->elementBytes,
           (const char *)from->data + fromOffset * to->elementBytes,
           (size_t)(elements * to->elementBytes));
    int64_t d = outer - 1;
    for (; d >= 0; --d) {
      toOffset += to->strides[d];
      fromOffset += from->strides[d];
      if (++position[d] < to->sizes[d])
        break;
      toOffset -= to->sizes[d] * to->strides[d];
      fromOffset -= from->sizes[d] * from->strides[d];
      position[d] = 0;
    }
    if (d < 0)
      return;
  }
}
