//===- PeriodShuffle.cpp - short periods, by permutes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Unknown positions within a period are computed once, before the loop over
// rows, and in registers: byte by byte they take longer than a short row.
//
//===----------------------------------------------------------------------===//

#include "PeriodShuffle.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "onnxops/Copies/RunCode.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mlir::onnxops;

Number mlir::onnxops::writePermutedPeriods(CodeWriter &writer,
                                           const PeriodRows &rows) {
  int64_t registerBytes = ByteShuffle::getRegisterBytes(writer);
  if (registerBytes == 0)
    return 0;
  Number bytes = writer.mul(rows.period, rows.repeats);
  Number last = writer.sub(
      rows.rows, writer.ceilDiv(registerBytes, writer.max(rows.period, 1)));
  Value isDense = writer.both(writer.equal(rows.targetStride, bytes),
                              writer.equal(rows.sourceStride, rows.period));
  Value fits =
      writer.both(writer.less(0, bytes), writer.atMost(bytes, registerBytes));
  Value pays =
      writer.both(writer.both(isDense, fits),
                  writer.less(kLeastPermuted, writer.mul(last, bytes)));
  Number rowsOfStep = writer.div(registerBytes, writer.max(bytes, 1));
  Number steps =
      writer.select(pays, writer.ceilDiv(last, writer.max(rowsOfStep, 1)), 0);
  writer.ifThen(pays, [&] {
    ByteShuffle shuffle(writer, rows.source,
                        writer.mul(rowsOfStep, rows.period), rows.target,
                        writer.mul(rowsOfStep, bytes));
    writer.loop(0, rowsOfStep, 1, [&](Number row) {
      writer.loop(0, rows.repeats, 1, [&](Number i) {
        Number repeat = writer.add(writer.mul(row, rows.repeats), i);
        shuffle.addRun(0, writer.mul(repeat, rows.period),
                       writer.mul(row, rows.period), rows.period);
      });
    });
    shuffle.write(steps, writer.mul(rowsOfStep, rows.period));
  });
  return writer.mul(steps, rowsOfStep);
}

namespace {
/// The permutes of some contiguous rows: one for each register.
struct RowsOfStep {
  int64_t rows = 0;
  int64_t loaded = 0; ///< bytes of each source register
  int64_t behind = 0; ///< further rows of which it reads or writes a part
  SmallVector<int64_t> sources; ///< where the source registers begin
  SmallVector<SmallVector<int32_t>> positions;
};
} // namespace

// Rows in so many registers. There are none if a register needs more of the
// source than a register.
static RowsOfStep planRows(int64_t period, int64_t row, int64_t registers,
                           int64_t vectorBytes) {
  RowsOfStep step;
  step.rows = registers * vectorBytes / row;
  int64_t needed = 0;
  for (int64_t i = 0; i < registers; ++i) {
    const int64_t source = i * vectorBytes / row * period;
    SmallVector<int32_t> positions(vectorBytes, -1); // any byte
    for (int64_t k = 0; k < vectorBytes; ++k) {
      const int64_t byte = i * vectorBytes + k;
      if (byte >= step.rows * row)
        break;
      positions[k] = byte / row * period + byte % period - source;
      needed = std::max<int64_t>(needed, positions[k] + 1);
    }
    step.sources.push_back(source);
    step.positions.push_back(std::move(positions));
  }
  if (needed > vectorBytes)
    return {};
  step.loaded = llvm::PowerOf2Ceil(needed);
  const int64_t read = step.sources.back() + step.loaded;
  step.behind = std::max<int64_t>(
      llvm::divideCeilSigned(read - step.rows * period, period),
      registers * vectorBytes > step.rows * row);
  return step;
}

// Writes rows from `begin` on. Returns the first row not written.
static Number writeSteps(CodeWriter &writer, const PeriodRows &rows,
                         const RowsOfStep &step, Number begin) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Type type = VectorType::get(step.loaded, builder.getI8Type());
  Number last = writer.sub(rows.rows, step.behind);
  Number steps = writer.div(writer.max(writer.sub(last, begin), 0), step.rows);
  Number end = writer.add(begin, writer.mul(steps, step.rows));
  writer.loop(begin, end, step.rows, [&](Number row) {
    Value source = writer.advance(rows.source, writer.mul(row, rows.period));
    Value target =
        writer.advance(rows.target, writer.mul(row, rows.targetStride));
    for (auto [from, positions] :
         llvm::zip_equal(step.sources, step.positions)) {
      Value bytes = writer.load(type, writer.advance(source, from));
      Value none = LLVM::PoisonOp::create(builder, loc, type);
      Value moved =
          LLVM::ShuffleVectorOp::create(builder, loc, bytes, none, positions);
      writer.store(moved, target);
      target = writer.advance(target, positions.size());
    }
  });
  return end;
}

Number mlir::onnxops::writeShuffledPeriods(CodeWriter &writer,
                                           const PeriodRows &rows,
                                           int64_t vectorBytes) {
  std::optional<int64_t> period = rows.period.constant();
  std::optional<int64_t> repeats = rows.repeats.constant();
  int64_t row;
  if (!period || !repeats || llvm::MulOverflow(*period, *repeats, row))
    return 0;
  if (row < 1 || row > vectorBytes || !rows.sourceStride.is(*period) ||
      !rows.targetStride.is(row))
    return 0;
  // As many registers as whole rows fill; then one, with a rest.
  constexpr int64_t maxRegisters = 17;
  const int64_t registers = row / std::gcd(row, vectorBytes);
  Number begin = 0;
  if (registers > 1 && registers <= maxRegisters)
    if (RowsOfStep step = planRows(*period, row, registers, vectorBytes);
        step.loaded > 0)
      begin = writeSteps(writer, rows, step, begin);
  return writeSteps(writer, rows, planRows(*period, row, 1, vectorBytes),
                    begin);
}

// Bytes of a register that whole periods fill.
static Number getFilledBytes(CodeWriter &writer, Number period,
                             int64_t vectorBytes) {
  Number least = writer.max(period, 1);
  return writer.mul(writer.div(vectorBytes, least), least);
}

// The positions in the period of the bytes of a register that begins at `phase`
// in it, which is less than the bytes of a register.
static Value getPositions(CodeWriter &writer, Number period, Number phase,
                          int64_t vectorBytes) {
  OpBuilder &builder = writer.getBuilder();
  Location loc = writer.getLoc();
  Value positions = countBytes(writer, phase, vectorBytes);
  // Subtracts these multiples of the period where that does not wrap around.
  for (int64_t periods = vectorBytes; periods > 0; periods /= 2) {
    Number bytes = writer.min(writer.mul(period, periods), 2 * vectorBytes);
    Value less = arith::SubIOp::create(builder, loc, positions,
                                       repeatByte(writer, bytes, vectorBytes));
    positions = arith::MinUIOp::create(builder, loc, positions, less);
  }
  return positions;
}

void mlir::onnxops::writeFilledPeriods(CodeWriter &writer,
                                       const PeriodRows &rows,
                                       int64_t vectorBytes) {
  Type type = writer.getBytesType(vectorBytes);
  Value indices = getPositions(writer, rows.period, 0, vectorBytes);
  Number phase = writer.sub(
      rows.period, writer.add(writer.rem(vectorBytes - 1, rows.period), 1));
  Value lastIndices = getPositions(writer, rows.period, phase, vectorBytes);
  Number step = getFilledBytes(writer, rows.period, vectorBytes);
  Number last = writer.sub(writer.mul(rows.period, rows.repeats), vectorBytes);
  auto fill = [&](Value target, Value source) {
    Value run = writer.load(type, source);
    Value pattern = permuteBytes(writer, run, indices);
    writer.loop(0, last, step, [&](Number offset) {
      writer.store(pattern, writer.advance(target, offset));
    });
    writer.store(permuteBytes(writer, run, lastIndices),
                 writer.advance(target, last));
  };
  // The last rows of the source are shorter than a register.
  Number shorter = writer.ceilDiv(vectorBytes, rows.period);
  Value isApart =
      writer.compare(arith::CmpIPredicate::sge, rows.sourceStride, rows.period);
  Number end =
      writer.select(isApart, writer.max(writer.sub(rows.rows, shorter), 0), 0);
  forEachPeriodRow(writer, rows, 0, end, fill);
  Value copy = writer.allocateWords(vectorBytes / 8);
  forEachPeriodRow(
      writer, rows, end, rows.rows, [&](Value target, Value source) {
        writeShortRun(writer, copy, source, rows.period, 2 * vectorBytes);
        fill(target, copy);
      });
}

bool mlir::onnxops::fillsAnyPeriod(const CodeWriter &writer,
                                   int64_t vectorBytes) {
  return ByteShuffle::getRegisterBytes(writer) == vectorBytes;
}

Value mlir::onnxops::paysToFill(CodeWriter &writer, Number period, Number row,
                                int64_t vectorBytes) {
  // From here on, to copy what is written takes less time than stores that
  // overlap, sooner if these overlap much.
  constexpr int64_t longRow = 8192, longFullRow = 16384;
  Value isShort =
      writer.both(writer.less(0, period), writer.atMost(period, vectorBytes));
  Number filled = getFilledBytes(writer, period, vectorBytes);
  Value isFull = writer.less(vectorBytes / 4 * 3 - 1, filled);
  Value isPart = writer.equal(filled, vectorBytes);
  return writer.both(
      isShort,
      writer.either(isPart, writer.less(row, writer.select(isFull, longFullRow,
                                                           longRow))));
}
