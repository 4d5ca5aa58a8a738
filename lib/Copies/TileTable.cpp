//===- TileTable.cpp - loops of a tile, constant or in memory -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merges levels from the innermost one on, and stores the remaining ones at the
// end of the table.
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"

#include "PeriodCode.h"
#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

// Minimum number of iterations for an even distribution among threads.
static constexpr int64_t kManyIterations = 16;

// Bytes of an iteration from which on threads share its data where there are
// many.
static constexpr int64_t kLeastOfData = 32 << 10;

// A source is small if so many of it are less than the target.
static constexpr int64_t kSmallSource = 16;

// Number of levels after the innermost that are read, but not used.
static constexpr int64_t kReadBehind = 3;

Number TileTable::read(Number word) {
  if (!memory)
    return constants[*word.constant()];
  return Number(writer.load(writer.getBuilder().getI64Type(), at(word)));
}

void TileTable::write(Number word, Number value) {
  if (!memory)
    constants[*word.constant()] = value;
  else
    writer.store(writer.materialize(value), at(word));
}

Number TileTable::getRepeated(Number level) {
  return writer.select(isLast(level), get(Run),
                       get(writer.add(level, 1), Size));
}

SmallVector<Number> mlir::onnxops::listWords(const Tile &tile, Number streams) {
  SmallVector<Number> words(Levels, 0);
  words[Streams] = streams;
  words[Run] = tile.run;
  words[End] = tile.levels.size();
  for (const TileLevel &level : tile.levels)
    words.append({level.size, level.targetStride, level.sourceStride});
  words.append(kReadBehind * FieldsPerLevel, 0);
  return words;
}

Value mlir::onnxops::hasPatternRows(CodeWriter &writer, TileTable &table,
                                    Number level, int64_t vectorBytes) {
  Number inner = writer.add(level, 1), run = table.get(Run);
  return writer.both(writer.both(table.isLast(inner), table.isRepeat(inner)),
                     isPatternRow(writer, run,
                                  writer.mul(run, table.get(inner, Size)),
                                  vectorBytes));
}

void mlir::onnxops::chooseUnits(CodeWriter &writer, TileTable &table,
                                int64_t vectorBytes) {
  Number first = table.get(First), size = table.get(first, Size);
  Number data = table.getRepeated(first);
  Value isLast = table.isLast(first);
  Number enough = writer.min(writer.mul(size, 4), kManyIterations);
  // The bytes of a short run are not worth sharing.
  Number least = writer.select(isLast, kLongPeriod, 0);
  Value hasEnough = writer.compare(arith::CmpIPredicate::sge, data,
                                   writer.max(enough, least));
  // Nor are segments of a few lines each, with those of other threads between.
  Number stride = table.get(first, TargetStride);
  Value isLong = writer.either(
      writer.less(size, kManyIterations),
      writer.compare(arith::CmpIPredicate::sge, stride, kLeastOfData));
  Value ofData =
      writer.both(table.isRepeat(first),
                  writer.both(hasEnough, writer.either(isLast, isLong)));
  // Where threads share what is in caches, one writes one segment:
  // processors fetch what is behind a segment, from the cache of the other
  // thread. Both then read all data, and write rows that one could have copied.
  Number bytes = writer.mul(size, stride);
  Number eachRead =
      writer.select(isLast, 1, table.get(writer.add(first, 1), SourceStride));
  Number read = writer.mul(writer.mul(data, eachRead), kSmallSource);
  Value isCheap = writer.either(
      isLast, hasPatternRows(writer, table, writer.add(first, 1), vectorBytes));
  Value isIterated =
      writer.both(writer.both(isCheap, writer.less(read, bytes)),
                  writer.both(writer.less(ONNXOPS_LEAST_SHARED - 1, bytes),
                              writer.less(bytes, ONNXOPS_LEAST_STREAMED)));
  Number iterated = writer.mul(size, data);
  table.set(Split,
            writer.select(ofData, writer.select(isIterated, OfIterated, OfData),
                          OfIterations));
  table.set(
      Units,
      writer.select(ofData, writer.select(isIterated, iterated, data), size));
  table.set(Grain, writer.select(writer.both(ofData, isLast), 64, 1));
}

// Merges a level into the next one or into the run, or adds it to the remaining
// levels.
static void addLevel(CodeWriter &writer, TileTable &table, Number level) {
  Number size = table.get(level, Size);
  Number sourceStride = table.get(level, SourceStride);
  Number targetStride = table.get(level, TargetStride);
  Number first = table.get(First), run = table.get(Run);
  Value isRepeat = writer.equal(sourceStride, 0);
  Value isInnermost = writer.equal(first, table.get(End));
  auto put = [&] {
    Number outer = writer.sub(first, 1);
    table.set(outer, Size, size);
    table.set(outer, TargetStride, targetStride);
    table.set(outer, SourceStride, sourceStride);
    table.set(First, outer);
  };
  auto addToRun = [&] {
    Value isContiguous = writer.both(writer.equal(sourceStride, run),
                                     writer.equal(targetStride, run));
    writer.ifThen(
        isContiguous, [&] { table.set(Run, writer.mul(run, size)); }, put);
  };
  auto addToLevel = [&] {
    Number innerSize = table.get(first, Size);
    Number innerStride = table.get(first, SourceStride);
    // Both are 0 for repeats.
    Value isDense = writer.both(
        writer.equal(sourceStride, writer.mul(innerSize, innerStride)),
        writer.equal(targetStride,
                     writer.mul(innerSize, table.get(first, TargetStride))));
    Value isAlike = writer.equal(writer.fromCondition(isRepeat),
                                 writer.fromCondition(table.isRepeat(first)));
    writer.ifThen(
        writer.both(isDense, isAlike),
        [&] { table.set(first, Size, writer.mul(innerSize, size)); }, put);
  };
  writer.ifThen(isInnermost, addToRun, addToLevel);
}

static void mergeLevels(CodeWriter &writer, TileTable table,
                        int64_t vectorBytes) {
  Number end = table.get(End);
  table.set(First, end);
  writer.loop(0, end, 1, [&](Number i) {
    Number level = writer.sub(writer.sub(end, 1), i);
    writer.ifThen(
        writer.compare(arith::CmpIPredicate::ne, table.get(level, Size), 1),
        [&] { addLevel(writer, table, level); });
  });
  // A tile that is a plain copy becomes a repeat of size 1.
  writer.ifThen(writer.equal(table.get(First), end), [&] {
    Number only = writer.sub(end, 1);
    table.set(only, Size, 1);
    table.set(only, TargetStride, table.get(Run));
    table.set(only, SourceStride, 0);
    table.set(First, only);
  });
  chooseUnits(writer, table, vectorBytes);
}

void mlir::onnxops::prepareTile(CodeWriter &writer, TileTable &table,
                                int64_t vectorBytes) {
  writer.callShared("prepare_tile", table.getMemory(),
                    [&](CodeWriter &writer, ValueRange arguments) {
                      mergeLevels(writer, TileTable(writer, arguments[0]),
                                  vectorBytes);
                    });
}
