/*===- Input.c - checks of the inputs of a call ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Compiled code relies on ranks, sizes, strides and symbols of its inputs.
 * These are checked here, in time linear in the descriptions of the inputs: a
 * fast test accepts most, and a detailed check decides the rest.
 *
 *===--------------------------------------------------------------------===*/

#include "InputSeries.h"

/// No address has the zeros of a type of 0 bytes: only the detailed check can
/// check strings, and values of unknown types.
static TensorType tensorTypeOf(int64_t elementType) {
  const OnnxopsValue value = {.kind = ONNXOPS_TENSOR,
                              .elementType = (int32_t)elementType};
  const int64_t bytes = elementType == ONNXOPS_STRING
                            ? 0
                            : onnxopsElementBytes(value.elementType);
  return (TensorType){elementType, bytes, onnxopsImplFirstWord(&value),
                      onnxopsImplAddressZeros(bytes)};
}

/// Whether a value surely matches the signature, at a fraction of the time of
/// the detailed check. Otherwise onnxopsImplCheckInput decides.
static inline bool isAsDeclared(OnnxopsContext *context, const Input *input,
                                const TensorType *type) {
  const int64_t *entry = input->entry, *sizes = input->value->sizes;
  const int64_t rank = entry[EntryRank];
  if (onnxopsImplKindOf(entry) != ONNXOPS_TENSOR || rank < 0 ||
      rank > ONNXOPS_MAX_RANK || !onnxopsImplIsTensor(input->value, type, rank))
    return false;
  if (onnxopsImplIsFixed(entry))
    return onnxopsImplAreSizes(sizes, entry + EntrySizes, rank);
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

int32_t onnxopsRtSizesAgree(const OnnxopsContext *context, int64_t first,
                            int64_t count, int64_t dimension) {
  if (!context)
    return 0;
  const AlikeInputs *alike = &context->alike;
  return first >= alike->first &&
         count <= alike->first + alike->count - first &&
         dimension != alike->axis;
}

int64_t onnxopsRtSizesSum(const OnnxopsContext *context, int64_t first,
                          int64_t count, int64_t dimension) {
  if (!context || count <= 0)
    return -1;
  const AlikeInputs *alike = &context->alike;
  const OnnxopsValue *table = context->outputSlots - context->inputCount;
  int64_t sum = alike->sum;
  if (onnxopsRtSizesAgree(context, first, count, dimension))
    return __builtin_mul_overflow(count, table[first].sizes[dimension], &sum)
               ? -1
               : sum;
  if (sum < 0 || dimension != alike->axis || first < alike->first ||
      count != alike->first + alike->count - first)
    return -1;
  // Those before a loop are few.
  for (int64_t i = alike->first; i < first; ++i)
    sum -= table[i].sizes[dimension];
  return sum;
}

/// Fewer inputs are tested one by one.
enum { LeastSeries = 4 };

bool onnxopsImplCheckInputs(OnnxopsContext *context, const OnnxopsValue *table,
                            const int64_t *signature, const int64_t **entry) {
  const int64_t count = signature[SignatureInputs];
  TensorType type = tensorTypeOf(0);
  bool differ = false; // inputs whose entries are alike
  Input input = {signature, *entry, table, 0};
  for (; input.index < count; ++input.index, ++input.value) {
    if (input.entry[EntryElementType] != type.elementType)
      type = tensorTypeOf(input.entry[EntryElementType]);
    const int64_t *next = onnxopsImplNextEntry(input.entry);
    if (!isAsDeclared(context, &input, &type)) {
      const Input suspect = input; // a copy keeps `input` in registers
      if (!onnxopsImplCheckInput(context, &suspect))
        return false;
    } else {
      int64_t more = onnxopsImplAlikeAfter(input.entry);
      if (more >= LeastSeries && !differ) {
        AlikeInputs alike = {.first = input.index};
        more = onnxopsImplCountAlike(input.value, input.entry, &type, more,
                                     &alike);
        differ = more == 0;
        alike.count = more + 1;
        if (alike.count > context->alike.count)
          context->alike = alike;
      } else {
        more = 0;
      }
      next += more * (next - input.entry);
      input.index += more;
      input.value += more;
    }
    input.entry = next;
  }
  *entry = input.entry;
  return true;
}
