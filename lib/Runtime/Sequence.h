/*===- Sequence.h - the representation of sequences ---------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One struct serves two kinds of sequences. Those that callers make or get own
 * their elements, in one array. Those inside a call hold views: in an array as
 * long as they grow only at their ends; an insertion or erasure elsewhere moves
 * the views before it to a tree. The sequence, its array, its tree and its
 * shapes belong to the context and are freed together.
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

/// Consecutive views that several sequences of a call may share, each a range
/// of them. A sequence that begins or ends where the array does can append a
/// view there, which no other sequence reads. Positions in the array stay valid
/// when the views move to a larger block, and may be negative.
typedef struct ViewArray {
  Element *block;
  int64_t low, high;  ///< the positions that are used
  int64_t begin, end; ///< the positions of the block
  bool isPinned;      ///< a tree refers to the block, or it is not ours
  bool hasGrown;      ///< another array has a copy of its views
} ViewArray;

typedef struct ViewTree ViewTree;

/// A loop makes one of these in each iteration, so that the fields of the two
/// kinds share memory.
struct OnnxopsSequence {
  int32_t elementType;
  bool hasViews; ///< a sequence of views
  int64_t length;
  union {
    struct {
      Element *elements;
      int64_t capacity;      ///< of `elements`, 0 if they belong to a caller
      OnnxopsDevice *device; ///< of the elements, null for the host
    };
    struct {
      const ViewTree *front; ///< the views before those of the array, or null
      ViewArray *views;
      int64_t first; ///< the position of the first one
    };
  };
};

/// The elements in the array.
static inline Element *onnxopsImplRowOf(const OnnxopsSequence *sequence) {
  return sequence->hasViews ? sequence->views->block +
                                  (sequence->first - sequence->views->begin)
                            : sequence->elements;
}

/// The element at `position`, 0 <= position < length, in O(log n) for a
/// sequence that has a tree and O(1) for any other.
const Element *onnxopsImplElementAt(const OnnxopsSequence *sequence,
                                    int64_t position);

/// Frees the memory of an element of a sequence that owns it.
void onnxopsImplFreeElement(const Element *element);

#endif /* ONNXOPS_LIB_RUNTIME_SEQUENCE_H */
