/*===- Vectors.h - vector instructions of the machine --------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_VECTORS_H
#define ONNXOPS_LIB_RUNTIME_VECTORS_H

#if defined(__x86_64__)

/// Sets of instructions of which each has those before it.
typedef enum Vectors {
  VectorsUnknown,
  VectorsSSE2,
  VectorsAVX,
  VectorsAVX2,
  VectorsAVX512F
} Vectors;

/// The last set that processor and system have. Reads the processor once per
/// process.
Vectors onnxopsImplVectors(void);

#endif

#endif /* ONNXOPS_LIB_RUNTIME_VECTORS_H */
