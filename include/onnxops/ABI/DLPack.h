/*===- DLPack.h - compiled functions on DLPack tensors ------------ C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The types of the generated header of a model compiled ahead of time: tensors
 * are those of DLPack, sequences are lists of them. The function of a model
 * NAME is
 *
 *   int32_t NAME(OnnxopsContext *context, const struct NAME_inputs *inputs,
 *                struct NAME_outputs *outputs);
 *
 * and returns 0, or 1 with a message, onnxopsContextError(context). It has no
 * state of its own: threads may call it at once, each with its own context.
 * Element types are DLPack's; a bool is a byte, 0 or 1, as DLPack's uint8 of 8
 * bits or as its newer bool (code 6), and comes out as uint8, which every
 * consumer supports. DLPack has no strings: their inputs and outputs are
 * OnnxopsValue slots, see Runtime.h. See docs/ahead-of-time.md for details.
 *
 * Inputs. A `const DLTensor *` of the declared element type in row-major order:
 * `strides` are null or row-major. In host memory (kDLCPU, kDLCUDAHost), or on
 * the context's device: device 0 of kDLCUDA, or kDLVulkan. Only read, and only
 * during the call.
 *
 * Outputs. A `DLManagedTensor *` in the caller's struct. Its value before
 * the call decides where the result goes:
 *
 *   null            the call makes a tensor, to be freed by its deleter;
 *   a tensor that   the call reuses its memory, or replaces it if it is
 *   a call made     too small; `dl_tensor` then describes the new result;
 *   any other       the caller lends `data`: of the declared element type, row-
 *                   major, aligned to the element, with exactly the sizes of
 *                   the result, on the device that runs the function.
 *
 * Each output has a place of its own, which overlaps no input.
 *
 * A call that fails leaves all fields as they were. The
 * contents of tensors that are not new are unspecified.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_DLPACK_H
#define ONNXOPS_ABI_DLPACK_H

#include "onnxops/ABI/Runtime.h"

#include <dlpack/dlpack.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef DLPACK_MAJOR_VERSION
/* Additions of DLPack 1, for older headers such as Debian's. */
typedef struct {
  uint32_t major;
  uint32_t minor;
} DLPackVersion;

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void *manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned *self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

#define DLPACK_FLAG_BITMASK_READ_ONLY (1UL << 0UL)
#endif

/// A sequence. For an input `length` tensors, each as above. For an output the
/// field is a null pointer, or points to a list made by a call, which the call
/// then reuses; nothing can be lent. Tensors of such a list are views that live
/// until the next call with it, or until it is released; they and the list may
/// be inputs of that call.
typedef struct OnnxopsTensorList {
  int64_t length;
  DLTensor *tensors;
  void *manager_ctx; ///< of the deleter
  /// Frees a list made by a call, with its tensors. Null in lists of callers.
  void (*deleter)(struct OnnxopsTensorList *self);
} OnnxopsTensorList;

/// Calls the deleter if there is one. Null is ignored.
void onnxopsTensorRelease(DLManagedTensor *tensor);
void onnxopsTensorListRelease(OnnxopsTensorList *list);

/// Describes in `lent`, which the caller provides, the memory of a tensor of
/// DLPack 1, so that an output may point to it: an input points to its
/// `dl_tensor`, as calls only read. Returns 0, or 1 with a message if the
/// tensor is marked read-only, or is of another major version. `tensor` keeps
/// the memory, and must live as long as `lent` is used.
int32_t onnxopsTensorLend(OnnxopsContext *context,
                          const DLManagedTensorVersioned *tensor,
                          DLManagedTensor *lent);

/// Converts a tensor made by a call to a tensor of DLPack 1. It may be written
/// to. Its deleter frees both; the old one must not be used any more. Null,
/// with the old one unchanged, if there is no memory.
DLManagedTensorVersioned *onnxopsTensorToVersioned(DLManagedTensor *tensor);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_DLPACK_H */
