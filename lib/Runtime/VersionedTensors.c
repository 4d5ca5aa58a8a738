/*===- VersionedTensors.c - tensors of DLPack 1 ---------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Since version 1, tensors exchanged by DLPack's libraries carry a version and
 * a read-only flag. Calls take the earlier structs; these functions convert
 * between the two.
 *
 *===--------------------------------------------------------------------===*/

#include "Context.h"
#include "onnxops/ABI/DLPack.h"

#include <stdlib.h>

int32_t onnxopsTensorLend(OnnxopsContext *context,
                          const DLManagedTensorVersioned *tensor,
                          DLManagedTensor *lent) {
  if (!context)
    return 1;
  onnxopsImplClearCall(context);
  if (!tensor || !lent)
    onnxopsImplRecord(context, "expected a tensor to lend, but got a null "
                               "pointer");
  else if (tensor->version.major != 1)
    onnxopsImplRecord(context,
                      "expected a tensor of DLPack 1, but got one of %u",
                      (unsigned)tensor->version.major);
  else if (tensor->flags & DLPACK_FLAG_BITMASK_READ_ONLY)
    onnxopsImplRecord(context, "expected a tensor that may be written to, but "
                               "got one that is read-only");
  else
    *lent = (DLManagedTensor){.dl_tensor = tensor->dl_tensor};
  return context->hasFailed;
}

static void deleteVersioned(DLManagedTensorVersioned *self) {
  onnxopsTensorRelease(self->manager_ctx);
  free(self);
}

DLManagedTensorVersioned *onnxopsTensorToVersioned(DLManagedTensor *tensor) {
  if (!tensor)
    return NULL;
  DLManagedTensorVersioned *versioned = malloc(sizeof(*versioned));
  if (versioned)
    *versioned = (DLManagedTensorVersioned){.version = {1, 0},
                                            .manager_ctx = tensor,
                                            .deleter = deleteVersioned,
                                            .dl_tensor = tensor->dl_tensor};
  return versioned;
}
