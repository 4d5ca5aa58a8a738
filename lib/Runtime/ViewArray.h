/*===- ViewArray.h - arrays of views that grow at their ends ------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Changes a sequence of views that is not yet published and whose length the
 * caller updates. Failures leave a message.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_VIEWARRAY_H
#define ONNXOPS_LIB_RUNTIME_VIEWARRAY_H

#include "ViewTree.h"

/// Records that there is no memory for so many elements.
void onnxopsImplRecordNoViews(OnnxopsContext *context, int64_t length);

/// Gives a sequence a new, empty array in place of the one that it has.
bool onnxopsImplMakeArray(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t capacity);

/// The number of elements in the array.
static inline int64_t onnxopsImplArrayLength(const OnnxopsSequence *sequence) {
  return sequence->length - onnxopsImplTreeSize(sequence->front);
}

/// Whether the sequence ends where the used part of its array ends.
static inline bool onnxopsImplIsLastInArray(const OnnxopsSequence *sequence) {
  return sequence->first + onnxopsImplArrayLength(sequence) ==
         sequence->views->high;
}

/// Whether the `count` positions behind the sequence's last view are unused, so
/// that views can be appended there.
static inline bool onnxopsImplCanAppend(const OnnxopsSequence *sequence,
                                        int64_t count) {
  return onnxopsImplIsLastInArray(sequence) &&
         count <= sequence->views->end - sequence->views->high;
}

/// Appends a view where one can be appended.
static inline void onnxopsImplAppendView(OnnxopsSequence *sequence,
                                         Element view) {
  ViewArray *views = sequence->views;
  views->block[views->high++ - views->begin] = view;
}

/// Inserts a view before `position`, 0 <= position <= length.
bool onnxopsImplInsertView(OnnxopsContext *context, OnnxopsSequence *sequence,
                           int64_t position, Element view);

/// Removes the view at `position`, 0 <= position < length.
bool onnxopsImplEraseView(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t position);

#endif /* ONNXOPS_LIB_RUNTIME_VIEWARRAY_H */
