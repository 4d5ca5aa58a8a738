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

using namespace mlir;
using namespace mlir::onnxops;

int64_t ByteShuffle::getRegisterBytes(const CodeWriter &writer) {
  return getShuffleInstruction(writer.getTuning().shuffle).registerBytes;
}

ByteShuffle::ByteShuffle(CodeWriter &writer, ArrayRef<Value> sources,
                         ArrayRef<Number> sourceSteps, Value target,
                         Number targetStep)
    : writer(writer), registerBytes(getRegisterBytes(writer)), sources(sources),
      sourceSteps(sourceSteps), target(target), targetStep(targetStep),
      indices(writer.allocateWords(sources.size() * registerBytes / 8)) {
  // No byte is from any source yet.
  auto type = cast<VectorType>(writer.getBytesType(registerBytes));
  Value none = arith::ConstantOp::create(
      writer.getBuilder(), writer.getLoc(),
      DenseElementsAttr::get(type, APInt::getAllOnes(8)));
  for (unsigned i = 0; i < sources.size(); ++i)
    writer.store(none, getIndices(i));
}

Value ByteShuffle::getIndices(Number source) {
  return writer.advance(indices, writer.mul(source, registerBytes));
}

void ByteShuffle::addRun(Number source, Number position, Number index,
                         Number bytes) {
  Value first = writer.advance(getIndices(source), position);
  Type byte = writer.getBytesType(1);
  writer.loop(0, bytes, 1, [&](Number i) {
    Value number = writer.materialize(writer.add(index, i));
    writer.store(arith::TruncIOp::create(writer.getBuilder(), writer.getLoc(),
                                         byte, number),
                 writer.advance(first, i));
  });
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

void ByteShuffle::write(Number steps) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = writer.getBytesType(registerBytes);
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
      Value moved = permuteBytes(writer, writer.load(type, place), indices);
      made = addSource(writer, moved, taken, made);
    }
    writer.store(made, writer.advance(target, writer.mul(step, targetStep)));
  });
}
