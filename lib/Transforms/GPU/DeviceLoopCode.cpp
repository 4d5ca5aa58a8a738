//===- DeviceLoopCode.cpp - the kernel of an elementwise loop -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The device's code: indices, operands, and the body, once per iteration of a
// thread.
//
//===----------------------------------------------------------------------===//

#include "DeviceLoop.h"

using namespace mlir;
using namespace mlir::onnxops;

Value DeviceLoop::getArgument(DeviceWriter &writer,
                              const KernelArgument &argument) {
  return argument.constant ? writer.number64(*argument.constant)
                           : writer.argument(int64_t(argument.index));
}

// The address of the element at these indices, one for each dimension of the
// memory.
Value DeviceLoop::getAddress(DeviceWriter &writer, const Memory &memory,
                             ValueRange indices) {
  Value address = getArgument(writer, memory.address);
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides))
    address =
        writer.add(address, writer.mul(index, getArgument(writer, stride)));
  return address;
}

Value DeviceLoop::readScalar(DeviceWriter &writer,
                             const KernelArgument &argument, Type type) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Value number = getArgument(writer, argument);
  if (type.isIndex())
    return arith::IndexCastOp::create(builder, loc, type, number);
  unsigned width = type.getIntOrFloatBitWidth();
  if (width < 64)
    number = arith::TruncIOp::create(builder, loc,
                                     builder.getIntegerType(width), number);
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(builder, loc, type, number).getResult()
             : number;
}

// Lowers a load from a captured memref; its indices may be in `values`.
Value DeviceLoop::readCaptured(DeviceWriter &writer, memref::LoadOp load,
                               const IRMapping &values) {
  SmallVector<Value> position;
  for (Value index : load.getIndices())
    position.push_back(arith::IndexCastOp::create(
        writer.getBuilder(), writer.getLoc(), writer.getI64(),
        values.lookupOrDefault(index)));
  const Memory &memory = memrefs.find(load.getMemRef())->second;
  return writer.load(load.getType(), getAddress(writer, memory, position));
}

// Clones the body with its operands in `values`.
void DeviceLoop::writeBody(DeviceWriter &writer, IRMapping &values,
                           ArrayRef<Value> indices) {
  OpBuilder &builder = writer.getBuilder();
  auto toIndex = [&](Value number) -> Value {
    return arith::IndexCastOp::create(builder, writer.getLoc(),
                                      builder.getIndexType(), number);
  };
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      values.map(index.getResult(), toIndex(indices[index.getDim()]));
      continue;
    }
    auto load = dyn_cast<memref::LoadOp>(inner);
    if (load && memrefs.contains(load.getMemRef())) {
      values.map(load.getResult(), readCaptured(writer, load, values));
      continue;
    }
    // Loads in nested regions.
    builder.clone(inner, values)->walk([&](memref::LoadOp nested) {
      if (!memrefs.contains(nested.getMemRef()))
        return;
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(nested);
      nested.replaceAllUsesWith(readCaptured(writer, nested, values));
      nested.erase();
    });
  }
}

void DeviceLoop::writeIterations(DeviceWriter &writer, Value at,
                                 int64_t iterations) {
  SmallVector<Value> indices(sizes.size());
  SmallVector<unsigned> own, others;
  for (unsigned loop = sizes.size(); loop-- > 0;)
    (isParallel(loop) ? own : others).push_back(loop);
  // The index of the outermost loop is the remaining quotient.
  for (unsigned loop : ArrayRef(own).drop_back(!own.empty())) {
    Value size = writer.toIndex(getArgument(writer, sizes[loop]));
    if (loop == own.front() && iterations > 1)
      size = writer.div(size, writer.number(iterations));
    indices[loop] = writer.toI64(writer.rem(at, size));
    at = writer.div(at, size);
  }
  if (!own.empty())
    indices[own.back()] = writer.toI64(at);
  if (iterations > 1)
    indices.back() = writer.mul(indices.back(), writer.number64(iterations));
  std::function<void()> writeRest = [&] {
    if (others.empty())
      return writeElements(writer, indices, iterations);
    unsigned loop = others.pop_back_val();
    writer.forEach(getArgument(writer, sizes[loop]), [&](Value index) {
      indices[loop] = index;
      writeRest();
    });
  };
  writeRest();
}

// Reads the elements of an operand in memory, one for each iteration; nothing
// if the body does not use it. `address` is that of the first iteration.
SmallVector<Value> DeviceLoop::readOperand(DeviceWriter &writer,
                                           const Memory &memory, OpOperand &use,
                                           ArrayRef<Value> indices,
                                           int64_t iterations, Value &address) {
  AffineMap map = op.getMatchingIndexingMap(&use);
  SmallVector<Value> position;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    position.push_back(indices[map.getDimPosition(dim)]);
  address = getAddress(writer, memory, position);
  BlockArgument argument = op.getMatchingBlockArgument(&use);
  if (argument.use_empty())
    return {};
  if (iterations > 1 && isPerIteration(use))
    return writer.loadLanes(argument.getType(), address, iterations);
  return SmallVector<Value>(iterations,
                            writer.load(argument.getType(), address));
}

// Writes the body for one or more adjacent iterations of the innermost loop.
void DeviceLoop::writeElements(DeviceWriter &writer, ArrayRef<Value> indices,
                               int64_t iterations) {
  SmallVector<IRMapping> values(iterations);
  SmallVector<Value> addresses;
  auto give = [&](Value to, ArrayRef<Value> perIteration) {
    for (auto [mapping, value] : llvm::zip(values, perIteration))
      mapping.map(to, value);
  };
  for (OpOperand &use : op->getOpOperands()) {
    const Operand &operand = operands[use.getOperandNumber()];
    BlockArgument argument = op.getMatchingBlockArgument(&use);
    if (auto *memory = std::get_if<Memory>(&operand))
      give(argument, readOperand(writer, *memory, use, indices, iterations,
                                 addresses.emplace_back()));
    else
      give(argument,
           SmallVector<Value>(
               iterations, readScalar(writer, std::get<KernelArgument>(operand),
                                      argument.getType())));
  }
  for (auto &[value, argument] : scalars)
    give(value, SmallVector<Value>(
                    iterations, readScalar(writer, argument, value.getType())));
  SmallVector<Value> own(indices);
  for (auto [i, mapping] : llvm::enumerate(values)) {
    if (i > 0)
      own.back() = writer.add(indices.back(), writer.number64(i));
    writeBody(writer, mapping, own);
  }
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  for (auto [value, address] :
       llvm::zip_equal(yield.getValues(),
                       ArrayRef(addresses).take_back(op.getNumDpsInits()))) {
    SmallVector<Value> results;
    for (IRMapping &mapping : values)
      results.push_back(mapping.lookupOrDefault(value));
    writer.storeLanes(results, address);
  }
}

void DeviceLoop::writeLoop(DeviceWriter &writer, int64_t iterations) {
  Value count = getArgument(writer, countArgument);
  writer.withIndicesFor(count, DeviceWriter::isNarrow(countArgument.constant),
                        [&](unsigned) {
                          Value own = writer.toIndex(count);
                          if (iterations > 1)
                            own = writer.div(own, writer.number(iterations));
                          writer.forThread(own, [&](Value at) {
                            writeIterations(writer, at, iterations);
                          });
                        });
}

void DeviceLoop::write(DeviceWriter &writer) {
  if (iterations == 1)
    return writeLoop(writer, 1);
  Value isFree = arith::CmpIOp::create(
      writer.getBuilder(), writer.getLoc(), arith::CmpIPredicate::eq,
      getArgument(writer, obstaclesArgument), writer.number64(0));
  writer.ifThen(
      isFree, [&] { writeLoop(writer, iterations); },
      [&] { writeLoop(writer, 1); });
}
