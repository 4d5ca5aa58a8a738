/*===- CallSequence.c - sequences inside a call ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Immutable sequences of views, for SequenceConstruct, Insert, Erase and At at
 * positions known at run time only. Element data is never copied; the arrays
 * of views are shared where that is sound, so that a loop which appends n
 * elements takes O(n).
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "Sequence.h"

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

/// A sequence of the first `length` of `elements`.
static OnnxopsSequence *makeHandle(OnnxopsContext *context, int32_t elementType,
                                   ViewArray *views, Element *elements,
                                   int64_t length) {
  OnnxopsSequence *sequence =
      onnxopsImplListedAlloc(context, (int64_t)sizeof(OnnxopsSequence));
  if (!sequence) {
    recordNoMemory(context, length);
    return NULL;
  }
  *sequence = (OnnxopsSequence){.elementType = elementType,
                                .length = length,
                                .elements = elements,
                                .views = views};
  return sequence;
}

/// An empty sequence with an array of its own.
static OnnxopsSequence *makeSequence(OnnxopsContext *context,
                                     int32_t elementType, int64_t capacity) {
  int64_t bytes;
  ViewArray *views = NULL;
  if (!__builtin_mul_overflow(capacity, (int64_t)sizeof(Element), &bytes) &&
      !__builtin_add_overflow(bytes, (int64_t)sizeof(ViewArray), &bytes))
    views = onnxopsImplListedAlloc(context, bytes);
  if (!views) {
    recordNoMemory(context, capacity);
    return NULL;
  }
  *views = (ViewArray){.capacity = capacity};
  return makeHandle(context, elementType, views, views->elements, 0);
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
  return makeSequence(context, elementType, capacity);
}

/// Makes a view, which keeps copies of the sizes and the strides.
static bool makeElement(OnnxopsContext *context, int32_t elementType,
                        void *data, int64_t rank, const int64_t *sizes,
                        const int64_t *strides, Element *element) {
  int64_t elementBytes = onnxopsElementBytes(elementType), bytes;
  Problem problem = onnxopsImplTensorBytes(elementBytes, rank, sizes, &bytes);
  if (!problem && bytes > 0 && !data)
    problem = ProblemNoData;
  Shape *shape = NULL;
  if (!problem) {
    shape = onnxopsImplListedAlloc(context,
                                   (int64_t)onnxopsImplShapeBytes(2 * rank));
    problem = shape ? ProblemNone : ProblemNoMemory;
  }
  if (problem) {
    onnxopsImplRecordProblem(context, "sequence element", problem, elementBytes,
                             rank, sizes);
    return false;
  }

  shape->strings = NULL;
  *element = (Element){.data = data, .rank = rank, .shape = shape};
  if (rank == 0)
    return true;
  memcpy(shape->values, sizes, (size_t)rank * sizeof(int64_t));
  if (strides)
    memcpy(shape->values + rank, strides, (size_t)rank * sizeof(int64_t));
  else
    onnxopsImplRowMajorStrides(rank, sizes, shape->values + rank);
  return true;
}

/// Whether the entry after the sequence's last belongs to nobody yet.
static bool canAppendInPlace(const OnnxopsSequence *sequence) {
  const ViewArray *views = sequence->views;
  return views && views->used < views->capacity &&
         sequence->elements + sequence->length == views->elements + views->used;
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
  Element *next = &sequence->views->elements[sequence->views->used];
  if (!makeElement(context, sequence->elementType, data, rank, sizes, strides,
                   next))
    return 1;
  ++sequence->views->used;
  ++sequence->length;
  return 0;
}

/// Copies `count` views to the end of a sequence that has room for them.
static void pushViews(OnnxopsSequence *sequence, const Element *elements,
                      int64_t count) {
  if (count == 0)
    return;
  memcpy(sequence->elements + sequence->length, elements,
         (size_t)count * sizeof(Element));
  sequence->views->used += count;
  sequence->length += count;
}

OnnxopsSequence *onnxopsRtSequenceInsert(OnnxopsContext *context,
                                         const OnnxopsSequence *sequence,
                                         int64_t position, void *data,
                                         int64_t rank, const int64_t *sizes,
                                         const int64_t *strides) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length))
    return NULL;
  Element element;
  if (!makeElement(context, sequence->elementType, data, rank, sizes, strides,
                   &element))
    return NULL;

  const int64_t length = sequence->length;
  if (position == length && canAppendInPlace(sequence)) {
    OnnxopsSequence *longer =
        makeHandle(context, sequence->elementType, sequence->views,
                   sequence->elements, length);
    if (longer)
      pushViews(longer, &element, 1);
    return longer;
  }
  // Whoever appends once is likely to do so in a loop.
  int64_t capacity = position == length ? 2 * length + 4 : length + 1;
  OnnxopsSequence *longer =
      makeSequence(context, sequence->elementType, capacity);
  if (!longer)
    return NULL;
  pushViews(longer, sequence->elements, position);
  pushViews(longer, &element, 1);
  pushViews(longer, sequence->elements + position, length - position);
  return longer;
}

OnnxopsSequence *onnxopsRtSequenceErase(OnnxopsContext *context,
                                        const OnnxopsSequence *sequence,
                                        int64_t position) {
  if (!context || !isThere(context, sequence) ||
      !checkPosition(context, "sequence", position, sequence->length - 1))
    return NULL;
  const int64_t rest = sequence->length - 1;
  if (position == 0 || position == rest)
    return makeHandle(context, sequence->elementType, sequence->views,
                      sequence->elements + (position == 0 ? 1 : 0), rest);
  OnnxopsSequence *shorter = makeSequence(context, sequence->elementType, rest);
  if (!shorter)
    return NULL;
  pushViews(shorter, sequence->elements, position);
  pushViews(shorter, sequence->elements + position + 1, rest - position);
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
                      where, position, rank, element->rank);
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
  const Element *element = &sequence->elements[position];
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
