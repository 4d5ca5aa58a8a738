/*===- Output.c - outputs and who owns them -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An output is made in two steps. While the call runs, the context holds what
 * the slot will become; only when nothing can fail any more are all slots
 * written. Strings are copied in between: what compiled code stores are
 * pointers into inputs and constants.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "Sequence.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool ownsData(const OnnxopsValue *slot) {
  return (slot->owned & ONNXOPS_OWNS_DATA) != 0;
}

static void freeOwnedData(OnnxopsValue *slot) {
  if (!ownsData(slot))
    return;
  if (slot->kind == ONNXOPS_SEQUENCE)
    onnxopsSequenceDestroy(slot->data);
  else
    free(slot->data);
}

static void freeOwnedSizes(OnnxopsValue *slot) {
  if ((slot->owned & ONNXOPS_OWNS_SIZES) && slot->sizes)
    onnxopsImplShapeDestroy(onnxopsImplShapeOf(slot->sizes));
}

void onnxopsValueRelease(OnnxopsValue *value) {
  if (!value)
    return;
  OnnxopsValue empty = {0};
  if (!ownsData(value)) {
    empty.data = value->data;
    empty.capacity = value->capacity;
  }
  freeOwnedData(value);
  freeOwnedSizes(value);
  *value = empty;
}

/// How messages call an output.
static Label labelOf(const OnnxopsContext *context, const Output *output) {
  return onnxopsImplLabel(context, "output", output->entry,
                          output - context->outputs);
}

/// The output that compiled code may make now, null with a message otherwise.
static Output *outputToMake(OnnxopsContext *context, int64_t index,
                            int32_t kind) {
  if (!context)
    return NULL;
  if (index < 0 || index >= context->outputCount) {
    onnxopsImplRecord(context,
                      "output %" PRId64 ": expected one of %" PRId64
                      " outputs of a running call",
                      index, context->outputCount);
    return NULL;
  }
  Output *output = &context->outputs[index];
  const char *wrong = output->isMade ? "to be made once, but it was made before"
                      : output->kind != kind
                          ? "to be made as the kind in its signature"
                          : NULL;
  if (wrong) {
    onnxopsImplRecord(context, "%s: expected it %s",
                      labelOf(context, output).text, wrong);
    return NULL;
  }
  return output;
}

/// Whether the slot holds memory for a tensor, its own or lent.
static bool hasTensorMemory(const OnnxopsValue *slot) {
  return slot->kind == ONNXOPS_TENSOR && slot->data;
}

/// Takes the slot's memory when that is possible. Returns false when there has
/// to be new memory, or, with a message, when the caller lent what cannot be
/// used.
static bool takeSlotMemory(OnnxopsContext *context, const OnnxopsValue *slot,
                           int64_t bytes, int64_t elementBytes,
                           Output *output) {
  if (!hasTensorMemory(slot)) {
    if (slot->data && !ownsData(slot))
      onnxopsImplRecord(context,
                        "%s: expected an empty slot or memory of a tensor, "
                        "but got kind %" PRId32,
                        labelOf(context, output).text, slot->kind);
    return false;
  }
  bool isAligned = onnxopsImplIsAligned(slot->data, elementBytes);
  if (slot->capacity >= bytes && isAligned) {
    output->data = slot->data;
    output->capacity = slot->capacity;
    return true;
  }
  if (ownsData(slot))
    return false;
  if (!isAligned)
    onnxopsImplRecordProblem(context, labelOf(context, output).text,
                             ProblemAlignment, elementBytes, 0, NULL);
  else
    onnxopsImplRecord(context,
                      "%s: expected lent memory of at least %" PRId64
                      " bytes, but got %" PRId64,
                      labelOf(context, output).text, bytes, slot->capacity);
  return false;
}

/// Finds memory for a tensor's elements, and for its shape and the pointers
/// of strings.
static Problem makeMemory(OnnxopsContext *context, const OnnxopsValue *slot,
                          int64_t bytes, int64_t elementBytes, Output *output) {
  if (!takeSlotMemory(context, slot, bytes, elementBytes, output)) {
    if (context->hasFailed)
      return ProblemNone;
    output->data = onnxopsImplAlignedAlloc((size_t)bytes);
    output->capacity = bytes;
    output->isFresh = true;
  }
  output->shape = malloc(onnxopsImplShapeBytes(output->rank));
  if (output->shape)
    output->shape->strings = NULL;
  // Compiled code never writes pointers into the slot's own memory, where a
  // failing call would leave them dangling.
  bool hasStrings = output->entry[EntryElementType] == ONNXOPS_STRING;
  if (hasStrings) {
    output->filled = onnxopsImplListedAlloc(context, bytes);
    if (output->filled)
      memset(output->filled, 0, (size_t)bytes);
  }
  return output->data && output->shape && (output->filled || !hasStrings)
             ? ProblemNone
             : ProblemNoMemory;
}

void *onnxopsRtOutput(OnnxopsContext *context, int64_t index, int64_t rank,
                      const int64_t *sizes) {
  Output *output = outputToMake(context, index, ONNXOPS_TENSOR);
  if (!output)
    return NULL;
  int64_t elementBytes =
      onnxopsElementBytes((int32_t)output->entry[EntryElementType]);
  int64_t bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  output->rank = rank;
  if (!problem)
    problem = makeMemory(context, &context->outputSlots[index], bytes,
                         elementBytes, output);
  if (problem)
    onnxopsImplRecordProblem(context, labelOf(context, output).text, problem,
                             elementBytes, rank, sizes);
  if (context->hasFailed) {
    onnxopsImplDiscardOutput(output);
    return NULL;
  }
  if (rank > 0)
    memcpy(output->shape->values, sizes, (size_t)rank * sizeof(int64_t));
  output->elements = bytes / elementBytes;
  output->isMade = true;
  return output->filled ? (void *)output->filled : output->data;
}

int32_t onnxopsRtOutputSequence(OnnxopsContext *context, int64_t index,
                                const OnnxopsSequence *sequence) {
  Output *output = outputToMake(context, index, ONNXOPS_SEQUENCE);
  if (!output)
    return 1;
  const OnnxopsValue *slot = &context->outputSlots[index];
  if (!sequence || (slot->data && !ownsData(slot))) {
    onnxopsImplRecord(context, "%s: expected %s", labelOf(context, output).text,
                      sequence ? "an empty slot, but got memory"
                               : "a sequence, but got a null pointer");
    return 1;
  }
  if (sequence->elementType != output->entry[EntryElementType]) {
    onnxopsImplRecord(
        context, "%s: expected elements of %s, but got %s",
        labelOf(context, output).text,
        onnxopsElementName((int32_t)output->entry[EntryElementType]),
        onnxopsElementName(sequence->elementType));
    return 1;
  }
  OnnxopsSequence *copy = NULL;
  int64_t bytes = 0;
  Problem problem = onnxopsImplCopySequence(sequence, &copy, &bytes);
  if (problem) {
    onnxopsImplRecord(context,
                      "%s: expected to copy a sequence of %" PRId64
                      " elements, but %s",
                      labelOf(context, output).text, sequence->length,
                      problem == ProblemNoMemory ? "there is not enough memory"
                                                 : "one has a null string");
    return 1;
  }
  onnxopsRtCountBytes(context, bytes);
  output->data = copy;
  output->isFresh = true;
  output->isMade = true;
  return 0;
}

void onnxopsImplDiscardOutput(Output *output) {
  // Reads nothing of the signature: a context may outlive the code that left
  // a call unfinished.
  if (output->isFresh && output->kind == ONNXOPS_SEQUENCE)
    onnxopsSequenceDestroy(output->data);
  else if (output->isFresh)
    free(output->data);
  onnxopsImplShapeDestroy(output->shape);
  *output = (Output){.entry = output->entry, .kind = output->kind};
}

/// Does what can still fail: every output is there, strings have a copy.
static bool prepareOutput(OnnxopsContext *context, Output *output) {
  if (!output->isMade) {
    onnxopsImplRecord(context, "%s: expected a value, but got none",
                      labelOf(context, output).text);
    return false;
  }
  if (!output->filled)
    return true;
  Problem problem = onnxopsImplCopyStrings(output->filled, output->elements,
                                           &output->shape->strings);
  if (problem)
    onnxopsImplRecordProblem(context, labelOf(context, output).text, problem,
                             onnxopsElementBytes(ONNXOPS_STRING), output->rank,
                             output->shape->values);
  return !problem;
}

/// Writes one slot. What the slot owned and does not own any more is freed.
static void commitOutput(OnnxopsValue *slot, Output *output) {
  if (output->filled) {
    const OnnxopsString **elements = output->data;
    for (int64_t i = 0; i < output->elements; ++i)
      elements[i] = &output->shape->strings[i];
  }
  bool willOwnData = output->isFresh || ownsData(slot);
  if (output->isFresh)
    freeOwnedData(slot);
  freeOwnedSizes(slot);
  *slot =
      (OnnxopsValue){.kind = output->kind,
                     .elementType = (int32_t)output->entry[EntryElementType],
                     .rank = output->rank,
                     .data = output->data,
                     .sizes = output->shape ? output->shape->values : NULL,
                     .capacity = output->capacity,
                     .owned = (willOwnData ? ONNXOPS_OWNS_DATA : 0) |
                              (output->shape ? ONNXOPS_OWNS_SIZES : 0)};
  *output = (Output){.entry = output->entry, .kind = output->kind};
}

void onnxopsImplCommitOutputs(OnnxopsContext *context) {
  for (int64_t i = 0; i < context->outputCount; ++i)
    if (!prepareOutput(context, &context->outputs[i]))
      return;
  for (int64_t i = 0; i < context->outputCount; ++i)
    commitOutput(&context->outputSlots[i], &context->outputs[i]);
}
