//===- TableRows.cpp - rows of runs of any lengths ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the rows, and over the runs of each.
//
//===----------------------------------------------------------------------===//

#include "TableRows.h"

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

static Value at(CodeWriter &writer, Value pointer, Number i, Number stride) {
  return writer.advance(pointer, writer.mul(i, stride));
}

//===----------------------------------------------------------------------===//
// By bytes
//===----------------------------------------------------------------------===//

static void writeBytesOfRow(CodeWriter &writer, RunTableReader &table,
                            Value row, Number index, Number begin, Number end,
                            int64_t vectorBytes) {
  Number firstRun = 0, lastRun = table.count, firstOffset = 0;
  if (table.equalRun) {
    firstRun = writer.div(begin, *table.equalRun);
    lastRun = writer.ceilDiv(end, *table.equalRun);
    firstOffset = writer.mul(firstRun, *table.equalRun);
  }
  writer.loop(
      firstRun, lastRun, 1, {firstOffset},
      [&](Number k, ArrayRef<Number> carried) -> SmallVector<Number> {
        TableRun run = table.getRun(k);
        Number offset = carried.front();
        Number next = writer.add(offset, run.bytes);
        Number from = writer.max(offset, begin);
        Number bytes = writer.sub(writer.min(next, end), from);
        writer.ifThen(writer.less(0, bytes), [&] {
          Value to = writer.advance(row, from);
          Value source =
              writer.advance(at(writer, run.source, index, run.stride),
                             writer.sub(from, offset));
          // Unaligned ends make non-temporal stores slow for short runs.
          Value isLong =
              writer.compare(arith::CmpIPredicate::sge, bytes, kLongRun);
          writer.ifThen(
              writer.both(table.streams, isLong),
              [&] { writeStreamedRun(writer, to, source, bytes, vectorBytes); },
              [&] {
                writeRunOf(writer, table.rowBytes, to, source, bytes,
                           vectorBytes);
              });
        });
        return {next};
      });
}

void mlir::onnxops::writeTableBytes(CodeWriter &writer, RunTableReader &table,
                                    int64_t vectorBytes) {
  Number begin = table.frame.getBegin(), end = table.frame.getEnd();
  writer.loop(
      writer.div(begin, table.rowBytes), writer.ceilDiv(end, table.rowBytes), 1,
      [&](Number row) {
        Number done = writer.mul(row, table.rowBytes);
        writeBytesOfRow(
            writer, table, at(writer, table.target, row, table.targetStride),
            row, writer.max(writer.sub(begin, done), 0),
            writer.min(writer.sub(end, done), table.rowBytes), vectorBytes);
      });
}

//===----------------------------------------------------------------------===//
// By rows
//===----------------------------------------------------------------------===//

static void forEachRun(
    CodeWriter &writer, RunTableReader &table, Number begin, Number end,
    llvm::function_ref<void(Value target, Value source, Number bytes)> write) {
  writer.loop(begin, end, 1, [&](Number row) {
    writer.loop(0, table.count, 1, {0},
                [&](Number k, ArrayRef<Number> offset) -> SmallVector<Number> {
                  TableRun run = table.getRun(k);
                  write(writer.advance(
                            at(writer, table.target, row, table.targetStride),
                            offset[0]),
                        at(writer, run.source, row, run.stride), run.bytes);
                  return {writer.add(offset[0], run.bytes)};
                });
  });
}

// Copies each run as one register, whose end the next run overwrites.
static void writeOverlapping(CodeWriter &writer, RunTableReader &table,
                             Number begin, Number end, int64_t registerBytes) {
  Type type = writer.getBytesType(registerBytes);
  forEachRun(writer, table, begin, end,
             [&](Value target, Value source, Number) {
               writer.store(writer.load(type, source), target);
             });
}

// Writes rows by whole registers, and returns the first row not written. The
// last rows must be exact: the memory after them is not ours, or another
// thread's.
static Number writeShortRows(CodeWriter &writer, RunTableReader &table,
                             const RunLengths &lengths, Value isDense,
                             Number begin, Number end, int64_t vectorBytes) {
  // A register may write beyond its run only into the next run.
  Value fits = writer.both(
      writer.both(writer.less(0, lengths.shortest),
                  writer.less(lengths.shortest, vectorBytes)),
      writer.compare(arith::CmpIPredicate::sle, lengths.longest, vectorBytes));
  fits = writer.both(isDense, fits);
  auto holds = [&](int64_t bytes) {
    return writer.compare(arith::CmpIPredicate::sle, lengths.longest, bytes);
  };
  Number registerBytes = vectorBytes;
  for (int64_t bytes = vectorBytes / 2; bytes >= 8; bytes /= 2)
    registerBytes = writer.select(holds(bytes), bytes, registerBytes);
  Number exact = writer.ceilDiv(registerBytes, writer.max(lengths.shortest, 1));
  Number middle =
      writer.select(fits, writer.max(begin, writer.sub(end, exact)), begin);
  std::function<void(int64_t)> choose = [&](int64_t bytes) {
    auto write = [&] { writeOverlapping(writer, table, begin, middle, bytes); };
    if (bytes >= vectorBytes)
      return write();
    writer.ifThen(holds(bytes), write, [&] { choose(2 * bytes); });
  };
  writer.ifThen(fits, [&] { choose(8); });
  return middle;
}

void mlir::onnxops::writeTableRows(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Value isDense,
                                   int64_t vectorBytes) {
  Number begin = table.getFirstRow(), end = table.getLastRow();
  // Every store is aligned if these numbers are.
  Number bits = writer.bitOr(writer.bitOr(lengths.bits, table.targetStride),
                             writer.toInteger(table.target));
  Value isAligned = writer.equal(writer.rem(bits, vectorBytes), 0);
  writer.ifThen(
      writer.both(table.streams, isAligned),
      [&] {
        forEachRun(writer, table, begin, end,
                   [&](Value target, Value source, Number bytes) {
                     writeStreamedRegisters(writer, target, source, bytes,
                                            vectorBytes);
                   });
      },
      [&] {
        Number middle = writeShortRows(writer, table, lengths, isDense, begin,
                                       end, vectorBytes);
        forEachRun(writer, table, middle, end,
                   [&](Value target, Value source, Number bytes) {
                     writeRun(writer, target, source, bytes, vectorBytes);
                   });
      });
}
