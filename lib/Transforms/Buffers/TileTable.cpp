//===- TileTable.cpp - tiles of sizes known at run time -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What TileKernels writes as nested loops is here a pair of functions that call
// each other, a level deeper each time: one for loops over data and short
// repeats, one for repeats of data.
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"

#include "PeriodCode.h"
#include "RunCode.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// The words of a table. Levels follow, outermost first, three words each.
enum TileWord : int64_t {
  Target,
  Source,
  Streams, ///< whether stores go around the cache
  Run,     ///< bytes of the innermost contiguous piece
  First,   ///< the outermost level that is left
  End,     ///< behind the innermost
  Units,   ///< of the kernel's work
  Grain,
  OfData, ///< whether the units of a repeat at the outside are what it repeats
  Levels
};
enum LevelWord : int64_t { Size, TargetStride, SourceStride, WordsPerLevel };

// Levels behind the innermost that are read, though nothing depends on them.
constexpr int64_t kReadBehind = 3;

/// A table, from within the code that uses it.
class TileTable {
public:
  TileTable(CodeWriter &writer, Value table) : writer(writer), table(table) {}

  Value getTable() const { return table; }
  Number get(TileWord word) { return read(int64_t(word)); }
  void set(TileWord word, Number value) { write(int64_t(word), value); }
  Value getPointer(TileWord word) {
    return writer.load(table.getType(), at(int64_t(word)));
  }
  Value isStreamed() { return writer.equal(get(Streams), 1); }

  Number get(Number level, LevelWord word) { return read(find(level, word)); }
  void set(Number level, LevelWord word, Number value) {
    write(find(level, word), value);
  }
  Value isRepeat(Number level) {
    return writer.equal(get(level, SourceStride), 0);
  }
  Value isLast(Number level) {
    return writer.equal(writer.add(level, 1), get(End));
  }

private:
  Number find(Number level, LevelWord word) {
    return writer.add(writer.mul(level, WordsPerLevel), Levels + word);
  }
  Value at(Number word) { return writer.advance(table, writer.mul(word, 8)); }
  Number read(Number word) {
    return Number(writer.load(writer.getBuilder().getI64Type(), at(word)));
  }
  void write(Number word, Number value) {
    writer.store(writer.materialize(value), at(word));
  }

  CodeWriter &writer;
  Value table;
};

} // namespace

//===----------------------------------------------------------------------===//
// Before the kernel
//===----------------------------------------------------------------------===//

// Puts a level around those that are left, or makes the next one or the run
// longer by it.
static void addLevel(CodeWriter &writer, TileTable &table, Number level) {
  Number size = table.get(level, Size);
  Number sourceStride = table.get(level, SourceStride);
  Number first = table.get(First), run = table.get(Run);
  Value isRepeat = writer.equal(sourceStride, 0);
  Value isInnermost = writer.equal(first, table.get(End));
  auto put = [&] {
    Number outer = writer.sub(first, 1);
    Number targetStride = table.get(level, TargetStride);
    table.set(outer, Size, size);
    table.set(outer, TargetStride, targetStride);
    table.set(outer, SourceStride, sourceStride);
    table.set(First, outer);
  };
  auto addToRun = [&] {
    Value isContiguous = writer.equal(sourceStride, run);
    writer.ifThen(
        isContiguous, [&] { table.set(Run, writer.mul(run, size)); }, put);
  };
  auto addToLevel = [&] {
    Number innerSize = table.get(first, Size);
    Number innerStride = table.get(first, SourceStride);
    // Of repeats both are 0.
    Value isDense =
        writer.equal(sourceStride, writer.mul(innerSize, innerStride));
    Value isAlike = writer.equal(writer.fromCondition(isRepeat),
                                 writer.fromCondition(table.isRepeat(first)));
    writer.ifThen(
        writer.both(isDense, isAlike),
        [&] { table.set(first, Size, writer.mul(innerSize, size)); }, put);
  };
  writer.ifThen(isInnermost, addToRun, addToLevel);
}

// Iterations from which a loop can be shared evenly among threads.
static constexpr int64_t kManyIterations = 16;

// Chooses what threads share, as TileKernels does for constant sizes.
static void chooseUnits(CodeWriter &writer, TileTable &table) {
  Number first = table.get(First), run = table.get(Run);
  Number size = table.get(first, Size);
  Value isLast = table.isLast(first);
  Number data =
      writer.select(isLast, run, table.get(writer.add(first, 1), Size));
  Number enough = writer.min(writer.mul(size, 4), kManyIterations);
  // The bytes of a short run are not worth sharing.
  Number least = writer.select(isLast, kLongPeriod, 0);
  Value ofData = writer.both(table.isRepeat(first),
                             writer.compare(arith::CmpIPredicate::sge, data,
                                            writer.max(enough, least)));
  table.set(OfData, writer.fromCondition(ofData));
  table.set(Units, writer.select(ofData, data, size));
  table.set(Grain, writer.select(writer.both(ofData, isLast), 64, 1));
}

static void prepareTile(CodeWriter &writer, TileTable table) {
  Number end = table.get(End);
  table.set(First, end);
  writer.loop(0, end, 1, [&](Number i) {
    Number level = writer.sub(writer.sub(end, 1), i);
    writer.ifThen(
        writer.compare(arith::CmpIPredicate::ne, table.get(level, Size), 1),
        [&] { addLevel(writer, table, level); });
  });
  // A tile that is a copy is a repeat of one.
  writer.ifThen(writer.equal(table.get(First), end), [&] {
    Number only = writer.sub(end, 1);
    table.set(only, Size, 1);
    table.set(only, TargetStride, table.get(Run));
    table.set(only, SourceStride, 0);
    table.set(First, only);
  });
  chooseUnits(writer, table);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

namespace {

/// Iterations of a loop.
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

// Rows as many as the nearest cache holds are made in the first place, and
// copied from there.
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

// Rows that are longer, but repeat a block that is not: the block is made, and
// copied to all its places.
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
      // The first one of all is there.
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
  Value ofBlocks = writer.both(writer.both(isDeep, isLong),
                               writer.both(isBlock, table.isRepeat(inner)));
  writer.ifThen(table.isLast(level), writeBytes, [&] {
    writer.ifThen(
        ofBlocks, [&] { writeBlocks(level, target, source, repeats, data); },
        [&] { writeSlabs(level, target, source, repeats, data); });
  });
}

void TileTableWriter::writeKernel(Range range) {
  Number first = table.get(First);
  Value target = table.getPointer(Target), source = table.getPointer(Source);
  Value isRepeat = table.isRepeat(first), isLast = table.isLast(first);
  // Of a repeat around others the units are either.
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
  // A short run again and again is a level of its own.
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
  Number bytes =
      writer.mul(tile.levels.front().size, tile.levels.front().targetStride);
  KernelCall call("tile_table");
  // In the order of TileWord.
  call.addHiddenWord(tile.target);
  call.addHiddenWord(tile.source);
  call.addHiddenWord(writer.fromCondition(strategy.streamsFill(writer, bytes)));
  call.addHiddenWord(tile.run);
  call.addHiddenWord(Number(0));
  call.addHiddenWord(Number(tile.levels.size()));
  for (int64_t word = Units; word < Levels; ++word)
    call.addHiddenWord(Number(0));
  for (const TileLevel &level : tile.levels) {
    call.addHiddenWord(level.size);
    call.addHiddenWord(level.targetStride);
    call.addHiddenWord(level.sourceStride);
  }
  for (int64_t i = 0; i < kReadBehind * WordsPerLevel; ++i)
    call.addHiddenWord(Number(0));
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        TileTableWriter tiles(writer, TileTable(writer, frame.getTable()),
                              strategy.vectorBytes);
        tiles.writeKernel({frame.getBegin(), frame.getEnd()});
      });
  Value words = library.fillTable(writer, call);
  writer.call("prepare_tile", words,
              [&](CodeWriter &writer, ValueRange arguments) {
                prepareTile(writer, TileTable(writer, arguments[0]));
              });
  TileTable table(writer, words);
  library.callOn(writer, kernel, words, table.get(Units), table.get(Grain),
                 bytes);
}
