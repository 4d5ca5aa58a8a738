//===- KernelSources.cpp - what a kernel copies from ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The search among many sources begins with a guess, which is right where all
// provide the same number of bytes.
//
//===----------------------------------------------------------------------===//

#include "KernelSources.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Reading the end of source -1 must stay within the array.
static_assert(ONNXOPS_SEGMENTS_FIRST + ONNXOPS_SEGMENT_END >=
                  ONNXOPS_SEGMENT_WORDS,
              "the array starts before the end of segment -1");

Value KernelSources::select(Value condition, Value lhs, Value rhs) {
  return arith::SelectOp::create(writer.getBuilder(), writer.getLoc(),
                                 condition, lhs, rhs);
}

Value KernelSources::read(Value source, int64_t word) {
  if (!source)
    return writer.argument(first + word);
  Value offset = writer.mul(source, writer.number64(words));
  return writer.argument(writer.add(offset, writer.number64(first + word)));
}

Value KernelSources::find(Value byte) {
  if (count == 1)
    return nullptr;
  if (count == 0)
    return search(byte);
  Value before = writer.number64(0);
  for (int64_t k = 0; k + 1 < count; ++k) {
    Value isBehind = writer.less(byte, findEnd(writer.number64(k)));
    before = writer.add(
        before, select(isBehind, writer.number64(0), writer.number64(1)));
  }
  return before;
}

Value KernelSources::findBegin(Value source) {
  if (!source)
    return writer.number64(0);
  Value one = writer.number64(1);
  // For the first source this reads an argument before the sources.
  Value before = findEnd(writer.sub(source, one));
  return select(writer.less(source, one), writer.number64(0), before);
}

Value KernelSources::findEnd(Value source) {
  return read(source, ONNXOPS_SEGMENT_END);
}

// The source that would provide a byte if all provided the same number.
Value KernelSources::guess(Value byte) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type f32 = builder.getF32Type();
  auto toFloat = [&](Value number) -> Value {
    return arith::SIToFPOp::create(builder, loc, f32, number);
  };
  Value sources = writer.argument(int64_t(ONNXOPS_SEGMENTS_COUNT));
  Value perByte = arith::DivFOp::create(builder, loc, toFloat(sources),
                                        toFloat(writer.argument(bytes)));
  Value guessed = arith::FPToSIOp::create(
      builder, loc, writer.getI64(),
      arith::MulFOp::create(builder, loc, toFloat(byte), perByte));
  Value last = writer.sub(sources, writer.number64(1));
  return select(writer.less(guessed, last), guessed, last);
}

Value KernelSources::search(Value byte) {
  Value source = guess(byte);
  Value isBefore = writer.less(byte, findBegin(source));
  Value isWithin = writer.less(byte, findEnd(source));
  Value next = writer.add(source, writer.number64(1));
  Value all = writer.argument(int64_t(ONNXOPS_SEGMENTS_COUNT));
  // [source, source) if the guess is right.
  Value lowest =
      select(isBefore, writer.number64(0), select(isWithin, source, next));
  Value end = select(isWithin, source, all);
  return writer.findFirst(lowest, end, [&](Value other) {
    return writer.less(byte, findEnd(other));
  });
}
