//===- MemRefParts.h - a memref of which the parts are known ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most users of an input or an allocation ask for its address or a size. They
// get it directly: ten thousand descriptors, filled only to be taken apart
// again, would be most of a large function.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_MEMREFPARTS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_MEMREFPARTS_H

#include "RuntimeCalls.h"

namespace mlir::onnxops {

/// What a memref descriptor holds, with offset 0. Numbers are i64 values, or
/// index attributes where they are known.
struct MemRefParts {
  Value data; ///< an LLVM pointer
  SmallVector<OpFoldResult> sizes;
  SmallVector<OpFoldResult> strides; ///< in elements; none for row-major
};

/// Replaces all uses of `memref`, a value of memref type whose parts are
/// computed at the builder's insertion point.
void replaceByParts(OpBuilder &builder, RuntimeCalls &calls, Value memref,
                    MemRefParts parts);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_MEMREFPARTS_H
