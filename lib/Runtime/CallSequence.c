/*===- CallSequence.c - sequences inside a call ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Immutable sequences of views, for SequenceConstruct, Insert, Erase and At at
 * positions known at run time only. Element data is never copied. A loop which
 * appends n elements to an array of views takes O(n); insertions and erasures
 * elsewhere move what is before them to a tree, and n of them take O(n log n).
 *
 *===--------------------------------------------------------------------===*/

#include "ViewTree.h"

#include <inttypes.h>
#include <string.h>

static void recordNoMemory(OnnxopsContext *context, int64_t length) {
  onnxopsImplRecord(context,
                    "sequence: expected memory for %" PRId64
                    " elements, but there is not enough",
                    length);
}

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

/// A copy of a sequence, to be changed before anybody sees it.
static OnnxopsSequence *makeHandle(OnnxopsContext *context,
                                   OnnxopsSequence content) {
  OnnxopsSequence *sequence =
      onnxopsImplListedAlloc(context, (int64_t)sizeof(OnnxopsSequence));
  if (sequence) {
    *sequence = content;
    sequence->capacity = 0; // no call appends to a caller's array
  } else {
    recordNoMemory(context, content.length);
  }
  return sequence;
}

/// Gives a sequence an array of its own in place of the one that it has, with
/// no views in it.
static bool makeArray(OnnxopsContext *context, OnnxopsSequence *sequence,
                      int64_t capacity) {
  int64_t bytes;
  ViewArray *views = NULL;
  if (!__builtin_mul_overflow(capacity, (int64_t)sizeof(Element), &bytes) &&
      !__builtin_add_overflow(bytes, (int64_t)sizeof(ViewArray), &bytes))
    views = onnxopsImplListedAlloc(context, bytes);
  if (!views) {
    recordNoMemory(context, capacity);
    return false;
  }
  *views = (ViewArray){.capacity = capacity};
  sequence->views = views;
  sequence->elements = views->elements;
  return true;
}

OnnxopsSequence *onnxopsRtSequenceCreate(OnnxopsContext *context,
                                         int32_t elementType,
                                         int64_t capacity) {
  if (!context)
    return NULL;
  if (capacity < 0) {
    onnxopsImplRecord(context,
                      "sequence: expected room for at least 0 elements, but "
                      "got %" PRId64,
                      capacity);
    return NULL;
  }
  OnnxopsSequence *sequence =
      makeHandle(context, (OnnxopsSequence){.elementType = elementType,
                                            .device = context->device});
  return sequence && makeArray(context, sequence, capacity) ? sequence : NULL;
}

/// Makes a view, which keeps copies of the sizes and the strides. Null, with a
/// message, when there is no tensor or no memory.
static const Element *makeElement(OnnxopsContext *context, int32_t elementType,
                                  void *data, int64_t rank,
                                  const int64_t *sizes,
                                  const int64_t *strides) {
  int64_t elementBytes = onnxopsElementBytes(elementType), bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!problem && bytes > 0 && !data)
    problem = ProblemNoData;
  Element *element = NULL;
  if (!problem) {
    size_t shapeBytes = onnxopsImplShapeBytes(2 * rank);
    element = onnxopsImplListedAlloc(context,
                                     (int64_t)(sizeof(Element) + shapeBytes));
    problem = element ? ProblemNone : ProblemNoMemory;
  }
  if (problem) {
    onnxopsImplRecordProblem(context, "sequence element", problem, elementBytes,
                             rank, sizes);
    return NULL;
  }

  Shape *shape = (Shape *)(element + 1);
  *shape = (Shape){.room = 2 * rank};
  *element = (Element){.data = data, .rank = (int32_t)rank, .shape = shape};
  if (rank == 0)
    return element;
  memcpy(shape->values, sizes, (size_t)rank * sizeof(int64_t));
  if (strides)
    memcpy(shape->values + rank, strides, (size_t)rank * sizeof(int64_t));
  else
    onnxopsImplRowMajorStrides(rank, sizes, shape->values + rank);
  return element;
}

/// The elements that are in the array.
static int64_t arrayLength(const OnnxopsSequence *sequence) {
  return sequence->length - onnxopsImplTreeSize(sequence->front);
}

/// Whether the sequence ends where the used part of an array of ours ends.
static bool isLastInArray(const OnnxopsSequence *sequence) {
  const ViewArray *views = sequence->views;
  return views && sequence->elements + arrayLength(sequence) ==
                      views->elements + views->used;
}

/// Whether the entry after the sequence's last belongs to nobody yet.
static bool canAppendInPlace(const OnnxopsSequence *sequence) {
  return isLastInArray(sequence) &&
         sequence->views->used < sequence->views->capacity;
}

/// Copies the views to the end of the sequence's array, which has room.
static void pushViews(OnnxopsSequence *sequence, const Element *elements,
                      int64_t count) {
  ViewArray *views = sequence->views;
  if (count > 0)
    memcpy(views->elements + views->used, elements,
           (size_t)count * sizeof(Element));
  views->used += count;
}

int32_t onnxopsRtSequencePush(OnnxopsContext *context,
                              OnnxopsSequence *sequence, void *data,
                              int64_t rank, const int64_t *sizes,
                              const int64_t *strides) {
  if (!context || !isThere(context, sequence))
    return 1;
  if (!canAppendInPlace(sequence)) {
    onnxopsImplRecord(context,
                      "sequence: expected room for element %" PRId64
                      ", but there is none",
                      sequence->length);
    return 1;
  }
  const Element *element =
      makeElement(context, sequence->elementType, data, rank, sizes, strides);
  if (!element)
    return 1;
  pushViews(sequence, element, 1);
  ++sequence->length;
  return 0;
}

/// Puts a run behind the views that are in the tree.
static bool extendFront(OnnxopsContext *context, OnnxopsSequence *sequence,
                        const Element *elements, int64_t count) {
  int64_t end = onnxopsImplTreeSize(sequence->front);
  if (onnxopsImplTreeInsert(context, &sequence->front, end,
                            (ViewRun){elements, count}))
    return true;
  recordNoMemory(context, sequence->length);
  return false;
}

/// Makes room in the array for one more view. A full array is copied into one
/// of twice the size, since whoever appends once is likely to do so in a loop,
/// but only once: what else is appended to begins an array behind the tree.
static bool makeRoom(OnnxopsContext *context, OnnxopsSequence *sequence) {
  enum { SmallCapacity = 4 };
  ViewArray *old = sequence->views;
  const Element *elements = sequence->elements;
  const int64_t count = arrayLength(sequence);
  if (isLastInArray(sequence) && !old->hasGrown) {
    if (!makeArray(context, sequence, 2 * count + SmallCapacity))
      return false;
    pushViews(sequence, elements, count);
    old->hasGrown = true;
    return true;
  }
  return extendFront(context, sequence, elements, count) &&
         makeArray(context, sequence, SmallCapacity);
}

/// Puts a view before `position`. The sequence's length still lacks it.
static bool insertView(OnnxopsContext *context, OnnxopsSequence *sequence,
                       int64_t position, const Element *element) {
  if (position == sequence->length) {
    if (!canAppendInPlace(sequence) && !makeRoom(context, sequence))
      return false;
    pushViews(sequence, element, 1);
    return true;
  }
  int64_t inArray = position - onnxopsImplTreeSize(sequence->front);
  if (inArray > 0) {
    if (!extendFront(context, sequence, sequence->elements, inArray))
      return false;
    sequence->elements += inArray;
  }
  if (onnxopsImplTreeInsert(context, &sequence->front, position,
                            (ViewRun){element, 1}))
    return true;
  recordNoMemory(context, sequence->length + 1);
  return false;
}

OnnxopsSequence *onnxopsRtSequenceInsert(OnnxopsContext *context,
                                         const OnnxopsSequence *sequence,
                                         int64_t position, void *data,
                                         int64_t rank, const int64_t *sizes,
                                         const int64_t *strides) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length))
    return NULL;
  const Element *element =
      makeElement(context, sequence->elementType, data, rank, sizes, strides);
  OnnxopsSequence *longer = element ? makeHandle(context, *sequence) : NULL;
  if (!longer || !insertView(context, longer, position, element))
    return NULL;
  ++longer->length;
  return longer;
}

/// Takes out the view at `position`. The sequence's length still has it.
static bool eraseView(OnnxopsContext *context, OnnxopsSequence *sequence,
                      int64_t position) {
  int64_t inArray = position - onnxopsImplTreeSize(sequence->front);
  if (inArray < 0) {
    if (onnxopsImplTreeErase(context, &sequence->front, position))
      return true;
    recordNoMemory(context, sequence->length - 1);
    return false;
  }
  if (position == sequence->length - 1)
    return true;
  if (!extendFront(context, sequence, sequence->elements, inArray))
    return false;
  sequence->elements += inArray + 1;
  return true;
}

OnnxopsSequence *onnxopsRtSequenceErase(OnnxopsContext *context,
                                        const OnnxopsSequence *sequence,
                                        int64_t position) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length - 1))
    return NULL;
  OnnxopsSequence *shorter = makeHandle(context, *sequence);
  if (!shorter || !eraseView(context, shorter, position))
    return NULL;
  --shorter->length;
  return shorter;
}

/// Checks an element's rank and sizes against what the code relies on.
static bool checkShape(OnnxopsContext *context, const Element *element,
                       int64_t position, int64_t rank, const int64_t *expected,
                       const char *where) {
  if (element->rank != rank) {
    onnxopsImplRecord(context,
                      "%s: expected element %" PRId64 " to have rank %" PRId64
                      ", but got %" PRId64,
                      where, position, rank, (int64_t)element->rank);
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
  if (!context || !isThere(context, sequence) ||
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
