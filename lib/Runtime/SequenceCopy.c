/*===- SequenceCopy.c - sequences of views as sequences of their own ------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Room for all elements first, then one batch of copies: by the threads of the
 * host, by a kernel, or by the driver of a device.
 *
 *===--------------------------------------------------------------------===*/

#include "SequenceCopy.h"

#include "ViewTree.h"

#include <stdlib.h>
#include <string.h>

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

int64_t onnxopsImplBytesOf(int32_t elementType, const Element *element) {
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
  if (!spare || spare->shape->capacity < onnxopsImplBytesOf(elementType, view))
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
    *bytes += onnxopsImplBytesOf(copy->elementType, view);
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
    if (onnxopsImplBytesOf(copy->elementType, view) > 0)
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
    int64_t count = onnxopsImplBytesOf(ONNXOPS_STRING, element) /
                    onnxopsElementBytes(ONNXOPS_STRING);
    problem = onnxopsImplDetachStrings(element->data, count, element->shape);
  }
  return problem;
}

Problem onnxopsImplCopySequence(const OnnxopsSequence *sequence,
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
