/*===- TensorTypes.c - DLPack's tensors and slots -------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A slot points to the sizes of a tensor, so that nothing is copied. The same
 * checks apply to inputs, elements of lists and lent memory.
 *
 *===--------------------------------------------------------------------===*/

#include "TensorTypes.h"

#include "onnxops/ABI/DLPackCodes.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/// DLPack's types by element type, zero where it has none.
static const DLDataType dataTypes[] = {
#define ONNXOPS_ELEMENT_TYPE(name, kind, bits, ...)                            \
  [ONNXOPS_##name] = {OnnxopsCode##kind, bits, 1},
#include "onnxops/ABI/ElementTypes.def"
};

static bool isSame(DLDataType a, DLDataType b) {
  return a.code == b.code && a.bits == b.bits && a.lanes == b.lanes;
}

/// The element type of a DLPack tensor, 0 for a type that models do not have.
static int32_t elementTypeOf(DLDataType type) {
  const int32_t count = sizeof(dataTypes) / sizeof(dataTypes[0]);
  for (int32_t i = 0; i < count; ++i)
    if (isSame(type, dataTypes[i]))
      return i;
  return 0;
}

DLDataType onnxopsImplDataType(int32_t elementType) {
  // For consumers without support for bool.
  return dataTypes[elementType == ONNXOPS_BOOL ? ONNXOPS_UINT8 : elementType];
}

DLDevice onnxopsImplPlace(const OnnxopsContext *context) {
  DLDevice place = {kDLCPU, 0};
  if (context->device)
    place.device_type = strcmp(onnxopsDeviceKind(context->device), "cuda") == 0
                            ? kDLCUDA
                            : kDLVulkan;
  return place;
}

/// Whether code of the context can access the tensor.
static bool isInPlace(const OnnxopsContext *context, const DLTensor *tensor) {
  const DLDevice device = tensor->device;
  if (!context->device)
    return device.device_type == kDLCPU || device.device_type == kDLCUDAHost;
  const DLDevice place = onnxopsImplPlace(context);
  bool isManaged =
      place.device_type == kDLCUDA && device.device_type == kDLCUDAManaged;
  return (isManaged || device.device_type == place.device_type) &&
         device.device_id == place.device_id;
}

/// Records a problem with a tensor or an element of a list. Returns false.
__attribute__((cold, format(printf, 4, 5))) static bool
fail(OnnxopsContext *context, const ValueInfo *info, int64_t element,
     const char *format, ...) {
  char text[512], place[48] = "";
  if (element >= 0)
    snprintf(place, sizeof(place), ", element %" PRId64, element);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof(text), format, arguments);
  va_end(arguments);
  onnxopsImplRecord(context, "%s%s: %s",
                    onnxopsImplValueLabel(context, info).text, place, text);
  return false;
}

static bool checkType(OnnxopsContext *context, const ValueInfo *info,
                      int64_t element, const DLTensor *tensor) {
  const int32_t expected = (int32_t)info->entry[EntryElementType];
  if (isSame(tensor->dtype, dataTypes[expected]))
    return true;
  const int32_t type = elementTypeOf(tensor->dtype);
  if (expected == ONNXOPS_BOOL && type == ONNXOPS_UINT8)
    return true;
  if (type)
    return fail(context, info, element, "expected element type %s, but got %s",
                onnxopsElementName(expected), onnxopsElementName(type));
  return fail(context, info, element,
              "expected element type %s, but got DLPack's type of code %d, "
              "%d bits, %d lanes",
              onnxopsElementName(expected), tensor->dtype.code,
              tensor->dtype.bits, tensor->dtype.lanes);
}

static bool checkPlace(OnnxopsContext *context, const ValueInfo *info,
                       int64_t element, const DLTensor *tensor) {
  if (isInPlace(context, tensor))
    return true;
  const DLDevice place = onnxopsImplPlace(context);
  return fail(context, info, element,
              "expected memory of %s (DLPack's device type %d, number %d), but "
              "got device type %d, number %d",
              context->device ? onnxopsDeviceName(context->device) : "the host",
              (int)place.device_type, place.device_id,
              (int)tensor->device.device_type, tensor->device.device_id);
}

static bool checkStrides(OnnxopsContext *context, const ValueInfo *info,
                         int64_t element, const DLTensor *tensor) {
  if (!tensor->strides)
    return true;
  int64_t expected;
  int64_t dimension = onnxopsImplOddStride(tensor->ndim, tensor->shape,
                                           tensor->strides, &expected);
  if (dimension < 0)
    return true;
  return fail(context, info, element,
              "expected the row-major stride %" PRId64 " in dimension %" PRId64
              ", but got %" PRId64,
              expected, dimension, tensor->strides[dimension]);
}

bool onnxopsImplReadTensor(OnnxopsContext *context, const ValueInfo *info,
                           int64_t element, const DLTensor *tensor,
                           OnnxopsValue *slot) {
  if (!tensor)
    return fail(context, info, element,
                "expected a tensor, but got a null pointer");
  if (!checkType(context, info, element, tensor) ||
      !checkPlace(context, info, element, tensor))
    return false;
  if (tensor->ndim < 0 || tensor->ndim > ONNXOPS_MAX_RANK)
    return fail(context, info, element,
                "expected a rank from 0 to %d, but got %d", ONNXOPS_MAX_RANK,
                tensor->ndim);
  if (tensor->ndim > 0 && !tensor->shape)
    return fail(context, info, element,
                "expected sizes, but got a null pointer");
  if (!checkStrides(context, info, element, tensor))
    return false;
  *slot = (OnnxopsValue){
      .kind = ONNXOPS_TENSOR,
      .elementType = (int32_t)info->entry[EntryElementType],
      .rank = tensor->ndim,
      .data = tensor->data ? (char *)tensor->data + tensor->byte_offset : NULL,
      .sizes = tensor->shape};
  return true;
}

/*===--------------------------------------------------------------------===*
 * Lists
 *===--------------------------------------------------------------------===*/

int64_t onnxopsImplListBytes(const OnnxopsTensorList *list) {
  int64_t bytes = sizeof(OnnxopsSequence);
  if (!list || !list->tensors)
    return bytes;
  for (int64_t i = 0; i < list->length; ++i) {
    int rank = list->tensors[i].ndim;
    int64_t values = rank > 0 && rank <= ONNXOPS_MAX_RANK ? 2 * rank : 0;
    bytes += (int64_t)(sizeof(Element) + onnxopsImplShapeBytes(values));
  }
  return bytes;
}

/// Whether a tensor of a list can be an element. Problems of the list as an
/// input are found when the call begins.
static bool checkElement(OnnxopsContext *context, const ValueInfo *info,
                         int64_t index, const OnnxopsValue *slot) {
  const int64_t elementBytes = onnxopsElementBytes(slot->elementType);
  int64_t bytes;
  Problem problem =
      onnxopsImplTensorBytes(elementBytes, slot->rank, slot->sizes, &bytes);
  if (problem)
    return fail(context, info, index,
                "expected sizes that a tensor can have, but got others");
  if (bytes > 0 && !slot->data)
    return fail(context, info, index, "expected data, but got a null pointer");
  if (bytes > 0 && !onnxopsImplIsAligned(slot->data, elementBytes))
    return fail(context, info, index,
                "expected data aligned to its elements, but got an address in "
                "between");
  return true;
}

bool onnxopsImplReadList(OnnxopsContext *context, const ValueInfo *info,
                         const OnnxopsTensorList *list, char *scratch,
                         OnnxopsValue *slot) {
  if (!list)
    return fail(context, info, -1,
                "expected a list of tensors, but got a null pointer");
  if (list->length < 0 || (list->length > 0 && !list->tensors))
    return fail(context, info, -1, "expected %s, but got %s",
                list->length < 0 ? "a length of 0 or more" : "tensors",
                list->length < 0 ? "less" : "a null pointer");
  OnnxopsSequence *sequence = (OnnxopsSequence *)(void *)scratch;
  *sequence =
      (OnnxopsSequence){.elementType = (int32_t)info->entry[EntryElementType],
                        .device = context->device,
                        .length = list->length,
                        .elements = (Element *)(void *)(sequence + 1)};
  char *shapes = (char *)(sequence->elements + list->length);
  for (int64_t i = 0; i < list->length; ++i) {
    OnnxopsValue value;
    if (!onnxopsImplReadTensor(context, info, i, &list->tensors[i], &value) ||
        !checkElement(context, info, i, &value))
      return false;
    Shape *shape = (Shape *)(void *)shapes;
    *shape = (Shape){.valueCapacity = (int32_t)(2 * value.rank),
                     .rank = (int32_t)value.rank,
                     .device = context->device};
    if (value.rank > 0)
      memcpy(shape->values, value.sizes,
             (size_t)value.rank * sizeof(*value.sizes));
    onnxopsImplRowMajorStrides(value.rank, value.sizes,
                               shape->values + value.rank);
    sequence->elements[i] = (Element){.data = value.data, .shape = shape};
    shapes += onnxopsImplShapeBytes(2 * value.rank);
  }
  *slot = (OnnxopsValue){.kind = ONNXOPS_SEQUENCE,
                         .elementType = sequence->elementType,
                         .data = sequence};
  return true;
}
