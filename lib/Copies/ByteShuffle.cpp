//===- ByteShuffle.cpp - permutes whose indices are computed --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's shufflevector has constant indices; these are instructions of the
// target.
//
//===----------------------------------------------------------------------===//

#include "ByteShuffle.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

int64_t ByteShuffle::getRegisterBytes(const CodeWriter &writer) {
  return getShuffleInstruction(writer.getTuning().shuffle).registerBytes;
}

Number ByteShuffle::getEndOfWhole(CodeWriter &writer, Number shortest,
                                  Number end) {
  return writer.sub(
      end, writer.ceilDiv(getRegisterBytes(writer), writer.max(shortest, 1)));
}

// A constant register.
static Value getConstant(CodeWriter &writer, int64_t registerBytes,
                         llvm::function_ref<uint8_t(int64_t)> byteAt) {
  auto type = cast<VectorType>(writer.getBytesType(registerBytes));
  SmallVector<uint8_t> bytes =
      llvm::map_to_vector(llvm::seq(type.getNumElements()), byteAt);
  return arith::ConstantOp::create(
      writer.getBuilder(), writer.getLoc(),
      DenseElementsAttr::get(type, ArrayRef<uint8_t>(bytes)));
}

// What marks bytes that are from no source.
static Value getNoIndices(CodeWriter &writer) {
  return getConstant(writer, ByteShuffle::getRegisterBytes(writer),
                     [](int64_t) { return 0xff; });
}

Value mlir::onnxops::repeatByte(CodeWriter &writer, Number number,
                                int64_t registerBytes) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  auto type = cast<VectorType>(writer.getBytesType(registerBytes));
  Value byte = arith::TruncIOp::create(builder, loc, type.getElementType(),
                                       writer.materialize(number));
  Value none = LLVM::PoisonOp::create(builder, loc, type);
  Value one = LLVM::InsertElementOp::create(builder, loc, none, byte,
                                            writer.materialize(0));
  return LLVM::ShuffleVectorOp::create(
      builder, loc, one, none, SmallVector<int32_t>(type.getNumElements(), 0));
}

Value mlir::onnxops::countBytes(CodeWriter &writer, Number first,
                                int64_t registerBytes) {
  return arith::AddIOp::create(
      writer.getBuilder(), writer.getLoc(),
      getConstant(writer, registerBytes, [](int64_t i) { return i; }),
      repeatByte(writer, first, registerBytes));
}

// What is stored at any position of a register ends before the second one.
ByteShuffle::ByteShuffle(CodeWriter &writer, ArrayRef<Value> sources,
                         ArrayRef<Number> sourceSteps, Value target,
                         Number targetStep)
    : writer(writer), registerBytes(getRegisterBytes(writer)), sources(sources),
      sourceSteps(sourceSteps), target(target), targetStep(targetStep),
      indices(writer.allocateWords(2 * sources.size() * registerBytes / 8)) {
  for (unsigned i = 0; i < sources.size(); ++i)
    writer.store(getNoIndices(writer), getIndices(i));
}

Value ByteShuffle::getIndices(Number source) {
  return writer.advance(indices, writer.mul(source, 2 * registerBytes));
}

void ByteShuffle::addRun(Number source, Number position, Number index,
                         Number bytes) {
  Value first = writer.advance(getIndices(source), position);
  writer.store(countBytes(writer, index, registerBytes), first);
  writer.store(getNoIndices(writer), writer.advance(first, bytes));
}

Value mlir::onnxops::permuteBytes(CodeWriter &writer, Value bytes,
                                  Value indices) {
  OpBuilder &builder = writer.getBuilder();
  StringRef intrinsic =
      getShuffleInstruction(writer.getTuning().shuffle).intrinsic;
  return LLVM::CallIntrinsicOp::create(
             builder, writer.getLoc(), bytes.getType(),
             builder.getStringAttr(intrinsic), ValueRange{bytes, indices})
      .getResult(0);
}

// One source more: `before` is what the sources before it have written.
static Value addSource(CodeWriter &writer, Value moved, Value isTaken,
                       Value before) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  if (!before)
    return moved;
  if (getShuffleInstruction(writer.getTuning().shuffle).zeroes)
    return arith::OrIOp::create(builder, loc, moved, before);
  return arith::SelectOp::create(builder, loc, isTaken, moved, before);
}

// A register whose first bytes are those of a narrower one, and the rest 0.
static Value widen(CodeWriter &writer, Value bytes, int64_t registerBytes) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  int64_t count = cast<VectorType>(bytes.getType()).getNumElements();
  if (count == registerBytes)
    return bytes;
  Value zeros = arith::ConstantOp::create(builder, loc,
                                          builder.getZeroAttr(bytes.getType()));
  SmallVector<int32_t> positions(registerBytes, count);
  std::iota(positions.begin(), positions.begin() + count, 0);
  return LLVM::ShuffleVectorOp::create(builder, loc, bytes, zeros, positions);
}

void ByteShuffle::writeSteps(Number steps, int64_t loadedBytes) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = writer.getBytesType(registerBytes);
  Type loadedType = writer.getBytesType(loadedBytes);
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
  SmallVector<Value> indexRegisters, isTaken;
  for (unsigned i = 0; i < sources.size(); ++i) {
    indexRegisters.push_back(writer.load(type, getIndices(i)));
    isTaken.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, indexRegisters.back(), zero));
  }
  writer.loop(0, steps, 1, [&](Number step) {
    Value made;
    for (auto [source, sourceStep, indices, taken] :
         llvm::zip_equal(sources, sourceSteps, indexRegisters, isTaken)) {
      Value place = writer.advance(source, writer.mul(step, sourceStep));
      Value bytes =
          widen(writer, writer.load(loadedType, place), registerBytes);
      Value moved = permuteBytes(writer, bytes, indices);
      made = addSource(writer, moved, taken, made);
    }
    writer.store(made, writer.advance(target, writer.mul(step, targetStep)));
  });
}

// Loads of few bytes seldom cross a cache line, those of whole registers do.
void ByteShuffle::write(Number steps, Number sourceBytes) {
  constexpr int64_t narrow = 16;
  std::function<void(int64_t)> write = [&](int64_t loadedBytes) {
    if (loadedBytes >= registerBytes || sourceBytes.is(registerBytes))
      return writeSteps(steps, registerBytes);
    writer.ifThen(
        writer.atMost(sourceBytes, loadedBytes),
        [&] { writeSteps(steps, loadedBytes); },
        [&] { write(2 * loadedBytes); });
  };
  write(narrow);
}
