//===- Positions.h - positions along an axis --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Indices of operators that gather and scatter, and their checks.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_POSITIONS_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_POSITIONS_H

#include "Node.h"

namespace mlir::onnxops {

/// Checks that dimension `dim` of `data` has rows, unless the number of
/// indices, `count`, is 0: otherwise their range is empty, and no message can
/// state it.
LogicalResult verifyHasRows(Node &node, Value data, int64_t dim, Value count);

/// Converts an index into dimension `dim` of `data` to a row counted from the
/// front; checks that it is in range. It may count from the back if
/// `isSigned`.
FailureOr<Value> findRow(Node &node, Value data, int64_t dim, Value integer,
                         bool isSigned);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_POSITIONS_H
