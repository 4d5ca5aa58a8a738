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

/// Whether a value surely matches the signature, at a fraction of the time of
/// the detailed check. Otherwise onnxopsImplCheckInput decides. `elementBytes`
/// are those of the type in the signature.
static inline bool isAsDeclared(OnnxopsContext *context, const Input *input,
                                int64_t elementBytes) {
  const int64_t *entry = input->entry;
  const OnnxopsValue *value = input->value;
  const int64_t rank = entry[EntryRank];
  if (onnxopsImplKindOf(entry) != ONNXOPS_TENSOR ||
      value->kind != ONNXOPS_TENSOR ||
      value->elementType != entry[EntryElementType] ||
      value->elementType == ONNXOPS_STRING || value->rank != rank || rank < 0 ||
      rank > ONNXOPS_MAX_RANK || value->strides || !value->data ||
      (rank > 0 && !value->sizes) || value->reserved != 0)
    return false;
  int64_t bytes = elementBytes;
  for (int64_t i = 0; i < rank; ++i) {
    const int64_t size = value->sizes[i], expected = entry[EntrySizes + i];
    if (size != expected && expected != -1 &&
        (expected >= 0 ||
         onnxopsImplBindSymbol(context, input, size, -2 - expected) != size))
      return false;
    if (size <= 0 || __builtin_mul_overflow(bytes, size, &bytes))
      return false;
  }
  return elementBytes > 0 && onnxopsImplIsAligned(value->data, elementBytes);
}

/// Whether a value surely matches the signature because `last` does, a value
/// whose entry is equal: it has the same sizes, and so the same symbols.
static inline bool isLikeLast(const OnnxopsValue *value,
                              const OnnxopsValue *last, int64_t elementBytes) {
  const size_t typeBytes = offsetof(OnnxopsValue, data);
  return memcmp(value, last, typeBytes) == 0 && !value->strides &&
         value->data && (last->rank == 0 || value->sizes) &&
         value->reserved == 0 &&
         onnxopsImplIsAligned(value->data, elementBytes) &&
         onnxopsImplAreEqual(value->sizes, last->sizes, last->rank);
}

bool onnxopsImplCheckInputs(OnnxopsContext *context, const OnnxopsValue *table,
                            const int64_t *signature, const int64_t **entry) {
  const int64_t count = signature[SignatureInputs];
  int64_t elementType = 0, elementBytes = 0; // of the input before
  Input input = {signature, *entry, table, 0};
  for (; input.index < count; ++input.index, ++input.value) {
    if (input.entry[EntryElementType] != elementType) {
      elementType = input.entry[EntryElementType];
      elementBytes = onnxopsElementBytes((int32_t)elementType);
    }
    const int64_t *next = onnxopsImplNextEntry(input.entry);
    if (isAsDeclared(context, &input, elementBytes)) {
      // Equal entries are not read.
      const OnnxopsValue *last = input.value;
      const int64_t words = next - input.entry;
      int64_t alike = onnxopsImplAlikeAfter(input.entry);
      for (; alike > 0 && isLikeLast(input.value + 1, last, elementBytes);
           --alike) {
        ++input.index;
        ++input.value;
        next += words;
      }
    } else {
      const Input suspect = input; // a copy keeps `input` in registers
      if (!onnxopsImplCheckInput(context, &suspect))
        return false;
    }
    input.entry = next;
  }
  *entry = input.entry;
  return true;
}
