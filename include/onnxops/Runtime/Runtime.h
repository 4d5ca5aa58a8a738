/*===- Runtime.h - what a caller of compiled code sees ------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The calling convention of compiled functions. Every public function NAME of
 * a module is compiled to
 *
 *   int32_t onnxops_NAME(OnnxopsValue *table, int64_t count,
 *                        OnnxopsContext *context);
 *
 * `table` holds one slot for each input, then one for each output; `count` is
 * their number. Returns 0, or 1 when a check failed: then the context holds
 * the message and no slot has changed owner. docs/abi.md tells the whole
 * story: descriptors, ownership, errors, sequences.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_RUNTIME_RUNTIME_H
#define ONNXOPS_RUNTIME_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Element types, with the numbers of ONNX's TensorProto.DataType.
typedef enum OnnxopsElementType {
  ONNXOPS_FLOAT32 = 1,
  ONNXOPS_UINT8 = 2,
  ONNXOPS_INT8 = 3,
  ONNXOPS_UINT16 = 4,
  ONNXOPS_INT16 = 5,
  ONNXOPS_INT32 = 6,
  ONNXOPS_INT64 = 7,
  ONNXOPS_STRING = 8, ///< an element is a `const OnnxopsString *`
  ONNXOPS_BOOL = 9,   ///< one byte, 0 or 1
  ONNXOPS_FLOAT16 = 10,
  ONNXOPS_FLOAT64 = 11,
  ONNXOPS_UINT32 = 12,
  ONNXOPS_UINT64 = 13,
  ONNXOPS_COMPLEX64 = 14,
  ONNXOPS_COMPLEX128 = 15,
  ONNXOPS_BFLOAT16 = 16
} OnnxopsElementType;

/// Bytes of one element as it is stored, 0 for an unknown type.
int64_t onnxopsElementBytes(int32_t elementType);

/// The name of an element type as MLIR spells it ("f32", "ui8"), "?" for an
/// unknown one.
const char *onnxopsElementName(int32_t elementType);

/// The bytes of a string element. Immutable; need not end with a NUL.
typedef struct OnnxopsString {
  int64_t size; ///< in bytes
  const char *data;
} OnnxopsString;

typedef struct OnnxopsSequence OnnxopsSequence;
typedef struct OnnxopsContext OnnxopsContext;

typedef enum OnnxopsValueKind {
  ONNXOPS_TENSOR = 0,
  ONNXOPS_SEQUENCE = 1
} OnnxopsValueKind;

/// One slot of the table: a tensor or a sequence.
///
/// Input tensors: the caller fills everything; `strides` (in elements) may be
/// null for row-major, and must be row-major when given. The call only reads.
///
/// Output tensors: a zero-initialised slot makes the call allocate `data` and
/// `sizes`; the slot then owns both and the caller frees them with
/// onnxopsValueRelease. A slot that owns its data is reused when it is large
/// enough and replaced when it is not. A caller may also lend memory: `data`
/// with `capacity` bytes and `owned` 0; too little of it is an error, never a
/// reallocation. Output memory must not overlap any input.
///
/// Sequences: `data` is an OnnxopsSequence; for an output the call makes one,
/// which the caller frees with onnxopsValueRelease.
typedef struct OnnxopsValue {
  int32_t kind;        ///< OnnxopsValueKind
  int32_t elementType; ///< OnnxopsElementType
  int64_t rank;
  void *data;
  int64_t *sizes;   ///< `rank` entries; outputs: made by the call
  int64_t *strides; ///< inputs: null or `rank` entries, in elements
  int64_t capacity; ///< outputs: bytes that `data` has room for
  int32_t owned;    ///< outputs: whether onnxopsValueRelease frees `data`
  int32_t reserved; ///< must be 0
} OnnxopsValue;

/// Frees what the call put into an output slot and zeroes it. A slot of
/// lent memory keeps its `data`; its `sizes` are freed.
void onnxopsValueRelease(OnnxopsValue *value);

/// Makes a context. Null when out of memory. A context serves one call at a
/// time and any number of calls one after another.
OnnxopsContext *onnxopsContextCreate(void);
void onnxopsContextDestroy(OnnxopsContext *context);

/// The message of the last call that failed, or "" when it did not. Valid
/// until the next call with this context.
const char *onnxopsContextError(const OnnxopsContext *context);

/// Bytes of tensor data that the last call stored, temporaries included.
/// Counted only by code compiled for it; 0 otherwise.
int64_t onnxopsContextBytesMoved(const OnnxopsContext *context);

/// Makes an empty sequence for elements of one type. Null when out of memory.
OnnxopsSequence *onnxopsSequenceCreate(int32_t elementType);
void onnxopsSequenceDestroy(OnnxopsSequence *sequence);
int64_t onnxopsSequenceLength(const OnnxopsSequence *sequence);
int32_t onnxopsSequenceElementType(const OnnxopsSequence *sequence);

/// Appends a deep copy of a tensor. Returns 0, or 1 when out of memory or of
/// another element type.
int32_t onnxopsSequenceAppend(OnnxopsSequence *sequence,
                              const OnnxopsValue *tensor);

/// A view of element `position`, 0 <= position < length. `sizes` and `strides`
/// point into the sequence, which keeps everything; valid while it lives.
/// Elements of a sequence that a call returned are row-major.
OnnxopsValue onnxopsSequenceElement(const OnnxopsSequence *sequence,
                                    int64_t position);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_RUNTIME_RUNTIME_H */
