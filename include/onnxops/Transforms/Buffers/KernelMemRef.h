//===- KernelMemRef.h - memrefs in the table of a kernel --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of upstream ops need memrefs, not addresses: the table holds what the
// type does not say, and the kernel puts it together again.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H
#define ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H

#include "onnxops/Copies/KernelLibrary.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// A strided memref in the default memory space, as the words of a table.
struct KernelMemRef {
  /// The memref's type in the kernel, where its offset is 0.
  MemRefType type;
  Word pointer;
  SmallVector<Word> sizes, strides;
};

/// Numbers of a strided memref, constants where its type has them.
struct MemRefNumbers {
  Value pointer; ///< to the first element
  SmallVector<Number> sizes, strides;
};

MemRefNumbers readNumbers(CodeWriter &writer, TypedValue<MemRefType> memref);

/// Whether a memref can be in a table: it has strides, and elements of whole
/// bytes in the default memory space.
bool isKernelMemRef(MemRefType type);

/// Adds the words of a memref that isKernelMemRef.
KernelMemRef addMemRef(CodeWriter &writer, KernelCall &call,
                       TypedValue<MemRefType> memref);

/// The memref in the kernel.
Value readMemRef(CodeWriter &writer, KernelFrame &frame,
                 const LLVMTypeConverter &types, const KernelMemRef &memref);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H
