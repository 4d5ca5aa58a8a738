/*===- Runtime.h - calling convention of compiled functions ------- C -*-===*
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
 * the message and every slot is unchanged, except that memory of output slots
 * may hold other data. docs/abi.md has
 * the details: descriptors, ownership, errors, sequences.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_RUNTIME_H
#define ONNXOPS_ABI_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The highest rank of a tensor.
#define ONNXOPS_MAX_RANK 64

/// The most axes of a grid of ranks.
#define ONNXOPS_MAX_GRID_AXES 8

/// The most threads that share the work of a call.
#define ONNXOPS_MAX_THREADS 1024

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

/// The name of an element type in MLIR's syntax ("f32", "ui8"), "?" for an
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

/// The parts that a slot owns, as bits: those that onnxopsValueRelease frees.
/// Set by calls; a caller makes slots that own nothing.
typedef enum OnnxopsOwned {
  ONNXOPS_OWNS_DATA = 1,
  ONNXOPS_OWNS_SIZES = 2, ///< and the strings of a tensor of strings
  /// Set by a caller that lends `data` to an output, not of strings, and `rank`
  /// and `sizes` with it: a result of other sizes is an error.
  ONNXOPS_FIXED_SIZES = 4
} OnnxopsOwned;

/// One slot of the table: a tensor or a sequence.
///
/// Input tensors: the caller fills everything; `strides` (in elements) may be
/// null for row-major, and must be row-major when given; the stride of a
/// dimension of size 1, and any stride of a tensor without elements, is
/// ignored. `data` may be null when there are no elements, and is aligned to
/// its element, 8 bytes at most. The call only reads.
///
/// Output tensors: a zero-initialised slot makes the call allocate `data` and
/// `sizes`; the slot then owns both and the caller frees them with
/// onnxopsValueRelease. A slot that owns its data is reused when it is large
/// enough and replaced when it is not. A caller may also lend memory: `data`
/// with `capacity` bytes and `owned` 0; too little of it is an error, never a
/// reallocation. Output memory must not overlap any input or other output.
/// Output strings belong to the slot and refer to no input.
///
/// Sequences: `data` is an OnnxopsSequence, whose own element type is checked
/// for an input; for an output the call makes one, which the caller frees with
/// onnxopsValueRelease, reusing the memory of one that the slot owns if
/// possible. Nothing can be lent to a sequence output.
typedef struct OnnxopsValue {
  int32_t kind;        ///< OnnxopsValueKind
  int32_t elementType; ///< OnnxopsElementType
  int64_t rank;
  void *data;
  int64_t *sizes;   ///< `rank` entries; outputs: made by the call, or fixed
  int64_t *strides; ///< inputs: null or `rank` entries, in elements
  int64_t capacity; ///< outputs: the size of `data` in bytes
  int32_t owned;    ///< outputs: bits of OnnxopsOwned
  int32_t reserved; ///< must be 0
} OnnxopsValue;

/// Frees what the slot owns and zeroes it. Lent memory stays in the slot, with
/// its `capacity`; strings in it are freed. Null is ignored.
void onnxopsValueRelease(OnnxopsValue *value);

/// Makes a context. Null when out of memory. A context serves one call at a
/// time and any number of calls one after another.
OnnxopsContext *onnxopsContextCreate(void);

/// Frees a context, with the temporaries that it keeps for another call.
/// Outputs of its calls stay valid. Null is ignored.
void onnxopsContextDestroy(OnnxopsContext *context);

/// The message of the last call when it failed, or "" when it did not: one
/// line, cut off after about 1,000 bytes. Valid until the next call with this
/// context.
const char *onnxopsContextError(const OnnxopsContext *context);

/// Bytes of tensor data that the last call stored, temporaries included.
/// Counted only by code compiled to count them, and for the copies that make
/// the elements of a sequence output.
int64_t onnxopsContextBytesMoved(const OnnxopsContext *context);

/// Runs `task(state, range)` once for each `range` from 0 to `ranges` - 1, in
/// any order, on any threads, and returns when all have returned: their writes
/// are then visible to the caller, and none runs later. `pool` is the argument
/// passed with the function. Tasks do not wait for each other, so that a pool
/// may run them one after another, even all on the caller's thread.
typedef void (*OnnxopsParallelFor)(void *pool, int64_t ranges,
                                   void (*task)(void *state, int64_t range),
                                   void *state);

/// Makes the calls with this context share their work by `parallelFor`, from
/// the next call on. Null restores the default: LLVM's OpenMP library, loaded
/// when work is first shared; where there is none, the caller's thread does
/// everything. `pool` must live until the context is destroyed or has another.
/// Not to be called while a call with this context runs. Code compiled for one
/// thread shares nothing.
void onnxopsContextSetParallelFor(OnnxopsContext *context,
                                  OnnxopsParallelFor parallelFor, void *pool);

/// Makes an empty sequence for elements of one type. Null when out of memory.
OnnxopsSequence *onnxopsSequenceCreate(int32_t elementType);

/// Frees a sequence with its elements. Null is ignored. A sequence in an
/// output slot is freed by onnxopsValueRelease instead.
void onnxopsSequenceDestroy(OnnxopsSequence *sequence);

/// The number of elements, and their type; 0 for null.
int64_t onnxopsSequenceLength(const OnnxopsSequence *sequence);
int32_t onnxopsSequenceElementType(const OnnxopsSequence *sequence);

/// Appends a deep copy of a tensor with any `strides`. Returns 0, or 1 when out
/// of memory, of another element type, or for an invalid tensor (a negative
/// size, no data, a null string); the sequence is unchanged then.
int32_t onnxopsSequenceAppend(OnnxopsSequence *sequence,
                              const OnnxopsValue *tensor);

/// A view of element `position`, all zero if there is none. `data`, `sizes` and
/// `strides` point into the sequence, which keeps ownership; valid while it
/// lives and no call has its slot as an output. Elements of a sequence that a
/// caller made or a call returned are row-major.
OnnxopsValue onnxopsSequenceElement(const OnnxopsSequence *sequence,
                                    int64_t position);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_RUNTIME_H */
