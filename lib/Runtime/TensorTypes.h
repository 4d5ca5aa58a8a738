/*===- TensorTypes.h - DLPack's tensors and slots ------------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * What inputs and outputs of a call on DLPack tensors share: element types,
 * places, and the slot of a tensor.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_RUNTIME_TENSORTYPES_H
#define ONNXOPS_LIB_RUNTIME_TENSORTYPES_H

#include "Context.h"
#include "Sequence.h"
#include "onnxops/ABI/DLPack.h"

/// A field of the caller's struct, of any type of pointer.
typedef void *__attribute__((may_alias)) Field;

/// An input or output of the signature, and the field that is for it.
typedef struct ValueInfo {
  const int64_t *entry;
  int64_t index;
  const char *role; ///< "input" or "output"
} ValueInfo;

static inline Label onnxopsImplValueLabel(const OnnxopsContext *context,
                                          const ValueInfo *info) {
  return onnxopsImplLabel(context, info->role, info->entry, info->index);
}

/// Whether a value is handed through as a slot.
static inline bool onnxopsImplIsSlot(const int64_t *entry) {
  return entry[EntryElementType] == ONNXOPS_STRING;
}

/// What DLPack calls an element type.
DLDataType onnxopsImplDataType(int32_t elementType);

/// Where tensors of the context's calls are.
DLDevice onnxopsImplPlace(const OnnxopsContext *context);

/// Fills the slot of a tensor that the caller has. Returns false with a message
/// if it is null, of a type that is not expected, elsewhere, or not row-major.
/// Rank and sizes are not compared with anything. `element` is its place in a
/// list, -1 for none.
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

/// Describes in the field's tensor or list what a call that succeeded has put
/// into the slot. Returns false with a message without memory for that; the
/// field's owns what the slot holds either way.
bool onnxopsImplPublishOutput(OnnxopsContext *context, const ValueInfo *info,
                              Field *field, const OnnxopsValue *slot);

/// Makes an output that this call has filled one like any other; one that it
/// has not is freed and the field null again.
void onnxopsImplKeepOutput(const ValueInfo *info, Field *field);
void onnxopsImplDropOutput(const ValueInfo *info, Field *field);

#endif /* ONNXOPS_LIB_RUNTIME_TENSORTYPES_H */
