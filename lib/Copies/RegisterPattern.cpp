//===- RegisterPattern.cpp - a short period in registers ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One load of the period, and one shuffle per register.
//
//===----------------------------------------------------------------------===//

#include "RegisterPattern.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

// The number of registers that begin at different bytes of the period.
static int64_t countRegisters(int64_t period, int64_t vectorBytes) {
  return std::lcm(period, vectorBytes) / vectorBytes;
}

bool RegisterPattern::fits(int64_t period, int64_t vectorBytes) {
  constexpr int64_t few = 8;
  return countRegisters(period, vectorBytes) <= few;
}

RegisterPattern::RegisterPattern(CodeWriter &writer, Value source,
                                 int64_t period, int64_t vectorBytes)
    : writer(writer), period(period), vectorBytes(vectorBytes),
      elementBytes(std::gcd(period, int64_t(8))) {
  Type element = writer.getBuilder().getIntegerType(unsigned(8 * elementBytes));
  once = writer.load(VectorType::get(period / elementBytes, element), source);
  for (int64_t i = 0, e = countRegisters(period, vectorBytes); i < e; ++i)
    registers.push_back(getRegister(i * vectorBytes));
}

// The register that begins `offset` bytes after the start of a period.
Value RegisterPattern::getRegister(int64_t offset) {
  SmallVector<int32_t> lanes;
  for (int64_t i = 0; i < vectorBytes; i += elementBytes)
    lanes.push_back((offset + i) % period / elementBytes);
  return LLVM::ShuffleVectorOp::create(writer.getBuilder(), writer.getLoc(),
                                       once, once, lanes);
}

void RegisterPattern::fill(Value target, Number bytes, bool streams) {
  int64_t count = registers.size();
  // With few registers, the loop is unrolled.
  int64_t repeats = std::max<int64_t>(1, 4 / count);
  int64_t block = repeats * count * vectorBytes;
  auto storeAll = [&](Number offset, int64_t times) {
    for (int64_t i = 0; i < times * count; ++i)
      writer.store(registers[i % count],
                   writer.advance(target, writer.add(offset, i * vectorBytes)),
                   streams);
  };
  Number blocks = writer.mul(writer.div(bytes, block), block);
  writer.loop(0, blocks, block,
              [&](Number offset) { storeAll(offset, repeats); });
  // The rest, register by register as long as a whole one fits.
  for (int64_t i = 0; i < repeats * count - 1; ++i) {
    Number offset = writer.add(blocks, i * vectorBytes);
    writer.ifThen(writer.atMost(writer.add(offset, vectorBytes), bytes), [&] {
      writer.store(registers[i % count], writer.advance(target, offset),
                   streams);
    });
  }
  // The last register ends with a whole period.
  int64_t phase = (period - vectorBytes % period) % period;
  auto storeLast = [&] {
    writer.store(getRegister(phase),
                 writer.advance(target, writer.sub(bytes, vectorBytes)));
  };
  if (!streams)
    return storeLast();
  // A regular store to a line that has just been streamed reads it from memory.
  Number rest = writer.rem(bytes, vectorBytes);
  writer.ifThen(writer.less(0, rest), storeLast);
}
