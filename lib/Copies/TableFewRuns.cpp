//===- TableFewRuns.cpp - rows of few short runs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One loop over the rows, whose body has code for each run: a processor learns
// which branches a run takes, and reads no table.
//
//===----------------------------------------------------------------------===//

#include "TableFewRuns.h"

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Most runs of a row, and those of which each may be several registers: more
// do not stay in registers.
static constexpr int64_t kMostRuns = 8, kMostLongRuns = 2;

// Most registers of a run. Loops over longer ones take the same time.
static constexpr int64_t kMostRegisters = 8;

// Whether each run is one register, which overlaps the next run.
static Value areOverlapped(CodeWriter &writer, const RunLengths &lengths,
                           Value isDense, int64_t vectorBytes) {
  Value areSingle =
      writer.both(writer.atMost(1, lengths.shortest),
                  writer.atMost(lengths.longest, getPieceBytes(vectorBytes)));
  return writer.both(isDense, areSingle);
}

bool mlir::onnxops::hasFewRuns(int64_t count) {
  return count > 1 && count <= kMostRuns;
}

Number mlir::onnxops::getEndOfFewRuns(CodeWriter &writer, int64_t count,
                                      const RunLengths &lengths, Value isDense,
                                      Number begin, Number end,
                                      int64_t vectorBytes) {
  const int64_t longest =
      count <= kMostLongRuns ? kMostRegisters * vectorBytes : vectorBytes;
  Value fit = writer.both(writer.atMost(vectorBytes / 2, lengths.shortest),
                          writer.atMost(lengths.longest, longest));
  Number registerBytes = getPieceBytes(vectorBytes);
  for (int64_t bytes = getPieceBytes(vectorBytes); bytes > 8; bytes /= 2)
    registerBytes = writer.select(writer.atMost(lengths.longest, bytes / 2),
                                  bytes / 2, registerBytes);
  // Of the rows after that, registers would go beyond the shortest source.
  Number last = writer.ceilDiv(registerBytes, writer.max(lengths.shortest, 1));
  return writer.select(areOverlapped(writer, lengths, isDense, vectorBytes),
                       writer.max(begin, writer.sub(end, last)),
                       writer.select(fit, end, begin));
}

static void moveHalves(CodeWriter &writer, Value target, Value source,
                       Number bytes, int64_t registerBytes) {
  const int64_t half = registerBytes / 2;
  moveRegisters(writer, target, source, {0}, half);
  moveRegisters(writer, target, source, {writer.sub(bytes, half)}, half);
}

// Copies a run of more than one register.
static void moveRegistersOf(CodeWriter &writer, Value target, Value source,
                            Number bytes, int64_t registerBytes) {
  constexpr int64_t mostUnrolled = 3;
  auto move = [&](Number offset) {
    moveRegisters(writer, target, source, offset, registerBytes);
  };
  Number last = writer.sub(bytes, registerBytes);
  // Copies the registers from `begin` on that are not the last one.
  std::function<void(int64_t)> moveFrom = [&](int64_t begin) {
    if (begin == mostUnrolled * registerBytes)
      return writer.loop(begin, last, registerBytes, move);
    writer.ifThen(writer.less(begin, last), [&] {
      move(begin);
      moveFrom(begin + registerBytes);
    });
  };
  move(0);
  moveFrom(registerBytes);
  move(last);
}

void mlir::onnxops::writeFewRuns(CodeWriter &writer, RunTableReader &table,
                                 int64_t count, const RunLengths &lengths,
                                 Value isDense, int64_t vectorBytes) {
  SmallVector<TableRun> runs;
  for (int64_t k = 0; k < count; ++k)
    runs.push_back(table.getRun(k));
  auto writeRows = [&](WriteRun write) {
    table.forEachRow(table.target, runs, table.getFirstRow(),
                     table.getLastRow(), write);
  };
  std::function<void(int64_t)> writeOverlapping = [&](int64_t bytes) {
    auto write = [&] {
      writeRows([&](Value target, Value source, Number) {
        moveRegisters(writer, target, source, {0}, bytes);
      });
    };
    if (bytes == getPieceBytes(vectorBytes))
      return write();
    writer.ifThen(writer.atMost(lengths.longest, bytes), write,
                  [&] { writeOverlapping(2 * bytes); });
  };
  auto writeExact = [&](Value target, Value source, Number bytes) {
    auto writeHalves = [&] {
      moveHalves(writer, target, source, bytes, vectorBytes);
    };
    if (count > kMostLongRuns)
      return writeHalves();
    writer.ifThen(writer.atMost(bytes, vectorBytes), writeHalves, [&] {
      moveRegistersOf(writer, target, source, bytes, vectorBytes);
    });
  };
  writer.ifThen(
      areOverlapped(writer, lengths, isDense, vectorBytes),
      [&] { writeOverlapping(8); }, [&] { writeRows(writeExact); });
}
