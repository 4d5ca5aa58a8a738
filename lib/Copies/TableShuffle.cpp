//===- TableShuffle.cpp - short rows of few runs, permuted ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register of each source is loaded at the first of the rows that a register
// of the target holds: as many or more of that source are in it.
//
//===----------------------------------------------------------------------===//

#include "TableShuffle.h"

#include "ByteShuffle.h"

using namespace mlir;
using namespace mlir::onnxops;

bool mlir::onnxops::hasShuffle(const CodeWriter &writer, int64_t numSources) {
  return numSources > 1 && ByteShuffle::getRegisterBytes(writer) > 0;
}

Value mlir::onnxops::paysToShuffle(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Number begin,
                                   Number end) {
  Number rows = writer.sub(
      ByteShuffle::getEndOfWhole(writer, lengths.shortest, end), begin);
  Value isLong = writer.less(kLeastPermuted, writer.mul(rows, table.rowBytes));
  Value fits =
      writer.atMost(table.rowBytes, ByteShuffle::getRegisterBytes(writer));
  return writer.both(writer.both(writer.less(0, lengths.shortest), fits),
                     writer.both(writer.less(0, rows), isLong));
}

Number mlir::onnxops::writeShuffledRows(CodeWriter &writer,
                                        RunTableReader &table,
                                        int64_t numSources,
                                        const RunLengths &lengths, Number begin,
                                        Number end) {
  Number rows =
      writer.div(ByteShuffle::getRegisterBytes(writer), table.rowBytes);
  SmallVector<Value> sources;
  SmallVector<Number> sourceSteps;
  for (int64_t k = 0; k < numSources; ++k) {
    TableRun run = table.getRun(k);
    sources.push_back(writer.advance(run.source, writer.mul(begin, run.bytes)));
    sourceSteps.push_back(writer.mul(rows, run.bytes));
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
          Number bytes = table.getRun(k).bytes;
          shuffle.addRun(k, position[0], writer.mul(row, bytes), bytes);
          return {writer.add(position[0], bytes)};
        });
  });
  Number last = ByteShuffle::getEndOfWhole(writer, lengths.shortest, end);
  Number steps = writer.ceilDiv(writer.sub(last, begin), rows);
  shuffle.write(steps, writer.mul(rows, lengths.longest));
  return writer.add(begin, writer.mul(steps, rows));
}
