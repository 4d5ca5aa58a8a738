//===- RunTable.cpp - arguments of the table kernel -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One row for each source, after the arguments that all sources share.
//
//===----------------------------------------------------------------------===//

#include "RunTable.h"

#include <limits>

using namespace mlir;
using namespace mlir::onnxops;

// Shortest, longest, bits and gap of RunLengths, or none if any is unknown.
static SmallVector<int64_t, 4> getConstantLengths(const InterleavedCopy &copy) {
  int64_t shortest = std::numeric_limits<int64_t>::max(), gap = shortest;
  int64_t longest = 0, bits = 0;
  for (const InterleavedRun &run : copy.runs) {
    std::optional<int64_t> bytes = run.bytes.constant();
    std::optional<int64_t> stride = run.sourceStride.constant();
    if (!bytes || !stride)
      return {};
    shortest = std::min(shortest, *bytes);
    longest = std::max(longest, *bytes);
    bits |= *bytes;
    gap = std::min(gap, *stride - *bytes);
  }
  return {shortest, longest, bits, gap};
}

RunTable mlir::onnxops::addRunTable(CodeWriter &writer, KernelCall &call,
                                    const InterleavedCopy &copy,
                                    Number rowBytes, Value byRows,
                                    Value streams) {
  auto addChoice = [&](Value choice) {
    return call.add(writer.fromCondition(choice));
  };
  RunTable table;
  table.target = call.addPointer(copy.target);
  table.targetStride = call.addArgument(copy.targetStride);
  table.rowBytes = call.addArgument(rowBytes);
  // One run is read before the loop over rows.
  table.count =
      copy.runs.size() == 1 ? call.add(1) : call.addArgument(copy.runs.size());
  table.byRows = addChoice(byRows);
  table.streams = addChoice(streams);
  if (std::optional<Number> run = copy.equalRun())
    table.equalRun = call.add(*run);
  if (copy.runs.size() > 1 && !table.equalRun)
    for (int64_t number : getConstantLengths(copy))
      table.lengths.push_back(call.addArgument(number));
  table.isPacked = copy.isPacked();
  call.choose("packed", table.isPacked);
  if (copy.runs.size() == 1 && !table.isPacked)
    table.stride = call.add(copy.runs.front().sourceStride);
  const bool hasStrides = !table.isPacked && !table.stride;
  table.first = call.size();
  table.wordsPerRun = 1 + !table.equalRun + hasStrides;
  for (const InterleavedRun &run : copy.runs) {
    call.addUnkeyedArgument(run.source);
    if (!table.equalRun)
      call.addUnkeyedArgument(run.bytes);
    if (hasStrides)
      call.addUnkeyedArgument(run.sourceStride);
  }
  table.layout = call.getKey().split(' ').second;
  return table;
}

RunTableReader::RunTableReader(CodeWriter &writer, KernelFrame &frame,
                               const RunTable &arguments)
    : frame(frame), arguments(arguments),
      target(frame.pointer(arguments.target)),
      streams(writer.equal(frame.number(arguments.streams), 1)),
      targetStride(frame.number(arguments.targetStride)),
      rowBytes(frame.number(arguments.rowBytes)),
      count(frame.number(arguments.count)), writer(writer) {
  if (arguments.equalRun)
    equalRun = frame.number(*arguments.equalRun);
}

Number RunTableReader::getIndex(Number k) {
  return writer.add(writer.mul(k, arguments.wordsPerRun), arguments.first);
}

Value RunTableReader::getAddress(Number k) {
  return frame.getAddress(getIndex(k));
}

TableRun RunTableReader::getRun(Number k) {
  Number index = getIndex(k);
  TableRun run{frame.pointer(index), 0, 0};
  run.bytes = equalRun ? *equalRun : frame.number(writer.add(index, 1));
  if (arguments.stride)
    run.stride = frame.number(*arguments.stride);
  else if (arguments.isPacked)
    run.stride = run.bytes;
  else
    run.stride = frame.number(writer.add(index, arguments.wordsPerRun - 1));
  return run;
}

RunLengths RunTableReader::getLengths() {
  if (!arguments.lengths.empty())
    return {
        frame.number(arguments.lengths[0]), frame.number(arguments.lengths[1]),
        frame.number(arguments.lengths[2]), frame.number(arguments.lengths[3])};
  TableRun first = getRun(0);
  Number bytes = first.bytes, gap = writer.sub(first.stride, bytes);
  if (count.is(1) || (equalRun && arguments.isPacked))
    return {bytes, bytes, bytes, gap};
  SmallVector<Number> seen = writer.loop(
      1, count, 1, {bytes, bytes, bytes, gap},
      [&](Number k, ArrayRef<Number> seen) -> SmallVector<Number> {
        TableRun run = getRun(k);
        return {writer.min(seen[0], run.bytes), writer.max(seen[1], run.bytes),
                writer.bitOr(seen[2], run.bytes),
                writer.min(seen[3], writer.sub(run.stride, run.bytes))};
      });
  return {seen[0], seen[1], seen[2], seen[3]};
}

void RunTableReader::forEachRow(Value target, ArrayRef<TableRun> runs,
                                Number begin, Number end, WriteRun write) {
  writer.loop(begin, end, 1, [&](Number row) {
    Value to = writer.advance(target, writer.mul(row, targetStride));
    for (const TableRun &run : runs) {
      write(to, writer.advance(run.source, writer.mul(row, run.stride)),
            run.bytes);
      to = writer.advance(to, run.bytes);
    }
  });
}

Number RunTableReader::getFirstRow() {
  return writer.div(frame.getBegin(), rowBytes);
}

Number RunTableReader::getLastRow() {
  return writer.div(frame.getEnd(), rowBytes);
}
