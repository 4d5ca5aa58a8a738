/*===- Sequence.h - what a sequence is made of --------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One struct serves two kinds of sequences. Those that callers make or get
 * own their elements, in one array. Those inside a call hold views, in an array
 * as long as they grow at their ends only; what is before a place of insertion
 * or erasure elsewhere moves to a tree. The sequence, its array, its tree and
 * its shapes are the context's and nothing is freed one by one.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_SEQUENCE_H
#define ONNXOPS_LIB_RUNTIME_SEQUENCE_H

#include "Tensor.h"

/// One tensor of a sequence; `shape` has its rank and sizes, then its strides.
/// Copying the struct copies the view: shapes are never changed.
typedef struct Element {
  void *data;
  Shape *shape;
} Element;

/// Views in a row that several sequences of a call may share, each a range of
/// them. One that begins or ends where the row does can get a view more there,
/// which no other sequence reads. Places in the row are numbers that stay when
/// the views move to a larger block, and may be negative.
typedef struct ViewArray {
  Element *block;
  int64_t low, high;  ///< the places that are used
  int64_t begin, end; ///< the places that the block has
  bool isPinned;      ///< a tree refers to the block, or it is not ours
  bool hasGrown;      ///< another array has its views, too
} ViewArray;

typedef struct ViewTree ViewTree;

/// A loop makes one of these in each iteration: views need no field of those
/// that own their elements, and the other way round.
struct OnnxopsSequence {
  int32_t elementType;
  bool hasViews; ///< it is a sequence of views
  int64_t length;
  union {
    struct {
      Element *elements;
      int64_t capacity;      ///< of `elements`, 0 where they are a caller's
      OnnxopsDevice *device; ///< that the elements are on, null for the host
    };
    struct {
      const ViewTree *front; ///< the views before those of the array, or null
      ViewArray *views;
      int64_t first; ///< the place of the first one
    };
  };
};

/// The elements that no tree has.
static inline Element *onnxopsImplRowOf(const OnnxopsSequence *sequence) {
  return sequence->hasViews ? sequence->views->block +
                                  (sequence->first - sequence->views->begin)
                            : sequence->elements;
}

/// The element at `position`, 0 <= position < length, in O(log n) for a
/// sequence that has a tree and O(1) for any other.
const Element *onnxopsImplElementAt(const OnnxopsSequence *sequence,
                                    int64_t position);

/// Frees what an element of a sequence that owns them has.
void onnxopsImplFreeElement(const Element *element);

#endif /* ONNXOPS_LIB_RUNTIME_SEQUENCE_H */
