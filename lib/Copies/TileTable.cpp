//===- TileTable.cpp - the loops of a tile, in memory ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Levels are looked at from the innermost one, and those that are left put side
// by side at the end of the table.
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"

#include "PeriodCode.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

// Levels behind the innermost that are read, though nothing depends on them.
static constexpr int64_t kReadBehind = 3;

// Puts a level around those that are left, or makes the next one or the run
// longer by it.
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
    // Of repeats both are 0.
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

static void mergeLevels(CodeWriter &writer, TileTable table) {
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

void mlir::onnxops::prepareTile(CodeWriter &writer, TileTable table) {
  writer.call("prepare_tile", table.getTable(),
              [&](CodeWriter &writer, ValueRange arguments) {
                mergeLevels(writer, TileTable(writer, arguments[0]));
              });
}

void mlir::onnxops::addTileTable(KernelCall &call, const Tile &tile,
                                 Number streams) {
  // In the order of TileWord.
  call.addHiddenWord(tile.target);
  call.addHiddenWord(tile.source);
  call.addHiddenWord(streams);
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
}
