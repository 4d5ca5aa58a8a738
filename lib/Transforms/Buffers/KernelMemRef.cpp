//===- KernelMemRef.cpp - memrefs as kernel arguments ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the kernel a memref is a descriptor as upstream's lowering to LLVM builds
// it, and a cast that this lowering removes.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Buffers/KernelMemRef.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "onnxops/Support/ElementBytes.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::isKernelMemRef(MemRefType type) {
  Type element = type.getElementType();
  return type.isStrided() && !type.getMemorySpace() &&
         (element.isIndex() ||
          (element.isIntOrFloat() && element.getIntOrFloatBitWidth() % 8 == 0));
}

// The type of the memref with offset 0.
static MemRefType getKernelType(MemRefType type) {
  if (type.getLayout().isIdentity())
    return type;
  auto [strides, offset] = type.getStridesAndOffset();
  return MemRefType::get(
      type.getShape(), type.getElementType(),
      StridedLayoutAttr::get(type.getContext(), /*offset=*/0, strides));
}

MemRefNumbers mlir::onnxops::readNumbers(CodeWriter &writer,
                                         TypedValue<MemRefType> memref) {
  auto metadata = memref::ExtractStridedMetadataOp::create(
      writer.getBuilder(), writer.getLoc(), memref);
  auto [strides, offset] = memref.getType().getStridesAndOffset();
  auto read = [&](int64_t known, Value number) {
    return ShapedType::isDynamic(known) ? writer.fromIndex(number)
                                        : Number(known);
  };
  MemRefNumbers numbers;
  int64_t bytes = getElementBytes(metadata, memref.getType());
  numbers.pointer = writer.getPointer(
      memref, writer.mul(read(offset, metadata.getOffset()), bytes));
  for (auto [known, size] :
       llvm::zip_equal(memref.getType().getShape(), metadata.getSizes()))
    numbers.sizes.push_back(read(known, size));
  for (auto [known, stride] : llvm::zip_equal(strides, metadata.getStrides()))
    numbers.strides.push_back(read(known, stride));
  return numbers;
}

KernelMemRef mlir::onnxops::addMemRef(CodeWriter &writer, KernelCall &call,
                                      TypedValue<MemRefType> memref) {
  MemRefNumbers numbers = readNumbers(writer, memref);
  KernelMemRef result;
  result.type = getKernelType(memref.getType());
  result.pointer = call.addPointer(numbers.pointer);
  for (Number size : numbers.sizes)
    result.sizes.push_back(call.add(size));
  for (Number stride : numbers.strides)
    result.strides.push_back(call.add(stride));
  return result;
}

Value mlir::onnxops::readMemRef(CodeWriter &writer, KernelFrame &frame,
                                const LLVMTypeConverter &types,
                                const KernelMemRef &memref) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  auto descriptor =
      MemRefDescriptor::poison(builder, loc, types.convertType(memref.type));
  Value pointer = frame.pointer(memref.pointer);
  descriptor.setAllocatedPtr(builder, loc, pointer);
  descriptor.setAlignedPtr(builder, loc, pointer);
  descriptor.setConstantOffset(builder, loc, 0);
  for (auto [dim, size] : llvm::enumerate(memref.sizes))
    descriptor.setSize(builder, loc, dim,
                       writer.materialize(frame.number(size)));
  for (auto [dim, stride] : llvm::enumerate(memref.strides))
    descriptor.setStride(builder, loc, dim,
                         writer.materialize(frame.number(stride)));
  return UnrealizedConversionCastOp::create(builder, loc, memref.type,
                                            Value(descriptor))
      .getResult(0);
}
