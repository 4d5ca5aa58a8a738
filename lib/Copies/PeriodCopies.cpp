//===- PeriodCopies.cpp - copies of repeats from where they were written --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For periods that fill no registers. What is read was written shortly before,
// and is in L1.
//
//===----------------------------------------------------------------------===//

#include "PeriodCopies.h"

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// The most bytes that are repeated from where they were written: they fit into
// L1 together with their target.
static constexpr int64_t kMostRepeated = 16384;

// The same where the target follows them. A shorter period of known length is
// kept in registers instead.
static constexpr int64_t kMostDistant = 24576;

// Bytes that are written first. With fewer, loads wait for stores of the same
// bytes; more do not fit into L1 as well.
static constexpr int64_t kLeastRepeated = 1024;

// Up to this many bytes stay in L2 while they are written. Beyond, the C
// library may store lines without reading them first, if it copies many bytes.
static constexpr int64_t kLongestNear = 768 << 10;

// Writes a row, or at least `most` of its bytes, by copies of all before.
// Returns the bytes written.
static Number writeDoubled(CodeWriter &writer, Value target, Value source,
                           Number period, Number bytes, Number most,
                           int64_t vectorBytes) {
  writeRun(writer, target, source, period, vectorBytes);
  return writer.loopWhile(
      {period},
      [&](ArrayRef<Number> done) {
        return writer.less(done[0], writer.min(bytes, most));
      },
      [&](ArrayRef<Number> done) -> SmallVector<Number> {
        Number more = writer.min(done[0], writer.sub(bytes, done[0]));
        writer.memcpy(writer.advance(target, done[0]), target, more);
        return {writer.add(done[0], more)};
      })[0];
}

// The same by copies of the source, which wait for no store.
static Number writeFirst(CodeWriter &writer, Value target, Value source,
                         Number period, Number bytes, Number most,
                         int64_t vectorBytes) {
  Number end =
      writer.min(bytes, writer.mul(writer.ceilDiv(most, period), period));
  writer.loop(0, end, period, [&](Number offset) {
    writeRun(writer, writer.advance(target, offset), source, period,
             vectorBytes);
  });
  return end;
}

// The shortest distance of at least kLeastRepeated bytes that is a multiple of
// the period and of a register.
static Number getAlignedDistance(CodeWriter &writer, Number period,
                                 int64_t vectorBytes) {
  // Their least common multiple, since a register is a power of 2.
  Number distance = period;
  for (int64_t bytes = vectorBytes; bytes > 1; bytes /= 2)
    distance = writer.select(writer.equal(writer.rem(distance, vectorBytes), 0),
                             distance, writer.mul(distance, 2));
  return writer.mul(distance,
                    writer.ceilDiv(kLeastRepeated, writer.max(distance, 1)));
}

// Whether rows, `bytes` in all, that repeat a period are copied from a distance
// behind.
static Value isNear(CodeWriter &writer, Number distance, Number bytes) {
  const int64_t most = distance.constant() ? kMostRepeated : kMostDistant;
  return writer.both(writer.atMost(distance, most),
                     writer.atMost(bytes, kLongestNear));
}

// Repeats each row's period by copies of what has been written a distance
// behind: of the registers that are loaded and stored, none crosses a cache
// line, since the distance is a multiple of a register. That takes 0.6 of the
// time. A row's beginning is written before the rest of the row before it:
// registers whose bytes have just been stored by two others load slowly.
static void writeNear(CodeWriter &writer, const PeriodRows &rows, Number bytes,
                      Number distance, int64_t vectorBytes) {
  Number most = writer.add(distance, vectorBytes);
  auto write = [&](auto *writeSome) {
    auto targetAt = [&](Number row) {
      return writer.advance(rows.target, writer.mul(row, rows.targetStride));
    };
    auto writeBeginning = [&](Number row) {
      Value source =
          writer.advance(rows.source, writer.mul(row, rows.sourceStride));
      return writeSome(writer, targetAt(row), source, rows.period, bytes, most,
                       vectorBytes);
    };
    auto writeRest = [&](Value target, Number written) {
      Number address = writer.add(writer.toInteger(target), written);
      // What is left may be less than a register.
      Number begin =
          writer.min(writer.sub(written, writer.rem(address, vectorBytes)),
                     writer.sub(bytes, vectorBytes));
      writeRegisters(writer, writer.advance(target, begin),
                     writer.advance(target, writer.sub(begin, distance)),
                     writer.sub(bytes, begin), vectorBytes);
    };
    Number written = writeBeginning(0);
    writer.loop(0, rows.rows, 1, [&](Number row) {
      Number next = writer.add(row, 1);
      writer.ifThen(writer.less(next, rows.rows),
                    [&] { writeBeginning(next); });
      writer.ifThen(writer.less(written, bytes),
                    [&] { writeRest(targetAt(row), written); });
    });
  };
  writer.ifThen(writer.less(0, rows.rows), [&] {
    writer.ifThen(
        writer.less(rows.period, getPieceBytes(vectorBytes)),
        [&] { write(writeDoubled); }, [&] { write(writeFirst); });
  });
}

// The same from the start of the row.
static void writeFar(CodeWriter &writer, Value target, Value source,
                     Number period, Number bytes, int64_t vectorBytes) {
  Number written = writeDoubled(writer, target, source, period, bytes,
                                kMostRepeated, vectorBytes);
  writer.loop(written, bytes, written, [&](Number offset) {
    writer.memcpy(writer.advance(target, offset), target,
                  writer.min(written, writer.sub(bytes, offset)));
  });
}

void mlir::onnxops::writeCopiedPeriods(CodeWriter &writer,
                                       const PeriodRows &rows,
                                       int64_t vectorBytes) {
  Number bytes = writer.mul(rows.period, rows.repeats);
  Number distance = getAlignedDistance(writer, rows.period, vectorBytes);
  writer.ifThen(
      isNear(writer, distance, writer.mul(rows.rows, bytes)),
      [&] { writeNear(writer, rows, bytes, distance, vectorBytes); },
      [&] {
        forEachPeriodRow(
            writer, rows, 0, rows.rows, [&](Value target, Value source) {
              writeFar(writer, target, source, rows.period, bytes, vectorBytes);
            });
      });
}

Value mlir::onnxops::paysToRepeat(CodeWriter &writer, Number period,
                                  Number bytes, int64_t vectorBytes) {
  // With less, the source is copied to each place as fast.
  constexpr int64_t leastBytes = 32768;
  return writer.andThen(writer.less(leastBytes, bytes), [&] {
    Number distance = getAlignedDistance(writer, period, vectorBytes);
    return writer.both(isNear(writer, distance, bytes),
                       writer.less(writer.mul(distance, 2), bytes));
  });
}
