//===- DeviceLoopCode.cpp - the kernel of an elementwise loop -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code of the device: indices, operands, and the body, once for each lane.
//
//===----------------------------------------------------------------------===//

#include "DeviceLoop.h"

using namespace mlir;
using namespace mlir::onnxops;

Value DeviceLoop::getWord(DeviceWriter &writer, const Word &word) {
  return word.constant ? writer.number64(*word.constant)
                       : writer.word(int64_t(word.index));
}

// Of the element at these indices, one for each dimension of the memory.
Value DeviceLoop::getAddress(DeviceWriter &writer, const Memory &memory,
                             ValueRange indices) {
  Value address = getWord(writer, memory.address);
  for (auto [index, stride] : llvm::zip_equal(indices, memory.strides))
    address = writer.add(address, writer.mul(index, getWord(writer, stride)));
  return address;
}

Value DeviceLoop::readScalar(DeviceWriter &writer, const Word &word,
                             Type type) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Value number = getWord(writer, word);
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

// What a load reads whose memref is in the table; its indices may be in
// `values`.
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
    // In branches of the body.
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

void DeviceLoop::writeIteration(DeviceWriter &writer, Value at, int64_t lanes) {
  SmallVector<Value> indices(sizes.size());
  SmallVector<unsigned> own, others;
  for (unsigned loop = sizes.size(); loop-- > 0;)
    (isParallel(loop) ? own : others).push_back(loop);
  // Of the outermost one is what is left.
  for (unsigned loop : ArrayRef(own).drop_back(!own.empty())) {
    Value size = writer.toIndex(getWord(writer, sizes[loop]));
    if (loop == own.front() && lanes > 1)
      size = writer.div(size, writer.number(lanes));
    indices[loop] = writer.toI64(writer.rem(at, size));
    at = writer.div(at, size);
  }
  if (!own.empty())
    indices[own.back()] = writer.toI64(at);
  if (lanes > 1)
    indices.back() = writer.mul(indices.back(), writer.number64(lanes));
  std::function<void()> writeRest = [&] {
    if (others.empty())
      return writeElements(writer, indices, lanes);
    unsigned loop = others.pop_back_val();
    writer.forEach(getWord(writer, sizes[loop]), [&](Value index) {
      indices[loop] = index;
      writeRest();
    });
  };
  writeRest();
}

// What each lane sees of an operand in memory; nothing if the body does not
// look. Its address is the first lane's.
SmallVector<Value> DeviceLoop::readOperand(DeviceWriter &writer,
                                           const Memory &memory, OpOperand &use,
                                           ArrayRef<Value> indices,
                                           int64_t lanes, Value &address) {
  AffineMap map = op.getMatchingIndexingMap(&use);
  SmallVector<Value> position;
  for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
    position.push_back(indices[map.getDimPosition(dim)]);
  address = getAddress(writer, memory, position);
  BlockArgument argument = op.getMatchingBlockArgument(&use);
  if (argument.use_empty())
    return {};
  if (lanes > 1 && hasLanes(use))
    return writer.loadLanes(argument.getType(), address, lanes);
  return SmallVector<Value>(lanes, writer.load(argument.getType(), address));
}

// One iteration of all loops, or one for each lane.
void DeviceLoop::writeElements(DeviceWriter &writer, ArrayRef<Value> indices,
                               int64_t lanes) {
  SmallVector<IRMapping> values(lanes);
  SmallVector<Value> addresses;
  auto give = [&](Value to, ArrayRef<Value> ofLanes) {
    for (auto [mapping, value] : llvm::zip(values, ofLanes))
      mapping.map(to, value);
  };
  for (OpOperand &use : op->getOpOperands()) {
    const Operand &operand = operands[use.getOperandNumber()];
    BlockArgument argument = op.getMatchingBlockArgument(&use);
    if (auto *memory = std::get_if<Memory>(&operand))
      give(argument, readOperand(writer, *memory, use, indices, lanes,
                                 addresses.emplace_back()));
    else
      give(argument,
           SmallVector<Value>(lanes, readScalar(writer, std::get<Word>(operand),
                                                argument.getType())));
  }
  for (auto &[value, word] : scalars)
    give(value,
         SmallVector<Value>(lanes, readScalar(writer, word, value.getType())));
  SmallVector<Value> own(indices);
  for (auto [lane, mapping] : llvm::enumerate(values)) {
    if (lane > 0)
      own.back() = writer.add(indices.back(), writer.number64(lane));
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

void DeviceLoop::writeLoop(DeviceWriter &writer, int64_t lanes) {
  Value count = getWord(writer, countWord);
  writer.withIndicesFor(count, DeviceWriter::isNarrow(countWord.constant), [&] {
    Value own = writer.toIndex(count);
    if (lanes > 1)
      own = writer.div(own, writer.number(lanes));
    writer.forThread(own, [&](Value at) { writeIteration(writer, at, lanes); });
  });
}

void DeviceLoop::write(DeviceWriter &writer) {
  if (lanes == 1)
    return writeLoop(writer, 1);
  Value isFree = arith::CmpIOp::create(
      writer.getBuilder(), writer.getLoc(), arith::CmpIPredicate::eq,
      getWord(writer, obstaclesWord), writer.number64(0));
  writer.ifThen(
      isFree, [&] { writeLoop(writer, lanes); }, [&] { writeLoop(writer, 1); });
}
