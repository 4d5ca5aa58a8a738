/*===- Sends.h - what a rank sends ----------------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_SENDS_H
#define ONNXOPS_LIB_EXCHANGE_SENDS_H

#include "Needs.h"

/// Visits what `rank` sends to others. `needs` is memory to be used. Returns
/// false if there is not enough.
bool onnxopsImplPlanSends(const OnnxopsExchange *exchange, int64_t rank,
                          const OnnxopsPlanVisitor *visitor, Needs *needs);

#endif /* ONNXOPS_LIB_EXCHANGE_SENDS_H */
