//===- PeriodCode.cpp - code that repeats a run of bytes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short period of known length fills whole registers once, which are then
// stored cyclically. Others are doubled in memory up to a block that fits into
// L1, and the block is repeated.
//
//===----------------------------------------------------------------------===//

#include "PeriodCode.h"

#include "ByteShuffle.h"
#include "RegisterPattern.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

// Writes at least one register.
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

// Doubles up to this many bytes, then repeats them: they fit into L1 together
// with their target.
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
// Long periods
//===----------------------------------------------------------------------===//

// Up to this many places, the processor tracks each as a stream of stores.
static constexpr int64_t kFewPlaces = 8;

static void writeLongPeriodHere(CodeWriter &writer, Value target, Value source,
                                Number period, Number begin, Number end,
                                Number repeats, Value streams,
                                int64_t vectorBytes) {
  auto writeSlabs = [&] {
    writer.loopParts(begin, end, kSlab, [&](Number offset, Number bytes) {
      RunSeries copies{writer.advance(target, offset),
                       writer.advance(source, offset),
                       period,
                       /*sourceStride=*/0,
                       bytes,
                       repeats};
      writeRuns(writer, copies, streams, vectorBytes);
    });
  };
  Number bytes = writer.sub(end, begin);
  Value isFew = writer.both(
      writer.compare(arith::CmpIPredicate::sle, repeats, kFewPlaces),
      writer.less(kSlab, bytes));
  // A slab is read from memory once anyway. Non-temporal stores need one place
  // after the other.
  writer.ifThen(streams, writeSlabs, [&] {
    writer.ifThen(
        isFew,
        [&] {
          writeToEach(writer, writer.advance(target, begin), period, repeats,
                      writer.advance(source, begin), bytes, vectorBytes);
        },
        writeSlabs);
  });
}

void mlir::onnxops::writeLongPeriod(CodeWriter &writer, Value target,
                                    Value source, Number period, Number begin,
                                    Number end, Number repeats, Value streams,
                                    int64_t vectorBytes) {
  if (period.constant())
    return writeLongPeriodHere(writer, target, source, period, begin, end,
                               repeats, streams, vectorBytes);
  Value arguments[] = {target,
                       source,
                       writer.materialize(period),
                       writer.materialize(begin),
                       writer.materialize(end),
                       writer.materialize(repeats),
                       streams};
  writer.call(
      "long_period", arguments, [&](CodeWriter &writer, ValueRange values) {
        writeLongPeriodHere(writer, values[0], values[1], Number(values[2]),
                            Number(values[3]), Number(values[4]),
                            Number(values[5]), values[6], vectorBytes);
      });
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

// Common dynamic periods: one element, three elements, a fraction of a
// register.
static constexpr int64_t kCommonPeriods[] = {1, 2, 3, 4, 6, 8, 12, 16};

namespace {
/// Writes rows of one period.
class PeriodWriter {
public:
  PeriodWriter(CodeWriter &writer, const PeriodRows &rows, Value streams,
               int64_t vectorBytes)
      : writer(writer), rows(rows), streams(streams), vectorBytes(vectorBytes),
        bytes(writer.mul(rows.period, rows.repeats)) {}

  void write();

private:
  void forEachRow(llvm::function_ref<void(Value target, Value source)> write) {
    forEachRow(0, rows.rows, write);
  }
  void forEachRow(Number begin, Number end,
                  llvm::function_ref<void(Value target, Value source)> write);
  void writeShort();
  Number writeOverlapping(Number begin);
  Number writeShuffled();
  void writeInRegisters(int64_t period);
  void writeInMemory();
  void writeFilled();
  void writeCommon(ArrayRef<int64_t> periods);

  CodeWriter &writer;
  const PeriodRows &rows;
  Value streams;
  int64_t vectorBytes;
  Number bytes; ///< of a row
};
} // namespace

void PeriodWriter::forEachRow(
    Number begin, Number end,
    llvm::function_ref<void(Value target, Value source)> write) {
  writer.loop(begin, end, 1, [&](Number i) {
    write(writer.advance(rows.target, writer.mul(i, rows.targetStride)),
          writer.advance(rows.source, writer.mul(i, rows.sourceStride)));
  });
}

// Writes rows of less than a register as whole registers, whose end the next
// row overwrites, from row `begin` on. Returns the first row not written: the
// last ones must be exact.
Number PeriodWriter::writeOverlapping(Number begin) {
  constexpr int64_t narrow = 16;
  Value isNarrow = writer.compare(arith::CmpIPredicate::sle, bytes, narrow);
  Value isPower = writer.equal(0, 1);
  for (int64_t period = 1; period <= std::min(narrow, vectorBytes); period *= 2)
    isPower = writer.either(isPower, writer.equal(rows.period, period));
  Value isDense = writer.both(writer.equal(rows.targetStride, bytes),
                              writer.less(0, bytes));
  Number registerBytes =
      writer.select(isNarrow, std::min(narrow, vectorBytes), vectorBytes);
  Number exact = writer.ceilDiv(registerBytes, writer.max(bytes, 1));
  Number end =
      writer.select(writer.both(isDense, isPower),
                    writer.max(writer.sub(rows.rows, exact), begin), begin);
  auto writeRows = [&](int64_t period, int64_t registerBytes) {
    forEachRow(begin, end, [&](Value target, Value source) {
      RegisterPattern(writer, source, period, registerBytes).fillOne(target);
    });
  };
  std::function<void(int64_t)> choose = [&](int64_t period) {
    if (period > std::min(narrow, vectorBytes))
      return;
    writer.ifThen(
        writer.equal(rows.period, period),
        [&] {
          if (vectorBytes <= narrow)
            return writeRows(period, vectorBytes);
          writer.ifThen(
              isNarrow, [&] { writeRows(period, narrow); },
              [&] { writeRows(period, vectorBytes); });
        },
        [&] { choose(2 * period); });
  };
  writer.ifThen(writer.less(begin, end), [&] { choose(1); });
  return end;
}

// Writes several rows of less than a register at once. Returns the first row
// not written, 0 if this does not pay.
Number PeriodWriter::writeShuffled() {
  int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  if (registerBytes == 0)
    return 0;
  Number last = writer.sub(
      rows.rows, writer.ceilDiv(registerBytes, writer.max(rows.period, 1)));
  Value isDense = writer.both(writer.equal(rows.targetStride, bytes),
                              writer.equal(rows.sourceStride, rows.period));
  Value fits = writer.both(
      writer.less(0, bytes),
      writer.compare(arith::CmpIPredicate::sle, bytes, registerBytes));
  Value pays =
      writer.both(writer.both(isDense, fits),
                  writer.less(kLeastPermuted, writer.mul(last, bytes)));
  Number rowsOfStep = writer.div(registerBytes, writer.max(bytes, 1));
  Number steps =
      writer.select(pays, writer.ceilDiv(last, writer.max(rowsOfStep, 1)), 0);
  writer.ifThen(pays, [&] {
    ByteShuffle shuffle(writer, rows.source,
                        writer.mul(rowsOfStep, rows.period), rows.target,
                        writer.mul(rowsOfStep, bytes));
    writer.loop(0, rowsOfStep, 1, [&](Number row) {
      writer.loop(0, rows.repeats, 1, [&](Number i) {
        Number repeat = writer.add(writer.mul(row, rows.repeats), i);
        shuffle.addRun(0, writer.mul(repeat, rows.period),
                       writer.mul(row, rows.period), rows.period);
      });
    });
    shuffle.write(steps);
  });
  return writer.mul(steps, rowsOfStep);
}

// Writes rows of less than a register.
void PeriodWriter::writeShort() {
  // A constant period has specialized code.
  Number begin =
      rows.period.constant() ? Number(0) : writeOverlapping(writeShuffled());
  forEachRow(begin, rows.rows, [&](Value target, Value source) {
    writer.loop(0, rows.repeats, 1, [&](Number i) {
      Value to = writer.advance(target, writer.mul(i, rows.period));
      if (rows.period.constant())
        writeRun(writer, to, source, rows.period, vectorBytes);
      else
        writeShortRun(writer, to, source, rows.period, vectorBytes);
    });
  });
}

void PeriodWriter::writeInRegisters(int64_t period) {
  forEachRow([&](Value target, Value source) {
    writePattern(writer, target, source, period, bytes, streams, vectorBytes);
  });
}

void PeriodWriter::writeInMemory() {
  Value isSingle =
      writer.compare(arith::CmpIPredicate::sge, rows.period, kSinglePeriod);
  Value isLong =
      writer.compare(arith::CmpIPredicate::sge, rows.period, kLongPeriod);
  writer.ifThen(
      isSingle,
      [&] {
        forEachRow([&](Value target, Value source) {
          writeLongPeriod(writer, target, source, rows.period, 0, rows.period,
                          rows.repeats, writer.both(streams, isLong),
                          vectorBytes);
        });
      },
      [&] {
        forEachRow([&](Value target, Value source) {
          writeDoubled(writer, target, source, rows.period, bytes, vectorBytes);
        });
      });
}

// Bytes of a register that whole periods fill.
static Number getFilledBytes(CodeWriter &writer, Number period,
                             int64_t vectorBytes) {
  Number least = writer.max(period, 1);
  return writer.mul(writer.div(vectorBytes, least), least);
}

// Writes rows of any period of up to a register, which holds as many repeats as
// fit. The next register overwrites the rest; the last one ends with the row.
void PeriodWriter::writeFilled() {
  Type type = writer.getBytesType(vectorBytes);
  // Positions in the period, for two registers that begin anywhere in it.
  Value positions = writer.allocateWords(2 * vectorBytes / 8);
  Type byte = writer.getBytesType(1);
  writer.loop(
      0, 2 * vectorBytes, 1, {0},
      [&](Number i, ArrayRef<Number> position) -> SmallVector<Number> {
        writer.store(arith::TruncIOp::create(writer.getBuilder(),
                                             writer.getLoc(), byte,
                                             writer.materialize(position[0])),
                     writer.advance(positions, i));
        Number next = writer.add(position[0], 1);
        return {writer.select(writer.equal(next, rows.period), 0, next)};
      });
  Number phase = writer.sub(
      rows.period, writer.add(writer.rem(vectorBytes - 1, rows.period), 1));
  Value indices = writer.load(type, positions);
  Value lastIndices = writer.load(type, writer.advance(positions, phase));
  Number step = getFilledBytes(writer, rows.period, vectorBytes);
  Number last = writer.sub(bytes, vectorBytes);
  auto fill = [&](Value target, Value source) {
    Value run = writer.load(type, source);
    Value pattern = permuteBytes(writer, run, indices);
    writer.loop(0, last, step, [&](Number offset) {
      writer.store(pattern, writer.advance(target, offset));
    });
    writer.store(permuteBytes(writer, run, lastIndices),
                 writer.advance(target, last));
  };
  // The last rows of the source are shorter than a register.
  Number shorter = writer.ceilDiv(vectorBytes, rows.period);
  Value isApart =
      writer.compare(arith::CmpIPredicate::sge, rows.sourceStride, rows.period);
  Number end =
      writer.select(isApart, writer.max(writer.sub(rows.rows, shorter), 0), 0);
  forEachRow(0, end, fill);
  Value copy = writer.allocateWords(vectorBytes / 8);
  forEachRow(end, rows.rows, [&](Value target, Value source) {
    writeShortRun(writer, copy, source, rows.period, 2 * vectorBytes);
    fill(target, copy);
  });
}

// Whether there is code for any period of up to a register.
static bool fillsAnyPeriod(const CodeWriter &writer, int64_t vectorBytes) {
  return ByteShuffle::getRegisterBytes(writer) == vectorBytes;
}

// Whether that is the fastest code for rows of `row` bytes: an i1.
static Value paysToFill(CodeWriter &writer, Number period, Number row,
                        int64_t vectorBytes) {
  // From here on, to double a row takes less time than stores that overlap.
  constexpr int64_t longRow = 4096;
  Value isShort = writer.both(
      writer.less(0, period),
      writer.compare(arith::CmpIPredicate::sle, period, vectorBytes));
  Number filled = getFilledBytes(writer, period, vectorBytes);
  Value isFull = writer.less(vectorBytes / 4 * 3 - 1, filled);
  return writer.both(isShort, writer.either(isFull, writer.less(row, longRow)));
}

// Compares with one common period after the other.
void PeriodWriter::writeCommon(ArrayRef<int64_t> periods) {
  if (periods.empty()) {
    if (!fillsAnyPeriod(writer, vectorBytes))
      return writeInMemory();
    return writer.ifThen(
        writer.both(paysToFill(writer, rows.period, bytes, vectorBytes),
                    writer.less(kLeastPermuted, writer.mul(rows.rows, bytes))),
        [&] { writeFilled(); }, [&] { writeInMemory(); });
  }
  writer.ifThen(
      writer.equal(rows.period, periods.front()),
      [&] { writeInRegisters(periods.front()); },
      [&] { writeCommon(periods.drop_front()); });
}

void PeriodWriter::write() {
  std::optional<int64_t> period = rows.period.constant();
  if (period == 0)
    return;
  writer.ifThen(
      writer.less(bytes, vectorBytes), [&] { writeShort(); },
      [&] {
        if (!period)
          writeCommon(kCommonPeriods);
        else if (*period < kSinglePeriod &&
                 RegisterPattern::fits(*period, vectorBytes))
          writeInRegisters(*period);
        else
          writeInMemory();
      });
}

Value mlir::onnxops::isPatternRow(CodeWriter &writer, Number run, Number row,
                                  int64_t vectorBytes) {
  Value isLong = writer.compare(arith::CmpIPredicate::sge, row, kSinglePeriod);
  if (std::optional<int64_t> period = run.constant())
    return *period > 0 && *period < kSinglePeriod &&
                   RegisterPattern::fits(*period, vectorBytes)
               ? isLong
               : writer.equal(0, 1);
  Value isCommon = writer.equal(0, 1);
  for (int64_t period : kCommonPeriods)
    isCommon = writer.either(isCommon, writer.equal(run, period));
  if (fillsAnyPeriod(writer, vectorBytes))
    isCommon = paysToFill(writer, run, row, vectorBytes);
  return writer.both(isLong, isCommon);
}

void mlir::onnxops::writePeriods(CodeWriter &writer, const PeriodRows &rows,
                                 Value streams, int64_t vectorBytes) {
  if (rows.period.constant())
    return PeriodWriter(writer, rows, streams, vectorBytes).write();
  Value arguments[] = {rows.target,
                       rows.source,
                       writer.materialize(rows.rows),
                       writer.materialize(rows.targetStride),
                       writer.materialize(rows.sourceStride),
                       writer.materialize(rows.period),
                       writer.materialize(rows.repeats),
                       streams};
  writer.call("periods", arguments, [&](CodeWriter &writer, ValueRange values) {
    PeriodRows same{values[0],         values[1],         Number(values[2]),
                    Number(values[3]), Number(values[4]), Number(values[5]),
                    Number(values[6])};
    PeriodWriter(writer, same, values[7], vectorBytes).write();
  });
}
