//===- ExchangeToMPI.cpp - exchanges as sends and receives ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The parts that all ranks send are a table, which each rank walks from the
// first to the last: sends and receives that wait for each other meet in this
// order. The dialect's sends take the first size of a memref for the number of
// elements, and few types, so that parts are packed into bytes.
//
//===----------------------------------------------------------------------===//

#include "RankPlans.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MPI/IR/MPI.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Transforms/Sharding/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_EXCHANGETOMPI
#include "onnxops/Transforms/Sharding/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

namespace {

/// Builds one exchange.
class ExchangeWriter {
public:
  ExchangeWriter(OpBuilder &builder, ExchangeOp op, Value rank, Value world,
                 int64_t mostBytes)
      : b(op.getLoc(), builder), op(op), rank(rank), world(world),
        mostBytes(mostBytes) {}

  /// Returns the result.
  Value write(const RankPlans &plans);

private:
  using Position = SmallVector<OpFoldResult>;

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(b, value);
  }
  Value isRank(Value other) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::eq, rank, other);
  }
  Value toBuffer(Value tensor);
  Value createResult();
  Value slice(Value memref, const Position &begin, const Position &sizes);
  void writeRows(ArrayRef<SmallVector<int64_t>> rows,
                 llvm::function_ref<void(ArrayRef<Value>)> body);
  void writeIf(Value condition, llvm::function_ref<void()> then,
               llvm::function_ref<void()> otherwise = nullptr);
  void writeTransfer(Value source, ArrayRef<Value> row);
  void writePacked(Value part, const Position &sizes, Value peer, bool sends);
  void writeRepeats(ArrayRef<Repeat> repeats);

  ImplicitLocOpBuilder b;
  ExchangeOp op;
  Value rank, world;
  int64_t mostBytes;
  Value result; ///< a memref
};

} // namespace

// Of any layout, so that nothing is copied to get another one.
Value ExchangeWriter::toBuffer(Value tensor) {
  Type type = bufferization::getMemRefTypeWithFullyDynamicLayout(
      cast<TensorType>(tensor.getType()));
  return bufferization::ToBufferOp::create(b, type, tensor, /*read_only=*/true);
}

Value ExchangeWriter::createResult() {
  auto type = cast<RankedTensorType>(op.getInit().getType());
  SmallVector<Value> sizes;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (type.isDynamicDim(d))
      sizes.push_back(tensor::DimOp::create(b, op.getInit(), d));
  return memref::AllocOp::create(
      b, MemRefType::get(type.getShape(), type.getElementType()), sizes);
}

Value ExchangeWriter::slice(Value memref, const Position &begin,
                            const Position &sizes) {
  Position strides(begin.size(), b.getIndexAttr(1));
  return memref::SubViewOp::create(b, memref, begin, sizes, strides);
}

// A loop over constant rows of numbers.
void ExchangeWriter::writeRows(ArrayRef<SmallVector<int64_t>> rows,
                               llvm::function_ref<void(ArrayRef<Value>)> body) {
  if (rows.empty())
    return;
  SmallVector<int64_t> numbers;
  for (const SmallVector<int64_t> &row : rows)
    llvm::append_range(numbers, row);
  const int64_t columns = rows.front().size();
  auto type =
      RankedTensorType::get({int64_t(rows.size()), columns}, b.getI64Type());
  Value table = arith::ConstantOp::create(
      b, type, DenseElementsAttr::get(type, ArrayRef(numbers)));
  auto loop = scf::ForOp::create(b, index(0), index(rows.size()), index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> row;
  for (int64_t column = 0; column < columns; ++column) {
    Value number = tensor::ExtractOp::create(
        b, table, ValueRange{loop.getInductionVar(), index(column)});
    row.push_back(arith::IndexCastOp::create(b, b.getIndexType(), number));
  }
  body(row);
}

void ExchangeWriter::writeIf(Value condition, llvm::function_ref<void()> then,
                             llvm::function_ref<void()> otherwise) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/!!otherwise);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  then();
  if (!otherwise)
    return;
  b.setInsertionPointToStart(branch.elseBlock());
  otherwise();
}

// Sends a part, or receives it, in messages that MPI can count.
void ExchangeWriter::writePacked(Value part, const Position &sizes, Value peer,
                                 bool sends) {
  auto type = cast<MemRefType>(part.getType());
  Type element = type.getElementType();
  int64_t elementBits = isa<ComplexType>(element)
                            ? 2 * cast<ComplexType>(element)
                                      .getElementType()
                                      .getIntOrFloatBitWidth()
                            : element.getIntOrFloatBitWidth();
  Value bytes = index(llvm::divideCeil(elementBits, 8));
  SmallVector<Value> dynamic;
  for (OpFoldResult size : sizes) {
    dynamic.push_back(cast<Value>(size));
    bytes = arith::MulIOp::create(b, bytes, cast<Value>(size));
  }
  auto bytesType = MemRefType::get({ShapedType::kDynamic}, b.getI8Type());
  Value memory =
      memref::AllocOp::create(b, bytesType, bytes, b.getI64IntegerAttr(64));
  SmallVector<int64_t> shape(sizes.size(), ShapedType::kDynamic);
  Value packed = memref::ViewOp::create(b, MemRefType::get(shape, element),
                                        memory, index(0), dynamic);
  if (sends)
    linalg::CopyOp::create(b, part, packed);
  Value most = index(mostBytes);
  auto loop = scf::ForOp::create(b, index(0), bytes, most);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(loop.getBody());
    Value begin = loop.getInductionVar();
    Value left = arith::SubIOp::create(b, bytes, begin);
    Value length = arith::MinSIOp::create(b, left, most);
    Value message = slice(memory, {begin}, {length});
    Value tag = arith::ConstantIntOp::create(b, 0, 32);
    Value other = arith::IndexCastOp::create(b, b.getI32Type(), peer);
    if (sends)
      mpi::SendOp::create(b, TypeRange(), message, tag, other, world);
    else
      mpi::RecvOp::create(b, TypeRange(), message, tag, other, world);
  }
  if (!sends)
    linalg::CopyOp::create(b, packed, part);
  memref::DeallocOp::create(b, memory);
}

// A row has the sender, the receiver, and where the part begins in the shards
// of both, and its sizes.
void ExchangeWriter::writeTransfer(Value source, ArrayRef<Value> row) {
  const size_t dimensions = (row.size() - 2) / 3;
  auto getPosition = [&](size_t number) {
    return Position(getAsOpFoldResult(
        SmallVector<Value>(row.slice(2 + number * dimensions, dimensions))));
  };
  Position from = getPosition(0), to = getPosition(1), sizes = getPosition(2);
  Value isSender = isRank(row[0]), isReceiver = isRank(row[1]);
  auto copy = [&] {
    linalg::CopyOp::create(b, slice(source, from, sizes),
                           slice(result, to, sizes));
  };
  auto move = [&] {
    writeIf(isSender, [&] {
      writePacked(slice(source, from, sizes), sizes, row[1], /*sends=*/true);
    });
    writeIf(isReceiver, [&] {
      writePacked(slice(result, to, sizes), sizes, row[0], /*sends=*/false);
    });
  };
  writeIf(arith::AndIOp::create(b, isSender, isReceiver), copy, move);
}

// Row by row, since a part may repeat itself.
void ExchangeWriter::writeRepeats(ArrayRef<Repeat> repeats) {
  SmallVector<SmallVector<int64_t>> rows;
  for (const Repeat &repeat : repeats)
    rows.push_back({repeat.rank, repeat.from, repeat.to, repeat.length});
  Position sizes = memref::getMixedSizes(b, b.getLoc(), result);
  sizes[op.getDimension()] = b.getIndexAttr(1);
  writeRows(rows, [&](ArrayRef<Value> row) {
    writeIf(isRank(row[0]), [&] {
      auto loop = scf::ForOp::create(b, index(0), row[3], index(1));
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(loop.getBody());
      auto sliceAt = [&](Value first) {
        Position begin(sizes.size(), b.getIndexAttr(0));
        begin[op.getDimension()] =
            arith::AddIOp::create(b, first, loop.getInductionVar()).getResult();
        return slice(result, begin, sizes);
      };
      linalg::CopyOp::create(b, sliceAt(row[1]), sliceAt(row[2]));
    });
  });
}

Value ExchangeWriter::write(const RankPlans &plans) {
  result = createResult();
  for (auto [number, source] : llvm::enumerate(op.getSources())) {
    SmallVector<SmallVector<int64_t>> rows;
    for (const Transfer &transfer : plans.transfers) {
      if (transfer.source != int64_t(number))
        continue;
      SmallVector<int64_t> &row = rows.emplace_back(
          SmallVector<int64_t>{transfer.sender, transfer.receiver});
      for (const SmallVector<int64_t> &numbers :
           {transfer.from, transfer.to, transfer.sizes})
        llvm::append_range(row, numbers);
    }
    if (rows.empty())
      continue;
    Value memref = toBuffer(source);
    writeRows(rows, [&](ArrayRef<Value> row) { writeTransfer(memref, row); });
  }
  writeRepeats(plans.repeats);
  return bufferization::ToTensorOp::create(b, op.getInit().getType(), result,
                                           /*restrict=*/true,
                                           /*writable=*/true);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct ExchangeToMPI : onnxops::impl::ExchangeToMPIBase<ExchangeToMPI> {
  using Base::Base;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    SmallVector<Operation *> ops;
    function.walk([&](Operation *op) {
      if (isa<ExchangeOp, RankOp, GatherOffsetsOp>(op))
        ops.push_back(op);
    });
    if (ops.empty())
      return;
    if (mostBytes < 1 || mostBytes > std::numeric_limits<int32_t>::max()) {
      function.emitError("most-bytes: expected 1 to 2^31 - 1, but got ")
          << mostBytes.getValue();
      return signalPassFailure();
    }
    OpBuilder builder(&getContext());
    builder.setInsertionPointToStart(&function.front());
    Location loc = function.getLoc();
    Value world = mpi::CommWorldOp::create(builder, loc,
                                           mpi::CommType::get(&getContext()));
    auto number = mpi::CommRankOp::create(
        builder, loc, TypeRange(builder.getI32Type()), world);
    Value rank = arith::IndexCastOp::create(
        builder, loc, builder.getIndexType(), number.getRank());
    for (Operation *op : ops)
      if (failed(lower(builder, op, rank, world)))
        return signalPassFailure();
  }

  // Whether elements are bytes that each machine understands alike.
  static bool isSent(Type type) {
    Type element = getElementTypeOrSelf(type);
    return element.isIntOrFloat() || isa<ComplexType>(element);
  }

  LogicalResult lower(OpBuilder &builder, Operation *op, Value rank,
                      Value world) {
    if (isa<RankOp>(op)) {
      op->replaceAllUsesWith(ValueRange(rank));
      op->erase();
      return success();
    }
    auto exchange = dyn_cast<ExchangeOp>(op);
    if (exchange && exchange->getNumResults() == 0)
      return op->emitOpError("expected tensors, but got memory");
    if (exchange && !isSent(exchange.getInit().getType()))
      return op->emitOpError("unsupported: elements of type ")
             << getElementTypeOrSelf(exchange.getInit().getType())
             << ", by ops of MPI";
    KnownExchange known;
    if (!exchange || !known.read(exchange))
      return op->emitOpError("unsupported: sizes that only the call knows, by "
                             "ops of MPI");
    RankPlans plans;
    if (!plans.plan(known))
      return op->emitOpError("there is no memory for the plans of all ranks");
    builder.setInsertionPoint(op);
    Value result =
        ExchangeWriter(builder, exchange, rank, world, mostBytes).write(plans);
    op->replaceAllUsesWith(ValueRange(result));
    op->erase();
    return success();
  }
};

} // namespace
