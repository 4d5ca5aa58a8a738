//===- TableBytes.h - ranges of bytes of the table kernel -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What threads share of long runs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_TABLEBYTES_H
#define ONNXOPS_LIB_COPIES_TABLEBYTES_H

#include "RunTable.h"

namespace mlir::onnxops {

/// Writes the range by bytes of the target; it may begin and end anywhere. All
/// of it may be known to be in one row.
void writeTableBytes(CodeWriter &writer, RunTableReader &table,
                     bool isSingleRow, int64_t vectorBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_TABLEBYTES_H
