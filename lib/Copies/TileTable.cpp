//===- TileTable.cpp - arguments of the tile table kernel -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Merges levels from the innermost one on, and stores the remaining ones at the
// end of the table.
//
//===----------------------------------------------------------------------===//

#include "TileTable.h"

#include "PeriodCode.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

// Number of levels after the innermost that are read, but not used.
static constexpr int64_t kReadBehind = 3;

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

// Chooses the units of work, as TileKernels does for constant sizes.
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
  // A tile that is a plain copy becomes a repeat of size 1.
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
  // In the order of TileField.
  call.addUnkeyedArgument(tile.target);
  call.addUnkeyedArgument(tile.source);
  call.addUnkeyedArgument(streams);
  call.addUnkeyedArgument(tile.run);
  call.addUnkeyedArgument(Number(0));
  call.addUnkeyedArgument(Number(tile.levels.size()));
  for (int64_t field = Units; field < Levels; ++field)
    call.addUnkeyedArgument(Number(0));
  for (const TileLevel &level : tile.levels) {
    call.addUnkeyedArgument(level.size);
    call.addUnkeyedArgument(level.targetStride);
    call.addUnkeyedArgument(level.sourceStride);
  }
  for (int64_t i = 0; i < kReadBehind * FieldsPerLevel; ++i)
    call.addUnkeyedArgument(Number(0));
}
