/*===- Box.h - copies of boxes of elements -------------------------- C -*-===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * From one strided tensor into another.
 *
 *===--------------------------------------------------------------------===*/

#ifndef ONNXOPS_LIB_EXCHANGE_BOX_H
#define ONNXOPS_LIB_EXCHANGE_BOX_H

#include "onnxops/ABI/Transport.h"

/// The bytes of a transfer.
int64_t onnxopsImplTransferBytes(const OnnxopsTransfer *transfer);

/// Copies a box into one of the same sizes, which does not overlap it. Peers do
/// not matter.
void onnxopsImplCopyBox(const OnnxopsTransfer *to, const OnnxopsTransfer *from);

#endif /* ONNXOPS_LIB_EXCHANGE_BOX_H */
