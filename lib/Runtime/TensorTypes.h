/*===- TensorTypes.h - DLPack's tensors and slots ------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Shared by inputs and outputs of calls on DLPack tensors: element types,
 * devices, and the slot of a tensor.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_TENSORTYPES_H
#define ONNXOPS_LIB_RUNTIME_TENSORTYPES_H

#include "Context.h"
#include "Sequence.h"
#include "onnxops/ABI/DLPack.h"

/// A field of the caller's struct, of any type of pointer.
typedef void *__attribute__((may_alias)) Field;

/// An input or output: its entry in the signature, its index and its role.
typedef struct ValueInfo {
  const int64_t *entry;
  int64_t index;
  const char *role; ///< "input" or "output"
} ValueInfo;

static inline Label onnxopsImplValueLabel(const OnnxopsContext *context,
                                          const ValueInfo *info) {
  return onnxopsImplLabel(context, info->role, info->entry, info->index);
}

/// Whether a value is passed as a slot.
static inline bool onnxopsImplIsSlot(const int64_t *entry) {
  return entry[EntryElementType] == ONNXOPS_STRING;
}

/// The DLPack type of an element type.
DLDataType onnxopsImplDataType(int32_t elementType);

/// The device of tensors in calls with this context.
DLDevice onnxopsImplPlace(const OnnxopsContext *context);

/// Fills the slot of a caller's tensor. Returns false with a message if it is
/// null, of an unexpected type, on another device, or not row-major. Rank and
/// sizes are not checked. `element` is its index in a list, -1 for none.
bool onnxopsImplReadTensor(OnnxopsContext *context, const ValueInfo *info,
                           int64_t element, const DLTensor *tensor,
                           OnnxopsValue *slot);

/// Bytes of scratch memory that the input list needs, -1 if it is too long.
int64_t onnxopsImplListBytes(const OnnxopsTensorList *list);

/// Makes a sequence of views of a list in scratch memory. Returns false with a
/// message.
bool onnxopsImplReadList(OnnxopsContext *context, const ValueInfo *info,
                         const OnnxopsTensorList *list, char *scratch,
                         OnnxopsValue *slot);

/// Fills the slot of an output, and the field if it is null. Returns false with
/// a message.
bool onnxopsImplPrepareOutput(OnnxopsContext *context, const ValueInfo *info,
                              Field *field, OnnxopsValue *slot);

/// Stores the result in `slot`, of a call that succeeded, to the tensor or list
/// of the field. Returns false with a message if there is no memory; either way
/// the field owns the contents of the slot.
bool onnxopsImplPublishOutput(OnnxopsContext *context, const ValueInfo *info,
                              Field *field, const OnnxopsValue *slot);

/// Ends a call for an output: Keep makes a new tensor or list an ordinary one,
/// Drop frees one that this call made and resets the field to null.
void onnxopsImplKeepOutput(const ValueInfo *info, Field *field);
void onnxopsImplDropOutput(const ValueInfo *info, Field *field);

#endif /* ONNXOPS_LIB_RUNTIME_TENSORTYPES_H */
