//===- ElementBytes.h - sizes of elements in memory -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The size by which memory is allocated, addressed and counted.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_ELEMENTBYTES_H
#define ONNXOPS_SUPPORT_ELEMENTBYTES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::onnxops {

/// The bytes from one element of a memref to the next, by the data layout at
/// `op`.
inline int64_t getElementBytes(Operation *op, MemRefType type) {
  return DataLayout::closest(op)
      .getTypeSize(type.getElementType())
      .getFixedValue();
}

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_ELEMENTBYTES_H
