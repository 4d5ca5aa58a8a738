/*===- ViewTree.h - balanced trees of views ------------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A persistent AVL tree of runs of views. An insertion or erasure makes new
 * nodes along one path and shares the others: it costs the logarithm of the
 * number of runs, in time and in memory, and every older tree stays unchanged.
 * The nodes belong to the call's context. The empty tree is null.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_VIEWTREE_H
#define ONNXOPS_LIB_RUNTIME_VIEWTREE_H

#include "Context.h"
#include "Sequence.h"

/// Consecutive views of an array that is unchanged while the tree lives.
typedef struct ViewRun {
  const Element *elements;
  int64_t count;
} ViewRun;

/// A node, and the tree under it.
struct ViewTree {
  ViewRun run;    ///< at least one view
  int64_t size;   ///< the number of views of the whole tree
  int64_t height; ///< the number of nodes on the longest path down
  const ViewTree *left, *right;
};

/// The number of views.
static inline int64_t onnxopsImplTreeSize(const ViewTree *tree) {
  return tree ? tree->size : 0;
}

/// The view at `position`, 0 <= position < size.
const Element *onnxopsImplTreeAt(const ViewTree *tree, int64_t position);

/// Inserts a run before `position`, 0 <= position <= size; an empty run changes
/// nothing. Without memory, returns false and leaves `*tree` as it is.
bool onnxopsImplTreeInsert(OnnxopsContext *context, const ViewTree **tree,
                           int64_t position, ViewRun run);

/// Erases the view at `position`, 0 <= position < size. Without memory, returns
/// false and leaves `*tree` as it is.
bool onnxopsImplTreeErase(OnnxopsContext *context, const ViewTree **tree,
                          int64_t position);

/// The rest of a walk over the runs of a tree, in order.
typedef struct TreeWalk {
  const ViewTree *path[96]; ///< more than the height of a tree of 2^63 views
  int64_t depth;
} TreeWalk;

/// Begins a walk, which takes the place of the one in `walk`.
void onnxopsImplBeginTreeWalk(TreeWalk *walk, const ViewTree *tree);

/// The next run, one without views at the end.
ViewRun onnxopsImplTreeNext(TreeWalk *walk);

#endif /* ONNXOPS_LIB_RUNTIME_VIEWTREE_H */
