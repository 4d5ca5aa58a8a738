/*===- ViewTree.c - balanced trees of views -------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * An AVL tree with path copying. Memory for all nodes that an operation can
 * need is reserved before it begins, so that the recursion cannot fail; its
 * depth is at most the height of the tree.
 *
 *===--------------------------------------------------------------------===*/

#include "ViewTree.h"

#include <assert.h>

static int64_t heightOf(const ViewTree *tree) {
  return tree ? tree->height : 0;
}

/*===--------------------------------------------------------------------===*
 * Nodes
 *===--------------------------------------------------------------------===*/

/// Reserves the nodes for one operation on `tree`. Each level of a path makes
/// at most three; an insertion into a run takes two paths, to put the run's
/// ends beside the node that it was in.
static bool reserveNodes(OnnxopsContext *context, const ViewTree *tree) {
  int64_t needed = 6 * (heightOf(tree) + 1);
  if (context->nodesLeft >= needed)
    return true;
  int64_t count =
      8 * needed; // leaves little unused when the next block is allocated
  ViewTree *nodes =
      onnxopsImplListedAlloc(context, count * (int64_t)sizeof(ViewTree));
  if (!nodes)
    return false;
  context->nodes = nodes;
  context->nodesLeft = count;
  return true;
}

static const ViewTree *makeNode(OnnxopsContext *context, const ViewTree *left,
                                ViewRun run, const ViewTree *right) {
  assert(context->nodesLeft > 0 && "an operation reserves its nodes");
  --context->nodesLeft;
  ViewTree *node = context->nodes++;
  int64_t higher =
      heightOf(left) > heightOf(right) ? heightOf(left) : heightOf(right);
  *node = (ViewTree){.run = run,
                     .size = onnxopsImplTreeSize(left) + run.count +
                             onnxopsImplTreeSize(right),
                     .height = higher + 1,
                     .left = left,
                     .right = right};
  return node;
}

/// A node of two trees whose heights differ by two at most, rotated if they do.
static const ViewTree *balance(OnnxopsContext *context, const ViewTree *left,
                               ViewRun run, const ViewTree *right) {
  if (heightOf(left) > heightOf(right) + 1) {
    const ViewTree *middle = left->right;
    if (heightOf(left->left) >= heightOf(middle))
      return makeNode(context, left->left, left->run,
                      makeNode(context, middle, run, right));
    return makeNode(context,
                    makeNode(context, left->left, left->run, middle->left),
                    middle->run, makeNode(context, middle->right, run, right));
  }
  if (heightOf(right) > heightOf(left) + 1) {
    const ViewTree *middle = right->left;
    if (heightOf(right->right) >= heightOf(middle))
      return makeNode(context, makeNode(context, left, run, middle), right->run,
                      right->right);
    return makeNode(context, makeNode(context, left, run, middle->left),
                    middle->run,
                    makeNode(context, middle->right, right->run, right->right));
  }
  return makeNode(context, left, run, right);
}

/*===--------------------------------------------------------------------===*
 * Changes
 *===--------------------------------------------------------------------===*/

static ViewRun firstOf(ViewRun run, int64_t count) {
  return (ViewRun){run.elements, count};
}

static ViewRun withoutFirst(ViewRun run, int64_t count) {
  return (ViewRun){run.elements + count, run.count - count};
}

static const ViewTree *insert(OnnxopsContext *context, const ViewTree *tree,
                              int64_t position, ViewRun run) {
  if (!tree)
    return makeNode(context, NULL, run, NULL);
  int64_t before = onnxopsImplTreeSize(tree->left);
  int64_t cut = position - before;
  if (cut <= 0)
    return balance(context, insert(context, tree->left, position, run),
                   tree->run, tree->right);
  if (cut >= tree->run.count)
    return balance(context, tree->left, tree->run,
                   insert(context, tree->right, cut - tree->run.count, run));
  // The new run takes this node; the two parts of the old run go to either
  // side.
  return balance(
      context, insert(context, tree->left, before, firstOf(tree->run, cut)),
      run, insert(context, tree->right, 0, withoutFirst(tree->run, cut)));
}

/// Removes the first run of a tree.
static const ViewTree *eraseFirstRun(OnnxopsContext *context,
                                     const ViewTree *tree, ViewRun *first) {
  if (!tree->left) {
    *first = tree->run;
    return tree->right;
  }
  const ViewTree *left = eraseFirstRun(context, tree->left, first);
  return balance(context, left, tree->run, tree->right);
}

/// Erases a view of the tree's own run.
static const ViewTree *eraseHere(OnnxopsContext *context, const ViewTree *tree,
                                 int64_t position) {
  ViewRun head = firstOf(tree->run, position);
  ViewRun tail = withoutFirst(tree->run, position + 1);
  const ViewTree *left = tree->left, *right = tree->right;
  if (head.count > 0 && tail.count > 0)
    return balance(context, left, head, insert(context, right, 0, tail));
  if (head.count > 0 || tail.count > 0)
    return makeNode(context, left, head.count > 0 ? head : tail, right);
  if (!right)
    return left;
  ViewRun next;
  right = eraseFirstRun(context, right, &next);
  return balance(context, left, next, right);
}

static const ViewTree *erase(OnnxopsContext *context, const ViewTree *tree,
                             int64_t position) {
  int64_t here = position - onnxopsImplTreeSize(tree->left);
  if (here < 0)
    return balance(context, erase(context, tree->left, position), tree->run,
                   tree->right);
  if (here >= tree->run.count)
    return balance(context, tree->left, tree->run,
                   erase(context, tree->right, here - tree->run.count));
  return eraseHere(context, tree, here);
}

bool onnxopsImplTreeInsert(OnnxopsContext *context, const ViewTree **tree,
                           int64_t position, ViewRun run) {
  if (run.count == 0)
    return true;
  if (!reserveNodes(context, *tree))
    return false;
  *tree = insert(context, *tree, position, run);
  return true;
}

bool onnxopsImplTreeErase(OnnxopsContext *context, const ViewTree **tree,
                          int64_t position) {
  if (!reserveNodes(context, *tree))
    return false;
  *tree = erase(context, *tree, position);
  return true;
}

/*===--------------------------------------------------------------------===*
 * Reading
 *===--------------------------------------------------------------------===*/

const Element *onnxopsImplTreeAt(const ViewTree *tree, int64_t position) {
  while (true) {
    int64_t here = position - onnxopsImplTreeSize(tree->left);
    if (here >= 0 && here < tree->run.count)
      return tree->run.elements + here;
    position = here < 0 ? position : here - tree->run.count;
    tree = here < 0 ? tree->left : tree->right;
  }
}

/// Descends to the first run of `tree`, which is next.
static void descend(TreeWalk *walk, const ViewTree *tree) {
  for (; tree; tree = tree->left)
    walk->path[walk->depth++] = tree;
}

void onnxopsImplBeginTreeWalk(TreeWalk *walk, const ViewTree *tree) {
  walk->depth = 0;
  descend(walk, tree);
}

ViewRun onnxopsImplTreeNext(TreeWalk *walk) {
  if (walk->depth == 0)
    return (ViewRun){NULL, 0};
  const ViewTree *tree = walk->path[--walk->depth];
  descend(walk, tree->right);
  return tree->run;
}
