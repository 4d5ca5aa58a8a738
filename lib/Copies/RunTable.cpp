//===- RunTable.cpp - sources of any number and lengths -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row of words for each source, behind those that all share.
//
//===----------------------------------------------------------------------===//

#include "RunTable.h"

using namespace mlir;
using namespace mlir::onnxops;

RunTable mlir::onnxops::addRunTable(CodeWriter &writer, KernelCall &call,
                                    const InterleavedCopy &copy,
                                    Number rowBytes, Value byRows,
                                    Value streams) {
  auto addChoice = [&](Value choice) {
    return call.add(writer.fromCondition(choice));
  };
  RunTable table;
  table.target = call.addPointer(copy.target);
  table.targetStride = call.addWord(copy.targetStride);
  table.rowBytes = call.addWord(rowBytes);
  table.count = call.addWord(copy.runs.size());
  table.byRows = addChoice(byRows);
  table.streams = addChoice(streams);
  if (std::optional<Number> run = copy.equalRun())
    table.equalRun = call.add(*run);
  table.isPacked = copy.isPacked();
  call.choose("packed", table.isPacked);
  table.first = call.size();
  table.wordsPerRun = 1 + !table.equalRun + !table.isPacked;
  for (const InterleavedRun &run : copy.runs) {
    call.addHiddenWord(run.source);
    if (!table.equalRun)
      call.addHiddenWord(run.bytes);
    if (!table.isPacked)
      call.addHiddenWord(run.sourceStride);
  }
  table.layout = call.getKey().split(' ').second;
  return table;
}

RunTableReader::RunTableReader(CodeWriter &writer, KernelFrame &frame,
                               const RunTable &words)
    : frame(frame), words(words), target(frame.pointer(words.target)),
      streams(writer.equal(frame.number(words.streams), 1)),
      targetStride(frame.number(words.targetStride)),
      rowBytes(frame.number(words.rowBytes)), count(frame.number(words.count)),
      writer(writer) {
  if (words.equalRun)
    equalRun = frame.number(*words.equalRun);
}

Number RunTableReader::getIndex(Number k) {
  return writer.add(writer.mul(k, words.wordsPerRun), words.first);
}

Value RunTableReader::getWords(Number k) {
  return frame.getAddress(getIndex(k));
}

TableRun RunTableReader::getRun(Number k) {
  Number word = getIndex(k);
  TableRun run{frame.pointer(word), 0, 0};
  run.bytes = equalRun ? *equalRun : frame.number(writer.add(word, 1));
  run.stride = words.isPacked
                   ? run.bytes
                   : frame.number(writer.add(word, words.wordsPerRun - 1));
  return run;
}

RunLengths RunTableReader::getLengths() {
  Number first = getRun(0).bytes;
  if (equalRun)
    return {first, first, first};
  SmallVector<Number> seen = writer.loop(
      1, count, 1, {first, first, first},
      [&](Number k, ArrayRef<Number> seen) -> SmallVector<Number> {
        Number bytes = getRun(k).bytes;
        return {writer.min(seen[0], bytes), writer.max(seen[1], bytes),
                writer.bitOr(seen[2], bytes)};
      });
  return {seen[0], seen[1], seen[2]};
}

Number RunTableReader::getFirstRow() {
  return writer.div(frame.getBegin(), rowBytes);
}

Number RunTableReader::getLastRow() {
  return writer.div(frame.getEnd(), rowBytes);
}
