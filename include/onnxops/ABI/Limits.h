/*===- Limits.h - cancellation and memory limits of calls --------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A call that is cancelled or exceeds its memory limit fails with a message, as
 * for any other failure.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_ABI_LIMITS_H
#define ONNXOPS_ABI_LIMITS_H

#include "onnxops/ABI/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

/// With `isCancelled` not 0, ends the call that runs with the context, and
/// makes every later one fail, with "the call was cancelled"; with 0, lets
/// calls run again. May be called at any time by any thread, and by a signal
/// handler; the context must not be destroyed meanwhile. A call ends soon: it
/// checks on every allocation, in each iteration of a model's Loop, at each
/// step of a sequence and between copies of elements, but finishes the current
/// copy or elementwise operation.
void onnxopsContextSetCancelled(OnnxopsContext *context, int32_t isCancelled);

/// The most bytes that a call may have at one time, from the next call on:
/// temporaries, new memory of outputs, metadata of sequences; on a device its
/// memory too. A call that needs more fails. Negative, the default: no limit.
/// Memory that the caller lends or that slots have already is not counted.
void onnxopsContextSetMemoryLimit(OnnxopsContext *context, int64_t bytes);

#ifdef __cplusplus
}
#endif

#endif /* ONNXOPS_ABI_LIMITS_H */
