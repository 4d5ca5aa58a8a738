/*===- Agreement.h - failures that ranks have in common ------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A rank that fails tells the others once, at the next point where all meet.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_AGREEMENT_H
#define ONNXOPS_LIB_EXCHANGE_AGREEMENT_H

#include "onnxops/ABI/ShardedCode.h"
#include "onnxops/Exchange/Plan.h"

#include <stdbool.h>

/// Records a failure unless one is recorded already.
__attribute__((cold, format(printf, 2, 3))) void
onnxopsImplFailShards(OnnxopsContext *context, const char *format, ...);

/// Whether a grid has as many ranks as the call; records a failure otherwise.
bool onnxopsImplFitsCall(OnnxopsContext *context, const OnnxopsGrid *grid,
                         const char *where);

/// Whether no rank has failed, where all ranks meet. Records a failure
/// otherwise; it is the last time that ranks meet in the call.
bool onnxopsImplAgree(OnnxopsContext *context, bool hasFailed);

#endif /* ONNXOPS_LIB_EXCHANGE_AGREEMENT_H */
