//===- KernelMemRef.h - memrefs as kernel arguments -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels of upstream ops need memrefs, not addresses: the address and the
// dynamic sizes and strides are arguments, from which the kernel builds the
// memref again.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H
#define ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H

#include "onnxops/Copies/KernelLibrary.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::onnxops {

/// A strided memref in the default memory space, as kernel arguments.
struct KernelMemRef {
  /// The memref's type in the kernel, where its offset is 0.
  MemRefType type;
  KernelArgument pointer;
  SmallVector<KernelArgument> sizes, strides;
};

/// The numbers of a strided memref, constants if static in its type.
struct MemRefNumbers {
  Value pointer; ///< to the first element
  SmallVector<Number> sizes, strides;
};

MemRefNumbers readNumbers(CodeWriter &writer, TypedValue<MemRefType> memref);

/// Whether a memref can be a kernel argument: it has strides, and elements of
/// whole bytes in the default memory space.
bool isKernelMemRef(MemRefType type);

/// Adds the arguments of a memref that isKernelMemRef.
KernelMemRef addMemRef(CodeWriter &writer, KernelCall &call,
                       TypedValue<MemRefType> memref);

/// Builds the memref in the kernel.
Value readMemRef(CodeWriter &writer, KernelFrame &frame,
                 const LLVMTypeConverter &types, const KernelMemRef &memref);

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_KERNELMEMREF_H
