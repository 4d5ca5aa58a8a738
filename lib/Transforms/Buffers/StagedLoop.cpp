//===- StagedLoop.cpp - elementwise loops past the caches -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of an op are the op itself on subviews. That of a page writes to a
// buffer in the stack frame.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Buffers/StagedLoop.h"

#include "onnxops/Copies/StreamCode.h"
#include "onnxops/Support/ElementBytes.h"
#include "onnxops/Transforms/Buffers/KernelMemRef.h"
#include "onnxops/Transforms/Buffers/OutlinedLoop.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::onnxops;

void mlir::onnxops::takePart(OpBuilder &builder, linalg::GenericOp op,
                             unsigned loop, OpFoldResult begin,
                             OpFoldResult size) {
  AffineExpr cut = getAffineDimExpr(loop, builder.getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<unsigned> dim =
        op.getMatchingIndexingMap(&operand).getResultPosition(cut);
    if (!dim)
      continue;
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, op.getLoc(), operand.get());
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(sizes.size(), builder.getIndexAttr(1));
    offsets[*dim] = begin;
    sizes[*dim] = size;
    operand.set(memref::SubViewOp::create(builder, op.getLoc(), operand.get(),
                                          offsets, sizes, strides));
  }
  SmallVector<OpFoldResult> offsets(op.getNumLoops(), builder.getIndexAttr(0));
  offsets[loop] = begin;
  linalg::offsetIndices(builder, op, offsets);
}

bool mlir::onnxops::canStage(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumLoops() == 0)
    return false;
  OpOperand *result = op.getDpsInitOperand(0);
  auto type = cast<MemRefType>(result->get().getType());
  AffineMap map = op.getMatchingIndexingMap(result);
  AffineExpr last = getAffineDimExpr(op.getNumLoops() - 1, op.getContext());
  int64_t bytes = getElementBytes(op, type);
  return map.isPermutation() && map.getResults().back() == last &&
         type.getStridesAndOffset().first.back() == 1 && bytes <= 8 &&
         llvm::isPowerOf2_64(bytes) && !op.payloadUsesValueFromOperand(result);
}

// The bytes of an element of the result.
static int64_t getResultBytes(linalg::GenericOp op) {
  return getElementBytes(op, cast<MemRefType>(op.getOutputs()[0].getType()));
}

Value mlir::onnxops::areLongRows(CodeWriter &writer, linalg::GenericOp op) {
  constexpr int64_t longRow = 512;
  Number bytes =
      writer.mul(getLoopSizes(writer, op).back(), getResultBytes(op));
  return writer.compare(arith::CmpIPredicate::sge, bytes, longRow);
}

Number mlir::onnxops::getWholeBytes(CodeWriter &writer, linalg::GenericOp op) {
  Value whole = op.getOutputs()[0];
  while (auto view = whole.getDefiningOp<ViewLikeOpInterface>())
    whole = view.getViewSource();
  Number bytes = getResultBytes(op);
  OpBuilder &builder = writer.getBuilder();
  for (OpFoldResult size :
       memref::getMixedSizes(builder, writer.getLoc(), whole)) {
    Value index =
        getValueOrCreateConstantIndexOp(builder, writer.getLoc(), size);
    bytes = writer.mul(bytes, writer.fromIndex(index));
  }
  return bytes;
}

namespace {
/// A page in the stack frame for elements of one type.
class Buffer {
public:
  Buffer(CodeWriter &writer, linalg::GenericOp op)
      : writer(writer), elementBytes(getResultBytes(op)) {
    auto type = cast<MemRefType>(op.getOutputs()[0].getType());
    OpBuilder &builder = writer.getBuilder();
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(writer.getEntry());
    memref = memref::AllocaOp::create(
        builder, writer.getLoc(),
        MemRefType::get({kPage / elementBytes}, type.getElementType()),
        builder.getI64IntegerAttr(64));
  }

  int64_t getElementBytes() const { return elementBytes; }
  Value getPointer() { return writer.getPointer(memref, 0); }

  /// The first elements as a memref of `rank`, of which all but the last
  /// dimension have size 1.
  Value getRow(unsigned rank, OpFoldResult elements) {
    OpBuilder &builder = writer.getBuilder();
    SmallVector<OpFoldResult> sizes(rank, builder.getIndexAttr(1));
    SmallVector<OpFoldResult> strides(
        rank, builder.getIndexAttr(kPage / elementBytes));
    sizes.back() = elements;
    strides.back() = builder.getIndexAttr(1);
    return memref::ReinterpretCastOp::create(builder, writer.getLoc(), memref,
                                             builder.getIndexAttr(0), sizes,
                                             strides);
  }

private:
  CodeWriter &writer;
  int64_t elementBytes;
  Value memref;
};
} // namespace

// Computes a page or less of one row of the result into the buffer, and copies
// it to `target`. `begin` has the index of each loop.
static void writePage(CodeWriter &writer, linalg::GenericOp op, Buffer &buffer,
                      ArrayRef<Number> begin, Number elements, Value target,
                      int64_t vectorBytes) {
  OpBuilder &builder = writer.getBuilder();
  OpFoldResult size = getAsOpFoldResult(writer.toIndex(elements));
  auto page = cast<linalg::GenericOp>(builder.clone(*op));
  builder.setInsertionPoint(page);
  for (auto [loop, index] : llvm::enumerate(begin))
    takePart(builder, page, loop, getAsOpFoldResult(writer.toIndex(index)),
             loop + 1 == begin.size() ? size : builder.getIndexAttr(1));
  page.getDpsInitOperand(0)->set(buffer.getRow(begin.size(), size));
  builder.setInsertionPointAfter(page);
  writeStreamedPage(writer, target, buffer.getPointer(),
                    writer.mul(elements, buffer.getElementBytes()),
                    vectorBytes);
}

// The first element of a row of the result; `outer` has the index of each outer
// loop.
static Value getRow(CodeWriter &writer, linalg::GenericOp op,
                    ArrayRef<Number> outer, int64_t elementBytes) {
  auto result = cast<TypedValue<MemRefType>>(op.getOutputs()[0]);
  MemRefNumbers numbers = readNumbers(writer, result);
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Number offset = 0;
  for (unsigned dim = 0; dim < outer.size(); ++dim)
    offset = writer.add(offset, writer.mul(outer[map.getDimPosition(dim)],
                                           numbers.strides[dim]));
  return writer.advance(numbers.pointer, writer.mul(offset, elementBytes));
}

// Writes one row of the result. All pages but the first begin where one begins
// in memory, so that their stores are aligned.
static void writeRow(CodeWriter &writer, linalg::GenericOp op, Buffer &buffer,
                     ArrayRef<Number> outer, Number elements,
                     int64_t vectorBytes) {
  const int64_t bytes = buffer.getElementBytes(), page = kPage / bytes;
  Value row = getRow(writer, op, outer, bytes);
  Number before = // elements, in the first page of memory
      writer.div(writer.rem(writer.toInteger(row), kPage), bytes);
  SmallVector<Number> indices(outer);
  indices.push_back(0);
  writer.loop(0, writer.add(before, elements), page, [&](Number i) {
    Number begin = writer.max(writer.sub(i, before), 0);
    Number end = writer.min(writer.sub(writer.add(i, page), before), elements);
    indices.back() = begin;
    writePage(writer, op, buffer, indices, writer.sub(end, begin),
              writer.advance(row, writer.mul(begin, bytes)), vectorBytes);
  });
}

void mlir::onnxops::stage(CodeWriter &writer, linalg::GenericOp op,
                          int64_t vectorBytes) {
  Buffer buffer(writer, op);
  SmallVector<Number> sizes = getLoopSizes(writer, op), indices;
  std::function<void()> write = [&] {
    if (indices.size() + 1 == sizes.size())
      return writeRow(writer, op, buffer, indices, sizes.back(), vectorBytes);
    writer.loop(0, sizes[indices.size()], 1, [&](Number i) {
      indices.push_back(i);
      write();
      indices.pop_back();
    });
  };
  write();
  op.erase();
}
