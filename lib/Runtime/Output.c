/*===- Output.c - outputs and their ownership -----------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An output is made in two steps. While the call runs, the context holds the
 * new contents of the slot; all slots are written only when nothing can fail
 * any more. Strings are copied in between: compiled code stores pointers into
 * inputs and constants.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "SequenceCopy.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static bool ownsData(const OnnxopsValue *slot) {
  return (slot->owned & ONNXOPS_OWNS_DATA) != 0;
}

/// The block of the slot's sizes, null if the slot does not own it.
static Shape *ownedShape(const OnnxopsValue *slot) {
  return (slot->owned & ONNXOPS_OWNS_SIZES) && slot->sizes
             ? onnxopsImplShapeOf(slot->sizes)
             : NULL;
}

/// The device of a tensor that the slot owns, null for the host.
static OnnxopsDevice *deviceOf(const OnnxopsValue *slot) {
  const Shape *shape = ownedShape(slot);
  return shape ? shape->device : NULL;
}

__attribute__((noinline)) static void freeOwnedData(OnnxopsValue *slot) {
  if (!ownsData(slot))
    return;
  if (slot->kind == ONNXOPS_SEQUENCE)
    onnxopsSequenceDestroy(slot->data);
  else
    onnxopsImplFreeData(deviceOf(slot), slot->data);
}

static void dropStrings(Shape *shape) {
  free(shape->strings);
  shape->strings = NULL;
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
  onnxopsImplShapeDestroy(ownedShape(value));
  *value = empty;
}

Label onnxopsImplOutputLabel(const OnnxopsContext *context,
                             const Output *output) {
  return onnxopsImplLabel(context, "output", output->entry,
                          output - context->outputs);
}

/// Records the reason why an output cannot be made now. Returns null.
__attribute__((cold, noinline)) static Output *
refuseOutput(OnnxopsContext *context, int64_t index) {
  if (index < 0 || index >= context->outputCount) {
    onnxopsImplRecord(context,
                      "output %" PRId64 ": expected one of %" PRId64
                      " outputs of a running call",
                      index, context->outputCount);
    return NULL;
  }
  const Output *output = &context->outputs[index];
  onnxopsImplRecord(context, "%s: expected it %s",
                    onnxopsImplOutputLabel(context, output).text,
                    output->isMade ? "to be made once, but it was made before"
                                   : "to be made as the kind in its signature");
  return NULL;
}

Output *onnxopsImplOutputToMake(OnnxopsContext *context, int64_t index,
                                int32_t kind) {
  if (!context)
    return NULL;
  if (index < 0 || index >= context->outputCount)
    return refuseOutput(context, index);
  Output *output = &context->outputs[index];
  return output->isMade || output->kind != kind ? refuseOutput(context, index)
                                                : output;
}

/// Whether the slot holds memory for a tensor, its own or lent.
static bool hasTensorMemory(const OnnxopsValue *slot) {
  return slot->kind == ONNXOPS_TENSOR && slot->data;
}

/// Records the reason if memory lent by the caller cannot be used.
__attribute__((cold, noinline)) static void
checkLentMemory(OnnxopsContext *context, const OnnxopsValue *slot,
                int64_t bytes, int64_t elementBytes, const Output *output) {
  if (!slot->data || ownsData(slot))
    return;
  if (!hasTensorMemory(slot))
    onnxopsImplRecord(context,
                      "%s: expected an empty slot or memory of a tensor, "
                      "but got kind %" PRId32,
                      onnxopsImplOutputLabel(context, output).text, slot->kind);
  else if (!onnxopsImplIsAligned(slot->data, elementBytes))
    onnxopsImplRecordProblem(context,
                             onnxopsImplOutputLabel(context, output).text,
                             ProblemAlignment, elementBytes, 0, NULL);
  else
    onnxopsImplRecord(context,
                      "%s: expected lent memory of at least %" PRId64
                      " bytes, but got %" PRId64,
                      onnxopsImplOutputLabel(context, output).text, bytes,
                      slot->capacity);
}

/// Memory on the device that outlives the call. Null with a message.
__attribute__((noinline)) static void *
allocateOnDevice(OnnxopsContext *context, int64_t bytes, const Output *output) {
  DeviceFailure failure;
  Suballocation *suballocation =
      onnxopsImplSuballocate(context->device, bytes, context->device, &failure);
  if (suballocation)
    return onnxopsImplSuballocationData(suballocation);
  onnxopsImplRecord(context, "%s: %s",
                    onnxopsImplOutputLabel(context, output).text, failure.text);
  return NULL;
}

/// Finds memory for a tensor's elements: the slot's, if they fit. Returns false
/// with a message if lent memory cannot be used.
static bool findData(OnnxopsContext *context, const OnnxopsValue *slot,
                     int64_t bytes, int64_t elementBytes, Output *output) {
  if (hasTensorMemory(slot) && slot->capacity >= bytes &&
      onnxopsImplIsAligned(slot->data, elementBytes) &&
      (!ownsData(slot) || deviceOf(slot) == context->device)) {
    output->data = slot->data;
    output->capacity = slot->capacity;
    return true;
  }
  checkLentMemory(context, slot, bytes, elementBytes, output);
  if (context->hasFailed || !onnxopsImplCharge(context, bytes)) {
    output->data = NULL;
    return !context->hasFailed;
  }
  output->data = context->device ? allocateOnDevice(context, bytes, output)
                                 : onnxopsImplAlignedAlloc((size_t)bytes);
  output->capacity = bytes;
  output->isFresh = true;
  return true;
}

/// Replaces the block for the sizes, which is too small or missing.
__attribute__((noinline)) static bool makeShape(Output *output) {
  Shape *shape = onnxopsImplShapeCreate(output->rank);
  if (!shape)
    return false;
  onnxopsImplShapeDestroy(output->shape);
  output->shape = shape;
  return true;
}

/// Allocates the pointers of strings. Compiled code never writes them into the
/// slot's own memory, where a failing call would leave them dangling.
__attribute__((noinline)) static bool
makePointers(OnnxopsContext *context, int64_t bytes, Output *output) {
  output->filled = onnxopsImplListedAlloc(context, bytes);
  if (output->filled)
    memset(output->filled, 0, (size_t)bytes);
  return output->filled != NULL;
}

/// Finds memory for a tensor's elements, for its shape, reusing the block of an
/// earlier call if it is large enough, and for the pointers of strings.
static Problem makeMemory(OnnxopsContext *context, const OnnxopsValue *slot,
                          int64_t bytes, int64_t elementBytes, Output *output) {
  if (!findData(context, slot, bytes, elementBytes, output))
    return ProblemNone;
  bool hasCapacity =
      output->shape && output->rank <= output->shape->valueCapacity;
  bool hasStrings = output->entry[EntryElementType] == ONNXOPS_STRING;
  return output->data && (hasCapacity || makeShape(output)) &&
                 (!hasStrings || makePointers(context, bytes, output))
             ? ProblemNone
             : ProblemNoMemory;
}

/// Whether the slot lends memory of fixed sizes.
static bool hasFixedSizes(const OnnxopsValue *slot, const Output *output) {
  return (slot->owned & ONNXOPS_FIXED_SIZES) && slot->data &&
         output->entry[EntryElementType] != ONNXOPS_STRING;
}

/// Checks that a result has the sizes fixed by the slot.
static bool checkFixedSizes(OnnxopsContext *context, const OnnxopsValue *slot,
                            int64_t rank, const int64_t *sizes,
                            const Output *output) {
  if (rank > 0 && !slot->sizes) {
    onnxopsImplRecordProblem(context,
                             onnxopsImplOutputLabel(context, output).text,
                             ProblemNoSizes, 0, rank, NULL);
    return false;
  }
  if (slot->rank != rank) {
    onnxopsImplRecord(
        context,
        "%s: expected a lent tensor of rank %" PRId64 ", but got %" PRId64,
        onnxopsImplOutputLabel(context, output).text, rank, slot->rank);
    return false;
  }
  for (int64_t i = 0; i < rank; ++i) {
    if (slot->sizes[i] == sizes[i])
      continue;
    onnxopsImplRecord(context,
                      "%s: expected dimension %" PRId64
                      " of the lent tensor to be %" PRId64 ", but got %" PRId64,
                      onnxopsImplOutputLabel(context, output).text, i, sizes[i],
                      slot->sizes[i]);
    return false;
  }
  return true;
}

/// Gives up an output, with a message unless there is one already. Returns
/// null.
__attribute__((cold, noinline)) static void *
failOutput(OnnxopsContext *context, Output *output, Problem problem,
           int64_t elementBytes, int64_t rank, const int64_t *sizes) {
  onnxopsImplRecordProblem(context,
                           onnxopsImplOutputLabel(context, output).text,
                           problem, elementBytes, rank, sizes);
  onnxopsImplDiscardOutput(output);
  return NULL;
}

void *onnxopsRtOutput(OnnxopsContext *context, int64_t index, int64_t rank,
                      const int64_t *sizes) {
  Output *output = onnxopsImplOutputToMake(context, index, ONNXOPS_TENSOR);
  if (!output)
    return NULL;
  int64_t elementBytes =
      onnxopsElementBytes((int32_t)output->entry[EntryElementType]);
  int64_t bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!onnxopsImplGoesOn(context))
    return NULL;
  output->rank = rank;
  output->device = context->device;
  const OnnxopsValue *slot = &context->outputSlots[index];
  if (!problem && (!hasFixedSizes(slot, output) ||
                   checkFixedSizes(context, slot, rank, sizes, output)))
    problem = makeMemory(context, slot, bytes, elementBytes, output);
  if (problem || context->hasFailed)
    return failOutput(context, output, problem, elementBytes, rank, sizes);
  for (int64_t i = 0; i < rank; ++i)
    output->shape->values[i] = sizes[i];
  output->elements = bytes >> __builtin_ctzll((uint64_t)elementBytes);
  output->isMade = true;
  return output->filled ? (void *)output->filled : output->data;
}

void onnxopsImplDiscardOutput(Output *output) {
  // Does not read the signature: a context may outlive the code that left a
  // call unfinished.
  if (output->isFresh && output->kind == ONNXOPS_SEQUENCE)
    onnxopsImplDestroyCopy(output->data);
  else if (output->isFresh)
    onnxopsImplFreeData(output->device, output->data);
  if (output->shape)
    dropStrings(output->shape);
  *output = (Output){
      .entry = output->entry, .kind = output->kind, .shape = output->shape};
}

/// Copies every string of an output. Returns false with a message if one is
/// missing, or without memory.
__attribute__((noinline)) static bool copyStrings(OnnxopsContext *context,
                                                  Output *output) {
  Problem problem =
      onnxopsImplCopyStrings(output->filled, output->elements,
                             &context->memoryLeft, &output->shape->strings);
  if (problem)
    onnxopsImplRecordProblem(context,
                             onnxopsImplOutputLabel(context, output).text,
                             problem, onnxopsElementBytes(ONNXOPS_STRING),
                             output->rank, output->shape->values);
  return !problem;
}

/// Records that an output is missing. Returns false.
__attribute__((cold)) static bool failUnmade(OnnxopsContext *context,
                                             const Output *output) {
  onnxopsImplRecord(context, "%s: expected a value, but got none",
                    onnxopsImplOutputLabel(context, output).text);
  return false;
}

/// Performs the steps that can still fail: every output exists, strings have
/// copies.
static bool prepareOutput(OnnxopsContext *context, Output *output) {
  if (!output->isMade)
    return failUnmade(context, output);
  return !output->filled || copyStrings(context, output);
}

/// Points a tensor of strings at the copies of its strings.
__attribute__((noinline)) static void commitStrings(Output *output) {
  const OnnxopsString **elements = output->data;
  for (int64_t i = 0; i < output->elements; ++i)
    elements[i] = &output->shape->strings[i];
}

/// Writes a slot for a tensor. The slot's old block for sizes is kept for the
/// next call.
static void commitTensor(OnnxopsValue *slot, Output *output) {
  if (hasFixedSizes(slot, output))
    return; // the slot is up to date
  if (output->filled)
    commitStrings(output);
  bool willOwnData = output->isFresh || ownsData(slot);
  if (output->isFresh)
    freeOwnedData(slot);
  output->shape->device = output->device;
  Shape *oldShape = ownedShape(slot);
  if (oldShape && oldShape->strings)
    dropStrings(oldShape);
  *slot = (OnnxopsValue){
      .kind = ONNXOPS_TENSOR,
      .elementType = (int32_t)output->entry[EntryElementType],
      .rank = output->rank,
      .data = output->data,
      .sizes = output->shape->values,
      .capacity = output->capacity,
      .owned = ONNXOPS_OWNS_SIZES | (willOwnData ? ONNXOPS_OWNS_DATA : 0)};
  output->shape = oldShape;
}

/// Writes a slot for a sequence.
__attribute__((noinline)) static void commitSequence(OnnxopsValue *slot,
                                                     Output *output) {
  if (!output->reusable)
    freeOwnedData(slot);
  onnxopsImplShapeDestroy(ownedShape(slot));
  *slot =
      (OnnxopsValue){.kind = ONNXOPS_SEQUENCE,
                     .elementType = (int32_t)output->entry[EntryElementType],
                     .data = onnxopsImplTakeSequence(output),
                     .owned = ONNXOPS_OWNS_DATA};
}

void onnxopsImplCommitOutputs(OnnxopsContext *context) {
  const int64_t count = context->outputCount;
  Output *const outputs = context->outputs;
  OnnxopsValue *const slots = context->outputSlots;
  for (int64_t i = 0; i < count; ++i)
    if (!prepareOutput(context, &outputs[i]))
      return;
  for (int64_t i = 0; i < count; ++i)
    if (outputs[i].kind == ONNXOPS_SEQUENCE)
      commitSequence(&slots[i], &outputs[i]);
    else
      commitTensor(&slots[i], &outputs[i]);
  context->outputCount = 0; // they now belong to the slots
}
