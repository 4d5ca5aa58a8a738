//===- StreamCode.h - code that copies past the caches ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions of RunCode, with non-temporal stores.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_STREAMCODE_H
#define ONNXOPS_COPIES_STREAMCODE_H

#include "onnxops/Copies/RunCode.h"

namespace mlir::onnxops {

/// The same as writeRun, with non-temporal stores. Ends without a fence.
void writeStreamedRun(CodeWriter &writer, Value target, Value source,
                      Number bytes, int64_t vectorBytes);

/// The same for a page or less that is in L1; a call of a function.
void writeStreamedPage(CodeWriter &writer, Value target, Value source,
                       Number bytes, int64_t vectorBytes);

/// The same as writeStreamedRun for whole registers, to an address aligned to a
/// register. Lines `ahead` bytes behind those that are read are prefetched.
void writeStreamedRegisters(CodeWriter &writer, Value target, Value source,
                            Number bytes, int64_t registerBytes,
                            Number ahead = kPage);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_STREAMCODE_H
