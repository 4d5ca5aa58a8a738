/*===- TensorOutputs.c - results as DLPack's tensors ----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A tensor or list made by a call contains the slot that owns its memory, which
 * the next call reuses. It is recognized by its deleter.
 *
 *===--------------------------------------------------------------------===*/

#include "TensorTypes.h"

#include <stdlib.h>

/// The state of a tensor or list in the current call.
typedef struct Mark {
  bool isTaken; ///< one of its outputs
  bool isNew;   ///< made by it
} Mark;

/// A tensor made by a call.
typedef struct OwnedTensor {
  DLManagedTensor managed;
  OnnxopsValue slot;
  Mark mark;
} OwnedTensor;

/// A list made by a call.
typedef struct OwnedList {
  OnnxopsTensorList list;
  OnnxopsValue slot;
  int64_t capacity; ///< of list.tensors
  Mark mark;
} OwnedList;

static void deleteTensor(DLManagedTensor *self) {
  OwnedTensor *tensor = self->manager_ctx;
  onnxopsValueRelease(&tensor->slot);
  free(tensor);
}

static void deleteList(OnnxopsTensorList *self) {
  OwnedList *list = self->manager_ctx;
  onnxopsValueRelease(&list->slot);
  free(list->list.tensors);
  free(list);
}

void onnxopsTensorRelease(DLManagedTensor *tensor) {
  if (tensor && tensor->deleter)
    tensor->deleter(tensor);
}

void onnxopsTensorListRelease(OnnxopsTensorList *list) {
  if (list && list->deleter)
    list->deleter(list);
}

/// Null also for a copy of the struct, which would not be updated.
static OwnedTensor *ownedTensorOf(DLManagedTensor *tensor) {
  return tensor && tensor->deleter == deleteTensor &&
                 tensor->manager_ctx == tensor
             ? tensor->manager_ctx
             : NULL;
}

static OwnedList *ownedListOf(OnnxopsTensorList *list) {
  return list && list->deleter == deleteList && list->manager_ctx == list
             ? list->manager_ctx
             : NULL;
}

/*===--------------------------------------------------------------------===*
 * Before the call
 *===--------------------------------------------------------------------===*/

/// Records that an output cannot be made. Returns false.
__attribute__((cold)) static bool
fail(OnnxopsContext *context, const ValueInfo *info, const char *expected) {
  onnxopsImplRecord(context, "%s: expected %s",
                    onnxopsImplValueLabel(context, info).text, expected);
  return false;
}

static bool failMemory(OnnxopsContext *context, const ValueInfo *info) {
  return fail(context, info, "memory for a result, but there is not enough");
}

/// Refuses a tensor or list that is given for two outputs, which would both
/// free its memory.
static bool take(OnnxopsContext *context, const ValueInfo *info, Mark *mark) {
  if (mark->isTaken)
    return fail(context, info,
                "a place of its own, but got that of another output");
  mark->isTaken = true;
  return true;
}

/// Fills a slot that lends the memory of a tensor, with exactly its sizes.
static bool lendTensor(OnnxopsContext *context, const ValueInfo *info,
                       const DLManagedTensor *tensor, OnnxopsValue *slot) {
  static char nothing[8] __attribute__((aligned(8)));
  if (!onnxopsImplReadTensor(context, info, -1, &tensor->dl_tensor, slot))
    return false;
  Problem problem =
      onnxopsImplTensorBytes(onnxopsElementBytes(slot->elementType), slot->rank,
                             slot->sizes, &slot->capacity);
  if (!problem && !slot->data && slot->capacity > 0)
    problem = ProblemNoData;
  if (problem) {
    onnxopsImplRecordProblem(context, onnxopsImplValueLabel(context, info).text,
                             problem, onnxopsElementBytes(slot->elementType),
                             slot->rank, slot->sizes);
    return false;
  }
  if (slot->capacity == 0)
    slot->data = nothing; // otherwise the call would allocate
  slot->owned = ONNXOPS_FIXED_SIZES;
  return true;
}

static bool prepareTensor(OnnxopsContext *context, const ValueInfo *info,
                          Field *field, OnnxopsValue *slot) {
  OwnedTensor *owned = ownedTensorOf(*field);
  if (*field && !owned)
    return lendTensor(context, info, *field, slot);
  if (!owned) {
    owned = calloc(1, sizeof(OwnedTensor));
    if (!owned)
      return failMemory(context, info);
    owned->managed.manager_ctx = owned;
    owned->managed.deleter = deleteTensor;
    owned->mark.isNew = true;
    *field = &owned->managed;
  }
  *slot = owned->slot;
  return take(context, info, &owned->mark);
}

static bool prepareList(OnnxopsContext *context, const ValueInfo *info,
                        Field *field, OnnxopsValue *slot) {
  OwnedList *owned = ownedListOf(*field);
  if (*field && !owned)
    return fail(context, info,
                "a null pointer or a list that a call made, but got another "
                "list");
  if (!owned) {
    owned = calloc(1, sizeof(OwnedList));
    if (!owned)
      return failMemory(context, info);
    owned->list.manager_ctx = owned;
    owned->list.deleter = deleteList;
    owned->mark.isNew = true;
    *field = &owned->list;
  }
  *slot = owned->slot;
  return take(context, info, &owned->mark);
}

bool onnxopsImplPrepareOutput(OnnxopsContext *context, const ValueInfo *info,
                              Field *field, OnnxopsValue *slot) {
  if (!onnxopsImplIsSlot(info->entry))
    return onnxopsImplKindOf(info->entry) == ONNXOPS_SEQUENCE
               ? prepareList(context, info, field, slot)
               : prepareTensor(context, info, field, slot);
  if (!*field)
    return fail(context, info, "a slot for strings, but got a null pointer");
  *slot = *(const OnnxopsValue *)*field;
  return true;
}

/*===--------------------------------------------------------------------===*
 * After the call
 *===--------------------------------------------------------------------===*/

static void publishTensor(const OnnxopsContext *context, OwnedTensor *tensor,
                          const OnnxopsValue *slot) {
  // Type and device are looked up once for each tensor.
  if (tensor->slot.data == NULL ||
      tensor->slot.elementType != slot->elementType)
    tensor->managed.dl_tensor.dtype = onnxopsImplDataType(slot->elementType);
  tensor->managed.dl_tensor.device = onnxopsImplPlace(context);
  tensor->managed.dl_tensor.data = slot->data;
  tensor->managed.dl_tensor.ndim = (int32_t)slot->rank;
  tensor->managed.dl_tensor.shape = slot->sizes;
  tensor->slot = *slot;
}

/// Reserves capacity for views of all elements.
static bool reserveViews(OwnedList *list, int64_t length) {
  if (length <= list->capacity)
    return true;
  DLTensor *larger =
      realloc(list->list.tensors, (size_t)length * sizeof(DLTensor));
  if (!larger)
    return false;
  list->list.tensors = larger;
  list->capacity = length;
  return true;
}

static bool publishList(OnnxopsContext *context, const ValueInfo *info,
                        OwnedList *list, const OnnxopsValue *slot) {
  list->slot = *slot;
  list->list.length = 0;
  const OnnxopsSequence *sequence = slot->data;
  if (!reserveViews(list, sequence->length))
    return failMemory(context, info);
  const DLDataType type = onnxopsImplDataType(sequence->elementType);
  const DLDevice place = onnxopsImplPlace(context);
  for (int64_t i = 0; i < sequence->length; ++i) {
    const Element *element = &sequence->elements[i];
    list->list.tensors[i] = (DLTensor){.data = element->data,
                                       .device = place,
                                       .ndim = element->shape->rank,
                                       .dtype = type,
                                       .shape = element->shape->values};
  }
  list->list.length = sequence->length;
  return true;
}

bool onnxopsImplPublishOutput(OnnxopsContext *context, const ValueInfo *info,
                              Field *field, const OnnxopsValue *slot) {
  if (onnxopsImplIsSlot(info->entry)) {
    *(OnnxopsValue *)*field = *slot;
    return true;
  }
  if (onnxopsImplKindOf(info->entry) == ONNXOPS_SEQUENCE) {
    OnnxopsTensorList *list = *field;
    return publishList(context, info, list->manager_ctx, slot);
  }
  OwnedTensor *owned = ownedTensorOf(*field);
  if (owned)
    publishTensor(context, owned, slot);
  return true;
}

/// The mark of a tensor or list made by a call; null for any other.
static Mark *markOf(const ValueInfo *info, Field field) {
  if (!field || onnxopsImplIsSlot(info->entry))
    return NULL;
  if (onnxopsImplKindOf(info->entry) == ONNXOPS_TENSOR) {
    OwnedTensor *owned = ownedTensorOf(field);
    return owned ? &owned->mark : NULL;
  }
  OwnedList *owned = ownedListOf(field);
  return owned ? &owned->mark : NULL;
}

void onnxopsImplKeepOutput(const ValueInfo *info, Field *field) {
  Mark *mark = markOf(info, *field);
  if (mark)
    *mark = (Mark){0};
}

void onnxopsImplDropOutput(const ValueInfo *info, Field *field) {
  Mark *mark = markOf(info, *field);
  if (!mark || !mark->isNew) {
    onnxopsImplKeepOutput(info, field);
    return;
  }
  if (onnxopsImplKindOf(info->entry) == ONNXOPS_TENSOR)
    deleteTensor(*field);
  else
    deleteList(*field);
  *field = NULL;
}
