/*===- SequenceCopy.h - deep copies of sequences of views ------------ C -*-===*
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
  const OnnxopsDeviceCode *code; ///< of a kernel, null for the device's driver
  const char *kernel;
} CopyWay;

/// The bytes of an element, as a row-major tensor.
int64_t onnxopsImplBytesOf(int32_t elementType, const Element *element);

/// The parts of a copy's element that it borrows from another sequence, as
/// bits.
enum { BorrowsData = 1, BorrowsShape = 2 };

/// The parts that one element borrows. They are stored behind the elements of a
/// copy, and unused once nothing is borrowed any more.
static inline int onnxopsImplBorrows(const OnnxopsSequence *copy,
                                     int64_t position) {
  return ((const uint8_t *)(copy->elements + copy->capacity))[position];
}

/// Frees a copy, except what it has borrowed.
void onnxopsImplDestroyCopy(OnnxopsSequence *copy);

/// Makes a deep, row-major copy: `reusable` itself, overwritten, if its
/// elements have the same sizes; otherwise a new one, which borrows memory from
/// those elements where it fits. `reusable` is null for none. Sets
/// `bytesCopied` to the bytes of the elements.
Problem onnxopsImplCopySequence(const OnnxopsSequence *sequence,
                                OnnxopsSequence *reusable, CopyWay way,
                                OnnxopsSequence **copy, int64_t *bytesCopied);

#endif /* ONNXOPS_LIB_RUNTIME_SEQUENCECOPY_H */
