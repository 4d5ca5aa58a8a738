//===- TableGroups.cpp - equal short runs, permuted in groups -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies as many sources at once as fill registers with a row, by the same
// plans as runs of constant length.
//
//===----------------------------------------------------------------------===//

#include "TableGroups.h"

#include "RowCode.h"

#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::onnxops;

// Number of rows for which a group is written before the next rows: what they
// write stays in L1.
static constexpr int64_t kRowBlock = 64;

// The last rows of a range are written a few at a time: a processor that has
// seen a group reach one row after another fetches the next ones, which another
// thread writes.
static constexpr int64_t kLastRows = 16, kLastBlock = 4;

namespace {
/// Adjacent sources of equal runs.
struct Group {
  int64_t size, run;
  bool isPacked; ///< whether there are no other sources
};

/// The position of a group and the rows of it to write.
struct GroupRows {
  Value target;
  Number targetStride;
  Value firstRun; ///< the table row of its first source
  Number begin, end;
};
} // namespace

static void writeRows(CodeWriter &writer, const RunTable &table,
                      const Group &group, const GroupRows &place, Value streams,
                      int64_t vectorBytes) {
  ConstantRows rows;
  rows.target = place.target;
  rows.targetStride =
      group.isPacked ? Number(group.size * group.run) : place.targetStride;
  rows.runs.assign(group.size, group.run);
  rows.sourceStrides.assign(group.size, group.run);
  for (int64_t i = 0; i < group.size; ++i)
    rows.sources.push_back(
        writer.load(place.target.getType(),
                    writer.advance(place.firstRun, 8 * i * table.wordsPerRun)));
  if (std::optional<PermutePlan> plan =
          planPermute(rows.runs, group.isPacked, vectorBytes))
    writePermutedRows(writer, *plan, rows, place.begin, place.end, streams,
                      vectorBytes);
  else
    writeSingleRuns(writer, rows, place.begin, place.end, streams, vectorBytes);
}

// Calls the code for such groups, which is shared by all element types.
static void writeGroup(CodeWriter &writer, RunTableReader &table,
                       const Group &group, Number first, Number begin,
                       Number end, int64_t vectorBytes) {
  std::string key = llvm::formatv("group {0} x {1}, {2} words, {3}", group.size,
                                  group.run, table.arguments.wordsPerRun,
                                  group.isPacked ? "packed" : "among others");
  Value target = writer.advance(table.target, writer.mul(first, group.run));
  Value arguments[] = {target,
                       writer.materialize(table.targetStride),
                       table.getAddress(first),
                       writer.materialize(begin),
                       writer.materialize(end),
                       table.streams};
  writer.call(key, arguments, [&](CodeWriter &writer, ValueRange values) {
    GroupRows rows{values[0], Number(values[1]), values[2], Number(values[3]),
                   Number(values[4])};
    writeRows(writer, table.arguments, group, rows, values[5], vectorBytes);
  });
}

// Few sources are permuted across the ends of rows.
void mlir::onnxops::writePermutedTable(CodeWriter &writer,
                                       RunTableReader &table,
                                       const SourceCount &sources, int64_t run,
                                       int64_t vectorBytes) {
  Number begin = table.getFirstRow(), last = table.getLastRow();
  if (sources.few > 0)
    return writeGroup(writer, table, {sources.few, run, /*isPacked=*/true}, 0,
                      begin, last, vectorBytes);
  int64_t size = run == 1 && sources.hasByteGroups ? kByteGroup : kGroup;
  Number lastGroup = writer.sub(table.count, size);
  auto writeBlocks = [&](Number first, Number last, int64_t rows) {
    writer.loop(first, last, rows, [&](Number row) {
      Number end = writer.min(writer.add(row, rows), last);
      writer.loop(0, table.count, size, [&](Number k) {
        // The last group overlaps the one before, and writes the same again.
        writeGroup(writer, table, {size, run, /*isPacked=*/false},
                   writer.min(k, lastGroup), row, end, vectorBytes);
      });
    });
  };
  Number tail = writer.max(begin, writer.sub(last, kLastRows));
  writeBlocks(begin, tail, kRowBlock);
  writeBlocks(tail, last, kLastBlock);
}

SmallVector<int64_t> mlir::onnxops::getPermutedRuns(int64_t elementBytes,
                                                    int64_t vectorBytes) {
  SmallVector<int64_t> runs;
  for (int64_t elements : {1, 2, 3, 4, 5, 6, 7, 8, 16})
    if (elements * elementBytes < vectorBytes)
      runs.push_back(elements * elementBytes);
  return runs;
}
