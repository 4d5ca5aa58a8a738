/*===- Sequence.c - sequences that own their elements ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What callers make for the inputs of a call and get from its outputs. These
 * know no context and outlive every call.
 *
 *===--------------------------------------------------------------------===*/

#include "ViewTree.h"

#include <stdlib.h>
#include <string.h>

OnnxopsSequence *onnxopsSequenceCreate(int32_t elementType) {
  OnnxopsSequence *sequence = calloc(1, sizeof(OnnxopsSequence));
  if (sequence)
    sequence->elementType = elementType;
  return sequence;
}

void onnxopsSequenceDestroy(OnnxopsSequence *sequence) {
  if (!sequence)
    return;
  for (int64_t i = 0; i < sequence->length; ++i) {
    free(sequence->elements[i].data);
    onnxopsImplShapeDestroy(sequence->elements[i].shape);
  }
  free(sequence->elements);
  free(sequence);
}

int64_t onnxopsSequenceLength(const OnnxopsSequence *sequence) {
  return sequence ? sequence->length : 0;
}

int32_t onnxopsSequenceElementType(const OnnxopsSequence *sequence) {
  return sequence ? sequence->elementType : 0;
}

/// Makes room for one more element; doubling keeps n appends O(n).
static bool reserveOne(OnnxopsSequence *sequence) {
  if (sequence->length < sequence->capacity)
    return true;
  int64_t capacity = sequence->capacity ? 2 * sequence->capacity : 4;
  Element *larger =
      realloc(sequence->elements, (size_t)capacity * sizeof(Element));
  if (!larger)
    return false;
  sequence->elements = larger;
  sequence->capacity = capacity;
  return true;
}

/// Appends a deep copy; `strides` may be null for row-major.
static Problem appendCopy(OnnxopsSequence *sequence, const void *data,
                          int64_t rank, const int64_t *sizes,
                          const int64_t *strides, int64_t *bytesCopied) {
  if (!reserveOne(sequence))
    return ProblemNoMemory;
  Element element = {.rank = rank};
  Problem problem =
      onnxopsImplCopyTensor(sequence->elementType, data, rank, sizes, strides,
                            &element.data, &element.shape, bytesCopied);
  if (!problem)
    sequence->elements[sequence->length++] = element;
  return problem;
}

int32_t onnxopsSequenceAppend(OnnxopsSequence *sequence,
                              const OnnxopsValue *tensor) {
  if (!sequence || !tensor || tensor->kind != ONNXOPS_TENSOR ||
      tensor->elementType != sequence->elementType)
    return 1;
  int64_t bytesCopied = 0;
  return appendCopy(sequence, tensor->data, tensor->rank, tensor->sizes,
                    tensor->strides, &bytesCopied) != ProblemNone;
}

const Element *onnxopsImplElementAt(const OnnxopsSequence *sequence,
                                    int64_t position) {
  int64_t inFront = onnxopsImplTreeSize(sequence->front);
  return position < inFront ? onnxopsImplTreeAt(sequence->front, position)
                            : sequence->elements + (position - inFront);
}

OnnxopsValue onnxopsSequenceElement(const OnnxopsSequence *sequence,
                                    int64_t position) {
  if (!sequence || position < 0 || position >= sequence->length)
    return (OnnxopsValue){0};
  const Element *element = onnxopsImplElementAt(sequence, position);
  return (OnnxopsValue){.kind = ONNXOPS_TENSOR,
                        .elementType = sequence->elementType,
                        .rank = element->rank,
                        .data = element->data,
                        .sizes = element->shape->values,
                        .strides = element->shape->values + element->rank};
}

/// Appends deep copies of a run of elements.
static Problem appendCopies(OnnxopsSequence *sequence, ViewRun run,
                            int64_t *bytesCopied) {
  Problem problem = ProblemNone;
  for (int64_t i = 0; i < run.count && !problem; ++i) {
    const Element *element = &run.elements[i];
    const int64_t *sizes = element->shape->values;
    problem = appendCopy(sequence, element->data, element->rank, sizes,
                         sizes + element->rank, bytesCopied);
  }
  return problem;
}

Problem onnxopsImplCopySequence(const OnnxopsSequence *sequence,
                                OnnxopsSequence **copy, int64_t *bytesCopied) {
  OnnxopsSequence *result = onnxopsSequenceCreate(sequence->elementType);
  if (!result)
    return ProblemNoMemory;
  Problem problem = ProblemNone;
  TreeWalk walk = onnxopsImplTreeWalk(sequence->front);
  int64_t inFront = onnxopsImplTreeSize(sequence->front);
  ViewRun last = {sequence->elements, sequence->length - inFront};
  for (ViewRun run; !problem && (run = onnxopsImplTreeNext(&walk)).count > 0;)
    problem = appendCopies(result, run, bytesCopied);
  if (!problem)
    problem = appendCopies(result, last, bytesCopied);
  if (problem)
    onnxopsSequenceDestroy(result);
  else
    *copy = result;
  return problem;
}
