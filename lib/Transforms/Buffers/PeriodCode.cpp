//===- PeriodCode.cpp - code that repeats a few bytes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short period of known length fills whole registers once, which are then
// stored round and round. Others are doubled in memory up to a block that the
// nearest cache holds, and the block repeated.
//
//===----------------------------------------------------------------------===//

#include "PeriodCode.h"

#include "RunCode.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

// Registers that a pattern may take.
static constexpr int64_t kPatternRegisters = 8;

namespace {
/// Registers that hold a period of constant length over and over, until one
/// begins where the first did.
class RegisterPattern {
public:
  RegisterPattern(CodeWriter &writer, Value source, int64_t period,
                  int64_t vectorBytes)
      : writer(writer), period(period), vectorBytes(vectorBytes),
        elementBytes(std::gcd(period, int64_t(8))) {
    Type element =
        writer.getBuilder().getIntegerType(unsigned(8 * elementBytes));
    once = writer.load(VectorType::get(period / elementBytes, element), source);
    for (int64_t i = 0; i < std::lcm(period, vectorBytes) / vectorBytes; ++i)
      registers.push_back(getRegister(i * vectorBytes));
  }

  static bool fits(int64_t period, int64_t vectorBytes) {
    return std::lcm(period, vectorBytes) / vectorBytes <= kPatternRegisters;
  }

  /// Fills `bytes`, a multiple of the period and at least one register.
  void fill(Value target, Number bytes, bool streams);

private:
  // What stands `offset` bytes behind the start of a period.
  Value getRegister(int64_t offset) {
    SmallVector<int32_t> lanes;
    for (int64_t i = 0; i < vectorBytes; i += elementBytes)
      lanes.push_back((offset + i) % period / elementBytes);
    return LLVM::ShuffleVectorOp::create(writer.getBuilder(), writer.getLoc(),
                                         once, once, lanes);
  }

  CodeWriter &writer;
  int64_t period, vectorBytes, elementBytes;
  Value once;
  SmallVector<Value> registers;
};
} // namespace

void RegisterPattern::fill(Value target, Number bytes, bool streams) {
  int64_t count = registers.size();
  // Few registers are stored more often in each step.
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
  // What is left, register by register while a whole one fits.
  for (int64_t i = 0; i < repeats * count - 1; ++i) {
    Number offset = writer.add(blocks, i * vectorBytes);
    writer.ifThen(writer.compare(arith::CmpIPredicate::sle,
                                 writer.add(offset, vectorBytes), bytes),
                  [&] {
                    writer.store(registers[i % count],
                                 writer.advance(target, offset), streams);
                  });
  }
  // Its last bytes are those of a whole number of periods.
  int64_t phase = (period - vectorBytes % period) % period;
  writer.store(getRegister(phase),
               writer.advance(target, writer.sub(bytes, vectorBytes)));
}

// Of at least one register.
static void writePattern(CodeWriter &writer, Value target, Value source,
                         int64_t period, Number bytes, Value streams,
                         int64_t vectorBytes) {
  RegisterPattern pattern(writer, source, period, vectorBytes);
  Value isAligned = writer.isAligned(target, vectorBytes);
  writer.ifThen(
      writer.both(streams, isAligned),
      [&] { pattern.fill(target, bytes, /*streams=*/true); },
      [&] { pattern.fill(target, bytes, /*streams=*/false); });
}

//===----------------------------------------------------------------------===//
// In memory
//===----------------------------------------------------------------------===//

// Doubles up to this many bytes, then repeats them: the nearest cache holds
// them beside what is written.
static constexpr int64_t kDoubled = 16384;

static void writeDoubled(CodeWriter &writer, Value target, Value source,
                         Number period, Number bytes, int64_t vectorBytes) {
  writeRun(writer, target, source, period, vectorBytes);
  SmallVector<Number> doubled = writer.loopWhile(
      {period},
      [&](ArrayRef<Number> done) {
        return writer.less(done[0], writer.min(bytes, kDoubled));
      },
      [&](ArrayRef<Number> done) -> SmallVector<Number> {
        Number more = writer.min(done[0], writer.sub(bytes, done[0]));
        writer.memcpy(writer.advance(target, done[0]), target, more);
        return {writer.add(done[0], more)};
      });
  writer.loop(doubled[0], bytes, doubled[0], [&](Number offset) {
    writer.memcpy(writer.advance(target, offset), target,
                  writer.min(doubled[0], writer.sub(bytes, offset)));
  });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

// What dynamic periods often are: one element, three of them, a whole part of
// a register.
static constexpr int64_t kCommonPeriods[] = {1, 2, 3, 4, 6, 8, 12, 16};

void mlir::onnxops::writePeriod(CodeWriter &writer, Value target, Value source,
                                Number period, Number count, Value streams,
                                int64_t vectorBytes) {
  Number bytes = writer.mul(period, count);
  auto single = [&] {
    writer.loop(0, count, 1, [&](Number i) {
      writeRun(writer, writer.advance(target, writer.mul(i, period)), source,
               period, vectorBytes);
    });
  };
  auto inRegisters = [&](int64_t constant) {
    writer.ifThen(writer.less(bytes, vectorBytes), single, [&] {
      writePattern(writer, target, source, constant, bytes, streams,
                   vectorBytes);
    });
  };
  auto inMemory = [&] {
    // Long periods gain nothing from being doubled.
    writer.ifThen(
        writer.compare(arith::CmpIPredicate::sge, period, 1024), single, [&] {
          writer.ifThen(writer.less(0, bytes), [&] {
            writeDoubled(writer, target, source, period, bytes, vectorBytes);
          });
        });
  };
  if (std::optional<int64_t> constant = period.constant()) {
    if (*constant == 0)
      return;
    if (*constant < 1024 && RegisterPattern::fits(*constant, vectorBytes))
      return inRegisters(*constant);
    return inMemory();
  }
  // From the last choice to the first.
  std::function<void(ArrayRef<int64_t>)> choose =
      [&](ArrayRef<int64_t> periods) {
        if (periods.empty())
          return inMemory();
        writer.ifThen(
            writer.equal(period, periods.front()),
            [&] { inRegisters(periods.front()); },
            [&] { choose(periods.drop_front()); });
      };
  choose(kCommonPeriods);
}
