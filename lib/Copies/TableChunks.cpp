//===- TableChunks.cpp - short rows of one source, permuted ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A register of the source has as many chunks as fit with what is between them.
// A register of the target has those of one or several registers.
//
//===----------------------------------------------------------------------===//

#include "TableChunks.h"

#include "ByteShuffle.h"

using namespace mlir;
using namespace mlir::onnxops;

// Most registers of the source that one of the target has chunks of.
static constexpr int64_t kMostParts = 4;

// Chunks that a register must have, with what is between them, to be faster
// than a load and a store for each.
static constexpr int64_t kLeastChunks = 2;

bool mlir::onnxops::hasChunks(const CodeWriter &writer) {
  return ByteShuffle::getRegisterBytes(writer) > 0;
}

bool mlir::onnxops::paysForChunks(const CodeWriter &writer,
                                  const InterleavedCopy &copy) {
  const InterleavedRun &run = copy.runs.front();
  if (copy.runs.size() != 1 || !(copy.targetStride == run.bytes) ||
      !run.bytes.constant() || !run.sourceStride.constant())
    return false;
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  const int64_t bytes = *run.bytes.constant();
  const int64_t gap = *run.sourceStride.constant() - bytes;
  return bytes > 0 && bytes <= registerBytes && gap > 0 &&
         gap <= registerBytes &&
         kLeastChunks * bytes + (kLeastChunks - 1) * gap <= registerBytes;
}

Value mlir::onnxops::paysForChunks(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Number begin,
                                   Number end) {
  Number bytes = lengths.longest;
  Number rows =
      writer.sub(ByteShuffle::getEndOfWhole(writer, bytes, end), begin);
  Value isLong = writer.less(kLeastPermuted, writer.mul(rows, bytes));
  Number needed = writer.add(writer.mul(bytes, kLeastChunks),
                             writer.mul(lengths.gap, kLeastChunks - 1));
  Value fits = writer.atMost(needed, ByteShuffle::getRegisterBytes(writer));
  return writer.both(writer.both(writer.less(0, bytes), fits),
                     writer.both(writer.less(0, rows), isLong));
}

// Writes so many steps, of `rows` chunks from each of `parts` registers.
static void writeSteps(CodeWriter &writer, const TableRun &run, Value target,
                       Number rows, int64_t parts, Number steps) {
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  Number read = writer.mul(rows, run.stride);
  Number written = writer.mul(rows, run.bytes);
  SmallVector<Value> sources;
  for (int64_t part = 0; part < parts; ++part)
    sources.push_back(writer.advance(run.source, writer.mul(read, part)));
  SmallVector<Number> sourceSteps(parts, writer.mul(read, parts));
  ByteShuffle shuffle(writer, sources, sourceSteps, target,
                      writer.mul(written, parts));
  writer.loop(0, parts, 1, [&](Number part) {
    Number begin = writer.mul(part, written);
    writer.loop(0, rows, 1, [&](Number row) {
      shuffle.addRun(part, writer.add(begin, writer.mul(row, run.bytes)),
                     writer.mul(row, run.stride), run.bytes);
    });
  });
  // A narrower load does not have chunks for more than half a register.
  shuffle.write(steps, registerBytes);
}

Number mlir::onnxops::writeChunks(CodeWriter &writer, RunTableReader &table,
                                  const RunLengths &lengths, Number begin,
                                  Number end) {
  const int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  TableRun run = table.getRun(0);
  Number rows = writer.add(
      writer.div(writer.sub(registerBytes, run.bytes), run.stride), 1);
  Number fitting = writer.div(registerBytes, writer.mul(rows, run.bytes));
  Number parts = 1;
  for (int64_t more = 2; more <= kMostParts; more *= 2)
    parts = writer.select(writer.atMost(more, fitting), more, parts);
  // The last register that is read begins so many rows behind the first one.
  Number last = writer.sub(ByteShuffle::getEndOfWhole(writer, run.bytes, end),
                           writer.mul(rows, writer.sub(parts, 1)));
  Number stepRows = writer.mul(rows, parts);
  Number steps =
      writer.ceilDiv(writer.max(writer.sub(last, begin), 0), stepRows);
  run.source = writer.advance(run.source, writer.mul(begin, run.stride));
  Value target =
      writer.advance(table.target, writer.mul(begin, table.targetStride));
  std::function<void(int64_t)> write = [&](int64_t count) {
    auto writeParts = [&] {
      writeSteps(writer, run, target, rows, count, steps);
    };
    if (count == kMostParts)
      return writeParts();
    writer.ifThen(writer.equal(parts, count), writeParts,
                  [&] { write(2 * count); });
  };
  write(1);
  return writer.add(begin, writer.mul(steps, stepRows));
}
