/*===- ViewArray.c - views in a row that grows at its ends ----------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An element at an end of a sequence goes into the array that others may share,
 * and which moves to a larger block when it is full; one elsewhere goes into
 * the tree, to which everything before it moves.
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

/// A block for so many views. Null with a message.
static Element *makeBlock(OnnxopsContext *context, int64_t capacity) {
  int64_t bytes;
  Element *block = NULL;
  if (!__builtin_mul_overflow(capacity, (int64_t)sizeof(Element), &bytes))
    block = onnxopsImplListedAlloc(context, bytes);
  if (!block)
    onnxopsImplRecordNoViews(context, capacity);
  return block;
}

/// Gives a sequence an array of its own in place of the one that it has, with
/// no views in it.
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

/// The elements that are in the array.
static int64_t arrayLength(const OnnxopsSequence *sequence) {
  return sequence->length - onnxopsImplTreeSize(sequence->front);
}

/// Whether the sequence ends where the used part of its array ends.
static bool isLastInArray(const OnnxopsSequence *sequence) {
  return sequence->first + arrayLength(sequence) == sequence->views->high;
}

/// Whether the place after the sequence's last belongs to nobody yet.
bool onnxopsImplCanAppend(const OnnxopsSequence *sequence) {
  return isLastInArray(sequence) &&
         sequence->views->high < sequence->views->end;
}

/// Puts a view behind the last one. The sequence's length still lacks it.
void onnxopsImplAppendView(OnnxopsSequence *sequence, Element view) {
  ViewArray *views = sequence->views;
  views->block[views->high++ - views->begin] = view;
}

/// Puts a run of the array behind the views that are in the tree. What the tree
/// refers to stays where it is.
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

/// Moves the places `low` to `high` of an array to a larger block, with room
/// for half as many behind or in front of them, and what there was on the other
/// side. Nobody may refer to the old block.
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
  // The next one will be larger.
  onnxopsImplFreeListed(context, views->block, /*mayBeKept=*/false);
  views->block = block;
  views->begin = begin;
  views->end = end;
  return true;
}

/// Copies the views of a full array that cannot grow to one that can. Only
/// once: what else is appended to begins an array behind the tree.
static bool copyArray(OnnxopsContext *context, OnnxopsSequence *sequence) {
  ViewArray *old = sequence->views;
  const Element *row = onnxopsImplRowOf(sequence);
  const int64_t count = arrayLength(sequence);
  if (!onnxopsImplMakeArray(context, sequence, count + count / 2 + 4))
    return false;
  if (count > 0)
    memcpy(sequence->views->block, row, (size_t)count * sizeof(Element));
  sequence->views->high = count;
  old->hasGrown = true;
  return true;
}

/// Makes room in the array for one more view behind the last one.
static bool makeRoom(OnnxopsContext *context, OnnxopsSequence *sequence) {
  enum { SmallCapacity = 4 };
  ViewArray *views = sequence->views;
  if (isLastInArray(sequence) && !views->isPinned)
    return growArray(context, views, /*isInFront=*/false);
  if (isLastInArray(sequence) && !views->hasGrown)
    return copyArray(context, sequence);
  return extendFront(context, sequence, arrayLength(sequence)) &&
         onnxopsImplMakeArray(context, sequence, SmallCapacity);
}

/// Puts a view before the first one, if there is room or there can be. Without,
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

/// Puts a view into the tree before `position`.
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

/// Puts a view before `position`. The sequence's length still lacks it.
bool onnxopsImplInsertView(OnnxopsContext *context, OnnxopsSequence *sequence,
                           int64_t position, Element view) {
  if (position == sequence->length) {
    if (!onnxopsImplCanAppend(sequence) && !makeRoom(context, sequence))
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

/// Takes out the view at `position`. The sequence's length still has it.
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
