/*===- Sequence.h - what a sequence is made of --------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * One struct serves two kinds of sequences. Those that callers make or get
 * own their elements, in one array. Those inside a call hold views, in an array
 * as long as they are only appended to; what is before a place of insertion or
 * erasure moves to a tree. The sequence, its array, its tree and its shapes are
 * listed in the context and nothing is freed one by one.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_SEQUENCE_H
#define ONNXOPS_LIB_RUNTIME_SEQUENCE_H

#include "Tensor.h"

/// One tensor of a sequence; `shape` has its sizes, then its strides. Copying
/// the struct copies the view: shapes are never changed.
typedef struct Element {
  void *data;
  int32_t rank;
  bool borrowsData;  ///< they belong to another sequence still, see
  bool borrowsShape; ///< onnxopsRtOutputSequence
  Shape *shape;
} Element;

/// An array of views that several sequences of a call may share, each a range
/// of it. Appending to the one that ends where the array's used part ends
/// writes an entry that no other sequence reads.
typedef struct ViewArray {
  int64_t capacity;
  int64_t used;
  bool hasGrown; ///< a larger array has its views, which are not copied again
  Element elements[];
} ViewArray;

typedef struct ViewTree ViewTree;

struct OnnxopsSequence {
  int32_t elementType;
  OnnxopsDevice *device; ///< that the elements are on, null for the host
  int64_t length;        ///< of the tree and the array together
  int64_t capacity;      ///< of `elements`; 0 for a sequence of views
  const ViewTree *front; ///< the views before `elements`; null for none
  Element *elements;
  ViewArray *views; ///< what `elements` points into, null when it is not ours
};

/// The element at `position`, 0 <= position < length, in O(log n) for a
/// sequence that has a tree and O(1) for any other.
const Element *onnxopsImplElementAt(const OnnxopsSequence *sequence,
                                    int64_t position);

/// Frees what an element of a sequence that owns them has and has not borrowed.
void onnxopsImplFreeElement(const Element *element);

#endif /* ONNXOPS_LIB_RUNTIME_SEQUENCE_H */
