/*===- Sequence.c - sequences that own their elements ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Sequences that callers make for the inputs of a call or get from its outputs.
 * They do not depend on a context and outlive every call.
 *
 *===--------------------------------------------------------------------===*/

#include "Copy.h"
#include "Device/Device.h"
#include "ViewTree.h"

#include <stdlib.h>

OnnxopsSequence *onnxopsSequenceCreate(int32_t elementType) {
  OnnxopsSequence *sequence = calloc(1, sizeof(OnnxopsSequence));
  if (sequence)
    sequence->elementType = elementType;
  return sequence;
}

OnnxopsSequence *onnxopsSequenceCreateOn(int32_t elementType,
                                         OnnxopsDevice *device) {
  if (device)
    onnxopsImplClearDeviceError(device);
  if (device && elementType == ONNXOPS_STRING) {
    onnxopsImplSetDeviceError(
        device, "expected elements of a fixed width, but got strings");
    return NULL;
  }
  OnnxopsSequence *sequence = onnxopsSequenceCreate(elementType);
  if (sequence)
    sequence->device = device;
  else if (device)
    onnxopsImplSetDeviceError(
        device, "expected host memory for a sequence, but there is not enough");
  return sequence;
}

void onnxopsImplFreeElement(const Element *element) {
  if (element->data)
    onnxopsImplFreeData(element->shape->device, element->data);
  onnxopsImplShapeDestroy(element->shape);
}

void onnxopsSequenceDestroy(OnnxopsSequence *sequence) {
  if (!sequence)
    return;
  for (int64_t i = 0; i < sequence->length; ++i)
    onnxopsImplFreeElement(&sequence->elements[i]);
  free(sequence->elements);
  free(sequence);
}

int64_t onnxopsSequenceLength(const OnnxopsSequence *sequence) {
  return sequence ? sequence->length : 0;
}

int32_t onnxopsSequenceElementType(const OnnxopsSequence *sequence) {
  return sequence ? sequence->elementType : 0;
}

/// Reserves capacity for one more element; doubling keeps n appends O(n).
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

/// Copies the values of a nonempty tensor.
static Problem copyValues(OnnxopsDevice *device, const OnnxopsValue *tensor,
                          int64_t bytes, const Element *element) {
  const int64_t elementBytes = onnxopsElementBytes(tensor->elementType);
  const int64_t *strides =
      tensor->strides ? tensor->strides : element->shape->values + tensor->rank;
  if (device)
    return onnxopsImplCopyOnDevice(device, element->data, tensor->data,
                                   elementBytes, tensor->rank, tensor->sizes,
                                   strides)
               ? ProblemNone
               : ProblemNoMemory;
  CopyBatch batch;
  onnxopsImplBeginCopies(&batch, bytes, onnxopsImplOneThread());
  onnxopsImplAddCopy(&batch, element->data, tensor->data, elementBytes,
                     tensor->rank, tensor->sizes, strides);
  onnxopsImplEndCopies(&batch);
  return ProblemNone;
}

/// Makes a deep copy of a tensor; `strides` may be null for row-major.
static Problem copyTensor(OnnxopsDevice *device, const OnnxopsValue *tensor,
                          Element *element) {
  const int64_t rank = tensor->rank;
  int64_t elementBytes = onnxopsElementBytes(tensor->elementType), bytes;
  Problem problem =
      onnxopsImplTensorBytes(elementBytes, rank, tensor->sizes, &bytes);
  if (!problem && bytes > 0 && !tensor->data)
    problem = ProblemNoData;
  if (!problem)
    problem =
        onnxopsImplMakeTensor(device, tensor->elementType, rank, tensor->sizes,
                              &element->data, &element->shape);
  if (problem)
    return problem;
  if (bytes > 0)
    problem = copyValues(device, tensor, bytes, element);
  if (!problem && tensor->elementType == ONNXOPS_STRING)
    problem = onnxopsImplDetachStrings(element->data, bytes / elementBytes,
                                       /*budget=*/NULL, element->shape);
  if (problem)
    onnxopsImplFreeElement(element);
  return problem;
}

/// Appends the copy of a tensor. False if there is no memory.
static bool append(OnnxopsSequence *sequence, const OnnxopsValue *tensor) {
  if (!tensor || tensor->kind != ONNXOPS_TENSOR ||
      tensor->elementType != sequence->elementType || !reserveOne(sequence) ||
      copyTensor(sequence->device, tensor,
                 &sequence->elements[sequence->length]))
    return false;
  ++sequence->length;
  return true;
}

int32_t onnxopsSequenceAppend(OnnxopsSequence *sequence,
                              const OnnxopsValue *tensor) {
  if (!sequence)
    return 1;
  if (sequence->device)
    onnxopsImplClearDeviceError(sequence->device);
  if (append(sequence, tensor))
    return 0;
  if (sequence->device)
    onnxopsImplSetDeviceError(sequence->device,
                              "expected a whole tensor of the sequence's type "
                              "and host memory for it, but got something else");
  return 1;
}

const Element *onnxopsImplElementAt(const OnnxopsSequence *sequence,
                                    int64_t position) {
  if (!sequence->hasViews)
    return sequence->elements + position;
  int64_t inFront = onnxopsImplTreeSize(sequence->front);
  return position < inFront ? onnxopsImplTreeAt(sequence->front, position)
                            : onnxopsImplRowOf(sequence) + (position - inFront);
}

OnnxopsValue onnxopsSequenceElement(const OnnxopsSequence *sequence,
                                    int64_t position) {
  if (!sequence || position < 0 || position >= sequence->length)
    return (OnnxopsValue){0};
  const Element *element = onnxopsImplElementAt(sequence, position);
  Shape *shape = element->shape;
  return (OnnxopsValue){.kind = ONNXOPS_TENSOR,
                        .elementType = sequence->elementType,
                        .rank = shape->rank,
                        .data = element->data,
                        .sizes = shape->values,
                        .strides = shape->values + shape->rank};
}
