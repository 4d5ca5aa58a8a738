//===- LowerCopies.cpp - memref.copy to loops and memcpy ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What bufferization could not write in place is copied here: in as few loops
// as source and target allow, around memcpy of the longest contiguous run.
// Upstream would call a function that walks strided memrefs by element.
//
//===----------------------------------------------------------------------===//

#include "CopyCode.h"
#include "CopyShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERCOPIES
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Copies of one function
//===----------------------------------------------------------------------===//

// Bytes from one element to the next, if elements are whole bytes and move as
// such.
static std::optional<int64_t> getElementBytes(Operation *op, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(op, complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (isa<IndexType>(type))
    return DataLayout::closest(op).getTypeSize(type).getFixedValue();
  if (!type.isIntOrFloat())
    return std::nullopt;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return bits >= 8 && llvm::isPowerOf2_32(bits) ? std::optional(bits / 8)
                                                : std::nullopt;
}

static LogicalResult verifyMemRef(memref::CopyOp op, Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return op.emitOpError("expected a ranked memref, but got ") << type;
  if (!memref.isStrided())
    return op.emitOpError("expected a strided layout, but got ") << type;
  if (memref.getMemorySpace())
    return op.emitOpError("expected the default memory space, but got ")
           << type;
  if (!getElementBytes(op, memref.getElementType()))
    return op.emitOpError("expected elements of 1, 2, 4, ... bytes, but got ")
           << type;
  return success();
}

namespace {
/// Replaces copies of one function by loops, or by calls if `functions` is not
/// null. Numbers are constants where they are known; these stand once, at the
/// start of the function.
class CopyLowering {
public:
  CopyLowering(func::FuncOp function, CopyFunctions *functions)
      : entry(&function.getBody().front()), builder(function.getContext()),
        functions(functions) {}

  void lower(memref::CopyOp op);

private:
  /// One side of a copy, with what is read from its descriptor at run time.
  struct Side {
    TypedValue<MemRefType> memref;
    const StridedView &view;
    memref::ExtractStridedMetadataOp metadata;
  };

  Value constant(int64_t value);
  Value materialize(OpFoldResult number);
  OpFoldResult multiply(OpFoldResult lhs, OpFoldResult rhs);
  memref::ExtractStridedMetadataOp getMetadata(Side &side);
  OpFoldResult getSize(Side &source, const Side &target,
                       const CopyGroup &group);
  Value getStride(Side &side, unsigned dimension, int64_t elementBytes);
  Value getPointer(Side &side, int64_t elementBytes);
  ByteCopy getOperands(memref::CopyOp op, Side &source, Side &target,
                       const CopyShape &shape);

  Block *entry;
  OpBuilder builder;
  CopyFunctions *functions;
  Location loc = builder.getUnknownLoc();
  StridedViews views;
  DenseMap<int64_t, Value> constants;
};
} // namespace

Value CopyLowering::constant(int64_t value) {
  Value &known = constants[value];
  if (!known) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(entry);
    known = arith::ConstantIndexOp::create(builder, loc, value);
  }
  return known;
}

Value CopyLowering::materialize(OpFoldResult number) {
  if (std::optional<int64_t> value = getConstantIntValue(number))
    return constant(*value);
  return cast<Value>(number);
}

OpFoldResult CopyLowering::multiply(OpFoldResult lhs, OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return builder.getIndexAttr(*left * *right);
  if (left == 1)
    return rhs;
  if (right == 1)
    return lhs;
  return arith::MulIOp::create(builder, loc, materialize(lhs), materialize(rhs))
      .getResult();
}

memref::ExtractStridedMetadataOp CopyLowering::getMetadata(Side &side) {
  if (!side.metadata)
    side.metadata =
        memref::ExtractStridedMetadataOp::create(builder, loc, side.memref);
  return side.metadata;
}

OpFoldResult CopyLowering::getSize(Side &source, const Side &target,
                                   const CopyGroup &group) {
  OpFoldResult product = builder.getIndexAttr(1);
  for (unsigned i = group.first; i <= group.last; ++i) {
    std::optional<int64_t> size = source.view.sizes[i].constant();
    if (!size)
      size = target.view.sizes[i].constant();
    product = multiply(product,
                       size ? builder.getIndexAttr(*size)
                            : OpFoldResult(getMetadata(source).getSizes()[i]));
  }
  return product;
}

Value CopyLowering::getStride(Side &side, unsigned dimension,
                              int64_t elementBytes) {
  std::optional<int64_t> stride = side.view.strides[dimension].constant();
  return materialize(
      multiply(stride ? builder.getIndexAttr(*stride)
                      : OpFoldResult(getMetadata(side).getStrides()[dimension]),
               builder.getIndexAttr(elementBytes)));
}

Value CopyLowering::getPointer(Side &side, int64_t elementBytes) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, side.memref);
  Value integer =
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), address);
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), integer);
  auto [strides, offset] = side.memref.getType().getStridesAndOffset();
  if (offset == 0)
    return pointer;
  OpFoldResult elements = ShapedType::isDynamic(offset)
                              ? OpFoldResult(getMetadata(side).getOffset())
                              : builder.getIndexAttr(offset);
  return advancePointer(
      builder, loc, pointer,
      materialize(multiply(elements, builder.getIndexAttr(elementBytes))));
}

ByteCopy CopyLowering::getOperands(memref::CopyOp op, Side &source,
                                   Side &target, const CopyShape &shape) {
  int64_t elementBytes =
      *getElementBytes(op, source.memref.getType().getElementType());
  ByteCopy copy;
  copy.target = getPointer(target, elementBytes);
  copy.source = getPointer(source, elementBytes);
  ArrayRef<CopyGroup> loops = shape.groups;
  OpFoldResult run = builder.getIndexAttr(elementBytes);
  if (shape.contiguous) {
    run = multiply(getSize(source, target, loops.back()), run);
    loops = loops.drop_back();
  }
  copy.run = materialize(run);
  for (const CopyGroup &loop : loops) {
    copy.sizes.push_back(materialize(getSize(source, target, loop)));
    copy.targetStrides.push_back(getStride(target, loop.last, elementBytes));
    copy.sourceStrides.push_back(getStride(source, loop.last, elementBytes));
  }
  return copy;
}

void CopyLowering::lower(memref::CopyOp op) {
  auto source = cast<TypedValue<MemRefType>>(op.getSource());
  auto target = cast<TypedValue<MemRefType>>(op.getTarget());
  CopyShape shape = normalizeCopy(views.get(source), views.get(target));
  if (!shape.empty && source != target) {
    loc = op.getLoc();
    builder.setInsertionPoint(op);
    Side from{source, views.get(source), nullptr};
    Side to{target, views.get(target), nullptr};
    ByteCopy copy = getOperands(op, from, to, shape);
    if (functions)
      functions->call(builder, loc, copy);
    else
      emitCopy(builder, loc, copy, constant(0), constant(1));
  }
  op.erase();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct LowerCopies : public onnxops::impl::LowerCopiesBase<LowerCopies> {
  using LowerCopiesBase::LowerCopiesBase;

  void runOnOperation() override {
    CopyFunctions functions(getOperation());
    // Taken beforehand, since the functions that copy are added to the module.
    for (auto function : llvm::to_vector(getOperation().getOps<func::FuncOp>()))
      if (failed(lowerFunction(function, functions)))
        return signalPassFailure();
  }

  LogicalResult lowerFunction(func::FuncOp function, CopyFunctions &functions) {
    SmallVector<memref::CopyOp> copies;
    function.walk([&](memref::CopyOp op) { copies.push_back(op); });
    for (memref::CopyOp op : copies)
      for (Value memref : op->getOperands())
        if (failed(verifyMemRef(op, memref.getType())))
          return failure();
    if (copies.empty())
      return success();
    bool outOfLine = copies.size() > outOfLineThreshold;
    CopyLowering lowering(function, outOfLine ? &functions : nullptr);
    for (memref::CopyOp op : copies)
      lowering.lower(op);
    return success();
  }
};
} // namespace
