//===- RowCode.cpp - code that copies rows of runs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One loop over the rows, all runs of a row in its body.
//
//===----------------------------------------------------------------------===//

#include "RowCode.h"

#include "PrefetchCode.h"
#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
/// A position in a block of rows.
struct RowOffset {
  int64_t row, bytes;
};
} // namespace

// Whether these positions of all blocks of `rows` rows are aligned if row 0 is.
static bool keepsAligned(Number targetStride, int64_t rows,
                         ArrayRef<RowOffset> offsets, int64_t vectorBytes) {
  std::optional<int64_t> stride = targetStride.constant();
  return stride && rows * *stride % vectorBytes == 0 &&
         llvm::all_of(offsets, [&](RowOffset offset) {
           return (offset.row * *stride + offset.bytes) % vectorBytes == 0;
         });
}

// The ends of the runs.
static SmallVector<RowOffset> getEnds(ArrayRef<int64_t> runs) {
  SmallVector<RowOffset> ends;
  int64_t end = 0;
  for (int64_t run : runs)
    ends.push_back({0, end += run});
  return ends;
}

// Calls `body` for every `step`th of these rows. A processor that has seen
// stores at equal distances fetches what it expects next. Behind the range that
// is in the cache of another thread, which then waits for it in the next call:
// so the last rows are written backwards. Of few rows none are, since the jump
// takes as long as some of these.
static void loopOverRows(CodeWriter &writer, const ConstantRows &rows,
                         Number begin, Number end, int64_t step,
                         llvm::function_ref<void(Number)> body) {
  // Next to few bytes, the computation of their place takes as long.
  constexpr int64_t leastBytes = 128, numBackwards = 16;
  if (!rows.areShared || step * llvm::sum_of(rows.runs) < leastBytes)
    return writer.loop(begin, end, step, body);
  Number count = writer.ceilDiv(writer.sub(end, begin), step);
  Number backwards = writer.select(writer.less(count, 2 * numBackwards), 0,
                                   Number(numBackwards));
  Number forwards = writer.sub(count, backwards);
  // Of the rest, the first is the last one.
  Number mirror = writer.add(forwards, writer.sub(count, 1));
  writer.loop(0, count, 1, [&](Number i) {
    Number place =
        writer.select(writer.less(i, forwards), i, writer.sub(mirror, i));
    body(writer.add(begin, writer.mul(place, step)));
  });
}

namespace {
/// What rows that are in no cache do in addition.
enum class RowMode { Cached, Prefetched, Streamed };
} // namespace

static void writeRunByRun(CodeWriter &writer, const ConstantRows &rows,
                          Number begin, Number end, RowMode mode,
                          int64_t vectorBytes) {
  const bool areAligned =
      keepsAligned(rows.targetStride, 1, getEnds(rows.runs), vectorBytes);
  const int64_t pieceBytes = getPieceBytes(vectorBytes);
  loopOverRows(writer, rows, begin, end, 1, [&](Number row) {
    Value target =
        writer.advance(rows.target, writer.mul(row, rows.targetStride));
    int64_t offset = 0;
    for (auto [source, stride, run] :
         llvm::zip_equal(rows.sources, rows.sourceStrides, rows.runs)) {
      Value to = writer.advance(target, offset);
      Value from = writer.advance(source, writer.mul(row, stride));
      Number ahead = getPrefetchDistance(writer, run, stride);
      if (mode == RowMode::Prefetched)
        writePrefetch(writer, writer.advance(from, ahead), run);
      if (mode == RowMode::Streamed)
        writeStreamedRegisters(writer, to, from, run, vectorBytes, ahead);
      else
        writeRun(writer, to, from, run,
                 areAligned || run >= kLongRun ? vectorBytes : pieceBytes);
      offset += run;
    }
  });
}

static SmallVector<RowOffset> getStores(const PermutePlan &plan) {
  SmallVector<RowOffset> stores;
  for (const PermutePlan::Store &store : plan.stores)
    stores.push_back({store.row, store.offset * plan.elementBytes});
  return stores;
}

void mlir::onnxops::writeSingleRuns(CodeWriter &writer,
                                    const ConstantRows &rows, Number begin,
                                    Number end, Value streams,
                                    int64_t vectorBytes) {
  auto write = [&](RowMode mode) {
    writeRunByRun(writer, rows, begin, end, mode, vectorBytes);
  };
  // Several runs are mostly whole sources, whose rows are adjacent.
  auto writeUnaligned = [&] {
    if (rows.runs.size() > 1 || rows.sourceStrides[0] == Number(rows.runs[0]))
      return write(RowMode::Cached);
    writer.ifThen(
        paysToPrefetch(writer, writer.sub(end, begin), rows.runs[0],
                       rows.sourceStrides[0]),
        [&] { write(RowMode::Prefetched); }, [&] { write(RowMode::Cached); });
  };
  if (!keepsAligned(rows.targetStride, 1, getEnds(rows.runs), vectorBytes))
    return writeUnaligned();
  writer.ifThen(
      writer.both(streams, writer.isAligned(rows.target, vectorBytes)),
      [&] { write(RowMode::Streamed); }, writeUnaligned);
}

// Whether a block is long enough to share its code with the last block: the
// cost of a comparison per block is negligible.
static bool isLong(const PermutePlan &plan) {
  return plan.values.size() + plan.stores.size() > 24;
}

void mlir::onnxops::writePermutedRows(CodeWriter &writer,
                                      const PermutePlan &plan,
                                      const ConstantRows &rows, Number begin,
                                      Number end, Value streams,
                                      int64_t vectorBytes) {
  auto writeBlock = [&](Number row, bool streams) {
    writePermute(writer, plan, rows.runs, rows.sources, rows.target,
                 rows.targetStride, row, streams);
  };
  auto writeAll = [&] {
    Number last = writer.sub(end, plan.rows);
    Value start =
        writer.advance(rows.target, writer.mul(begin, rows.targetStride));
    Value isStreamed = writer.equal(0, 1);
    if (plan.registerBytes == vectorBytes &&
        keepsAligned(rows.targetStride, plan.rows, getStores(plan),
                     vectorBytes))
      isStreamed = writer.both(streams, writer.isAligned(start, vectorBytes));
    writer.ifThen(isStreamed, [&] {
      writer.loop(begin, last, plan.rows,
                  [&](Number row) { writeBlock(row, /*streams=*/true); });
    });
    // The last block overlaps the one before: some rows are written twice, with
    // the same bytes.
    Number unstreamed = writer.select(isStreamed, last, begin);
    if (isLong(plan)) {
      loopOverRows(writer, rows, unstreamed, end, plan.rows, [&](Number row) {
        writeBlock(writer.min(row, last), /*streams=*/false);
      });
    } else {
      loopOverRows(writer, rows, unstreamed, last, plan.rows,
                   [&](Number row) { writeBlock(row, /*streams=*/false); });
      writeBlock(last, /*streams=*/false);
    }
  };
  writer.ifThen(
      writer.less(writer.sub(end, begin), plan.rows),
      [&] {
        writeRunByRun(writer, rows, begin, end, RowMode::Cached, vectorBytes);
      },
      writeAll);
}
