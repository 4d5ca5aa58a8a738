//===- TileShuffle.cpp - rows of small tiles, by permutes -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops write the tile of the bytes 0, 1, 2, ... once. What they write are the
// positions from which a permute takes each byte of a row.
//
//===----------------------------------------------------------------------===//

#include "TileShuffle.h"

#include "ByteShuffle.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::tile_table;

// Bytes that are written at a time, at most.
static constexpr int64_t kMostPositions = 1024;

// Steps that pay for those of the loops.
static constexpr int64_t kLeastSteps = 4;

namespace {
/// What the levels behind a level read and write.
struct Extent {
  Number read;      ///< bytes from the first to the last
  Number written;   ///< bytes
  Number isForward; ///< whether the first byte that is read comes before others
};
} // namespace

static Extent addLevel(CodeWriter &writer, TileTable &table,
                       const Extent &extent, Number level) {
  Number size = table.get(level, Size);
  Number stride = table.get(level, SourceStride);
  return {
      writer.add(extent.read, writer.mul(writer.sub(size, 1), stride)),
      writer.mul(extent.written, size),
      writer.select(writer.atMost(0, stride), extent.isForward, 0),
  };
}

// The extent of the levels behind this one.
static Extent getExtent(CodeWriter &writer, TileTable &table, Number level) {
  Number run = table.get(Run), end = table.get(End);
  Extent extent{run, run, 1};
  if (!table.getMemory()) {
    for (int64_t i = *level.constant() + 1; i < *end.constant(); ++i)
      extent = addLevel(writer, table, extent, i);
    return extent;
  }
  SmallVector<Number> numbers = writer.loop(
      writer.add(level, 1), end, 1,
      {extent.read, extent.written, extent.isForward},
      [&](Number i, ArrayRef<Number> carried) -> SmallVector<Number> {
        Extent next =
            addLevel(writer, table, {carried[0], carried[1], carried[2]}, i);
        return {next.read, next.written, next.isForward};
      });
  return {numbers[0], numbers[1], numbers[2]};
}

TileSteps mlir::onnxops::getTileSteps(CodeWriter &writer, TileTable &table,
                                      const TileRows &rows) {
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  if (registerBytes == 0)
    return {};
  Extent extent = getExtent(writer, table, rows.level);
  Number read = table.get(rows.level, SourceStride);
  Number written = table.get(rows.level, TargetStride);
  auto isPositive = [&](Number number) { return writer.less(0, number); };
  // Only the outermost level may leave gaps.
  Value areDense = writer.both(writer.equal(extent.isForward, 1),
                               writer.equal(extent.written, written));
  Value fit = writer.both(writer.both(isPositive(read), isPositive(written)),
                          writer.both(writer.atMost(extent.read, registerBytes),
                                      writer.atMost(written, kMostPositions)));
  Number unread = writer.max(writer.sub(registerBytes, extent.read), 0);
  Number most =
      writer.min(writer.add(writer.div(unread, writer.max(read, 1)), 1),
                 writer.div(kMostPositions, writer.max(written, 1)));
  most = writer.max(most, 1);
  auto areEnough = [&](Number count, Number step) {
    return writer.atMost(writer.mul(step, kLeastSteps), count);
  };
  // Fewer at a time, where all iterations are too few for several steps. Those
  // of a thread are known only where it runs, and constants make better code.
  Number all = table.getMemory() ? rows.count : table.get(rows.level, Size);
  Number step = writer.select(areEnough(all, most), most, 1);
  Value pay =
      writer.both(areEnough(rows.count, step),
                  writer.atMost(registerBytes, writer.mul(step, written)));
  return {step, writer.both(writer.both(areDense, fit), pay)};
}

void mlir::onnxops::writeShuffledTiles(
    CodeWriter &writer, TileTable &table, const TileRows &rows, Number step,
    llvm::function_ref<void(Value target, Value source)> writeStep) {
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  Type type = writer.getBytesType(registerBytes);
  Number read = table.get(rows.level, SourceStride);
  Number written = table.get(rows.level, TargetStride);
  Value positions = writer.allocateWords(kMostPositions / 8);
  Value bytes = writer.allocateWords(2 * registerBytes / 8);
  writer.store(countBytes(writer, 0, registerBytes), bytes);
  writeStep(positions, bytes);

  Number last = writer.sub(writer.mul(step, written), registerBytes);
  auto writeRows = [&](Number row, Value source) {
    Value target = writer.advance(rows.target, writer.mul(row, written));
    Value data = writer.load(type, source);
    auto move = [&](Number offset) {
      Value indices = writer.load(type, writer.advance(positions, offset));
      writer.store(permuteBytes(writer, data, indices),
                   writer.advance(target, offset));
    };
    writer.loop(0, last, registerBytes, move);
    move(last); // overlaps the one before
  };
  Number lastStep = writer.sub(rows.count, step);
  // Rows at which a whole register, of a step or more, is within the source.
  Number end = writer.add(writer.mul(writer.sub(rows.count, 1), read),
                          getExtent(writer, table, rows.level).read);
  Number whole =
      writer.div(writer.add(writer.max(writer.sub(end, registerBytes),
                                       writer.sub(0, read)),
                            read),
                 read);
  Number steps = writer.ceilDiv(whole, step);
  Number begin = writer.mul(steps, step);
  writer.loop(0, begin, step, [&](Number row) {
    writeRows(row, writer.advance(rows.source, writer.mul(row, read)));
  });
  // The rest of the source is at most a register, and the last step may write
  // some rows again.
  Number first = writer.min(begin, lastStep);
  Number offset = writer.mul(first, read);
  writer.memcpy(bytes, writer.advance(rows.source, offset),
                writer.sub(end, offset));
  writer.loop(begin, rows.count, step, [&](Number row) {
    row = writer.min(row, lastStep);
    writeRows(row,
              writer.advance(bytes, writer.mul(writer.sub(row, first), read)));
  });
}
