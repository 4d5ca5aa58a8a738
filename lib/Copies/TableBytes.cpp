//===- TableBytes.cpp - ranges of bytes of the table kernel ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A range may begin and end within a run.
//
//===----------------------------------------------------------------------===//

#include "TableBytes.h"

#include "TableRuns.h"
#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// The run of a row that has the byte `begin`, and where it starts in the row.
static SmallVector<Number> findRun(CodeWriter &writer, RunTableReader &table,
                                   Number begin) {
  if (table.equalRun) {
    Number run = writer.div(begin, *table.equalRun);
    return {run, writer.mul(run, *table.equalRun)};
  }
  auto getEnd = [&](ArrayRef<Number> place) {
    return writer.add(place[1], table.getRun(place[0]).bytes);
  };
  return writer.loopWhile(
      {0, 0},
      [&](ArrayRef<Number> place) {
        return writer.atMost(getEnd(place), begin);
      },
      [&](ArrayRef<Number> place) -> SmallVector<Number> {
        return {writer.add(place[0], 1), getEnd(place)};
      });
}

// At least one byte. `byLibrary` is what copiesByLibrary is of the row.
static void writeBytesOfRow(CodeWriter &writer, RunTableReader &table,
                            Value row, Number index, Number begin, Number end,
                            Value byLibrary, int64_t vectorBytes) {
  writer.loopWhile(
      findRun(writer, table, begin),
      [&](ArrayRef<Number> place) { return writer.less(place[1], end); },
      [&](ArrayRef<Number> place) -> SmallVector<Number> {
        Number k = place[0], offset = place[1];
        TableRun run = table.getRun(k);
        Number next = writer.add(offset, run.bytes);
        Number from = writer.max(offset, begin);
        Number bytes = writer.sub(writer.min(next, end), from);
        writer.ifThen(writer.less(0, bytes), [&] {
          Value to = writer.advance(row, from);
          Value source = writer.advance(
              getElementAddress(writer, run.source, index, run.stride),
              writer.sub(from, offset));
          auto writeCached = [&] {
            Value callsLibrary =
                writer.both(byLibrary, writer.less(kLeastOfLibrary - 1, bytes));
            writer.ifThen(
                callsLibrary, [&] { writer.memcpy(to, source, bytes); },
                [&] { callRun(writer, to, source, bytes, vectorBytes); });
          };
          auto writeLong = [&] {
            // Unaligned ends make non-temporal stores slow for short runs.
            Value isLong =
                writer.compare(arith::CmpIPredicate::sge, bytes, kLongRun);
            writer.ifThen(
                writer.both(table.streams, isLong),
                [&] {
                  writeStreamedRun(writer, to, source, bytes, vectorBytes);
                },
                writeCached);
          };
          const int64_t pieceBytes = getPieceBytes(vectorBytes);
          Value isMedium = writer.both(writer.less(pieceBytes - 1, bytes),
                                       writer.atMost(bytes, kLongestMedium));
          writer.ifThen(
              isMedium,
              [&] { writeMediumRun(writer, to, source, bytes, pieceBytes); },
              writeLong);
        });
        return {writer.add(k, 1), next};
      });
}

void mlir::onnxops::writeTableBytes(CodeWriter &writer, RunTableReader &table,
                                    bool isSingleRow, int64_t vectorBytes) {
  Number begin = table.frame.getBegin(), end = table.frame.getEnd();
  Value byLibrary = copiesByLibrary(writer, table.rowBytes);
  if (isSingleRow)
    return writeBytesOfRow(writer, table, table.target, 0, begin, end,
                           byLibrary, vectorBytes);
  writer.loop(
      writer.div(begin, table.rowBytes), writer.ceilDiv(end, table.rowBytes), 1,
      [&](Number row) {
        Number done = writer.mul(row, table.rowBytes);
        writeBytesOfRow(
            writer, table,
            getElementAddress(writer, table.target, row, table.targetStride),
            row, writer.max(writer.sub(begin, done), 0),
            writer.min(writer.sub(end, done), table.rowBytes), byLibrary,
            vectorBytes);
      });
}
