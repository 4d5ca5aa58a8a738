//===- TableKernel.cpp - runs of any lengths ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is right depends on the lengths, which are looked at once in each call:
//
//   equal runs of few elements     permuted, by code made for that length
//   runs of up to a register       registers that overlap what comes next
//   rows of longer runs            run by run
//   few rows, or very long runs    by bytes of the target, so that a range may
//                                  end anywhere; around the cache if asked to
//
//===----------------------------------------------------------------------===//

#include "TableKernel.h"

#include "RowCode.h"
#include "RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

/// The words of a table of runs. A number that all runs share stands once.
struct RunTable {
  Word target, targetStride, rowBytes, count;
  Word byRows;  ///< 1 if ranges are whole rows
  Word streams; ///< 1 if stores go around the cache
  std::optional<Word> equalRun;
  bool isPacked; ///< sources' rows lie side by side
  unsigned first, wordsPerRun;
};

/// One source, as read from the table.
struct TableRun {
  Value source;
  Number bytes, stride;
};

/// Of all runs of a row, in bytes.
struct Lengths {
  Number shortest, longest;
  Number bits; ///< each one that is set in any of them
};

/// Writes the body of the kernel.
class TableWriter {
public:
  TableWriter(CodeWriter &writer, KernelFrame &frame, const RunTable &table,
              int64_t few, bool hasByteGroups, int64_t elementBytes,
              int64_t vectorBytes);

  void write();

private:
  TableRun getRun(Number k);
  Value at(Value pointer, Number i, Number stride) {
    return writer.advance(pointer, writer.mul(i, stride));
  }

  void writeBytes();
  void writeBytesOfRow(Value row, Number index, Number begin, Number end);
  Lengths getLengths();
  void writeRows();
  void writeAnyRows(const Lengths &lengths, Value isDense);
  void writeShortRows(const Lengths &lengths);
  void writeOverlapping(int64_t registerBytes, Number begin, Number end);
  void writeSingle(const Lengths &lengths);
  void writeSingle(Number begin, Number end, bool streams);
  void writePermuted(int64_t run);
  void writeGroup(Number first, int64_t size, int64_t run, bool isPacked,
                  Number begin, Number end);

  CodeWriter &writer;
  KernelFrame &frame;
  const RunTable &table;
  int64_t few;        ///< the number of sources, 0 if more than a group
  bool hasByteGroups; ///< at least as many sources as a group of bytes
  int64_t elementBytes, vectorBytes;
  Value target, streams;
  Number targetStride, rowBytes, count;
  std::optional<Number> equalRun;
};

} // namespace

// Sources that are permuted together, more of them if runs are a byte, and rows
// for which that is done before the next ones' turn: what they write stays in
// the nearest cache.
static constexpr int64_t kGroup = 8, kByteGroup = 16, kRowBlock = 64;

static RunTable addTable(CodeWriter &writer, KernelCall &call,
                         const Sweep &sweep, Number rowBytes, Value byRows,
                         Value streams) {
  auto addChoice = [&](Value choice) {
    return call.add(writer.fromCondition(choice));
  };
  RunTable table;
  table.target = call.addPointer(sweep.target);
  table.targetStride = call.addWord(sweep.targetStride);
  table.rowBytes = call.addWord(rowBytes);
  table.count = call.addWord(sweep.runs.size());
  table.byRows = addChoice(byRows);
  table.streams = addChoice(streams);
  if (std::optional<Number> run = sweep.equalRun())
    table.equalRun = call.add(*run);
  table.isPacked = sweep.isPacked();
  call.choose("packed", table.isPacked);
  table.first = call.size();
  table.wordsPerRun = 1 + !table.equalRun + !table.isPacked;
  for (const SweepRun &run : sweep.runs) {
    call.addHiddenWord(run.source);
    if (!table.equalRun)
      call.addHiddenWord(run.bytes);
    if (!table.isPacked)
      call.addHiddenWord(run.sourceStride);
  }
  return table;
}

TableWriter::TableWriter(CodeWriter &writer, KernelFrame &frame,
                         const RunTable &table, int64_t few, bool hasByteGroups,
                         int64_t elementBytes, int64_t vectorBytes)
    : writer(writer), frame(frame), table(table), few(few),
      hasByteGroups(hasByteGroups), elementBytes(elementBytes),
      vectorBytes(vectorBytes), target(frame.pointer(table.target)),
      streams(writer.equal(frame.number(table.streams), 1)),
      targetStride(frame.number(table.targetStride)),
      rowBytes(frame.number(table.rowBytes)), count(frame.number(table.count)) {
  if (table.equalRun)
    equalRun = frame.number(*table.equalRun);
}

TableRun TableWriter::getRun(Number k) {
  Number word = writer.add(writer.mul(k, table.wordsPerRun), table.first);
  TableRun run{frame.pointer(word), 0, 0};
  run.bytes = equalRun ? *equalRun : frame.number(writer.add(word, 1));
  run.stride = table.isPacked
                   ? run.bytes
                   : frame.number(writer.add(word, table.wordsPerRun - 1));
  return run;
}

//===----------------------------------------------------------------------===//
// By bytes
//===----------------------------------------------------------------------===//

void TableWriter::writeBytesOfRow(Value row, Number index, Number begin,
                                  Number end) {
  Number firstRun = 0, lastRun = count, firstOffset = 0;
  if (equalRun) {
    firstRun = writer.div(begin, *equalRun);
    lastRun = writer.ceilDiv(end, *equalRun);
    firstOffset = writer.mul(firstRun, *equalRun);
  }
  writer.loop(
      firstRun, lastRun, 1, {firstOffset},
      [&](Number k, ArrayRef<Number> carried) -> SmallVector<Number> {
        TableRun run = getRun(k);
        Number offset = carried.front();
        Number next = writer.add(offset, run.bytes);
        Number from = writer.max(offset, begin);
        Number bytes = writer.sub(writer.min(next, end), from);
        writer.ifThen(writer.less(0, bytes), [&] {
          Value to = writer.advance(row, from);
          Value source = writer.advance(at(run.source, index, run.stride),
                                        writer.sub(from, offset));
          // Up to an aligned address and from the last one on it is slow.
          Value isLong =
              writer.compare(arith::CmpIPredicate::sge, bytes, kLongRun);
          writer.ifThen(
              writer.both(streams, isLong),
              [&] { writeStreamedRun(writer, to, source, bytes, vectorBytes); },
              [&] { writeRun(writer, to, source, bytes, vectorBytes); });
        });
        return {next};
      });
}

void TableWriter::writeBytes() {
  Number begin = frame.getBegin(), end = frame.getEnd();
  writer.loop(writer.div(begin, rowBytes), writer.ceilDiv(end, rowBytes), 1,
              [&](Number row) {
                Number done = writer.mul(row, rowBytes);
                writeBytesOfRow(at(target, row, targetStride), row,
                                writer.max(writer.sub(begin, done), 0),
                                writer.min(writer.sub(end, done), rowBytes));
              });
}

//===----------------------------------------------------------------------===//
// By rows
//===----------------------------------------------------------------------===//

void TableWriter::writeSingle(Number begin, Number end, bool streams) {
  writer.loop(begin, end, 1, [&](Number row) {
    writer.loop(
        0, count, 1, {0},
        [&](Number k, ArrayRef<Number> offset) -> SmallVector<Number> {
          TableRun run = getRun(k);
          Value to = writer.advance(at(target, row, targetStride), offset[0]);
          Value from = at(run.source, row, run.stride);
          if (streams)
            writeStreamedRegisters(writer, to, from, run.bytes, vectorBytes);
          else
            writeRun(writer, to, from, run.bytes, vectorBytes);
          return {writer.add(offset[0], run.bytes)};
        });
  });
}

void TableWriter::writeOverlapping(int64_t registerBytes, Number begin,
                                   Number end) {
  Type type = writer.getBytesType(registerBytes);
  writer.loop(begin, end, 1, [&](Number row) {
    writer.loop(0, count, 1, {0},
                [&](Number k, ArrayRef<Number> offset) -> SmallVector<Number> {
                  TableRun run = getRun(k);
                  writer.store(
                      writer.load(type, at(run.source, row, run.stride)),
                      writer.advance(at(target, row, targetStride), offset[0]));
                  return {writer.add(offset[0], run.bytes)};
                });
  });
}

// Each run is one register, whose end what comes next overwrites. The last rows
// are exact: beyond them is other memory, or another thread's.
void TableWriter::writeShortRows(const Lengths &lengths) {
  Number begin = writer.div(frame.getBegin(), rowBytes);
  Number end = writer.div(frame.getEnd(), rowBytes);
  std::function<void(int64_t)> choose = [&](int64_t registerBytes) {
    auto write = [&] {
      Number exact =
          writer.ceilDiv(registerBytes, writer.max(lengths.shortest, 1));
      Number middle = writer.max(begin, writer.sub(end, exact));
      writeOverlapping(registerBytes, begin, middle);
      writeSingle(middle, end, /*streams=*/false);
    };
    if (registerBytes >= vectorBytes)
      return write();
    writer.ifThen(writer.compare(arith::CmpIPredicate::sle, lengths.longest,
                                 registerBytes),
                  write, [&] { choose(2 * registerBytes); });
  };
  choose(8);
}

//===----------------------------------------------------------------------===//
// Permuted
//===----------------------------------------------------------------------===//

void TableWriter::writeGroup(Number first, int64_t size, int64_t run,
                             bool isPacked, Number begin, Number end) {
  ConstantRows rows;
  rows.target = writer.advance(target, writer.mul(first, run));
  rows.targetStride = isPacked ? Number(size * run) : targetStride;
  rows.runs.assign(size, run);
  rows.sourceStrides.assign(size, run);
  for (int64_t i = 0; i < size; ++i)
    rows.sources.push_back(getRun(writer.add(first, i)).source);
  if (std::optional<PermutePlan> plan =
          planPermute(rows.runs, isPacked, vectorBytes))
    writePermutedRows(writer, *plan, rows, begin, end, streams, vectorBytes);
  else
    writeSingleRuns(writer, rows, begin, end, streams, vectorBytes);
}

// Runs of this constant length.
void TableWriter::writePermuted(int64_t run) {
  Number begin = writer.div(frame.getBegin(), rowBytes);
  Number last = writer.div(frame.getEnd(), rowBytes);
  if (few > 0)
    return writeGroup(0, few, run, /*isPacked=*/true, begin, last);
  int64_t group = run == 1 && hasByteGroups ? kByteGroup : kGroup;
  Number lastGroup = writer.sub(count, group);
  writer.loop(begin, last, kRowBlock, [&](Number row) {
    Number end = writer.min(writer.add(row, kRowBlock), last);
    writer.loop(0, writer.add(lastGroup, group), group, [&](Number k) {
      // The last group overlaps the one before, and writes the same again.
      writeGroup(writer.min(k, lastGroup), group, run, /*isPacked=*/false, row,
                 end);
    });
  });
}

// The lengths, in elements, for which there is code.
static SmallVector<int64_t> getPermutedRuns(int64_t elementBytes,
                                            int64_t vectorBytes) {
  SmallVector<int64_t> runs;
  for (int64_t elements : {1, 2, 3, 4, 5, 6, 7, 8, 16})
    if (elements * elementBytes < vectorBytes)
      runs.push_back(elements * elementBytes);
  return runs;
}

Lengths TableWriter::getLengths() {
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

void TableWriter::writeSingle(const Lengths &lengths) {
  Number begin = writer.div(frame.getBegin(), rowBytes);
  Number end = writer.div(frame.getEnd(), rowBytes);
  // Every store is aligned if these are.
  Number bits = writer.bitOr(writer.bitOr(lengths.bits, targetStride),
                             writer.toInteger(target));
  Value isAligned = writer.equal(writer.rem(bits, vectorBytes), 0);
  writer.ifThen(
      writer.both(streams, isAligned),
      [&] { writeSingle(begin, end, /*streams=*/true); },
      [&] { writeSingle(begin, end, /*streams=*/false); });
}

void TableWriter::writeAnyRows(const Lengths &lengths, Value isDense) {
  Value isShort = writer.both(writer.less(0, lengths.shortest),
                              writer.less(lengths.shortest, vectorBytes));
  Value fits =
      writer.both(isShort, writer.compare(arith::CmpIPredicate::sle,
                                          lengths.longest, vectorBytes));
  // What a register writes beyond its run must be the next run's.
  writer.ifThen(
      writer.both(isDense, fits), [&] { writeShortRows(lengths); },
      [&] { writeSingle(lengths); });
}

void TableWriter::writeRows() {
  Lengths lengths = getLengths();
  // A source whose rows are not side by side may have rows that overlap.
  if (!table.isPacked)
    return writeSingle(lengths);
  Value isDense = writer.equal(targetStride, rowBytes);
  auto writeAny = [&] { writeAnyRows(lengths, isDense); };
  std::function<void(ArrayRef<int64_t>)> choose = [&](ArrayRef<int64_t> runs) {
    if (runs.empty())
      return writeAny();
    writer.ifThen(
        writer.equal(lengths.longest, runs.front()),
        [&] { writePermuted(runs.front()); },
        [&] { choose(runs.drop_front()); });
  };
  Value isEqual = writer.equal(lengths.shortest, lengths.longest);
  // Few sources are permuted across the ends of rows.
  if (few > 0)
    isEqual = writer.both(isEqual, isDense);
  writer.ifThen(
      isEqual, [&] { choose(getPermutedRuns(elementBytes, vectorBytes)); },
      writeAny);
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

void TableWriter::write() {
  writer.ifThen(
      writer.equal(frame.number(table.byRows), 1), [&] { writeRows(); },
      [&] { writeBytes(); });
  writer.ifThen(streams, [&] { writer.fence(); });
}

void mlir::onnxops::writeTableSweep(CodeWriter &writer, KernelLibrary &library,
                                    const Sweep &sweep,
                                    const CopyStrategy &strategy) {
  // From so many rows on threads share rows; runs that are long are copied as
  // well either way, and around the cache only by bytes.
  constexpr int64_t manyRows = 16;
  Number rowBytes = sweep.rowBytes(writer);
  Number total = writer.mul(sweep.rows, rowBytes);
  Value streams = strategy.streamsCopy(writer, total);
  Value isShort =
      writer.less(rowBytes, writer.mul(sweep.runs.size(), kLongRun));
  Value byRows = writer.both(isShort, writer.less(manyRows - 1, sweep.rows));
  // Code for few sources knows how many; for more it only knows that groups
  // can be filled.
  int64_t few = sweep.runs.size() <= kGroup ? sweep.runs.size() : 0;
  bool hasByteGroups = sweep.runs.size() >= kByteGroup;
  KernelCall call("table");
  call.choose("few", few);
  call.choose("bytes", hasByteGroups);
  call.choose("element", sweep.elementBytes);
  RunTable table = addTable(writer, call, sweep, rowBytes, byRows, streams);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        TableWriter(writer, frame, table, few, hasByteGroups,
                    sweep.elementBytes, strategy.vectorBytes)
            .write();
      });
  // Elsewhere a thread's share begins where a page does, as seen from the
  // start.
  library.call(writer, kernel, call, total,
               writer.select(byRows, rowBytes, kPage), total);
}
