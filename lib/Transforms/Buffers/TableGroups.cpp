//===- TableGroups.cpp - equal short runs, permuted in groups -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// So many sources at once that a row of them fills registers, by the same plans
// as runs of constant length.
//
//===----------------------------------------------------------------------===//

#include "TableGroups.h"

#include "RowCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Rows for which a group is written before the next ones' turn: what they write
// stays in the nearest cache.
static constexpr int64_t kRowBlock = 64;

static void writeGroup(CodeWriter &writer, RunTableReader &table, Number first,
                       int64_t size, int64_t run, bool isPacked, Number begin,
                       Number end, int64_t vectorBytes) {
  ConstantRows rows;
  rows.target = writer.advance(table.target, writer.mul(first, run));
  rows.targetStride = isPacked ? Number(size * run) : table.targetStride;
  rows.runs.assign(size, run);
  rows.sourceStrides.assign(size, run);
  for (int64_t i = 0; i < size; ++i)
    rows.sources.push_back(table.getRun(writer.add(first, i)).source);
  if (std::optional<PermutePlan> plan =
          planPermute(rows.runs, isPacked, vectorBytes))
    writePermutedRows(writer, *plan, rows, begin, end, table.streams,
                      vectorBytes);
  else
    writeSingleRuns(writer, rows, begin, end, table.streams, vectorBytes);
}

// Few sources are permuted across the ends of rows.
void mlir::onnxops::writePermutedTable(CodeWriter &writer,
                                       RunTableReader &table,
                                       const SourceCount &sources, int64_t run,
                                       int64_t vectorBytes) {
  Number begin = table.getFirstRow(), last = table.getLastRow();
  if (sources.few > 0)
    return writeGroup(writer, table, 0, sources.few, run, /*isPacked=*/true,
                      begin, last, vectorBytes);
  int64_t group = run == 1 && sources.hasByteGroups ? kByteGroup : kGroup;
  Number lastGroup = writer.sub(table.count, group);
  writer.loop(begin, last, kRowBlock, [&](Number row) {
    Number end = writer.min(writer.add(row, kRowBlock), last);
    writer.loop(0, table.count, group, [&](Number k) {
      // The last group overlaps the one before, and writes the same again.
      writeGroup(writer, table, writer.min(k, lastGroup), group, run,
                 /*isPacked=*/false, row, end, vectorBytes);
    });
  });
}

SmallVector<int64_t> mlir::onnxops::getPermutedRuns(int64_t elementBytes,
                                                    int64_t vectorBytes) {
  SmallVector<int64_t> runs;
  for (int64_t elements : {1, 2, 3, 4, 5, 6, 7, 8, 16})
    if (elements * elementBytes < vectorBytes)
      runs.push_back(elements * elementBytes);
  return runs;
}
