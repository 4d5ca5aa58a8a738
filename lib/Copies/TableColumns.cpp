//===- TableColumns.cpp - short runs, two at a time -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies two adjacent runs of several rows, then the next two runs of the same
// rows: sources and lengths stay in registers, and no branch in the loop over
// rows depends on them. What a register is longer than a run is overwritten by
// the next two runs.
//
//===----------------------------------------------------------------------===//

#include "TableColumns.h"

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Rows of which two runs are copied before the next two: what these write is in
// L1. Of the last rows fewer, as a block is copied exactly whose last row is
// not followed by enough bytes of a source.
static constexpr int64_t kRowBlock = 32, kLastBlock = 8;

Value mlir::onnxops::areShortColumns(CodeWriter &writer, RunTableReader &table,
                                     const RunLengths &lengths, Value isDense,
                                     int64_t vectorBytes) {
  // Rows this far apart have the same places in L1, fewer than a block.
  constexpr int64_t alias = 2048;
  return writer.both(
      writer.both(isDense, writer.less(0, writer.rem(table.rowBytes, alias))),
      writer.atMost(lengths.longest, 2 * getPieceBytes(vectorBytes)));
}

namespace {
/// Two adjacent runs of each row of a block.
struct Columns {
  Number index; ///< of the first run
  TableRun runs[2];
  Value target; ///< of the first run, in row 0
  Number begin, end;
};
} // namespace

// Copies a run of at most two registers.
static void writeExactRun(CodeWriter &writer, Value target, Value source,
                          Number bytes, int64_t registerBytes) {
  writer.ifThen(
      writer.less(bytes, registerBytes),
      [&] { writeShortRun(writer, target, source, bytes, registerBytes); },
      [&] {
        moveRegisters(writer, target, source,
                      {0, writer.sub(bytes, registerBytes)}, registerBytes);
      });
}

// Writes the columns, and nothing else. One after the other: this is long code.
static void writeExactly(CodeWriter &writer, RunTableReader &table,
                         const Columns &columns, int64_t registerBytes) {
  writer.loop(0, 2, 1, {0},
              [&](Number i, ArrayRef<Number> offset) -> SmallVector<Number> {
                TableRun run = table.getRun(writer.add(columns.index, i));
                table.forEachRow(writer.advance(columns.target, offset[0]), run,
                                 columns.begin, columns.end,
                                 [&](Value target, Value source, Number bytes) {
                                   writeExactRun(writer, target, source, bytes,
                                                 registerBytes);
                                 });
                return {run.bytes};
              });
}

// Writes the columns. `offset` is where they begin in a row, `rows` the number
// of rows from their last one to the end of the range.
static void writeColumns(CodeWriter &writer, RunTableReader &table,
                         const Columns &columns, Number offset, Number rows,
                         int64_t registerBytes) {
  constexpr int64_t shortBytes = 8;
  Number first = columns.runs[0].bytes, second = columns.runs[1].bytes;
  Number longest = writer.max(first, second);
  Value areShort = writer.atMost(longest, shortBytes);
  Value areSingle = writer.atMost(longest, registerBytes);
  Number moved =
      writer.select(areShort, shortBytes,
                    writer.select(areSingle, registerBytes, 2 * registerBytes));
  // What is moved must not begin the next row, which may be written already or
  // be another thread's, nor be behind a source.
  Value isInRow = writer.atMost(writer.add(writer.add(offset, first), moved),
                                table.rowBytes);
  Value isRead =
      writer.atMost(moved, writer.mul(rows, writer.min(first, second)));
  auto move = [&](ArrayRef<Number> offsets, int64_t registerBytes) {
    table.forEachRow(columns.target, columns.runs, columns.begin, columns.end,
                     [&](Value target, Value source, Number) {
                       moveRegisters(writer, target, source, offsets,
                                     registerBytes);
                     });
  };
  auto moveLonger = [&] {
    writer.ifThen(
        areSingle, [&] { move({0}, registerBytes); },
        [&] { move({0, registerBytes}, registerBytes); });
  };
  writer.ifThen(
      writer.both(isInRow, isRead),
      [&] {
        writer.ifThen(areShort, [&] { move({0}, shortBytes); }, moveLonger);
      },
      [&] { writeExactly(writer, table, columns, registerBytes); });
}

static void writeBlock(CodeWriter &writer, RunTableReader &table, Number begin,
                       Number end, Number lastRow, int64_t registerBytes) {
  Number lastTwo = writer.sub(table.count, 2);
  Number rows = writer.add(writer.sub(lastRow, end), 1);
  writer.loop(0, table.count, 2, {0},
              [&](Number k, ArrayRef<Number> offset) -> SmallVector<Number> {
                // Of an odd number, the last two contain one of those before,
                // and write the same again.
                Number index = writer.min(k, lastTwo);
                TableRun first = table.getRun(index);
                TableRun second = table.getRun(writer.add(index, 1));
                Number start = writer.sub(
                    offset[0], writer.mul(writer.sub(k, index), first.bytes));
                Value target = writer.advance(table.target, start);
                writeColumns(writer, table,
                             {index, {first, second}, target, begin, end},
                             start, rows, registerBytes);
                return {
                    writer.add(writer.add(start, first.bytes), second.bytes)};
              });
}

void mlir::onnxops::writeTableColumns(CodeWriter &writer, RunTableReader &table,
                                      const RunLengths &lengths,
                                      int64_t vectorBytes) {
  const int64_t registerBytes = getPieceBytes(vectorBytes);
  Number begin = table.getFirstRow(), end = table.getLastRow();
  // Before these rows, whatever is moved of a source is there.
  Number last =
      writer.ceilDiv(2 * registerBytes, writer.max(lengths.shortest, 1));
  Number lastBegin = writer.max(begin, writer.sub(end, last));
  writer.loopWhile(
      {begin}, [&](ArrayRef<Number> row) { return writer.less(row[0], end); },
      [&](ArrayRef<Number> row) -> SmallVector<Number> {
        Number blockEnd =
            writer.select(writer.less(row[0], lastBegin),
                          writer.min(writer.add(row[0], kRowBlock), lastBegin),
                          writer.min(writer.add(row[0], kLastBlock), end));
        writeBlock(writer, table, row[0], blockEnd, end, registerBytes);
        return {blockEnd};
      });
}
