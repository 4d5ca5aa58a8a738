/*===- OutputSequence.c - outputs that are sequences ----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What a sequence of views leaves a call as: a deep copy, made while what it
 * views is there. It is made in the memory of the sequence that the slot has
 * from an earlier call, where that fits; fresh pages cost more than the copy.
 * The slot's sequence itself stays as it is until the call has succeeded.
 *
 *===--------------------------------------------------------------------===*/

#include "Copy.h"
#include "ViewTree.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/*===--------------------------------------------------------------------===*
 * Copies
 *===--------------------------------------------------------------------===*/

/// How the elements of a sequence are copied.
typedef struct CopyWay {
  CopyThreads threads;           ///< of the host
  const OnnxopsDeviceCode *code; ///< of a kernel, null for a device's driver
  const char *kernel;
} CopyWay;

/// All views of a sequence, in order.
typedef struct ViewWalk {
  TreeWalk front;
  ViewRun run; ///< what is left of the run that is being walked over
  ViewRun last;
} ViewWalk;

static ViewWalk walkOver(const OnnxopsSequence *sequence) {
  int64_t inFront = onnxopsImplTreeSize(sequence->front);
  return (ViewWalk){
      .front = onnxopsImplTreeWalk(sequence->front),
      .last = {sequence->elements, sequence->length - inFront},
  };
}

/// The next view; there must be one.
static const Element *nextView(ViewWalk *walk) {
  if (walk->run.count == 0)
    walk->run = onnxopsImplTreeNext(&walk->front);
  if (walk->run.count == 0)
    walk->run = walk->last;
  --walk->run.count;
  return walk->run.elements++;
}

static int64_t bytesOf(int32_t elementType, const Element *element) {
  int64_t bytes = 0; // sizes were checked when the element was made
  (void)onnxopsImplTensorBytes(onnxopsElementBytes(elementType), element->rank,
                               element->shape->values, &bytes);
  return bytes;
}

static bool haveSameSizes(const Element *a, const Element *b) {
  return a->rank == b->rank && memcmp(a->shape->values, b->shape->values,
                                      (size_t)a->rank * sizeof(int64_t)) == 0;
}

/// Makes room for the copy of a view, in what `spare` has where that will do.
/// Null for no spare. Without memory the element is empty.
static Problem makeElement(OnnxopsDevice *device, int32_t elementType,
                           const Element *view, const Element *spare,
                           Element *element) {
  const int64_t *sizes = view->shape->values;
  *element = (Element){.rank = view->rank};
  if (!spare || spare->shape->capacity < bytesOf(elementType, view))
    return onnxopsImplMakeTensor(device, elementType, view->rank, sizes,
                                 &element->data, &element->shape);
  element->data = spare->data;
  element->borrowsData = true;
  element->borrowsShape = haveSameSizes(view, spare);
  element->shape =
      element->borrowsShape
          ? spare->shape
          : onnxopsImplRowMajorShape(view->rank, sizes, spare->shape->capacity);
  if (!element->shape)
    return ProblemNoMemory;
  element->shape->device = device;
  return ProblemNone;
}

/// Makes room for all elements. Counts their bytes.
static Problem makeElements(const OnnxopsSequence *sequence,
                            const OnnxopsSequence *spare, OnnxopsSequence *copy,
                            int64_t *bytes) {
  if (sequence->length == 0)
    return ProblemNone;
  copy->elements = calloc((size_t)sequence->length, sizeof(Element));
  if (!copy->elements)
    return ProblemNoMemory;
  copy->capacity = sequence->length;
  ViewWalk walk = walkOver(sequence);
  while (copy->length < sequence->length) {
    const int64_t i = copy->length++;
    const Element *view = nextView(&walk);
    Problem problem =
        makeElement(copy->device, copy->elementType, view,
                    spare && i < spare->length ? &spare->elements[i] : NULL,
                    &copy->elements[i]);
    if (problem)
      return problem;
    *bytes += bytesOf(copy->elementType, view);
  }
  return ProblemNone;
}

/// Copies the elements' values, `bytes` in all.
static void copyElements(const OnnxopsSequence *sequence, int64_t bytes,
                         CopyThreads threads, const OnnxopsSequence *copy) {
  const int64_t elementBytes = onnxopsElementBytes(copy->elementType);
  CopyBatch batch;
  onnxopsImplBeginCopies(&batch, 2 * bytes, threads);
  ViewWalk walk = walkOver(sequence);
  for (int64_t i = 0; i < copy->length; ++i) {
    const Element *view = nextView(&walk);
    const int64_t *sizes = view->shape->values;
    if (bytesOf(copy->elementType, view) > 0)
      onnxopsImplAddCopy(&batch, copy->elements[i].data, view->data,
                         elementBytes, view->rank, sizes, sizes + view->rank);
  }
  onnxopsImplEndCopies(&batch);
}

/// The same on the device of the call. False with a message.
static bool copyElementsOnDevice(CopyWay way, const OnnxopsSequence *sequence,
                                 const OnnxopsSequence *copy) {
  OnnxopsContext *context = way.threads.context;
  const int64_t elementBytes = onnxopsElementBytes(copy->elementType);
  DeviceFailure failure;
  DeviceCopies copies = {.stream = context->stream,
                         .failure = &failure,
                         .code = way.code,
                         .kernel = way.kernel};
  ViewWalk walk = walkOver(sequence);
  bool isDone = true;
  for (int64_t i = 0; i < copy->length && isDone; ++i) {
    const Element *view = nextView(&walk);
    const int64_t *sizes = view->shape->values;
    isDone = onnxopsImplAddDeviceCopy(&copies, copy->elements[i].data,
                                      view->data, elementBytes, view->rank,
                                      sizes, sizes + view->rank);
  }
  if (isDone && onnxopsImplEndDeviceCopies(&copies))
    return true;
  onnxopsImplRecord(context, "%s", failure.text);
  onnxopsImplStopDevice(context); // what it copies to is freed now
  return false;
}

static Problem detachStrings(const OnnxopsSequence *copy) {
  Problem problem = ProblemNone;
  for (int64_t i = 0; i < copy->length && !problem; ++i) {
    const Element *element = &copy->elements[i];
    int64_t count =
        bytesOf(ONNXOPS_STRING, element) / onnxopsElementBytes(ONNXOPS_STRING);
    problem = onnxopsImplDetachStrings(element->data, count, element->shape);
  }
  return problem;
}

/// Makes a deep, row-major copy, which borrows from `spare` what it can use of
/// the memory of its elements; null for no spare. Adds the bytes of the
/// elements to `bytesCopied`.
static Problem copySequence(const OnnxopsSequence *sequence,
                            const OnnxopsSequence *spare, CopyWay way,
                            OnnxopsSequence **copy, int64_t *bytesCopied) {
  OnnxopsDevice *device = way.threads.context->device;
  OnnxopsSequence *result =
      onnxopsSequenceCreateOn(sequence->elementType, device);
  if (!result)
    return ProblemNoMemory;
  int64_t bytes = 0;
  Problem problem = makeElements(sequence, spare, result, &bytes);
  if (!problem && !device)
    copyElements(sequence, bytes, way.threads, result);
  else if (!problem && !copyElementsOnDevice(way, sequence, result))
    problem = ProblemNoMemory;
  if (!problem && result->elementType == ONNXOPS_STRING)
    problem = detachStrings(result);
  if (problem) {
    onnxopsSequenceDestroy(result);
    return problem;
  }
  *copy = result;
  *bytesCopied = bytes;
  return ProblemNone;
}

/*===--------------------------------------------------------------------===*
 * Slots
 *===--------------------------------------------------------------------===*/

/// A part of memory.
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

/// From the first byte of a sequence's elements to the last one.
static Range rangeOfAll(const OnnxopsSequence *sequence) {
  Range all = {UINTPTR_MAX, 0};
  for (int64_t i = 0; i < sequence->length; ++i) {
    Range range = rangeOfElement(&sequence->elements[i]);
    all.begin = range.begin < all.begin ? range.begin : all.begin;
    all.end = range.end > all.end ? range.end : all.end;
  }
  return all;
}

/// A sequence that may be written to, `all` of its memory, and how many more
/// comparisons with its elements are worth it.
typedef struct Spare {
  const OnnxopsSequence *sequence;
  Range all;
  int64_t comparisons;
} Spare;

/// Whether memory that is read is in the elements, or that would take long to
/// find out.
static bool mayOverlap(Spare *spare, Range range) {
  const OnnxopsSequence *sequence = spare->sequence;
  if (!overlap(range, spare->all))
    return false;
  spare->comparisons -= sequence->length;
  if (spare->comparisons < 0)
    return true;
  for (int64_t i = 0; i < sequence->length; ++i)
    if (overlap(range, rangeOfElement(&sequence->elements[i])))
      return true;
  return false;
}

/// The same for a sequence. One that owns its elements, as it does unless it
/// was made of a list, shares them with no other.
static bool mayShareElements(Spare *spare, const OnnxopsSequence *input) {
  if (input == spare->sequence)
    return true;
  if (input->capacity > 0)
    return false;
  for (int64_t i = 0; i < input->length; ++i) {
    const Element *element = &input->elements[i];
    int64_t bytes = bytesOf(input->elementType, element);
    if (mayOverlap(spare, rangeOf(element->data, bytes)))
      return true;
  }
  return false;
}

/// Whether an input of the call is the sequence or in its elements, which a
/// caller may have passed on. Then nothing may be written there.
static bool mayBeInput(const OnnxopsContext *context,
                       const OnnxopsSequence *sequence) {
  Spare spare = {sequence, rangeOfAll(sequence), 1 << 20};
  const OnnxopsValue *input = context->outputSlots - context->inputCount;
  for (; input < context->outputSlots; ++input)
    if (input->kind == ONNXOPS_SEQUENCE
            ? mayShareElements(&spare, input->data)
            : mayOverlap(&spare, rangeOfInput(input)))
      return true;
  return false;
}

/// The sequence in the slot when its memory can be used for the one that comes,
/// null otherwise.
static OnnxopsSequence *spareOf(const OnnxopsContext *context,
                                const OnnxopsValue *slot, int32_t elementType) {
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
  onnxopsImplRecord(context,
                    "%s: expected to copy a sequence of %" PRId64
                    " elements, but %s%s%s",
                    onnxopsImplOutputLabel(context, output).text, length,
                    problem == ProblemNoMemory ? "there is not enough memory"
                                               : "one has a null string",
                    device ? " on " : "", device ? device->label : "");
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
  OnnxopsSequence *spare = spareOf(context, slot, elementType), *copy = NULL;
  int64_t bytes = 0;
  Problem problem = copySequence(sequence, spare, way, &copy, &bytes);
  if (problem) {
    recordUncopied(context, output, sequence->length, problem);
    return 1;
  }
  onnxopsRtCountBytes(context, bytes);
  output->data = copy;
  output->spare = spare;
  output->isFresh = true;
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

/// Frees what of a slot's sequence the copy of the next one has not borrowed.
static void freeLeftovers(const OnnxopsSequence *spare,
                          const OnnxopsSequence *copy) {
  for (int64_t i = 0; i < spare->length; ++i) {
    const Element *old = &spare->elements[i];
    const Element *new = i < copy->length ? &copy->elements[i] : NULL;
    if (!new || !new->borrowsData)
      onnxopsImplFreeData(old->shape->device, old->data);
    if (!new || !new->borrowsShape)
      onnxopsImplShapeDestroy(old->shape);
  }
  free(spare->elements);
}

OnnxopsSequence *onnxopsImplTakeSequence(Output *output) {
  OnnxopsSequence *copy = output->data, *spare = output->spare;
  if (!spare)
    return copy;
  freeLeftovers(spare, copy);
  for (int64_t i = 0; i < copy->length; ++i)
    copy->elements[i].borrowsData = copy->elements[i].borrowsShape = false;
  *spare = *copy;
  free(copy);
  return spare;
}
