/*===- Input.c - checks of the inputs of a call ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiled code relies on ranks, sizes, strides and symbols of its inputs.
 * These are checked here, in time linear in the descriptions of the inputs: a
 * fast test accepts most, and a detailed check decides the rest.
 *
 *===--------------------------------------------------------------------===*/

#include "Input.h"

#include <string.h>

/// What slots of tensors of one element type hold.
typedef struct TensorType {
  int64_t elementType;
  int64_t elementBytes;
  uint64_t firstWord;     ///< of the slot
  uintptr_t addressZeros; ///< bits that are 0 in addresses of data
} TensorType;

static inline uint64_t firstWordOf(const OnnxopsValue *value) {
  uint64_t word;
  memcpy(&word, value, sizeof(word));
  return word;
}

/// No address has the zeros of a type of 0 bytes: only the detailed check can
/// check strings, and values of unknown types.
static TensorType tensorTypeOf(int64_t elementType) {
  const OnnxopsValue value = {.kind = ONNXOPS_TENSOR,
                              .elementType = (int32_t)elementType};
  const int64_t bytes = elementType == ONNXOPS_STRING
                            ? 0
                            : onnxopsElementBytes(value.elementType);
  return (TensorType){elementType, bytes, firstWordOf(&value),
                      onnxopsImplAddressZeros(bytes)};
}

/// Whether a value is surely a row-major tensor of this type and rank, whose
/// data and sizes are there. Without a branch for each field: a call may have
/// hundreds of inputs.
static inline bool isTensor(const OnnxopsValue *value, const TensorType *type,
                            int64_t rank) {
  const uint64_t unexpected =
      (firstWordOf(value) ^ type->firstWord) | (uint64_t)(value->rank ^ rank) |
      (uintptr_t)value->strides | (uint32_t)value->reserved |
      ((uintptr_t)value->data & type->addressZeros);
  return !unexpected && value->data && (value->sizes || rank == 0);
}

/// Whether two rows of `rank` sizes are equal: two at a time, since a call may
/// have hundreds of inputs.
static inline bool areSizes(const int64_t *sizes, const int64_t *expected,
                            int64_t rank) {
  typedef int64_t Pair __attribute__((vector_size(16), aligned(8), may_alias));
  if (rank < 2)
    return rank == 0 || *sizes == *expected;
  const int64_t last = rank - 2;
  Pair differ =
      *(const Pair *)(sizes + last) ^ *(const Pair *)(expected + last);
  for (int64_t i = 0; i < last; i += 2)
    differ |= *(const Pair *)(sizes + i) ^ *(const Pair *)(expected + i);
  return (differ[0] | differ[1]) == 0;
}

/// Whether a value surely matches the signature, at a fraction of the time of
/// the detailed check. Otherwise onnxopsImplCheckInput decides.
static inline bool isAsDeclared(OnnxopsContext *context, const Input *input,
                                const TensorType *type) {
  const int64_t *entry = input->entry, *sizes = input->value->sizes;
  const int64_t rank = entry[EntryRank];
  if (onnxopsImplKindOf(entry) != ONNXOPS_TENSOR || rank < 0 ||
      rank > ONNXOPS_MAX_RANK || !isTensor(input->value, type, rank))
    return false;
  if (onnxopsImplIsFixed(entry))
    return areSizes(sizes, entry + EntrySizes, rank);
  int64_t bytes = type->elementBytes;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t size = sizes[i], expected = entry[EntrySizes + i];
    if (size != expected && expected != -1 &&
        (expected >= 0 ||
         onnxopsImplBindSymbol(context, input, size, -2 - expected) != size))
      return false;
    if (size <= 0 || __builtin_mul_overflow(bytes, size, &bytes))
      return false;
  }
  return true;
}

/// How many slots ahead sizes are prefetched, and twice as many ahead the
/// slots: after a copy of 1 MB, those of a thousand inputs are in no cache of
/// the core.
enum { SlotsAhead = 16 };

/// The number of values after `value`, which matches the signature, that surely
/// match because they have its sizes, and so its symbols: `most` of them have
/// equal entries. A call, as the loop would take registers from its caller's.
static __attribute__((noinline)) int64_t countAlike(const OnnxopsValue *value,
                                                    const TensorType *type,
                                                    int64_t most) {
  const int64_t rank = value->rank;
  const int64_t *sizes = value->sizes;
  int64_t count = 0;
  while (count < most && isTensor(++value, type, rank) &&
         onnxopsImplAreEqual(value->sizes, sizes, rank)) {
    if (++count + 2 * SlotsAhead <= most) {
      __builtin_prefetch(value[SlotsAhead].sizes);
      __builtin_prefetch(value + 2 * SlotsAhead);
    }
  }
  return count;
}

bool onnxopsImplCheckInputs(OnnxopsContext *context, const OnnxopsValue *table,
                            const int64_t *signature, const int64_t **entry) {
  const int64_t count = signature[SignatureInputs];
  TensorType type = tensorTypeOf(0);
  bool differ = false; // inputs with equal entries
  Input input = {signature, *entry, table, 0};
  for (; input.index < count; ++input.index, ++input.value) {
    if (input.entry[EntryElementType] != type.elementType)
      type = tensorTypeOf(input.entry[EntryElementType]);
    const int64_t *next = onnxopsImplNextEntry(input.entry);
    if (!isAsDeclared(context, &input, &type)) {
      const Input suspect = input; // a copy keeps `input` in registers
      if (!onnxopsImplCheckInput(context, &suspect))
        return false;
    } else if (onnxopsImplAlikeAfter(input.entry) > 0 && !differ) {
      // Equal entries are not read.
      const int64_t alike =
          countAlike(input.value, &type, onnxopsImplAlikeAfter(input.entry));
      differ = alike == 0;
      next += alike * (next - input.entry);
      input.index += alike;
      input.value += alike;
    }
    input.entry = next;
  }
  *entry = input.entry;
  return true;
}
