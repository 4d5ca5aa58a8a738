//===- TableRuns.cpp - loops over the runs of rows ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A single run is read from the table before the loop over rows.
//
//===----------------------------------------------------------------------===//

#include "TableRuns.h"

using namespace mlir;
using namespace mlir::onnxops;

Value mlir::onnxops::getElementAddress(CodeWriter &writer, Value pointer,
                                       Number i, Number stride) {
  return writer.advance(pointer, writer.mul(i, stride));
}

// Writes the runs [first, last) of a row. Returns where they end in the row, if
// they begin at `offset`.
static SmallVector<Number> writeRunsOfRow(CodeWriter &writer,
                                          RunTableReader &table, Number row,
                                          Number first, Number last,
                                          Number offset, WriteRun write) {
  Value target =
      getElementAddress(writer, table.target, row, table.targetStride);
  return writer.loop(
      first, last, 1, {offset},
      [&](Number k, ArrayRef<Number> offset) -> SmallVector<Number> {
        TableRun run = table.getRun(k);
        write(writer.advance(target, offset[0]),
              getElementAddress(writer, run.source, row, run.stride),
              run.bytes);
        return {writer.add(offset[0], run.bytes)};
      });
}

// The only run of each row: its places in the next row are an addition away.
static void forEachSingleRun(CodeWriter &writer, RunTableReader &table,
                             Number begin, Number end, int64_t unroll,
                             WriteRun write) {
  TableRun run = table.getRun(0);
  auto writeRows = [&](Number first, Number last, int64_t rows,
                       ArrayRef<Number> offsets) {
    return writer.loop(
        first, last, rows, offsets,
        [&](Number, ArrayRef<Number> carried) -> SmallVector<Number> {
          auto getPlace = [&](Number offset, Number stride, int64_t row) {
            return writer.add(offset, writer.mul(stride, row));
          };
          for (int64_t i = 0; i < rows; ++i)
            write(
                writer.advance(table.target,
                               getPlace(carried[0], table.targetStride, i)),
                writer.advance(run.source, getPlace(carried[1], run.stride, i)),
                run.bytes);
          return {getPlace(carried[0], table.targetStride, rows),
                  getPlace(carried[1], run.stride, rows)};
        });
  };
  SmallVector<Number> offsets = {writer.mul(begin, table.targetStride),
                                 writer.mul(begin, run.stride)};
  Number middle = begin;
  if (unroll > 1) {
    Number rows = writer.sub(end, begin);
    middle = writer.add(begin, writer.mul(writer.div(rows, unroll), unroll));
    offsets = writeRows(begin, middle, unroll, offsets);
  }
  writeRows(middle, end, 1, offsets);
}

void mlir::onnxops::forEachRun(CodeWriter &writer, RunTableReader &table,
                               Number begin, Number end, WriteRun write) {
  if (table.count.is(1))
    return forEachSingleRun(writer, table, begin, end, /*unroll=*/1, write);
  writer.loop(begin, end, 1, [&](Number row) {
    writeRunsOfRow(writer, table, row, 0, table.count, 0, write);
  });
}

void mlir::onnxops::forEachShortRun(CodeWriter &writer, RunTableReader &table,
                                    Number begin, Number end, WriteRun write) {
  if (table.count.is(1))
    return forEachSingleRun(writer, table, begin, end, /*unroll=*/4, write);
  forEachRun(writer, table, begin, end, write);
}

void mlir::onnxops::forEachRunUnrolled(CodeWriter &writer,
                                       RunTableReader &table, Number begin,
                                       Number end, WriteRun write) {
  if (table.count.is(1))
    return forEachRun(writer, table, begin, end, write);
  constexpr int64_t unroll = 4;
  Number lastRun = writer.sub(table.count, 1);
  writer.loop(begin, end, 1, [&](Number row) {
    Value target =
        getElementAddress(writer, table.target, row, table.targetStride);
    writer.loop(
        0, table.count, unroll, {0},
        [&](Number first, ArrayRef<Number> carried) -> SmallVector<Number> {
          Number offset = carried[0];
          for (int64_t i = 0; i < unroll; ++i) {
            Number k = writer.add(first, i);
            TableRun run = table.getRun(writer.min(k, lastRun));
            writer.ifThen(writer.less(k, table.count), [&] {
              write(writer.advance(target, offset),
                    getElementAddress(writer, run.source, row, run.stride),
                    run.bytes);
            });
            offset = writer.add(offset, run.bytes);
          }
          return {offset};
        });
  });
}

void mlir::onnxops::forEachRunInGroups(CodeWriter &writer,
                                       RunTableReader &table, Number group,
                                       Number begin, Number end,
                                       WriteRun write) {
  if (table.count.is(1))
    return forEachRun(writer, table, begin, end, write);
  constexpr int64_t rows = 64;
  writer.loop(begin, end, rows, [&](Number block) {
    Number blockEnd = writer.min(writer.add(block, rows), end);
    writer.loop(
        0, table.count, group, {0},
        [&](Number first, ArrayRef<Number> offset) -> SmallVector<Number> {
          Number last = writer.min(writer.add(first, group), table.count);
          return writer.loop(block, blockEnd, 1, offset,
                             [&](Number row, ArrayRef<Number>) {
                               return writeRunsOfRow(writer, table, row, first,
                                                     last, offset[0], write);
                             });
        });
  });
}
