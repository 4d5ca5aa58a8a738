/*===- SequenceCopy.h - sequences of views as sequences of their own - C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Deep copies of a call's sequences, for callers.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_SEQUENCECOPY_H
#define ONNXOPS_LIB_RUNTIME_SEQUENCECOPY_H

#include "Copy.h"
#include "Sequence.h"

/// How the elements of a sequence are copied.
typedef struct CopyWay {
  CopyThreads threads;           ///< of the host
  const OnnxopsDeviceCode *code; ///< of a kernel, null for a device's driver
  const char *kernel;
} CopyWay;

/// The bytes of an element, as a row-major tensor.
int64_t onnxopsImplBytesOf(int32_t elementType, const Element *element);

/// What an element of a copy has of another sequence, as bits.
enum { BorrowsData = 1, BorrowsShape = 2 };

/// These of one element. They stand behind the elements of a copy, and are not
/// looked at once nothing is borrowed any more.
static inline int onnxopsImplBorrows(const OnnxopsSequence *copy,
                                     int64_t position) {
  return ((const uint8_t *)(copy->elements + copy->capacity))[position];
}

/// Frees a copy, but what it has borrowed.
void onnxopsImplDestroyCopy(OnnxopsSequence *copy);

/// Makes a deep, row-major copy, which borrows from `reusable` what it can use
/// of the memory of its elements; null for no reusable. Adds the bytes of the
/// elements to `bytesCopied`.
Problem onnxopsImplCopySequence(const OnnxopsSequence *sequence,
                                const OnnxopsSequence *reusable, CopyWay way,
                                OnnxopsSequence **copy, int64_t *bytesCopied);

#endif /* ONNXOPS_LIB_RUNTIME_SEQUENCECOPY_H */
