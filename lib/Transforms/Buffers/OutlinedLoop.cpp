//===- OutlinedLoop.cpp - linalg.generic ops as a kernel ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels are identified by the printed loops, with numbers in place of values.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Transforms/Buffers/OutlinedLoop.h"

#include "onnxops/Transforms/Buffers/StagedLoop.h"

#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

static bool isMemRef(Value value) {
  auto type = dyn_cast<MemRefType>(value.getType());
  return type && isKernelMemRef(type);
}

static bool isScalar(Value value) {
  Type type = value.getType();
  return type.isIndex() ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() <= 64);
}

bool mlir::onnxops::isKernelValue(Value value) {
  return isMemRef(value) || isScalar(value);
}

Number mlir::onnxops::toArgument(CodeWriter &writer, Value scalar) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = scalar.getType();
  if (type.isIndex())
    return writer.fromIndex(scalar);
  unsigned width = type.getIntOrFloatBitWidth();
  if (isa<FloatType>(type))
    scalar = arith::BitcastOp::create(builder, loc,
                                      builder.getIntegerType(width), scalar);
  if (width < 64)
    scalar = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), scalar);
  return Number(scalar);
}

SetVector<Value> mlir::onnxops::takeCaptures(linalg::GenericOp op,
                                             IRRewriter &rewriter) {
  SetVector<Value> values, captures;
  getUsedValuesDefinedAbove(op.getRegion(), values);
  for (Value value : values) {
    Operation *constant = value.getDefiningOp();
    if (!constant || !matchPattern(constant, m_Constant())) {
      captures.insert(value);
      continue;
    }
    rewriter.setInsertionPointToStart(op.getBody());
    Operation *own = rewriter.clone(*constant);
    // Not all uses of the value, which thousands of loops may have in common.
    op.getRegion().walk([&](Operation *user) {
      user->replaceUsesOfWith(value, own->getResult(0));
    });
  }
  return captures;
}

SmallVector<Number> mlir::onnxops::getLoopSizes(CodeWriter &writer,
                                                linalg::GenericOp op) {
  SmallVector<Number> sizes;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop) {
    Value operand;
    unsigned dim = 0;
    // All operands indexed by the loop have its size; prefer a static one.
    for (OpOperand &candidate : op->getOpOperands()) {
      std::optional<unsigned> position =
          op.getMatchingIndexingMap(&candidate)
              .getResultPosition(getAffineDimExpr(loop, op.getContext()));
      auto type = dyn_cast<MemRefType>(candidate.get().getType());
      if (!position || !type)
        continue;
      if (!operand || !type.isDynamicDim(*position)) {
        operand = candidate.get();
        dim = *position;
      }
    }
    sizes.push_back(
        writer.fromIndex(writer.getBuilder().createOrFold<memref::DimOp>(
            writer.getLoc(), operand, dim)));
  }
  return sizes;
}

static Value toScalar(CodeWriter &writer, Number number, Type type) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  if (type.isIndex())
    return writer.toIndex(number);
  Value scalar = writer.materialize(number);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    scalar = arith::TruncIOp::create(builder, loc,
                                     builder.getIntegerType(width), scalar);
  if (isa<FloatType>(type))
    scalar = arith::BitcastOp::create(builder, loc, type, scalar);
  return scalar;
}

std::string mlir::onnxops::describeBody(
    linalg::GenericOp op,
    llvm::function_ref<std::optional<int64_t>(Value)> getNumber) {
  std::string text;
  llvm::raw_string_ostream os(text);
  // Printing an op in isolation does not identify the captured values.
  op.getRegion().walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (std::optional<int64_t> number = getNumber(operand))
        os << " " << *number;
  });
  // Detached from its function, which would be numbered each time.
  OwningOpRef<linalg::GenericOp> alone = op.clone();
  for (Operation &inner : *alone->getBody())
    inner.print(os << "\n",
                OpPrintingFlags().useLocalScope().printGenericOpForm());
  os << op.getIndexingMaps();
  return text;
}

void OutlinedLoop::add(CodeWriter &writer, Value value) {
  if (values.contains(value))
    return;
  if (!isMemRef(value)) {
    values.insert(
        {value, {value.getType(), call.add(toArgument(writer, value))}});
    return;
  }
  KernelMemRef memref =
      addMemRef(writer, call, cast<TypedValue<MemRefType>>(value));
  values.insert({value, {memref.type, memref}});
}

OutlinedLoop::OutlinedLoop(CodeWriter &writer, const LoopGroup &ops,
                           const SetVector<Value> &captures, unsigned loop,
                           Value streams, int64_t vectorBytes)
    : ops(ops), loop(loop), vectorBytes(vectorBytes), call("loops") {
  for (linalg::GenericOp op : ops)
    for (Value operand : op->getOperands())
      add(writer, operand);
  for (Value capture : captures)
    add(writer, capture);
  call.choose("loop", loop);
  this->streams = call.add(writer.fromCondition(streams));
  for (auto &[value, own] : values) {
    std::string text;
    llvm::raw_string_ostream(text) << " " << own.type;
    call.describe(text);
  }
  for (linalg::GenericOp op : ops)
    call.describe(describe(op, captures));
}

// The numbers of the operands, and the body.
std::string OutlinedLoop::describe(linalg::GenericOp op,
                                   const SetVector<Value> &captures) {
  auto indexOf = [&](Value value) {
    return values.find(value) - values.begin();
  };
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Value operand : op->getOperands())
    os << " " << indexOf(operand);
  os << describeBody(op, [&](Value value) -> std::optional<int64_t> {
    if (captures.contains(value))
      return indexOf(value);
    return std::nullopt;
  });
  return text;
}

void OutlinedLoop::write(CodeWriter &writer, KernelFrame &frame,
                         const LLVMTypeConverter &types) {
  OpBuilder &builder = writer.getBuilder();
  IRMapping mapping;
  for (auto &[value, own] : values) {
    if (auto *memref = std::get_if<KernelMemRef>(&own.argument))
      mapping.map(value, readMemRef(writer, frame, types, *memref));
    else
      mapping.map(value,
                  toScalar(writer,
                           frame.number(std::get<KernelArgument>(own.argument)),
                           own.type));
  }
  auto writePart = [&](linalg::GenericOp op, Number begin, Number size,
                       bool isStaged) {
    IRMapping operands = mapping; // a clone adds what it contains
    auto part = cast<linalg::GenericOp>(builder.clone(*op, operands));
    builder.setInsertionPoint(part);
    takePart(builder, part, loop, writer.toIndex(begin),
             getAsOpFoldResult(writer.toIndex(size)));
    builder.setInsertionPointAfter(part);
    if (isStaged)
      stage(writer, part, vectorBytes);
  };
  Number begin = frame.getBegin(), end = frame.getEnd();
  auto writeAll = [&](bool isStaged) {
    if (ops.size() == 1)
      return writePart(ops.front(), begin, writer.sub(end, begin), isStaged);
    writer.loop(begin, end, 1, [&](Number row) {
      for (linalg::GenericOp op : ops)
        writePart(op, row, 1, isStaged);
    });
  };
  writer.ifThen(
      writer.equal(frame.number(streams), 1),
      [&] {
        writeAll(/*isStaged=*/true);
        writer.fence();
      },
      [&] { writeAll(/*isStaged=*/false); });
}
