/*===- CallSequence.c - sequences inside a call ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Immutable sequences of views, for SequenceConstruct and for Insert, Erase and
 * At at positions known only at run time. Element data is never copied. A loop
 * that adds n elements at either end of an array of views takes O(n);
 * insertions and erasures elsewhere move the views before them to a tree, and n
 * of them take O(n log n). An element at an end takes a handle and a view: 56
 * bytes.
 *
 *===--------------------------------------------------------------------===*/

#include "ViewArray.h"

#include <inttypes.h>
#include <string.h>

/// Whether there is a sequence to work on; records a failure otherwise.
static bool isThere(OnnxopsContext *context, const OnnxopsSequence *sequence) {
  if (!sequence)
    onnxopsImplRecord(context,
                      "sequence: expected one, but got a null pointer");
  return sequence != NULL;
}

static bool checkPosition(OnnxopsContext *context, const char *where,
                          int64_t position, int64_t last) {
  if (position >= 0 && position <= last)
    return true;
  onnxopsImplRecord(context,
                    "%s: expected a position from 0 to %" PRId64
                    ", but got %" PRId64,
                    where, last, position);
  return false;
}

/*===--------------------------------------------------------------------===*
 * Handles and views
 *===--------------------------------------------------------------------===*/

/// Makes the array through which a caller's elements are seen. Its block has no
/// capacity beyond them.
static ViewArray *viewElements(OnnxopsContext *context,
                               const OnnxopsSequence *sequence) {
  ViewArray *views = onnxopsImplArenaAlloc(context, (int64_t)sizeof(ViewArray));
  if (views)
    *views = (ViewArray){.block = sequence->elements,
                         .high = sequence->length,
                         .end = sequence->length,
                         .isPinned = true,
                         .hasGrown = true};
  return views;
}

/// A copy of a sequence, to be changed before it is published.
static OnnxopsSequence *makeHandle(OnnxopsContext *context,
                                   const OnnxopsSequence *content) {
  OnnxopsSequence *sequence =
      onnxopsImplArenaAlloc(context, (int64_t)sizeof(OnnxopsSequence));
  if (!sequence) {
    onnxopsImplRecordNoViews(context, content->length);
    return NULL;
  }
  *sequence = *content;
  if (content->hasViews)
    return sequence;
  sequence->hasViews = true;
  sequence->front = NULL;
  sequence->first = 0;
  sequence->views = viewElements(context, content);
  if (sequence->views)
    return sequence;
  onnxopsImplRecordNoViews(context, content->length);
  return NULL;
}

OnnxopsSequence *onnxopsRtSequenceCreate(OnnxopsContext *context,
                                         int32_t elementType,
                                         int64_t capacity) {
  if (!context)
    return NULL;
  if (capacity < 0) {
    onnxopsImplRecord(
        context,
        "sequence: expected capacity for at least 0 elements, but "
        "got %" PRId64,
        capacity);
    return NULL;
  }
  ViewArray none = {0};
  const OnnxopsSequence empty = {
      .elementType = elementType, .hasViews = true, .views = &none};
  OnnxopsSequence *sequence = makeHandle(context, &empty);
  return sequence && onnxopsImplMakeArray(context, sequence, capacity)
             ? sequence
             : NULL;
}

/// Whether `strides` are those of a row-major tensor.
static bool areRowMajor(int64_t rank, const int64_t *sizes,
                        const int64_t *strides) {
  uint64_t stride = 1;
  for (int64_t i = rank; i-- > 0; stride *= (uint64_t)sizes[i])
    if (strides[i] != (int64_t)stride)
      return false;
  return true;
}

/// Whether a shape has these sizes and, unless they are null, these strides;
/// null ones are row-major.
static bool isShape(const Shape *shape, int64_t rank, const int64_t *sizes,
                    const int64_t *strides) {
  return shape && shape->rank == rank &&
         onnxopsImplAreEqual(shape->values, sizes, rank) &&
         (strides ? onnxopsImplAreEqual(shape->values + rank, strides, rank)
                  : areRowMajor(rank, sizes, shape->values + rank));
}

/// A shape of the call with these values. Reuses the newest shape if it has the
/// same values. Null if there is no memory.
static Shape *findShape(OnnxopsContext *context, int64_t rank,
                        const int64_t *sizes, const int64_t *strides) {
  if (isShape(context->lastShape, rank, sizes, strides))
    return context->lastShape;
  Shape *shape =
      onnxopsImplArenaAlloc(context, (int64_t)onnxopsImplShapeBytes(2 * rank));
  if (!shape)
    return NULL;
  *shape = (Shape){.valueCapacity = (int32_t)(2 * rank), .rank = (int32_t)rank};
  size_t bytes = (size_t)rank * sizeof(int64_t);
  if (rank > 0)
    memcpy(shape->values, sizes, bytes);
  if (rank > 0 && strides)
    memcpy(shape->values + rank, strides, bytes);
  else
    onnxopsImplRowMajorStrides(rank, sizes, shape->values + rank);
  context->lastShape = shape;
  return shape;
}

/// Makes a view, whose shape keeps copies of the sizes and the strides. False,
/// with a message, when there is no tensor or no memory.
static bool makeCheckedView(OnnxopsContext *context, int32_t elementType,
                            void *data, int64_t rank, const int64_t *sizes,
                            const int64_t *strides, Element *view) {
  int64_t elementBytes = onnxopsElementBytes(elementType), bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!problem && bytes > 0 && !data)
    problem = ProblemNoData;
  if (!problem) {
    *view = (Element){data, findShape(context, rank, sizes, strides)};
    problem = view->shape ? ProblemNone : ProblemNoMemory;
  }
  if (!problem) {
    context->lastElementType = elementType;
    return true;
  }
  onnxopsImplRecordProblem(context, "sequence element", problem, elementBytes,
                           rank, sizes);
  return false;
}

/// The same, fast if the newest view is like this one: a loop mostly inserts
/// elements of one shape, which need not be checked again.
static bool makeView(OnnxopsContext *context, int32_t elementType, void *data,
                     int64_t rank, const int64_t *sizes, const int64_t *strides,
                     Element *view) {
  if (!data || (rank > 0 && !sizes) ||
      elementType != context->lastElementType ||
      !isShape(context->lastShape, rank, sizes, strides))
    return makeCheckedView(context, elementType, data, rank, sizes, strides,
                           view);
  *view = (Element){data, context->lastShape};
  return true;
}

/// Appends `count` views of one shape, at least 1, `step` bytes apart.
static bool pushViews(OnnxopsContext *context, OnnxopsSequence *sequence,
                      int64_t count, uintptr_t step, void *data, int64_t rank,
                      const int64_t *sizes, const int64_t *strides) {
  if (!sequence->hasViews || !onnxopsImplCanAppend(sequence, count)) {
    onnxopsImplRecord(context,
                      "sequence: expected capacity for element %" PRIu64
                      ", but there is none",
                      (uint64_t)sequence->length + (uint64_t)count - 1);
    return false;
  }
  Element view;
  if (!makeView(context, sequence->elementType, data, rank, sizes, strides,
                &view))
    return false;
  sequence->length += count;
  for (; count > 0; --count) {
    onnxopsImplAppendView(sequence, view);
    view.data = (void *)((uintptr_t)view.data + step);
  }
  return true;
}

int32_t onnxopsRtSequencePush(OnnxopsContext *context,
                              OnnxopsSequence *sequence, void *data,
                              int64_t rank, const int64_t *sizes,
                              const int64_t *strides) {
  return !context || !isThere(context, sequence) ||
         !pushViews(context, sequence, 1, 0, data, rank, sizes, strides);
}

int32_t onnxopsRtSequencePushChunks(OnnxopsContext *context,
                                    OnnxopsSequence *sequence, void *data,
                                    int64_t rank, const int64_t *sizes,
                                    const int64_t *strides, int64_t axis,
                                    int64_t size, int32_t squeezed) {
  if (!context || !isThere(context, sequence))
    return 1;
  if (rank > ONNXOPS_MAX_RANK || axis < 0 || axis >= rank || !sizes ||
      sizes[axis] < 0 || size < 1 || (squeezed && size != 1)) {
    onnxopsImplRecord(context,
                      "sequence: expected chunks of at least 1 along an axis, "
                      "but got %" PRId64 " along axis %" PRId64,
                      size, axis);
    return 1;
  }
  // Of a chunk, and of what strides of the tensor give. Unsigned: strides of no
  // elements may be any.
  int64_t chunkSizes[ONNXOPS_MAX_RANK], chunkStrides[ONNXOPS_MAX_RANK];
  const int64_t chunkRank = rank - (squeezed ? 1 : 0);
  uintptr_t rowMajor = 1, step = 0;
  for (int64_t i = rank, j = chunkRank; i-- > 0;) {
    const int64_t stride = strides ? strides[i] : (int64_t)rowMajor;
    rowMajor *= (uintptr_t)sizes[i];
    if (i == axis)
      step = (uintptr_t)size * (uintptr_t)stride *
             (uintptr_t)onnxopsElementBytes(sequence->elementType);
    if (i == axis && squeezed)
      continue;
    chunkSizes[--j] = i == axis ? size : sizes[i];
    chunkStrides[j] = stride;
  }
  const int64_t count = sizes[axis] / size, rest = sizes[axis] % size;
  if (count > 0 && !pushViews(context, sequence, count, step, data, chunkRank,
                              chunkSizes, chunkStrides))
    return 1;
  if (rest == 0)
    return 0;
  chunkSizes[axis] = rest;
  return !pushViews(context, sequence, 1, 0,
                    (void *)((uintptr_t)data + (uintptr_t)count * step),
                    chunkRank, chunkSizes, chunkStrides);
}

OnnxopsSequence *onnxopsRtSequenceInsert(OnnxopsContext *context,
                                         const OnnxopsSequence *sequence,
                                         int64_t position, void *data,
                                         int64_t rank, const int64_t *sizes,
                                         const int64_t *strides) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length))
    return NULL;
  Element view;
  if (!makeView(context, sequence->elementType, data, rank, sizes, strides,
                &view))
    return NULL;
  OnnxopsSequence *longer = makeHandle(context, sequence);
  if (!longer || !onnxopsImplInsertView(context, longer, position, view))
    return NULL;
  ++longer->length;
  return longer;
}

OnnxopsSequence *onnxopsRtSequenceErase(OnnxopsContext *context,
                                        const OnnxopsSequence *sequence,
                                        int64_t position) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length - 1))
    return NULL;
  OnnxopsSequence *shorter = makeHandle(context, sequence);
  if (!shorter || !onnxopsImplEraseView(context, shorter, position))
    return NULL;
  --shorter->length;
  return shorter;
}

/// Checks an element's rank and sizes against those that the code relies on.
static bool checkShape(OnnxopsContext *context, const Element *element,
                       int64_t position, int64_t rank, const int64_t *expected,
                       const char *where) {
  if (element->shape->rank != rank) {
    onnxopsImplRecord(context,
                      "%s: expected element %" PRId64 " to have rank %" PRId64
                      ", but got %" PRId64,
                      where, position, rank, (int64_t)element->shape->rank);
    return false;
  }
  for (int64_t i = 0; expected && i < rank; ++i) {
    int64_t size = element->shape->values[i];
    if (expected[i] < 0 || expected[i] == size)
      continue;
    onnxopsImplRecord(context,
                      "%s: expected dimension %" PRId64 " of element %" PRId64
                      " to be %" PRId64 ", but got %" PRId64,
                      where, i, position, expected[i], size);
    return false;
  }
  return true;
}

int32_t onnxopsRtSequenceAt(OnnxopsContext *context,
                            const OnnxopsSequence *sequence, int64_t position,
                            int64_t rank, const int64_t *expected,
                            const char *where, void **data, int64_t *sizes,
                            int64_t *strides) {
  if (!where)
    where = "sequence";
  if (!context || !onnxopsImplGoesOn(context) || !isThere(context, sequence) ||
      !checkPosition(context, where, position, sequence->length - 1))
    return 1;
  const Element *element = onnxopsImplElementAt(sequence, position);
  if (!checkShape(context, element, position, rank, expected, where))
    return 1;
  *data = element->data;
  if (rank > 0) {
    memcpy(sizes, element->shape->values, (size_t)rank * sizeof(int64_t));
    memcpy(strides, element->shape->values + rank,
           (size_t)rank * sizeof(int64_t));
  }
  return 0;
}
