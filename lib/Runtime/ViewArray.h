/*===- ViewArray.h - views in a row that grows at its ends -------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How a sequence of views changes: one that nobody else has seen yet, whose
 * length the caller brings up to date. What fails leaves a message.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_VIEWARRAY_H
#define ONNXOPS_LIB_RUNTIME_VIEWARRAY_H

#include "ViewTree.h"

/// Records that there is no memory for so many elements.
void onnxopsImplRecordNoViews(OnnxopsContext *context, int64_t length);

/// Gives a sequence an array of its own in place of the one that it has, with
/// no views in it.
bool onnxopsImplMakeArray(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t capacity);

/// Whether the place after the sequence's last belongs to nobody yet; if so, a
/// view can be put there.
bool onnxopsImplCanAppend(const OnnxopsSequence *sequence);
void onnxopsImplAppendView(OnnxopsSequence *sequence, Element view);

/// Puts a view before `position`, 0 <= position <= length.
bool onnxopsImplInsertView(OnnxopsContext *context, OnnxopsSequence *sequence,
                           int64_t position, Element view);

/// Takes out the view at `position`, 0 <= position < length.
bool onnxopsImplEraseView(OnnxopsContext *context, OnnxopsSequence *sequence,
                          int64_t position);

#endif /* ONNXOPS_LIB_RUNTIME_VIEWARRAY_H */
