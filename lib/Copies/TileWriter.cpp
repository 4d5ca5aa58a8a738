//===- TileWriter.cpp - code that writes a tile ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repeat around a loop over data is interchanged with it, slab by slab: some
// rows are written to their first place, and copied to all others while they
// are in the cache. PeriodCode writes repeats of a single run, and TileShuffle
// many rows of few bytes. For constants all this is nested loops; for a table
// in memory it is two mutually recursive functions, each call one level deeper.
//
//===----------------------------------------------------------------------===//

#include "TileWriter.h"

#include "PeriodCopies.h"
#include "TileShuffle.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

void TileWriter::call(StringRef name, Write write, const Part &part) {
  if (!table.getMemory())
    return (this->*write)(part);
  Value operands[] = {table.getMemory(),
                      writer.materialize(part.level),
                      part.target,
                      part.source,
                      writer.materialize(part.range.begin),
                      writer.materialize(part.range.end),
                      writer.materialize(part.repeats)};
  writer.call(name, operands, [&](CodeWriter &writer, ValueRange values) {
    TileWriter tiles(writer, TileTable(writer, values[0]), vectorBytes);
    (tiles.*write)({Number(values[1]),
                    values[2],
                    values[3],
                    {Number(values[4]), Number(values[5])},
                    Number(values[6]),
                    /*isCached=*/false});
  });
}

void TileWriter::callRepeat(Number level, Value target, Value source,
                            Range repeats, Range data, bool isCached) {
  Value first = at(target, repeats.begin, table.get(level, TargetStride));
  call("tile_repeat", &TileWriter::writeRepeat,
       {level, first, source, data, size(repeats), isCached});
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

void TileWriter::writeShortRepeat(const Part &part) {
  Number run = table.get(Run);
  PeriodRows row{at(part.target, part.range.begin, run),
                 part.source,
                 /*rows=*/1,
                 /*targetStride=*/0,
                 /*sourceStride=*/0,
                 run,
                 size(part.range)};
  writePeriods(writer, row, streams(part), vectorBytes);
}

void TileWriter::writeLevel(const Part &part) {
  auto writeLongRepeat = [&] {
    callRepeat(part.level, part.target, part.source, part.range,
               all(next(part.level)), part.isCached);
  };
  writer.ifThen(
      table.isRepeat(part.level),
      [&] {
        writer.ifThen(
            table.isLast(part.level), [&] { writeShortRepeat(part); },
            writeLongRepeat);
      },
      [&] { writeData(part); });
}

void TileWriter::writeShuffled(const Part &part) {
  Number inner = next(part.level);
  Number targetStride = table.get(part.level, TargetStride);
  Number sourceStride = table.get(part.level, SourceStride);
  TileRows rows{part.level, at(part.target, part.range.begin, targetStride),
                at(part.source, part.range.begin, sourceStride),
                size(part.range)};
  writeShuffledTiles(writer, table, rows, part.repeats,
                     [&](Value target, Value source) {
                       writer.loop(0, part.repeats, 1, [&](Number i) {
                         callLevel(inner, at(target, i, targetStride),
                                   at(source, i, sourceStride), all(inner),
                                   /*isCached=*/true);
                       });
                     });
}

// The innermost two loops are written as one, so that the length of runs is
// compared once.
void TileWriter::writeData(const Part &part) {
  Number inner = next(part.level), run = table.get(Run);
  Number targetStride = table.get(part.level, TargetStride);
  Number sourceStride = table.get(part.level, SourceStride);
  auto targetAt = [&](Number i) { return at(part.target, i, targetStride); };
  auto sourceAt = [&](Number i) { return at(part.source, i, sourceStride); };
  auto writeCopies = [&] {
    RunSeries runs{targetAt(part.range.begin),
                   sourceAt(part.range.begin),
                   targetStride,
                   sourceStride,
                   run,
                   size(part.range)};
    writeRuns(writer, runs, streams(part), vectorBytes);
  };
  auto writeByLoops = [&] {
    writer.loop(part.range.begin, part.range.end, 1, [&](Number i) {
      callLevel(inner, targetAt(i), sourceAt(i), all(inner), part.isCached);
    });
  };
  auto writeInner = [&] {
    TileSteps steps =
        getTileSteps(writer, table,
                     {part.level, part.target, part.source, size(part.range)});
    if (!steps.pay)
      return writeByLoops();
    Part shuffled = part;
    shuffled.repeats = steps.rows;
    writer.ifThen(
        steps.pay,
        [&] { call("tile_shuffle", &TileWriter::writeShuffled, shuffled); },
        writeByLoops);
  };
  auto writeRepeated = [&] {
    PeriodRows rows{targetAt(part.range.begin),
                    sourceAt(part.range.begin),
                    size(part.range),
                    targetStride,
                    sourceStride,
                    run,
                    table.get(inner, Size)};
    writePeriods(writer, rows, streams(part), vectorBytes);
  };
  writer.ifThen(table.isLast(part.level), writeCopies, [&] {
    writer.ifThen(writer.both(table.isLast(inner), table.isRepeat(inner)),
                  writeRepeated, writeInner);
  });
}

//===----------------------------------------------------------------------===//
// Repeats of data
//===----------------------------------------------------------------------===//

// Writes all rows of each repeat from the source.
void TileWriter::writeEachRepeat(const Part &part) {
  Number stride = table.get(part.level, TargetStride);
  writer.loop(0, part.repeats, 1, [&](Number repeat) {
    callLevel(next(part.level), at(part.target, repeat, stride), part.source,
              part.range, part.isCached);
  });
}

// Writes as many rows as fit into L1 to their first place, and copies them from
// there.
void TileWriter::writeSlabs(const Part &part) {
  Number inner = next(part.level);
  Number stride = table.get(part.level, TargetStride);
  Number rowBytes = table.get(inner, TargetStride);
  Number slab = writer.max(1, writer.div(kSlab, writer.max(rowBytes, 1)));
  auto writeSlab = [&](Number begin, Number rows) {
    callLevel(inner, part.target, part.source, {begin, writer.add(begin, rows)},
              /*isCached=*/true);
    Value made = at(part.target, begin, rowBytes);
    RunSeries copies{writer.advance(made, stride),
                     made,
                     stride,
                     /*sourceStride=*/0,
                     writer.mul(rows, rowBytes),
                     writer.sub(part.repeats, 1)};
    writeRuns(writer, copies, streams(part), vectorBytes);
  };
  writer.loopParts(part.range.begin, part.range.end, slab, writeSlab);
}

// Writes all rows, which are few bytes, to their first place, and repeats them
// like a run.
void TileWriter::writeShortRows(const Part &part) {
  Number stride = table.get(part.level, TargetStride);
  callLevel(next(part.level), part.target, part.source, part.range,
            /*isCached=*/true);
  PeriodRows copies{writer.advance(part.target, stride),
                    part.target,
                    /*rows=*/1,
                    /*targetStride=*/0,
                    /*sourceStride=*/0,
                    stride,
                    writer.sub(part.repeats, 1)};
  writePeriods(writer, copies, streams(part), vectorBytes);
}

// For longer rows that repeat a block that fits: writes the block of each row
// once, and repeats it in all its places.
void TileWriter::writeBlocks(const Part &part) {
  Number rows = next(part.level), inner = next(rows), block = next(inner);
  Number blockBytes = table.get(inner, TargetStride);
  auto writeRow = [&](Number i) {
    Value made = at(part.target, i, table.get(rows, TargetStride));
    callLevel(block, made, at(part.source, i, table.get(rows, SourceStride)),
              all(block), /*isCached=*/true);
    writer.loop(0, part.repeats, 1, [&](Number repeat) {
      // The very first block is already written.
      Number skipped = writer.select(writer.equal(repeat, 0), 1, 0);
      Value place = at(made, repeat, table.get(part.level, TargetStride));
      PeriodRows copies{at(place, skipped, blockBytes),
                        made,
                        /*rows=*/1,
                        /*targetStride=*/0,
                        /*sourceStride=*/0,
                        blockBytes,
                        writer.sub(table.get(inner, Size), skipped)};
      writePeriods(writer, copies, streams(part), vectorBytes);
    });
  };
  writer.loop(part.range.begin, part.range.end, 1, writeRow);
}

void TileWriter::writeRepeat(const Part &part) {
  Number rows = next(part.level), inner = next(rows), run = table.get(Run);
  auto writeBytes = [&] {
    writeLongPeriod(writer, part.target, part.source, run, part.range.begin,
                    part.range.end, part.repeats, streams(part), vectorBytes);
  };
  auto writeRows = [&] {
    Value isDeep = writer.less(next(inner), table.get(End));
    Value isLong = writer.less(kSlab, table.get(rows, TargetStride));
    Value isBlock = writer.atMost(table.get(inner, TargetStride), kSlab);
    Value ofBlocks = writer.both(writer.both(isDeep, isLong),
                                 writer.both(isBlock, table.isRepeat(inner)));
    // A range of all rows, without a gap behind them.
    Number stride = table.get(part.level, TargetStride);
    Number bytes = writer.mul(size(part.range), table.get(rows, TargetStride));
    Value isPeriod = writer.either(
        writer.less(stride, kSinglePeriod),
        paysToRepeat(writer, stride,
                     writer.mul(stride, writer.sub(part.repeats, 1)),
                     vectorBytes));
    Value isShort = writer.both(writer.equal(bytes, stride), isPeriod);
    auto writeByRows = [&] {
      writer.ifThen(
          isShort, [&] { writeShortRows(part); }, [&] { writeSlabs(part); });
    };
    writer.ifThen(ofBlocks, [&] { writeBlocks(part); }, writeByRows);
  };
  // A row that does not fit into L1 with its copy is read from L2, which takes
  // longer than to repeat its run again.
  constexpr int64_t longRow = 26 << 10;
  auto writeLoops = [&] {
    Value isLong = writer.both(
        writer.both(table.isLast(inner), table.isRepeat(inner)),
        writer.both(writer.negate(streams(part)),
                    writer.less(longRow, table.get(rows, TargetStride))));
    writer.ifThen(
        writer.either(isLong, hasPatternRows(writer, table, rows, vectorBytes)),
        [&] { writeEachRepeat(part); }, writeRows);
  };
  writer.ifThen(table.isLast(part.level), writeBytes, writeLoops);
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// Writes the end of one iteration, whole iterations, and the beginning of one.
void TileWriter::writeIterated(Value target, Value source, Range units) {
  Number first = table.get(First), data = table.getRepeated(first);
  Number begin = writer.div(units.begin, data);
  Number skipped = writer.rem(units.begin, data);
  Number whole = writer.ceilDiv(units.begin, data);
  Number end = writer.div(units.end, data);
  // A range within one iteration is the end of it if it skips any data.
  Number head =
      writer.select(writer.equal(skipped, 0), 0,
                    writer.min(data, writer.add(skipped, size(units))));
  Number tail =
      writer.select(writer.less(end, whole), 0, writer.rem(units.end, data));
  writer.loop(0, 3, 1, [&](Number part) {
    auto choose = [&](Number ofHead, Number ofWhole, Number ofTail) {
      return writer.select(
          writer.equal(part, 0), ofHead,
          writer.select(writer.equal(part, 1), ofWhole, ofTail));
    };
    Range repeats{choose(begin, whole, end),
                  choose(writer.add(begin, 1), end, writer.add(end, 1))};
    Range rows{choose(skipped, 0, 0), choose(head, data, tail)};
    writer.ifThen(writer.both(writer.less(repeats.begin, repeats.end),
                              writer.less(rows.begin, rows.end)),
                  [&] {
                    callRepeat(first, target, source, repeats, rows,
                               /*isCached=*/false);
                  });
  });
}

void TileWriter::writeKernel(Value target, Value source, Range units) {
  Number first = table.get(First);
  auto splits = [&](TileSplit how) {
    return writer.equal(table.get(Split), how);
  };
  auto writeDataOfAll = [&] {
    callRepeat(first, target, source, all(first), units, /*isCached=*/false);
  };
  auto writeIterations = [&] {
    // A repeat of a short run is a level of its own.
    Value isLevel = writer.either(
        table.isLast(first), writer.compare(arith::CmpIPredicate::ne,
                                            table.get(first, SourceStride), 0));
    writer.ifThen(
        isLevel,
        [&] { callLevel(first, target, source, units, /*isCached=*/false); },
        [&] {
          callRepeat(first, target, source, units,
                     {0, table.getRepeated(first)}, /*isCached=*/false);
        });
  };
  writer.ifThen(splits(OfIterations), writeIterations, [&] {
    writer.ifThen(splits(OfData), writeDataOfAll,
                  [&] { writeIterated(target, source, units); });
  });
  writer.ifThen(table.isTrue(Streams), [&] { writer.fence(); });
}
