/*===- SequenceCopy.c - deep copies of sequences of views -----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Allocates all elements, unless those of an earlier call have the same sizes,
 * then makes one batch of copies: by the threads of the host, by a kernel, or
 * by the driver of a device.
 *
 *===--------------------------------------------------------------------===*/

#include "SequenceCopy.h"

#include "ViewTree.h"

#include <stdlib.h>
#include <string.h>

/// All views of a sequence, in order.
typedef struct ViewWalk {
  TreeWalk front;
  ViewRun run; ///< the rest of the current run
  ViewRun last;
} ViewWalk;

static void beginWalk(ViewWalk *walk, const OnnxopsSequence *sequence) {
  const ViewTree *front = sequence->hasViews ? sequence->front : NULL;
  int64_t inRow = sequence->length - onnxopsImplTreeSize(front);
  onnxopsImplBeginTreeWalk(&walk->front, front);
  walk->run = (ViewRun){NULL, 0};
  walk->last = (ViewRun){inRow > 0 ? onnxopsImplRowOf(sequence) : NULL, inRow};
}

/// This file is optimized for size, but what runs for each view is not: a call
/// may return many that are small.
#define INLINE static inline __attribute__((always_inline))

static __attribute__((noinline)) void beginRun(ViewWalk *walk) {
  walk->run = onnxopsImplTreeNext(&walk->front);
  if (walk->run.count == 0)
    walk->run = walk->last;
}

/// The next view; there must be one.
INLINE const Element *nextView(ViewWalk *walk) {
  if (walk->run.count == 0)
    beginRun(walk);
  --walk->run.count;
  return walk->run.elements++;
}

int64_t onnxopsImplBytesOf(int32_t elementType, const Element *element) {
  int64_t bytes = 0; // sizes were checked when the element was made
  (void)onnxopsImplTensorBytes(onnxopsElementBytes(elementType),
                               element->shape->rank, element->shape->values,
                               &bytes);
  return bytes;
}

INLINE bool haveSameSizes(const Shape *a, const Shape *b) {
  return a->rank == b->rank &&
         onnxopsImplAreEqual(a->values, b->values, a->rank);
}

void onnxopsImplDestroyCopy(OnnxopsSequence *copy) {
  for (int64_t i = 0; i < copy->length; ++i) {
    if (onnxopsImplBorrows(copy, i) & BorrowsData)
      copy->elements[i].data = NULL;
    if (onnxopsImplBorrows(copy, i) & BorrowsShape)
      copy->elements[i].shape = NULL;
  }
  onnxopsSequenceDestroy(copy);
}

/// Allocates the copy of a view, in the memory of `reusable` if that fits; null
/// for none. The element is empty if there is no memory. `borrows` gets the
/// parts that belong to `reusable`.
static Problem makeElement(OnnxopsContext *context, int32_t elementType,
                           const Shape *view, int64_t bytes,
                           const Element *reusable, Element *element,
                           uint8_t *borrows) {
  if (!reusable || reusable->shape->capacity < bytes) {
    int64_t shapeBytes = (int64_t)onnxopsImplShapeBytes(2 * view->rank);
    if (!onnxopsImplCharge(context, bytes) ||
        !onnxopsImplCharge(context, shapeBytes))
      return ProblemNoMemory;
    return onnxopsImplMakeTensor(context->device, elementType, view->rank,
                                 view->values, &element->data, &element->shape);
  }
  const bool borrowsShape = haveSameSizes(view, reusable->shape);
  *borrows = BorrowsData | (borrowsShape ? BorrowsShape : 0);
  element->data = reusable->data;
  element->shape = borrowsShape
                       ? reusable->shape
                       : onnxopsImplRowMajorShape(view->rank, view->values,
                                                  reusable->shape->capacity);
  if (!element->shape)
    return ProblemNoMemory;
  element->shape->device = context->device;
  return ProblemNone;
}

/// Allocates all elements. Counts their bytes.
static Problem makeElements(OnnxopsContext *context,
                            const OnnxopsSequence *sequence,
                            const OnnxopsSequence *reusable,
                            OnnxopsSequence *copy, int64_t *bytes) {
  if (sequence->length == 0)
    return ProblemNone;
  const int64_t each = (int64_t)sizeof(Element) + 1;
  if (onnxopsImplCharge(context, sequence->length * each))
    copy->elements = malloc((size_t)(sequence->length * each));
  if (!copy->elements)
    return ProblemNoMemory;
  memset(copy->elements, 0, (size_t)(sequence->length * each));
  copy->capacity = sequence->length;
  const Shape *lastShape = NULL; // most views share one
  int64_t viewBytes = 0;
  ViewWalk walk;
  beginWalk(&walk, sequence);
  while (copy->length < sequence->length) {
    const int64_t i = copy->length++;
    const Element *view = nextView(&walk);
    if (view->shape != lastShape)
      viewBytes = onnxopsImplBytesOf(copy->elementType, view);
    lastShape = view->shape;
    Problem problem = makeElement(
        context, copy->elementType, view->shape, viewBytes,
        reusable && i < reusable->length ? &reusable->elements[i] : NULL,
        &copy->elements[i], (uint8_t *)(copy->elements + copy->capacity) + i);
    if (problem)
      return problem;
    *bytes += viewBytes;
  }
  return ProblemNone;
}

/// Whether the elements of `reusable` have the sizes of those of a sequence.
/// Counts their bytes.
static bool haveSameShapes(const OnnxopsSequence *sequence,
                           const OnnxopsSequence *reusable, int64_t *bytes) {
  if (sequence->length != reusable->length)
    return false;
  const Shape *lastShape = NULL; // most views share one
  int64_t viewBytes = 0, sum = 0;
  ViewWalk walk;
  beginWalk(&walk, sequence);
  for (int64_t i = 0; i < sequence->length; ++i) {
    const Element *view = nextView(&walk);
    if (!haveSameSizes(view->shape, reusable->elements[i].shape))
      return false;
    if (view->shape != lastShape)
      viewBytes = onnxopsImplBytesOf(sequence->elementType, view);
    lastShape = view->shape;
    sum += viewBytes;
  }
  *bytes = sum;
  return true;
}

/// Copies the values of the elements, `bytes` in all. False with a message if
/// the call was cancelled.
static bool copyElements(const OnnxopsSequence *sequence, int64_t bytes,
                         CopyThreads threads, const OnnxopsSequence *copy) {
  const int64_t elementBytes = onnxopsElementBytes(copy->elementType);
  CopyBatch batch;
  onnxopsImplBeginCopies(&batch, bytes, threads);
  const Shape *added = NULL; // that of the last copy
  ViewWalk walk;
  beginWalk(&walk, sequence);
  for (int64_t i = 0; i < copy->length; ++i) {
    const Element *view = nextView(&walk);
    const Shape *shape = view->shape;
    void *to = copy->elements[i].data;
    if (shape == added) {
      onnxopsImplAddLikeLast(&batch, to, view->data);
    } else if (onnxopsImplBytesOf(copy->elementType, view) > 0) {
      onnxopsImplAddCopy(&batch, to, view->data, elementBytes, shape->rank,
                         shape->values, shape->values + shape->rank);
      added = shape;
    }
    if (!onnxopsImplGoesOn(threads.context))
      break;
  }
  onnxopsImplEndCopies(&batch);
  return !threads.context->hasFailed;
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
  ViewWalk walk;
  beginWalk(&walk, sequence);
  bool isDone = true;
  for (int64_t i = 0; i < copy->length && isDone; ++i) {
    const Element *view = nextView(&walk);
    const Shape *shape = view->shape;
    isDone = onnxopsImplAddDeviceCopy(
        &copies, copy->elements[i].data, view->data, elementBytes, shape->rank,
        shape->values, shape->values + shape->rank);
  }
  if (isDone && onnxopsImplEndDeviceCopies(&copies))
    return true;
  onnxopsImplRecord(context, "%s", failure.text);
  onnxopsImplStopDevice(context); // the targets of the copies are freed now
  return false;
}

static Problem detachStrings(OnnxopsContext *context,
                             const OnnxopsSequence *copy) {
  Problem problem = ProblemNone;
  for (int64_t i = 0; i < copy->length && !problem; ++i) {
    const Element *element = &copy->elements[i];
    int64_t count = onnxopsImplBytesOf(ONNXOPS_STRING, element) /
                    onnxopsElementBytes(ONNXOPS_STRING);
    problem = onnxopsImplDetachStrings(element->data, count,
                                       &context->memoryLeft, element->shape);
  }
  return problem;
}

Problem onnxopsImplCopySequence(const OnnxopsSequence *sequence,
                                OnnxopsSequence *reusable, CopyWay way,
                                OnnxopsSequence **copy, int64_t *bytesCopied) {
  OnnxopsContext *context = way.threads.context;
  OnnxopsDevice *device = context->device;
  int64_t bytes = 0;
  Problem problem = ProblemNone;
  OnnxopsSequence *result = reusable;
  if (!reusable || !haveSameShapes(sequence, reusable, &bytes)) {
    result = onnxopsSequenceCreateOn(sequence->elementType, device);
    if (!result)
      return ProblemNoMemory;
    problem = makeElements(context, sequence, reusable, result, &bytes);
  }
  if (!problem &&
      !(device ? copyElementsOnDevice(way, sequence, result)
               : copyElements(sequence, bytes, way.threads, result)))
    problem = ProblemNoMemory;
  if (!problem && result->elementType == ONNXOPS_STRING)
    problem = detachStrings(context, result);
  if (problem) {
    if (result != reusable)
      onnxopsImplDestroyCopy(result);
    return problem;
  }
  *copy = result;
  *bytesCopied = bytes;
  return ProblemNone;
}
