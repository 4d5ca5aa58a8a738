//===- TileTableKernel.cpp - tiles of sizes known at run time -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Instead of the nested loops of TileKernels there are two mutually recursive
// functions, each call one level deeper: one for loops over data and short
// repeats, one for repeats of data.
//
//===----------------------------------------------------------------------===//

#include "TileTableKernel.h"

#include "PeriodCode.h"
#include "TileTable.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

namespace {

/// A range of iterations of a loop.
struct Range {
  Number begin, end;
};

/// Writes the functions.
class TileTableWriter {
public:
  TileTableWriter(CodeWriter &writer, TileTable table, int64_t vectorBytes)
      : writer(writer), table(table), vectorBytes(vectorBytes) {}

  void callLevel(Number level, Value target, Value source, Range range);
  void callRepeat(Number level, Value target, Value source, Range repeats,
                  Range data);
  void writeKernel(Range range);

private:
  void writeLevel(Number level, Value target, Value source, Range range);
  void writeData(Number level, Value target, Value source, Range range);
  void writeRepeat(Number level, Value target, Value source, Number repeats,
                   Range data);
  void writePatterns(Number level, Value target, Value source, Number repeats,
                     Range data);
  void writeSlabs(Number level, Value target, Value source, Number repeats,
                  Range data);
  void writeBlocks(Number level, Value target, Value source, Number repeats,
                   Range data);
  Range all(Number level) { return {0, table.get(level, Size)}; }
  Value at(Value pointer, Number i, Number stride) {
    return writer.advance(pointer, writer.mul(i, stride));
  }

  CodeWriter &writer;
  TileTable table;
  int64_t vectorBytes;
};

} // namespace

void TileTableWriter::callLevel(Number level, Value target, Value source,
                                Range range) {
  writer.call("tile_level",
              {table.getTable(), writer.materialize(level), target, source,
               writer.materialize(range.begin), writer.materialize(range.end)},
              [&](CodeWriter &writer, ValueRange arguments) {
                TileTableWriter tiles(writer, TileTable(writer, arguments[0]),
                                      vectorBytes);
                tiles.writeLevel(Number(arguments[1]), arguments[2],
                                 arguments[3],
                                 {Number(arguments[4]), Number(arguments[5])});
              });
}

void TileTableWriter::callRepeat(Number level, Value target, Value source,
                                 Range repeats, Range data) {
  Value first = at(target, repeats.begin, table.get(level, TargetStride));
  writer.call("tile_repeat",
              {table.getTable(), writer.materialize(level), first, source,
               writer.materialize(writer.sub(repeats.end, repeats.begin)),
               writer.materialize(data.begin), writer.materialize(data.end)},
              [&](CodeWriter &writer, ValueRange arguments) {
                TileTableWriter tiles(writer, TileTable(writer, arguments[0]),
                                      vectorBytes);
                tiles.writeRepeat(Number(arguments[1]), arguments[2],
                                  arguments[3], Number(arguments[4]),
                                  {Number(arguments[5]), Number(arguments[6])});
              });
}

void TileTableWriter::writeLevel(Number level, Value target, Value source,
                                 Range range) {
  auto writeShort = [&] {
    Number run = table.get(Run);
    PeriodRows row{at(target, range.begin, run),
                   source,
                   /*rows=*/1,
                   /*targetStride=*/0,
                   /*sourceStride=*/0,
                   run,
                   writer.sub(range.end, range.begin)};
    writePeriods(writer, row, table.isStreamed(), vectorBytes);
  };
  auto writeLong = [&] {
    callRepeat(level, target, source, range, all(writer.add(level, 1)));
  };
  writer.ifThen(
      table.isRepeat(level),
      [&] { writer.ifThen(table.isLast(level), writeShort, writeLong); },
      [&] { writeData(level, target, source, range); });
}

void TileTableWriter::writeData(Number level, Value target, Value source,
                                Range range) {
  Number next = writer.add(level, 1), run = table.get(Run);
  Number targetStride = table.get(level, TargetStride);
  Number sourceStride = table.get(level, SourceStride);
  Number count = writer.sub(range.end, range.begin);
  Value to = at(target, range.begin, targetStride);
  Value from = at(source, range.begin, sourceStride);
  auto writeCopies = [&] {
    RunSeries runs{to, from, targetStride, sourceStride, run, count};
    writeRuns(writer, runs, table.isStreamed(), vectorBytes);
  };
  auto writeInner = [&] {
    writer.loop(0, count, 1, [&](Number i) {
      callLevel(next, at(to, i, targetStride), at(from, i, sourceStride),
                all(next));
    });
  };
  auto writeRepeated = [&] {
    PeriodRows rows{to,
                    from,
                    count,
                    targetStride,
                    sourceStride,
                    run,
                    table.get(next, Size)};
    writePeriods(writer, rows, table.isStreamed(), vectorBytes);
  };
  writer.ifThen(table.isLast(level), writeCopies, [&] {
    writer.ifThen(writer.both(table.isLast(next), table.isRepeat(next)),
                  writeRepeated, writeInner);
  });
}

// Writes rows of a pattern anew at each place.
void TileTableWriter::writePatterns(Number level, Value target, Value source,
                                    Number repeats, Range data) {
  writer.loop(0, repeats, 1, [&](Number repeat) {
    callLevel(writer.add(level, 1),
              at(target, repeat, table.get(level, TargetStride)), source, data);
  });
}

// Writes as many rows as fit into L1 to their first place, and copies them from
// there.
void TileTableWriter::writeSlabs(Number level, Value target, Value source,
                                 Number repeats, Range data) {
  Number next = writer.add(level, 1);
  Number stride = table.get(level, TargetStride);
  Number rowBytes = table.get(next, TargetStride);
  Number slab = writer.max(1, writer.div(kSlab, writer.max(rowBytes, 1)));
  writer.loopParts(data.begin, data.end, slab, [&](Number begin, Number rows) {
    callLevel(next, target, source, {begin, writer.add(begin, rows)});
    Value made = at(target, begin, rowBytes);
    RunSeries copies{writer.advance(made, stride),
                     made,
                     stride,
                     /*sourceStride=*/0,
                     writer.mul(rows, rowBytes),
                     writer.sub(repeats, 1)};
    writeRuns(writer, copies, table.isStreamed(), vectorBytes);
  });
}

// For longer rows that repeat a block that fits: writes the block and copies it
// to all its places.
void TileTableWriter::writeBlocks(Number level, Value target, Value source,
                                  Number repeats, Range data) {
  Number next = writer.add(level, 1), inner = writer.add(level, 2);
  Number stride = table.get(level, TargetStride);
  Number block = table.get(inner, TargetStride);
  writer.loop(data.begin, data.end, 1, [&](Number i) {
    Value made = at(target, i, table.get(next, TargetStride));
    callLevel(writer.add(level, 3), made,
              at(source, i, table.get(next, SourceStride)),
              all(writer.add(level, 3)));
    writer.loop(0, repeats, 1, [&](Number repeat) {
      // The very first block is already written.
      Number skipped = writer.select(writer.equal(repeat, 0), 1, 0);
      RunSeries copies{at(at(made, repeat, stride), skipped, block),
                       made,
                       block,
                       /*sourceStride=*/0,
                       block,
                       writer.sub(table.get(inner, Size), skipped)};
      writeRuns(writer, copies, table.isStreamed(), vectorBytes);
    });
  });
}

void TileTableWriter::writeRepeat(Number level, Value target, Value source,
                                  Number repeats, Range data) {
  auto writeBytes = [&] {
    writeLongPeriod(writer, target, source, table.get(Run), data.begin,
                    data.end, repeats, table.isStreamed(), vectorBytes);
  };
  Number inner = writer.add(level, 2);
  Value isDeep = writer.less(writer.add(level, 3), table.get(End));
  Value isLong =
      writer.less(kSlab, table.get(writer.add(level, 1), TargetStride));
  Value isBlock = writer.compare(arith::CmpIPredicate::sle,
                                 table.get(inner, TargetStride), kSlab);
  Number run = table.get(Run);
  Value ofPatterns = writer.both(
      writer.both(table.isLast(inner), table.isRepeat(inner)),
      isPatternRow(writer, run, writer.mul(run, table.get(inner, Size)),
                   vectorBytes));
  Value ofBlocks = writer.both(writer.both(isDeep, isLong),
                               writer.both(isBlock, table.isRepeat(inner)));
  auto writeRows = [&] {
    writer.ifThen(
        ofBlocks, [&] { writeBlocks(level, target, source, repeats, data); },
        [&] { writeSlabs(level, target, source, repeats, data); });
  };
  writer.ifThen(table.isLast(level), writeBytes, [&] {
    writer.ifThen(
        ofPatterns,
        [&] { writePatterns(level, target, source, repeats, data); },
        writeRows);
  });
}

void TileTableWriter::writeKernel(Range range) {
  Number first = table.get(First);
  Value target = table.getPointer(Target), source = table.getPointer(Source);
  Value isRepeat = table.isRepeat(first), isLast = table.isLast(first);
  // The units of a repeat around data are repeats or data.
  Value ofData = writer.equal(table.get(OfData), 1);
  Number data = writer.select(isLast, table.get(Run),
                              table.get(writer.add(first, 1), Size));
  auto writeOuterRepeat = [&] {
    callRepeat(first, target, source,
               {writer.select(ofData, 0, range.begin),
                writer.select(ofData, table.get(first, Size), range.end)},
               {writer.select(ofData, range.begin, 0),
                writer.select(ofData, range.end, data)});
  };
  // A repeat of a short run is a level of its own.
  Value isShort = writer.both(isLast, writer.equal(table.get(OfData), 0));
  writer.ifThen(
      isRepeat,
      [&] {
        writer.ifThen(
            isShort, [&] { callLevel(first, target, source, range); },
            writeOuterRepeat);
      },
      [&] { callLevel(first, target, source, range); });
  writer.ifThen(table.isStreamed(), [&] { writer.fence(); });
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

void mlir::onnxops::writeTileTable(CodeWriter &writer, KernelLibrary &library,
                                   const Tile &tile,
                                   const CopyStrategy &strategy) {
  Number bytes = tile.getBytes(writer);
  KernelCall call("tile_table");
  addTileTable(call, tile,
               writer.fromCondition(strategy.streamsFill(writer, bytes)));
  func::FuncOp kernel = library.get(call, [&](CodeWriter &writer,
                                              KernelFrame &frame) {
    TileTableWriter tiles(writer, TileTable(writer, frame.getArgumentArray()),
                          strategy.vectorBytes);
    tiles.writeKernel({frame.getBegin(), frame.getEnd()});
  });
  TileTable table(writer, library.storeArguments(writer, call));
  prepareTile(writer, table);
  library.callOn(writer, kernel, table.getTable(), table.get(Units),
                 table.get(Grain), bytes);
}
