//===- Reshaping.h - all elements as a vector, and back ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row-major reshapes, as views where that is possible.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESHAPING_H
#define ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESHAPING_H

#include "Node.h"

namespace mlir::onnxops {

/// All elements as a vector.
Value flattenTensor(Node &node, Value data);

/// Expands a vector to sizes with the same number of elements. Sizes of `shape`
/// that are static are those of the type; it may be more static than `sizes`.
Value expandVector(Node &node, Value vector, ArrayRef<int64_t> shape,
                   ArrayRef<OpFoldResult> sizes);
/// The same, as static as the sizes are.
Value expandVector(Node &node, Value vector, ArrayRef<OpFoldResult> sizes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CONVERSION_ONNXTOUPSTREAM_RESHAPING_H
