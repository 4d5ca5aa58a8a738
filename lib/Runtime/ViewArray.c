/*===- ViewArray.c - arrays of views that grow at their ends --------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An element added at an end of a sequence goes into the array, which other
 * sequences may share and which moves to a larger block when it is full. One
 * added elsewhere goes into the tree, together with everything before it.
 *
 *===--------------------------------------------------------------------===*/

#include "ViewArray.h"

#include <inttypes.h>
#include <string.h>

void onnxopsImplRecordNoViews(OnnxopsContext *context, int64_t length) {
  Label why;
  onnxopsImplRecord(
      context, "sequence: expected memory for %" PRId64 " elements, but %s",
      length, onnxopsImplWhyNoMemory(context, &why));
}

/// A block for `count` views. Null with a message.
static Element *makeBlock(OnnxopsContext *context, int64_t capacity) {
  int64_t bytes;
  Element *block = NULL;
  if (!__builtin_mul_overflow(capacity, (int64_t)sizeof(Element), &bytes))
    block = onnxopsImplListedAlloc(context, bytes);
  if (!block)
    onnxopsImplRecordNoViews(context, capacity);
  return block;
}

/// Gives a sequence a new, empty array in place of the one that it has.
bool onnxopsImplMakeArray(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t capacity) {
  Element *block = makeBlock(context, capacity);
  ViewArray *views =
      block ? onnxopsImplArenaAlloc(context, (int64_t)sizeof(ViewArray)) : NULL;
  if (!views) {
    if (block)
      onnxopsImplRecordNoViews(context, capacity);
    return false;
  }
  *views = (ViewArray){.block = block, .end = capacity};
  sequence->views = views;
  sequence->first = 0;
  return true;
}

/// Appends a run of the array to the tree. The tree refers to the views in
/// place.
static bool extendFront(OnnxopsContext *context, OnnxopsSequence *sequence,
                        int64_t count) {
  int64_t end = onnxopsImplTreeSize(sequence->front);
  if (count > 0)
    sequence->views->isPinned = true;
  const Element *row = count > 0 ? onnxopsImplRowOf(sequence) : NULL;
  if (onnxopsImplTreeInsert(context, &sequence->front, end,
                            (ViewRun){row, count}))
    return true;
  onnxopsImplRecordNoViews(context, sequence->length);
  return false;
}

/// Moves the positions `low` to `high` of an array to a larger block: with
/// capacity for half as many more behind or in front of them, and the old
/// capacity on the other side. Nothing may refer to the old block.
static bool growArray(OnnxopsContext *context, ViewArray *views,
                      bool isInFront) {
  enum { SmallCapacity = 4 };
  const int64_t extra = (views->high - views->low) / 2 + SmallCapacity;
  const int64_t begin = views->begin - (isInFront ? extra : 0);
  const int64_t end = views->end + (isInFront ? 0 : extra);
  Element *block = makeBlock(context, end - begin);
  if (!block)
    return false;
  if (views->high > views->low)
    memcpy(block + (views->low - begin),
           views->block + (views->low - views->begin),
           (size_t)(views->high - views->low) * sizeof(Element));
  // The next block will be larger.
  onnxopsImplFreeListed(context, views->block, /*mayBeKept=*/false);
  views->block = block;
  views->begin = begin;
  views->end = end;
  return true;
}

/// Copies the views of a full array that cannot grow to a new one that can.
/// Done only once for an array: further sequences that append to it begin an
/// array behind the tree.
static bool copyArray(OnnxopsContext *context, OnnxopsSequence *sequence) {
  ViewArray *old = sequence->views;
  const Element *row = onnxopsImplRowOf(sequence);
  const int64_t count = onnxopsImplArrayLength(sequence);
  if (!onnxopsImplMakeArray(context, sequence, count + count / 2 + 4))
    return false;
  if (count > 0)
    memcpy(sequence->views->block, row, (size_t)count * sizeof(Element));
  sequence->views->high = count;
  old->hasGrown = true;
  return true;
}

/// Makes capacity in the array for one more view behind the last one.
static bool reserveView(OnnxopsContext *context, OnnxopsSequence *sequence) {
  enum { SmallCapacity = 4 };
  ViewArray *views = sequence->views;
  if (onnxopsImplIsLastInArray(sequence) && !views->isPinned)
    return growArray(context, views, /*isInFront=*/false);
  if (onnxopsImplIsLastInArray(sequence) && !views->hasGrown)
    return copyArray(context, sequence);
  return extendFront(context, sequence, onnxopsImplArrayLength(sequence)) &&
         onnxopsImplMakeArray(context, sequence, SmallCapacity);
}

/// Prepends a view if the array has or can get capacity for it. Otherwise
/// `*isDone` is false.
static bool prependView(OnnxopsContext *context, OnnxopsSequence *sequence,
                        Element view, bool *isDone) {
  ViewArray *views = sequence->views;
  *isDone = !sequence->front && sequence->first == views->low &&
            (views->low > views->begin || !views->isPinned);
  if (!*isDone)
    return true;
  if (views->low == views->begin &&
      !growArray(context, views, /*isInFront=*/true))
    return false;
  views->block[--views->low - views->begin] = view;
  --sequence->first;
  return true;
}

/// Inserts a view into the tree before `position`.
static bool insertIntoTree(OnnxopsContext *context, OnnxopsSequence *sequence,
                           int64_t position, Element view) {
  Element *element = onnxopsImplArenaAlloc(context, (int64_t)sizeof(Element));
  if (element)
    *element = view;
  if (element && onnxopsImplTreeInsert(context, &sequence->front, position,
                                       (ViewRun){element, 1}))
    return true;
  onnxopsImplRecordNoViews(context, sequence->length + 1);
  return false;
}

/// Inserts a view before `position`. The caller updates the sequence's length.
bool onnxopsImplInsertView(OnnxopsContext *context, OnnxopsSequence *sequence,
                           int64_t position, Element view) {
  if (position == sequence->length) {
    if (!onnxopsImplCanAppend(sequence, 1) && !reserveView(context, sequence))
      return false;
    onnxopsImplAppendView(sequence, view);
    return true;
  }
  bool isDone = false;
  if (position == 0 && !prependView(context, sequence, view, &isDone))
    return false;
  if (isDone)
    return true;
  int64_t inArray = position - onnxopsImplTreeSize(sequence->front);
  if (inArray > 0) {
    if (!extendFront(context, sequence, inArray))
      return false;
    sequence->first += inArray;
  }
  return insertIntoTree(context, sequence, position, view);
}

/// Removes the view at `position`. The caller updates the sequence's length.
bool onnxopsImplEraseView(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t position) {
  int64_t inArray = position - onnxopsImplTreeSize(sequence->front);
  if (inArray < 0) {
    if (onnxopsImplTreeErase(context, &sequence->front, position))
      return true;
    onnxopsImplRecordNoViews(context, sequence->length - 1);
    return false;
  }
  if (position == sequence->length - 1)
    return true;
  if (!extendFront(context, sequence, inArray))
    return false;
  sequence->first += inArray + 1;
  return true;
}
