//===- TableWindows.cpp - a register of many rows at a time ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A window is a register of the target at one place of each row. It is loaded
// from each source that has bytes in it, so that these bytes have their place
// already, and the registers are blended. In a loop over rows, the sources of a
// window and the masks of its bytes stay in registers, and no branch depends on
// them.
//
//===----------------------------------------------------------------------===//

#include "TableWindows.h"

#include "ByteShuffle.h"
#include "TableRows.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Bytes of the rows whose first windows are written before their second ones,
// and the number of these rows: they stay in L1, and so do their sources.
static constexpr int64_t kBlockBytes = 16384, kMostRows = 64;

// Sources that are blended at a time. A window of more is written several
// times, each time blended with what it was before.
static constexpr int64_t kMostSources = 6;

bool mlir::onnxops::hasWindows(int64_t count, int64_t vectorBytes) {
  // Two runs take as long one by one, as do more with narrower registers. Of
  // many runs, to find the sources of each window takes too long.
  constexpr int64_t leastRuns = 3, mostRuns = 8, leastBytes = 32;
  return count >= leastRuns && count <= mostRuns && vectorBytes >= leastBytes;
}

std::pair<Number, Number>
mlir::onnxops::getWindowRows(CodeWriter &writer, RunTableReader &table,
                             const RunLengths &lengths, Value isDense,
                             Number begin, Number end, int64_t vectorBytes) {
  // Longer runs are faster to copy one by one.
  constexpr int64_t longestMean = 40, leastRows = 64;
  const int64_t registerBytes = getPieceBytes(vectorBytes);
  // In other rows, registers would begin before a source or end behind it.
  Number edge = writer.ceilDiv(registerBytes, writer.max(lengths.shortest, 1));
  Number first = writer.max(begin, edge), last = writer.sub(end, edge);
  Value areShort = writer.both(
      writer.less(0, lengths.shortest),
      writer.both(
          writer.atMost(registerBytes, table.rowBytes),
          writer.atMost(table.rowBytes, writer.mul(table.count, longestMean))));
  Value areMany =
      writer.atMost(writer.add(edge, leastRows), writer.sub(last, first));
  Value pays = writer.both(
      writer.both(isDense, areShort),
      writer.both(areMany, writer.negate(areStreamed(writer, table, lengths,
                                                     vectorBytes))));
  return {writer.select(pays, first, end), writer.select(pays, last, end)};
}

namespace {
/// What a window loads of a source, as words in memory.
enum SourceField : int64_t {
  Address, ///< where the window of the first row would begin in the source
  Stride,
  Begin, ///< of its bytes in the window
  NumFields
};

/// A window of the rows of a block.
struct Window {
  Value target;  ///< in the first row
  Value sources; ///< SourceFields of each
  Number rowBytes, rows;
};
} // namespace

static void writeWindow(CodeWriter &writer, const Window &window,
                        int64_t numSources, int64_t registerBytes) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = writer.getBytesType(registerBytes);
  Value positions = countBytes(writer, 0, registerBytes);
  SmallVector<Value> sources, areTaken;
  SmallVector<Number> strides;
  for (int64_t k = 0; k < numSources; ++k) {
    auto load = [&](SourceField field, Type type) {
      return writer.load(
          type, writer.advance(window.sources, (k * NumFields + field) * 8));
    };
    sources.push_back(load(Address, window.target.getType()));
    strides.push_back(load(Stride, builder.getI64Type()));
    Number begin(load(Begin, builder.getI64Type()));
    areTaken.push_back(arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::uge, positions,
        repeatByte(writer, begin, registerBytes)));
  }
  writer.loop(0, window.rows, 1, [&](Number row) {
    Value bytes;
    for (auto [source, stride, isTaken] :
         llvm::zip_equal(sources, strides, areTaken)) {
      Value loaded =
          writer.load(type, writer.advance(source, writer.mul(row, stride)));
      bytes =
          bytes ? arith::SelectOp::create(builder, loc, isTaken, loaded, bytes)
                : loaded;
    }
    writer.store(
        bytes, writer.advance(window.target, writer.mul(row, window.rowBytes)));
  });
}

static void callWindow(CodeWriter &writer, const Window &window,
                       Number numSources, int64_t registerBytes) {
  writer.call(
      "table_window",
      {window.target, window.sources, writer.materialize(window.rowBytes),
       writer.materialize(window.rows), writer.materialize(numSources)},
      [&](CodeWriter &writer, ValueRange values) {
        Window same{values[0], values[1], Number(values[2]), Number(values[3])};
        for (int64_t k = 1; k <= kMostSources; ++k)
          writer.ifThen(writer.equal(Number(values[4]), k),
                        [&] { writeWindow(writer, same, k, registerBytes); });
      });
}

// Writes the window at `offset` of these rows. Run `first`, which begins at
// `firstOffset`, is the first one with bytes in it.
static void writeWindowAt(CodeWriter &writer, RunTableReader &table,
                          const Window &window, Number firstRow, Number offset,
                          Number first, Number firstOffset,
                          int64_t registerBytes) {
  auto setSource = [&](Number k, Value address, Number stride, Number begin) {
    Value fields = writer.advance(window.sources, writer.mul(k, NumFields * 8));
    writer.store(address, writer.advance(fields, Address * 8));
    writer.store(writer.materialize(stride),
                 writer.advance(fields, Stride * 8));
    writer.store(writer.materialize(begin), writer.advance(fields, Begin * 8));
  };
  Number end = writer.add(offset, registerBytes);
  Number numSources = writer.loopWhile(
      {first, firstOffset, 0},
      [&](ArrayRef<Number> at) { return writer.less(at[1], end); },
      [&](ArrayRef<Number> at) -> SmallVector<Number> {
        TableRun run = table.getRun(at[0]);
        // If there is no place for another source, those so far are written,
        // and what they wrote is one.
        Value isFull = writer.equal(at[2], kMostSources);
        writer.ifThen(isFull, [&] {
          callWindow(writer, window, kMostSources, registerBytes);
          setSource(0, window.target, window.rowBytes, 0);
        });
        Number k = writer.select(isFull, 1, at[2]);
        Value address = writer.advance(
            run.source, writer.add(writer.mul(firstRow, run.stride),
                                   writer.sub(offset, at[1])));
        setSource(k, address, run.stride,
                  writer.max(0, writer.sub(at[1], offset)));
        return {writer.add(at[0], 1), writer.add(at[1], run.bytes),
                writer.add(k, 1)};
      })[2];
  callWindow(writer, window, numSources, registerBytes);
}

void mlir::onnxops::writeTableWindows(CodeWriter &writer, RunTableReader &table,
                                      Number begin, Number end,
                                      int64_t vectorBytes) {
  const int64_t registerBytes = getPieceBytes(vectorBytes);
  Value sources = writer.allocateWords(kMostSources * NumFields);
  // The first window begins with the row, all others end with it or before the
  // next one.
  Number second =
      writer.add(writer.rem(writer.sub(table.rowBytes, 1), registerBytes), 1);
  auto writeBlock = [&](Number begin, Number rows) {
    writer.loopWhile(
        {0, 0, 0},
        [&](ArrayRef<Number> at) { return writer.less(at[0], table.rowBytes); },
        [&](ArrayRef<Number> at) -> SmallVector<Number> {
          Number offset = at[0];
          // The first run that has bytes in the window.
          SmallVector<Number> run = writer.loopWhile(
              {at[1], at[2]},
              [&](ArrayRef<Number> run) {
                return writer.atMost(
                    writer.add(run[1], table.getRun(run[0]).bytes), offset);
              },
              [&](ArrayRef<Number> run) -> SmallVector<Number> {
                return {writer.add(run[0], 1),
                        writer.add(run[1], table.getRun(run[0]).bytes)};
              });
          Value target = writer.advance(
              table.target,
              writer.add(writer.mul(begin, table.rowBytes), offset));
          writeWindowAt(writer, table, {target, sources, table.rowBytes, rows},
                        begin, offset, run[0], run[1], registerBytes);
          Number next = writer.select(writer.equal(offset, 0), second,
                                      writer.add(offset, registerBytes));
          return {next, run[0], run[1]};
        });
  };
  writer.ifThen(writer.less(begin, end), [&] {
    Number rows =
        writer.min(writer.div(kBlockBytes, table.rowBytes), kMostRows);
    writer.loopParts(begin, end, rows, writeBlock);
  });
}
