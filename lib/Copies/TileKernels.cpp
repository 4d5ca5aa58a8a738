//===- TileKernels.cpp - kernels of repeats -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A repeat around a loop over data is interchanged with it, slab by slab: some
// rows are written to their first place, and copied to all others while they
// are in the cache. PeriodCode writes repeats of a single run.
//
//===----------------------------------------------------------------------===//

#include "TileKernels.h"

#include "PeriodCode.h"
#include "TileTableKernel.h"
#include "onnxops/Copies/RunCode.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// A range of iterations of one of the outermost two levels.
struct Range {
  Number begin, end;
};

/// Writes the body of one kernel.
class TileWriter {
public:
  TileWriter(CodeWriter &writer, ArrayRef<TileLevel> levels, Number run,
             Value streams, int64_t vectorBytes)
      : writer(writer), levels(levels), run(run), streams(streams),
        vectorBytes(vectorBytes) {}

  void write(unsigned level, Value target, Value source, Range range);
  /// Writes a range of a repeat, and of the data or bytes that it repeats.
  void writeRepeat(unsigned level, Value target, Value source, Range repeats,
                   Range data);

private:
  Value at(Value pointer, Number i, Number stride) {
    return writer.advance(pointer, writer.mul(i, stride));
  }
  Number size(Range range) { return writer.sub(range.end, range.begin); }
  bool isLast(unsigned level) const { return level + 1 == levels.size(); }

  void writeData(unsigned level, Value target, Value source, Range range);
  bool repeatsPatterns(unsigned level);
  bool repeatsOneBlock(unsigned level) const;
  void writeBlocks(unsigned level, Value target, Value source, Number repeats,
                   Range data);

  /// For data that is read again while it is in the cache.
  TileWriter getCached() {
    return TileWriter(writer, levels, run, writer.equal(0, 1), vectorBytes);
  }

  CodeWriter &writer;
  ArrayRef<TileLevel> levels;
  Number run;
  Value streams;
  int64_t vectorBytes;
};

} // namespace

void TileWriter::write(unsigned level, Value target, Value source,
                       Range range) {
  if (!levels[level].isRepeat())
    return writeData(level, target, source, range);
  if (!isLast(level))
    return writeRepeat(level, target, source, range,
                       {0, levels[level + 1].size});
  PeriodRows row{at(target, range.begin, run),
                 source,
                 /*rows=*/1,
                 /*targetStride=*/0,
                 /*sourceStride=*/0,
                 run,
                 size(range)};
  writePeriods(writer, row, streams, vectorBytes);
}

void TileWriter::writeData(unsigned level, Value target, Value source,
                           Range range) {
  const TileLevel &data = levels[level];
  Value to = at(target, range.begin, data.targetStride);
  Value from = at(source, range.begin, data.sourceStride);
  // The innermost loops are written as one, so that the length of runs is
  // compared once.
  if (isLast(level)) {
    Value no = writer.equal(0, 1);
    RunSeries runs{to,  from,       data.targetStride, data.sourceStride,
                   run, size(range)};
    return writeRuns(writer, runs, no, vectorBytes);
  }
  if (isLast(level + 1) && levels[level + 1].isRepeat()) {
    PeriodRows rows{to,
                    from,
                    size(range),
                    data.targetStride,
                    data.sourceStride,
                    run,
                    levels[level + 1].size};
    return writePeriods(writer, rows, streams, vectorBytes);
  }
  writer.loop(range.begin, range.end, 1, [&](Number i) {
    write(level + 1, at(target, i, data.targetStride),
          at(source, i, data.sourceStride), {0, levels[level + 1].size});
  });
}

// Whether rows of data are patterns, which are as fast to write as to copy.
bool TileWriter::repeatsPatterns(unsigned level) {
  if (level + 3 != levels.size() || levels[level + 1].isRepeat() ||
      !levels[level + 2].isRepeat())
    return false;
  Number row = writer.mul(run, levels[level + 2].size);
  return matchPattern(isPatternRow(writer, run, row, vectorBytes), m_One());
}

// Whether rows of data are too long for L1, but repeat a block that is not.
bool TileWriter::repeatsOneBlock(unsigned level) const {
  // With a strided source, two levels of data may be adjacent.
  if (level + 3 >= levels.size() || !levels[level + 2].isRepeat())
    return false;
  std::optional<int64_t> row = levels[level + 1].targetStride.constant();
  std::optional<int64_t> block = levels[level + 2].targetStride.constant();
  return row && block && *row > kSlab && *block <= kSlab;
}

// Writes the block of each row once, and copies it to all its places.
void TileWriter::writeBlocks(unsigned level, Value target, Value source,
                             Number repeats, Range data) {
  const TileLevel &outer = levels[level], &rows = levels[level + 1],
                  &inner = levels[level + 2];
  writer.loop(data.begin, data.end, 1, [&](Number i) {
    Value made = at(target, i, rows.targetStride);
    getCached().write(level + 3, made, at(source, i, rows.sourceStride),
                      {0, levels[level + 3].size});
    writer.loop(0, repeats, 1, [&](Number repeat) {
      // The very first block is already written.
      Number skipped = writer.select(writer.equal(repeat, 0), 1, 0);
      Value place = at(made, repeat, outer.targetStride);
      RunSeries copies{at(place, skipped, inner.targetStride),
                       made,
                       inner.targetStride,
                       /*sourceStride=*/0,
                       inner.targetStride,
                       writer.sub(inner.size, skipped)};
      writeRuns(writer, copies, streams, vectorBytes);
    });
  });
}

void TileWriter::writeRepeat(unsigned level, Value target, Value source,
                             Range repeats, Range data) {
  const TileLevel &outer = levels[level];
  Value first = at(target, repeats.begin, outer.targetStride);
  if (isLast(level))
    return writeLongPeriod(writer, first, source, run, data.begin, data.end,
                           size(repeats), streams, vectorBytes);
  if (repeatsOneBlock(level))
    return writeBlocks(level, first, source, size(repeats), data);
  if (repeatsPatterns(level))
    return writer.loop(0, size(repeats), 1, [&](Number repeat) {
      write(level + 1, at(first, repeat, outer.targetStride), source, data);
    });
  Number rowBytes = levels[level + 1].targetStride;
  Number slab = writer.max(1, writer.div(kSlab, writer.max(rowBytes, 1)));
  writer.loopParts(data.begin, data.end, slab, [&](Number begin, Number rows) {
    getCached().write(level + 1, first, source,
                      {begin, writer.add(begin, rows)});
    Value made = at(first, begin, rowBytes);
    RunSeries copies{writer.advance(made, outer.targetStride),
                     made,
                     outer.targetStride,
                     /*sourceStride=*/0,
                     writer.mul(rows, rowBytes),
                     writer.sub(size(repeats), 1)};
    writeRuns(writer, copies, streams, vectorBytes);
  });
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

namespace {
/// The units of work of a kernel.
struct Units {
  Number count, grain;
  /// For a repeat around data, an i1: whether units are data, not repeats.
  Value ofData;
};
} // namespace

// Whether the tile is one level that repeats a run: the bytes of the run are
// data only if it is known to be long.
static bool isPeriod(ArrayRef<TileLevel> levels, Number run) {
  return levels.size() == 1 &&
         !(run.constant() && *run.constant() >= kLongPeriod);
}

// The size of the data of an outermost repeat: in rows, or in bytes of a run.
static Number getRepeated(ArrayRef<TileLevel> levels, Number run) {
  return levels.size() == 1 ? run : levels[1].size;
}

static Units chooseUnits(CodeWriter &writer, const Tile &tile) {
  const TileLevel &outer = tile.levels.front();
  Value yes = writer.equal(0, 0), no = writer.equal(0, 1);
  if (!outer.isRepeat())
    return {outer.size, 1, yes};
  if (isPeriod(tile.levels, tile.run))
    return {outer.size, 1, no};
  Number data = getRepeated(tile.levels, tile.run);
  Value ofData =
      writer.compare(arith::CmpIPredicate::sge, data,
                     writer.min(writer.mul(outer.size, 4), kManyIterations));
  int64_t dataGrain = tile.levels.size() == 1 ? 64 : 1;
  return {writer.select(ofData, data, outer.size),
          writer.select(ofData, dataGrain, 1), ofData};
}

namespace {
/// The kernel arguments of a tile.
struct TileArguments {
  KernelArgument target, source, streams, ofData, run;
  struct Level {
    KernelArgument size, targetStride, sourceStride;
  };
  SmallVector<Level> levels;
};
} // namespace

static TileArguments addTile(CodeWriter &writer, KernelCall &call,
                             const Tile &tile, Value streams, Value ofData) {
  TileArguments arguments;
  arguments.target = call.addPointer(tile.target);
  arguments.source = call.addPointer(tile.source);
  arguments.streams = call.add(writer.fromCondition(streams));
  arguments.ofData = call.add(writer.fromCondition(ofData));
  arguments.run = call.add(tile.run);
  for (const TileLevel &level : tile.levels) {
    // In the order of the arguments.
    KernelArgument size = call.add(level.size);
    KernelArgument targetStride = call.add(level.targetStride);
    arguments.levels.push_back(
        {size, targetStride, call.add(level.sourceStride)});
  }
  return arguments;
}

static void writeUnits(CodeWriter &writer, KernelFrame &frame,
                       const TileArguments &arguments, int64_t vectorBytes) {
  SmallVector<TileLevel> levels;
  for (const TileArguments::Level &level : arguments.levels)
    levels.push_back({frame.number(level.size),
                      frame.number(level.targetStride),
                      frame.number(level.sourceStride)});
  Number run = frame.number(arguments.run);
  Value streams = writer.equal(frame.number(arguments.streams), 1);
  Value ofData = writer.equal(frame.number(arguments.ofData), 1);
  Value target = frame.pointer(arguments.target);
  Value source = frame.pointer(arguments.source);
  Number begin = frame.getBegin(), end = frame.getEnd();
  TileWriter tiles(writer, levels, run, streams, vectorBytes);
  const TileLevel &outer = levels.front();
  if (!outer.isRepeat() || isPeriod(levels, run))
    tiles.write(0, target, source, {begin, end});
  else
    tiles.writeRepeat(0, target, source,
                      {writer.select(ofData, 0, begin),
                       writer.select(ofData, outer.size, end)},
                      {writer.select(ofData, begin, 0),
                       writer.select(ofData, end, getRepeated(levels, run))});
  writer.ifThen(streams, [&] { writer.fence(); });
}

Number Tile::getBytes(CodeWriter &writer) const {
  Number inner = levels.size() == 1
                     ? run
                     : writer.mul(levels[1].size, levels[1].targetStride);
  return writer.mul(levels.front().size, inner);
}

static bool isKnown(const Tile &tile) {
  return tile.run.constant() &&
         llvm::all_of(tile.levels, [](const TileLevel &level) {
           return level.size.constant() && level.targetStride.constant() &&
                  level.sourceStride.constant();
         });
}

void mlir::onnxops::writeTile(CodeWriter &writer, KernelLibrary &library,
                              const Tile &tile, const CopyStrategy &strategy) {
  if (!isKnown(tile))
    return writeTileTable(writer, library, tile, strategy);
  Number bytes = tile.getBytes(writer);
  Units units = chooseUnits(writer, tile);
  KernelCall call("tile");
  TileArguments arguments = addTile(
      writer, call, tile, strategy.streamsFill(writer, bytes), units.ofData);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        writeUnits(writer, frame, arguments, strategy.vectorBytes);
      });
  library.call(writer, kernel, call, units.count, units.grain, bytes);
}
