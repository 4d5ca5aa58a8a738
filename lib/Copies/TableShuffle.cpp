//===- TableShuffle.cpp - short rows of few runs, permuted ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register of each source is loaded at the first of the rows that a register
// of the target holds: as many or more of that source are in it. Of a single
// source, whose rows have gaps, a register has fewer rows than of the target.
//
//===----------------------------------------------------------------------===//

#include "TableShuffle.h"

#include "ByteShuffle.h"

using namespace mlir;
using namespace mlir::onnxops;

// Rows of a single source that a register must hold, with what is between them,
// to be faster than a load and a store for each.
static int64_t getLeastRows(const CodeWriter &writer) {
  constexpr int64_t narrow = 16;
  return ByteShuffle::getRegisterBytes(writer) > narrow ? 3 : 4;
}

bool mlir::onnxops::hasShuffle(const CodeWriter &writer, int64_t numSources,
                               bool isPacked) {
  return (isPacked ? numSources > 1 : numSources == 1) &&
         ByteShuffle::getRegisterBytes(writer) > 0;
}

bool mlir::onnxops::paysToShuffle(const CodeWriter &writer,
                                  const InterleavedCopy &copy) {
  const InterleavedRun &run = copy.runs.front();
  if (!hasShuffle(writer, copy.runs.size(), copy.isPacked()) ||
      !(copy.targetStride == run.bytes) || !run.bytes.constant() ||
      !run.sourceStride.constant())
    return false;
  const int64_t bytes = *run.bytes.constant();
  const int64_t gap = *run.sourceStride.constant() - bytes;
  const int64_t rows = getLeastRows(writer);
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  return bytes > 0 && gap >= 0 && gap <= registerBytes &&
         bytes <= registerBytes &&
         rows * bytes + (rows - 1) * gap <= registerBytes;
}

// Whole registers are read and written only before the last rows.
static Number getLastWhole(CodeWriter &writer, const RunLengths &lengths,
                           Number end) {
  Number rows = writer.ceilDiv(ByteShuffle::getRegisterBytes(writer),
                               writer.max(lengths.shortest, 1));
  return writer.sub(end, rows);
}

Value mlir::onnxops::paysToShuffle(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Number begin,
                                   Number end) {
  Number rows = writer.sub(getLastWhole(writer, lengths, end), begin);
  Value isLong = writer.less(kLeastPermuted, writer.mul(rows, table.rowBytes));
  Number needed = table.rowBytes;
  if (table.count.is(1)) {
    const int64_t least = getLeastRows(writer);
    needed = writer.add(writer.mul(needed, least),
                        writer.mul(lengths.gap, least - 1));
  }
  Value fits = writer.atMost(needed, ByteShuffle::getRegisterBytes(writer));
  return writer.both(writer.both(writer.less(0, lengths.shortest), fits),
                     writer.both(writer.less(0, rows), isLong));
}

Number mlir::onnxops::writeShuffledRows(CodeWriter &writer,
                                        RunTableReader &table,
                                        int64_t numSources,
                                        const RunLengths &lengths, Number begin,
                                        Number end) {
  // The gap is that of a single source, or 0.
  Number rows =
      writer.div(writer.add(ByteShuffle::getRegisterBytes(writer), lengths.gap),
                 writer.add(table.rowBytes, lengths.gap));
  SmallVector<Value> sources;
  SmallVector<Number> sourceSteps;
  for (int64_t k = 0; k < numSources; ++k) {
    TableRun run = table.getRun(k);
    sources.push_back(
        writer.advance(run.source, writer.mul(begin, run.stride)));
    sourceSteps.push_back(writer.mul(rows, run.stride));
  }
  Value target =
      writer.advance(table.target, writer.mul(begin, table.rowBytes));
  ByteShuffle shuffle(writer, sources, sourceSteps, target,
                      writer.mul(rows, table.rowBytes));
  writer.loop(0, rows, 1, [&](Number row) {
    // LLVM would unroll a loop over a constant number of sources.
    Number position = writer.mul(row, table.rowBytes);
    writer.loop(
        0, table.count, 1, {position},
        [&](Number k, ArrayRef<Number> position) -> SmallVector<Number> {
          TableRun run = table.getRun(k);
          shuffle.addRun(k, position[0], writer.mul(row, run.stride),
                         run.bytes);
          return {writer.add(position[0], run.bytes)};
        });
  });
  Number last = getLastWhole(writer, lengths, end);
  Number steps = writer.ceilDiv(writer.sub(last, begin), rows);
  shuffle.write(steps,
                writer.mul(rows, writer.add(lengths.longest, lengths.gap)));
  return writer.add(begin, writer.mul(steps, rows));
}
