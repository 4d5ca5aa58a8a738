//===- PeriodCode.cpp - code that repeats a run of bytes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A short period of known length fills whole registers once, which are then
// stored cyclically. Others are stored to one place after the other, or copied
// from where they were written.
//
//===----------------------------------------------------------------------===//

#include "PeriodCode.h"

#include "PeriodCopies.h"
#include "PeriodShuffle.h"
#include "RegisterPattern.h"
#include "onnxops/Copies/RunCode.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// In registers
//===----------------------------------------------------------------------===//

// The inverse of a period, modulo a register, both in units of `unit` bytes,
// the greatest common divisor: units times this are the number of periods that
// end so many units behind a whole register.
static int64_t getInversePeriods(int64_t period, int64_t unit,
                                 int64_t vectorBytes) {
  const int64_t modulus = vectorBytes / unit, step = period / unit;
  int64_t inverse = 0;
  while (inverse < modulus && (inverse * step - 1) % modulus != 0)
    ++inverse;
  return inverse;
}

// Writes at least one register. Non-temporal stores begin where both a register
// of memory and a period do; the periods before that place are written first.
static void writePattern(CodeWriter &writer, Value target, Value source,
                         int64_t period, Number bytes, Value streams,
                         int64_t vectorBytes) {
  RegisterPattern pattern(writer, source, period, vectorBytes);
  const int64_t unit = std::gcd(period, vectorBytes);
  Number ahead =
      writer.rem(writer.sub(0, writer.toInteger(target)), vectorBytes);
  Number periods =
      writer.rem(writer.mul(writer.div(ahead, unit),
                            getInversePeriods(period, unit, vectorBytes)),
                 vectorBytes / unit);
  Number head = writer.mul(periods, period);
  Value canStream = writer.both(writer.equal(writer.rem(ahead, unit), 0),
                                writer.atMost(writer.mul(head, 8), bytes));
  writer.ifThen(
      writer.both(streams, canStream),
      [&] {
        const int64_t least = llvm::alignTo(vectorBytes, period);
        writer.ifThen(writer.less(0, head), [&] {
          pattern.fill(target, writer.max(head, least), /*streams=*/false);
        });
        pattern.fill(writer.advance(target, head), writer.sub(bytes, head),
                     /*streams=*/true);
      },
      [&] { pattern.fill(target, bytes, /*streams=*/false); });
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
  Value first = writer.advance(target, begin);
  Value data = writer.advance(source, begin);
  auto writeOnce = [&] {
    writeRunOf(writer, bytes, first, data, bytes, vectorBytes);
  };
  auto writeEach = [&] {
    writeToEach(writer, first, period, repeats, data, bytes, vectorBytes);
  };
  Value isFew = writer.both(writer.atMost(repeats, kFewPlaces),
                            writer.less(kSlab, bytes));
  // A slab is read from memory once anyway. Non-temporal stores need one place
  // after the other.
  writer.ifThen(streams, writeSlabs, [&] {
    writer.ifThen(
        isFew,
        [&] { writer.ifThen(writer.equal(repeats, 1), writeOnce, writeEach); },
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

void mlir::onnxops::forEachPeriodRow(
    CodeWriter &writer, const PeriodRows &rows, Number begin, Number end,
    llvm::function_ref<void(Value target, Value source)> write) {
  writer.loop(begin, end, 1, [&](Number i) {
    write(writer.advance(rows.target, writer.mul(i, rows.targetStride)),
          writer.advance(rows.source, writer.mul(i, rows.sourceStride)));
  });
}

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
    forEachPeriodRow(writer, rows, 0, rows.rows, write);
  }
  void writeShort();
  Number writeOverlapping(Number begin);
  void writeInRegisters(int64_t period);
  void writeInMemory();
  void writeCommon(ArrayRef<int64_t> periods);

  CodeWriter &writer;
  const PeriodRows &rows;
  Value streams;
  int64_t vectorBytes;
  Number bytes; ///< of a row
};
} // namespace

// Writes rows of less than a register as whole registers, whose end the next
// row overwrites, from row `begin` on. Returns the first row not written: the
// last ones must be exact.
Number PeriodWriter::writeOverlapping(Number begin) {
  constexpr int64_t narrow = 16;
  Value isNarrow = writer.atMost(bytes, narrow);
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
    forEachPeriodRow(writer, rows, begin, end, [&](Value target, Value source) {
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

// Writes rows of less than a register.
void PeriodWriter::writeShort() {
  Number begin = rows.period.constant()
                     ? writeShuffledPeriods(writer, rows, vectorBytes)
                     : writeOverlapping(writePermutedPeriods(writer, rows));
  forEachPeriodRow(
      writer, rows, begin, rows.rows, [&](Value target, Value source) {
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
  Value isSingle = writer.both(
      writer.compare(arith::CmpIPredicate::sge, rows.period, kSinglePeriod),
      writer.negate(paysToRepeat(writer, rows.period,
                                 writer.mul(rows.rows, bytes), vectorBytes)));
  Value isLong =
      writer.compare(arith::CmpIPredicate::sge, rows.period, kLongPeriod);
  // In shorter rows, copies of what was written begin too late to pay.
  constexpr int64_t shortRow = 8192;
  const int64_t pieceBytes = getPieceBytes(vectorBytes);
  auto toPlaces = [&](auto *writeRun, int64_t registerBytes) {
    forEachRow([&](Value target, Value source) {
      writeRun(writer, target, rows.period, rows.repeats, source, rows.period,
               registerBytes);
    });
  };
  Value isShortRow = writer.both(writer.less(pieceBytes - 1, rows.period),
                                 writer.less(bytes, shortRow));
  auto writeToPlaces = [&] {
    writer.ifThen(
        writer.less(rows.period, vectorBytes),
        [&] { toPlaces(writeToEach, pieceBytes); },
        [&] { toPlaces(writeFewToEach, vectorBytes); });
  };
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
        writer.ifThen(isShortRow, writeToPlaces,
                      [&] { writeCopiedPeriods(writer, rows, vectorBytes); });
      });
}

// Compares with one common period after the other.
void PeriodWriter::writeCommon(ArrayRef<int64_t> periods) {
  if (periods.empty()) {
    if (!fillsAnyPeriod(writer, vectorBytes))
      return writeInMemory();
    return writer.ifThen(
        writer.both(paysToFill(writer, rows.period, bytes, vectorBytes),
                    writer.less(kLeastPermuted, writer.mul(rows.rows, bytes))),
        [&] { writeFilledPeriods(writer, rows, vectorBytes); },
        [&] { writeInMemory(); });
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
  if (!fillsAnyPeriod(writer, vectorBytes))
    return writer.both(isLong, isCommon);
  return writer.both(
      isLong,
      writer.either(isCommon, paysToFill(writer, run, row, vectorBytes)));
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
