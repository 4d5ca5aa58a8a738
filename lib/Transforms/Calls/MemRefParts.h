//===- MemRefParts.h - replace memrefs by their fields ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Most users of an input or an allocation need only its address or a size, and
// get these without a descriptor: ten thousand descriptors, built only to be
// taken apart, would be most of a large function.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_MEMREFPARTS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_MEMREFPARTS_H

#include "RuntimeCalls.h"

namespace mlir::onnxops {

/// The fields of a memref descriptor with offset 0. Numbers are i64 values, or
/// index attributes if constant.
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
