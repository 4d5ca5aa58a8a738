//===- MemRefParts.cpp - replace memrefs by their fields ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Handles the users that our own lowering of copies makes; any other user gets
// a descriptor, as upstream's lowering to LLVM builds it.
//
//===----------------------------------------------------------------------===//

#include "MemRefParts.h"

#include "mlir/Conversion/LLVMCommon/MemRefBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// Replaces one memref.
class PartsReplacer {
public:
  PartsReplacer(OpBuilder &builder, RuntimeCalls &calls, Value memref,
                MemRefParts parts)
      : builder(builder), calls(calls), memref(memref), parts(std::move(parts)),
        loc(memref.getLoc()) {
    if (this->parts.strides.empty())
      addRowMajorStrides();
  }

  void replace() {
    for (Operation *user : llvm::make_early_inc_range(memref.getUsers()))
      if (replaceIn(user))
        user->erase();
    if (!memref.use_empty())
      memref.replaceAllUsesWith(buildDescriptor());
  }

private:
  void addRowMajorStrides() {
    parts.strides.assign(parts.sizes.size(), builder.getIndexAttr(1));
    for (size_t dim = parts.sizes.size(); dim-- > 1;)
      parts.strides[dim - 1] = multiply(parts.strides[dim], parts.sizes[dim]);
  }

  OpFoldResult multiply(OpFoldResult lhs, OpFoldResult rhs) {
    std::optional<int64_t> left = getConstantIntValue(lhs);
    std::optional<int64_t> right = getConstantIntValue(rhs);
    if (left && right)
      return builder.getIndexAttr(*left * *right);
    if (left == 1)
      return rhs;
    if (right == 1)
      return lhs;
    return LLVM::MulOp::create(builder, loc, calls.toI64(builder, loc, lhs),
                               calls.toI64(builder, loc, rhs))
        .getResult();
  }

  // The number as an index, created once.
  Value toIndex(OpFoldResult number) {
    Value &index = indices[number.getOpaqueValue()];
    if (index)
      return index;
    if (std::optional<int64_t> value = getConstantIntValue(number))
      index = arith::ConstantIndexOp::create(builder, loc, *value);
    else
      index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         cast<Value>(number));
    return index;
  }

  // Returns true if the results of `user` have no uses left.
  bool replaceIn(Operation *user) {
    if (auto dim = dyn_cast<memref::DimOp>(user)) {
      std::optional<int64_t> number = dim.getConstantIndex();
      if (!number)
        return false;
      dim.replaceAllUsesWith(toIndex(parts.sizes[*number]));
      return true;
    }
    if (auto address = dyn_cast<memref::ExtractAlignedPointerAsIndexOp>(user))
      return replaceAddress(address);
    if (auto metadata = dyn_cast<memref::ExtractStridedMetadataOp>(user))
      return replaceMetadata(metadata);
    return false;
  }

  // An address is cast to i64, and that to a pointer.
  bool replaceAddress(memref::ExtractAlignedPointerAsIndexOp op) {
    for (Operation *integer : llvm::make_early_inc_range(op->getUsers())) {
      if (!isa<arith::IndexCastOp>(integer))
        continue;
      for (Operation *pointer :
           llvm::make_early_inc_range(integer->getUsers())) {
        if (!isa<LLVM::IntToPtrOp>(pointer))
          continue;
        pointer->replaceAllUsesWith(ValueRange(parts.data));
        pointer->erase();
      }
      if (integer->use_empty())
        integer->erase();
    }
    return op->use_empty();
  }

  bool replaceMetadata(memref::ExtractStridedMetadataOp op) {
    if (!op.getBaseBuffer().use_empty())
      return false;
    auto replace = [&](Value value, OpFoldResult number) {
      if (!value.use_empty())
        value.replaceAllUsesWith(toIndex(number));
    };
    replace(op.getOffset(), builder.getIndexAttr(0));
    for (auto [size, number] : llvm::zip_equal(op.getSizes(), parts.sizes))
      replace(size, number);
    for (auto [stride, number] :
         llvm::zip_equal(op.getStrides(), parts.strides))
      replace(stride, number);
    return true;
  }

  Value buildDescriptor() {
    Type type = calls.module.converter.convertType(memref.getType());
    auto descriptor = MemRefDescriptor::poison(builder, loc, type);
    descriptor.setAllocatedPtr(builder, loc, parts.data);
    descriptor.setAlignedPtr(builder, loc, parts.data);
    descriptor.setConstantOffset(builder, loc, 0);
    for (auto [dim, size] : llvm::enumerate(parts.sizes))
      descriptor.setSize(builder, loc, dim, calls.toI64(builder, loc, size));
    for (auto [dim, stride] : llvm::enumerate(parts.strides))
      descriptor.setStride(builder, loc, dim,
                           calls.toI64(builder, loc, stride));
    return UnrealizedConversionCastOp::create(builder, loc, memref.getType(),
                                              Value(descriptor))
        .getResult(0);
  }

  OpBuilder &builder;
  RuntimeCalls &calls;
  Value memref;
  MemRefParts parts;
  Location loc;
  DenseMap<void *, Value> indices; // by OpFoldResult
};

} // namespace

void mlir::onnxops::replaceByParts(OpBuilder &builder, RuntimeCalls &calls,
                                   Value memref, MemRefParts parts) {
  PartsReplacer(builder, calls, memref, std::move(parts)).replace();
}
