/*===- OutputSequence.c - outputs that are sequences ----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A sequence of views leaves a call as a deep copy, made while the viewed data
 * exists. The copy reuses the memory of the sequence that the slot has from an
 * earlier call, if it fits; fresh pages cost more than the copy. Lengths and
 * sizes of the slot's sequence stay unchanged until the call has succeeded.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "SequenceCopy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// A range of memory.
typedef struct Range {
  uintptr_t begin, end;
} Range;

static Range rangeOf(const void *data, int64_t bytes) {
  return (Range){(uintptr_t)data, (uintptr_t)data + (uintptr_t)bytes};
}

static bool overlap(Range a, Range b) {
  return a.begin < b.end && b.begin < a.end;
}

static Range rangeOfElement(const Element *element) {
  return rangeOf(element->data, element->shape->capacity);
}

static Range rangeOfInput(const OnnxopsValue *input) {
  int64_t bytes = 0;
  (void)onnxopsImplTensorBytes(onnxopsElementBytes(input->elementType),
                               input->rank, input->sizes, &bytes);
  return rangeOf(input->data, bytes);
}

/// The range from the first byte of a sequence's elements to the last one.
static Range rangeOfAll(const OnnxopsSequence *sequence) {
  Range all = {UINTPTR_MAX, 0};
  for (int64_t i = 0; i < sequence->length; ++i) {
    Range range = rangeOfElement(&sequence->elements[i]);
    all.begin = range.begin < all.begin ? range.begin : all.begin;
    all.end = range.end > all.end ? range.end : all.end;
  }
  return all;
}

/// A sequence that may be overwritten, the range of all of its memory, and the
/// number of comparisons with its elements that are still worth it.
typedef struct Reusable {
  const OnnxopsSequence *sequence;
  Range all;
  int64_t comparisons;
} Reusable;

/// Whether `range`, which is read, overlaps the elements, or the answer would
/// take too long.
static bool mayOverlap(Reusable *reusable, Range range) {
  const OnnxopsSequence *sequence = reusable->sequence;
  if (!overlap(range, reusable->all))
    return false;
  reusable->comparisons -= sequence->length;
  if (reusable->comparisons < 0)
    return true;
  for (int64_t i = 0; i < sequence->length; ++i)
    if (overlap(range, rangeOfElement(&sequence->elements[i])))
      return true;
  return false;
}

/// The same for a sequence. One that owns its elements shares them with no
/// other; one made of a list does not own them.
static bool mayShareElements(Reusable *reusable, const OnnxopsSequence *input) {
  if (input == reusable->sequence)
    return true;
  if (input->capacity > 0)
    return false;
  for (int64_t i = 0; i < input->length; ++i) {
    const Element *element = &input->elements[i];
    int64_t bytes = onnxopsImplBytesOf(input->elementType, element);
    if (mayOverlap(reusable, rangeOf(element->data, bytes)))
      return true;
  }
  return false;
}

/// Whether an input of the call is the sequence or overlaps its elements, which
/// a caller may have passed on. Then it must not be overwritten.
static bool mayBeInput(const OnnxopsContext *context,
                       const OnnxopsSequence *sequence) {
  Reusable reusable = {sequence, rangeOfAll(sequence), 1 << 20};
  const OnnxopsValue *input = context->outputSlots - context->inputCount;
  for (; input < context->outputSlots; ++input)
    if (input->kind == ONNXOPS_SEQUENCE
            ? mayShareElements(&reusable, input->data)
            : mayOverlap(&reusable, rangeOfInput(input)))
      return true;
  return false;
}

/// The slot's sequence if its memory can be reused for the new one, null
/// otherwise.
static OnnxopsSequence *findReusable(const OnnxopsContext *context,
                                     const OnnxopsValue *slot,
                                     int32_t elementType) {
  if (slot->kind != ONNXOPS_SEQUENCE || !slot->data ||
      !(slot->owned & ONNXOPS_OWNS_DATA))
    return NULL;
  OnnxopsSequence *sequence = slot->data;
  bool canBeUsed = sequence->elementType == elementType &&
                   sequence->device == context->device &&
                   elementType != ONNXOPS_STRING &&
                   !mayBeInput(context, sequence);
  return canBeUsed ? sequence : NULL;
}

static void recordUncopied(OnnxopsContext *context, const Output *output,
                           int64_t length, Problem problem) {
  const OnnxopsDevice *device = context->device;
  const char *reason = "one has a null string";
  Label why;
  if (problem == ProblemOverLimit)
    context->isOverLimit = true;
  if (problem != ProblemNullString)
    reason = context->isOverLimit ? onnxopsImplWhyNoMemory(context, &why)
                                  : "there is not enough memory";
  onnxopsImplRecord(context,
                    "%s: expected to copy a sequence of %" PRId64
                    " elements, but %s%s%s",
                    onnxopsImplOutputLabel(context, output).text, length,
                    reason, device ? " on " : "", device ? device->label : "");
}

static int32_t makeOutput(int64_t index, const OnnxopsSequence *sequence,
                          CopyWay way) {
  OnnxopsContext *context = way.threads.context;
  Output *output = onnxopsImplOutputToMake(context, index, ONNXOPS_SEQUENCE);
  if (!output)
    return 1;
  const OnnxopsValue *slot = &context->outputSlots[index];
  if (!sequence || (slot->data && !(slot->owned & ONNXOPS_OWNS_DATA))) {
    onnxopsImplRecord(context, "%s: expected %s",
                      onnxopsImplOutputLabel(context, output).text,
                      sequence ? "an empty slot, but got memory"
                               : "a sequence, but got a null pointer");
    return 1;
  }
  const int32_t elementType = (int32_t)output->entry[EntryElementType];
  if (sequence->elementType != elementType) {
    onnxopsImplRecord(context, "%s: expected elements of %s, but got %s",
                      onnxopsImplOutputLabel(context, output).text,
                      onnxopsElementName(elementType),
                      onnxopsElementName(sequence->elementType));
    return 1;
  }
  OnnxopsSequence *reusable = findReusable(context, slot, elementType),
                  *copy = NULL;
  int64_t bytes = 0;
  Problem problem =
      onnxopsImplCopySequence(sequence, reusable, way, &copy, &bytes);
  if (problem) {
    recordUncopied(context, output, sequence->length, problem);
    return 1;
  }
  onnxopsRtCountBytes(context, bytes);
  output->data = copy;
  output->reusable = reusable;
  output->isFresh = copy != reusable;
  output->isMade = true;
  return 0;
}

int32_t onnxopsRtOutputSequence(OnnxopsContext *context, int64_t index,
                                const OnnxopsSequence *sequence,
                                int64_t threads, int64_t sharedBytes) {
  return makeOutput(index, sequence,
                    (CopyWay){.threads = {context, threads, sharedBytes}});
}

int32_t onnxopsRtOutputSequenceBy(OnnxopsContext *context, int64_t index,
                                  const OnnxopsSequence *sequence,
                                  const OnnxopsDeviceCode *code,
                                  const char *kernel) {
  if (!onnxopsImplCanLaunch(context, code, kernel))
    return 1;
  return makeOutput(index, sequence,
                    (CopyWay){.threads = {.context = context},
                              .code = code,
                              .kernel = kernel});
}

/// Frees the parts of a slot's sequence that the next one has not borrowed.
static void freeLeftovers(const OnnxopsSequence *reusable,
                          const OnnxopsSequence *copy) {
  for (int64_t i = 0; i < reusable->length; ++i) {
    const Element *old = &reusable->elements[i];
    const int borrows = i < copy->length ? onnxopsImplBorrows(copy, i) : 0;
    if (!(borrows & BorrowsData))
      onnxopsImplFreeData(old->shape->device, old->data);
    if (!(borrows & BorrowsShape))
      onnxopsImplShapeDestroy(old->shape);
  }
  free(reusable->elements);
}

OnnxopsSequence *onnxopsImplTakeSequence(Output *output) {
  OnnxopsSequence *copy = output->data, *reusable = output->reusable;
  if (!reusable || copy == reusable)
    return copy;
  freeLeftovers(reusable, copy);
  *reusable = *copy;
  free(copy);
  return reusable;
}
