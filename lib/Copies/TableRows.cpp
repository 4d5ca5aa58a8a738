//===- TableRows.cpp - rows of runs of any lengths ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops over the rows, and over the runs of each.
//
//===----------------------------------------------------------------------===//

#include "TableRows.h"

#include "PrefetchCode.h"
#include "TableRuns.h"
#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Up to so many bytes and registers, there is code for each number of them.
static constexpr int64_t kFixedBytes = 512, kFixedRegisters = 8;

// Sources that are read at a time, and bytes of a cache line.
static constexpr int64_t kFewSources = 8, kLine = 64;

// Writes rows by `writeRows`, to which it passes a function for each run:
// `writeRun`, or, where it pays for the runs of a single source, one that also
// prefetches. No run is longer than `longest`, if that is given.
static void writeWithPrefetch(CodeWriter &writer, RunTableReader &table,
                              Number begin, Number end, WriteRun writeRun,
                              std::optional<int64_t> longest,
                              llvm::function_ref<void(WriteRun)> writeRows) {
  if (!table.count.is(1) || (longest && *longest < kLeastPrefetched))
    return writeRows(writeRun);
  TableRun run = table.getRun(0);
  auto prefetchAndWrite = [&](Value target, Value source, Number bytes) {
    Number ahead = getPrefetchDistance(writer, run.bytes, run.stride);
    writePrefetch(writer, writer.advance(source, ahead),
                  longest ? Number(*longest) : bytes);
    writeRun(target, source, bytes);
  };
  writer.ifThen(
      paysToPrefetch(writer, writer.sub(end, begin), run.bytes, run.stride),
      [&] { writeRows(prefetchAndWrite); }, [&] { writeRows(writeRun); });
}

// Copies runs none of which is shorter than a register.
static void writeMediumRows(CodeWriter &writer, RunTableReader &table,
                            Number begin, Number end, int64_t registerBytes) {
  auto write = [&](Value target, Value source, Number bytes) {
    writeMediumRun(writer, target, source, bytes, registerBytes);
  };
  writeWithPrefetch(
      writer, table, begin, end, write, std::nullopt,
      [&](WriteRun write) { forEachRun(writer, table, begin, end, write); });
}

// Copies runs of whole registers.
static void writeWholeRows(CodeWriter &writer, RunTableReader &table,
                           Number begin, Number end, int64_t registerBytes) {
  auto write = [&](Value target, Value source, Number bytes) {
    writer.loop(0, bytes, registerBytes, [&](Number i) {
      moveRegisters(writer, target, source, i, registerBytes);
    });
  };
  writeWithPrefetch(
      writer, table, begin, end, write, std::nullopt,
      [&](WriteRun write) { forEachRun(writer, table, begin, end, write); });
}

// Copies the only run of each row, of at least one register, by code for its
// number of registers. Longer ones are copied by `writeOthers`.
static void writeFixedRows(CodeWriter &writer, RunTableReader &table,
                           Number begin, Number end, int64_t registerBytes,
                           llvm::function_ref<void()> writeOthers) {
  const int64_t most = std::min(kFixedRegisters, kFixedBytes / registerBytes);
  TableRun run = table.getRun(0);
  auto writeRegisters = [&](int64_t registers) {
    auto write = [&](Value target, Value source, Number bytes) {
      SmallVector<Number> offsets;
      for (int64_t i = 0; i + 1 < registers; ++i)
        offsets.push_back(i * registerBytes);
      offsets.push_back(writer.sub(bytes, registerBytes));
      moveRegisters(writer, target, source, offsets, registerBytes);
    };
    writeWithPrefetch(
        writer, table, begin, end, write,
        /*longest=*/registers * registerBytes,
        [&](WriteRun write) { forEachRun(writer, table, begin, end, write); });
  };
  std::function<void(int64_t)> choose = [&](int64_t registers) {
    if (registers == most)
      return writeRegisters(registers);
    writer.ifThen(
        writer.atMost(run.bytes, registers * registerBytes),
        [&] { writeRegisters(registers); }, [&] { choose(registers + 1); });
  };
  writer.ifThen(
      writer.atMost(run.bytes, most * registerBytes), [&] { choose(1); },
      writeOthers);
}

// Copies each run, of at most `bytes`, as so many bytes, and the next run
// overwrites what is too much.
static void writeOverlapping(CodeWriter &writer, RunTableReader &table,
                             Number begin, Number end, int64_t bytes) {
  forEachShortRun(writer, table, begin, end,
                  [&](Value target, Value source, Number) {
                    moveRegisters(writer, target, source, {0}, bytes);
                  });
}

// The same for runs of at most two registers.
static void writeOverlappingPairs(CodeWriter &writer, RunTableReader &table,
                                  Number begin, Number end,
                                  int64_t registerBytes) {
  forEachShortRun(writer, table, begin, end,
                  [&](Value target, Value source, Number) {
                    moveRegisters(writer, target, source, {0, registerBytes},
                                  registerBytes);
                  });
}

// The same for runs of any length.
static void writeOverlappingLoop(CodeWriter &writer, RunTableReader &table,
                                 Number begin, Number end,
                                 int64_t registerBytes) {
  forEachRun(writer, table, begin, end,
             [&](Value target, Value source, Number bytes) {
               auto move = [&](Number i) {
                 moveRegisters(writer, target, source, i, registerBytes);
               };
               move(0);
               writer.loop(registerBytes, bytes, registerBytes, move);
             });
}

namespace {
/// How rows are written, by the lengths of their runs. All are i1.
struct RowShape {
  Value isOverlaid; ///< as registers that overlap the next run
  Value arePairs;   ///< of these, each run as two registers
  Value isMedium;   ///< as registers that overlap within the run
  Value isWhole;    ///< all are whole vectors
};
} // namespace

static RowShape getRowShape(CodeWriter &writer, const RunLengths &lengths,
                            Value isDense, int64_t vectorBytes) {
  auto isAtLeast = [&](Number lhs, Number rhs) {
    return writer.compare(arith::CmpIPredicate::sge, lhs, rhs);
  };
  Value isShort = isAtLeast(kLongestMedium, lengths.longest);
  Value isVector = isAtLeast(vectorBytes, lengths.longest);
  Value hasPieces = isAtLeast(lengths.shortest, kPieceBytes);
  RowShape shape;
  const int64_t pair = 2 * getPieceBytes(vectorBytes);
  shape.arePairs = pair <= vectorBytes
                       ? writer.equal(0, 1)
                       : writer.both(writer.less(pair / 2, lengths.shortest),
                                     isAtLeast(pair, lengths.longest));
  Value pays = writer.either(writer.either(isVector, shape.arePairs),
                             writer.less(lengths.shortest, kPieceBytes));
  shape.isOverlaid =
      writer.both(writer.both(isDense, isAtLeast(lengths.shortest, 1)),
                  writer.both(isShort, pays));
  shape.isMedium = writer.both(isShort, hasPieces);
  shape.isWhole = writer.equal(writer.rem(lengths.bits, vectorBytes), 0);
  return shape;
}

// Writes rows by registers. Returns the first row not written: where runs
// overlap the next one, the last rows must be exact, since the memory after
// them, and after the sources, is not ours, or another thread's.
static Number writeRowsByRegisters(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Value isDense,
                                   Number begin, Number end,
                                   int64_t vectorBytes) {
  RowShape shape = getRowShape(writer, lengths, isDense, vectorBytes);
  const int64_t pieceBytes = getPieceBytes(vectorBytes);
  auto holds = [&](int64_t bytes) {
    return writer.atMost(lengths.longest, bytes);
  };
  // Short runs of several sources are columns.
  const bool isSingle = table.count.is(1);
  Number written = pieceBytes; // at a time
  if (isSingle) {
    written = writer.select(shape.arePairs, 2 * pieceBytes, pieceBytes);
    for (int64_t bytes = vectorBytes; bytes >= 1; bytes /= 2)
      written = writer.select(holds(bytes), bytes, written);
  }
  // As many as the shortest source needs, so that no other memory is read.
  Number exact = writer.ceilDiv(written, writer.max(lengths.shortest, 1));
  Number middle = writer.max(begin, writer.sub(end, exact));
  std::function<void(int64_t)> overlay = [&](int64_t bytes) {
    if (bytes <= vectorBytes)
      return writer.ifThen(
          holds(bytes),
          [&] { writeOverlapping(writer, table, begin, middle, bytes); },
          [&] { overlay(2 * bytes); });
    auto write = [&](auto *writeRows) {
      writeRows(writer, table, begin, middle, pieceBytes);
    };
    if (!isSingle)
      return write(writeOverlappingLoop);
    writer.ifThen(
        shape.arePairs, [&] { write(writeOverlappingPairs); },
        [&] { write(writeOverlappingLoop); });
  };
  auto writeMedium = [&](int64_t bytes) {
    auto writeAny = [&] { writeMediumRows(writer, table, begin, end, bytes); };
    if (!isSingle)
      return writeAny();
    writeFixedRows(writer, table, begin, end, bytes, writeAny);
  };
  auto writeWhole = [&] {
    auto writeAny = [&] {
      writeWholeRows(writer, table, begin, end, vectorBytes);
    };
    if (!isSingle)
      return writeAny();
    writeFixedRows(writer, table, begin, end, vectorBytes, writeAny);
  };
  auto writeAnyMedium = [&] {
    if (pieceBytes == vectorBytes)
      return writeMedium(vectorBytes);
    writer.ifThen(shape.isWhole, writeWhole, [&] { writeMedium(pieceBytes); });
  };
  writer.ifThen(
      shape.isOverlaid, [&] { overlay(isSingle ? 1 : 2 * vectorBytes); },
      [&] { writer.ifThen(shape.isMedium, writeAnyMedium); });
  return writer.select(shape.isOverlaid, middle,
                       writer.select(shape.isMedium, end, begin));
}

// Copies a run of any length. Most of a long one is copied here, not in code
// that other runs have in common.
static void writeLongRun(CodeWriter &writer, Value target, Value source,
                         Number bytes, int64_t vectorBytes) {
  Number done = writeBlocks(writer, target, source, bytes, vectorBytes);
  Number rest = writer.sub(bytes, done);
  writer.ifThen(writer.less(0, rest), [&] {
    callRun(writer, writer.advance(target, done), writer.advance(source, done),
            rest, vectorBytes);
  });
}

// Writes rows of any runs, and nothing else.
static void writeExactRows(CodeWriter &writer, RunTableReader &table,
                           const RunLengths &lengths, Number begin, Number end,
                           int64_t vectorBytes) {
  const int64_t pieceBytes = getPieceBytes(vectorBytes);
  auto writeShort = [&](Value target, Value source, Number bytes) {
    writer.ifThen(
        writer.less(bytes, pieceBytes),
        [&] { writeShortRun(writer, target, source, bytes, pieceBytes); },
        [&] { writeMediumRun(writer, target, source, bytes, pieceBytes); });
  };
  auto writeLong = [&](Value target, Value source, Number bytes) {
    writeLongRun(writer, target, source, bytes, vectorBytes);
  };
  writer.ifThen(
      writer.atMost(lengths.longest, kLongestMedium),
      [&] { forEachRun(writer, table, begin, end, writeShort); },
      [&] {
        writeWithPrefetch(writer, table, begin, end, writeLong, std::nullopt,
                          [&](WriteRun write) {
                            forEachRunUnrolled(writer, table, begin, end,
                                               write);
                          });
      });
}

// Writes rows with non-temporal stores; all lengths and addresses, of which
// `bits` has the bits, are multiples of a register.
static void writeStreamedRows(CodeWriter &writer, RunTableReader &table,
                              const RunLengths &lengths, Number bits,
                              Number begin, Number end, int64_t vectorBytes) {
  // Lines that are left half written are slow.
  Value areLines = writer.equal(writer.rem(bits, kLine), 0);
  Number group = writer.select(areLines, kFewSources, table.count);
  auto write = [&](WriteRun writeRun) {
    forEachRunInGroups(writer, table, group, begin, end, writeRun);
  };
  auto writeOne = [&](Value target, Value source, Number) {
    moveRegisters(writer, target, source, {0}, vectorBytes, /*streams=*/true);
  };
  Number ahead = kPage;
  if (table.count.is(1)) {
    TableRun run = table.getRun(0);
    ahead = getPrefetchDistance(writer, run.bytes, run.stride);
  }
  auto writeAny = [&](Value target, Value source, Number bytes) {
    writeStreamedRegisters(writer, target, source, bytes, vectorBytes, ahead);
  };
  // Two nanoseconds for each register leave no time for loops.
  Value areSingle = writer.both(writer.equal(lengths.shortest, vectorBytes),
                                writer.equal(lengths.longest, vectorBytes));
  writer.ifThen(areSingle, [&] { write(writeOne); }, [&] { write(writeAny); });
}

// Bits of numbers by which every store is aligned, if all are multiples of it.
static Number getStoreBits(CodeWriter &writer, RunTableReader &table,
                           const RunLengths &lengths) {
  return writer.bitOr(writer.bitOr(lengths.bits, table.targetStride),
                      writer.toInteger(table.target));
}

Value mlir::onnxops::areStreamed(CodeWriter &writer, RunTableReader &table,
                                 const RunLengths &lengths,
                                 int64_t vectorBytes) {
  Number bits = getStoreBits(writer, table, lengths);
  return writer.both(table.streams,
                     writer.equal(writer.rem(bits, vectorBytes), 0));
}

// Copies so many adjacent runs, of exactly one register, of each row.
static void writeRegisterColumns(CodeWriter &writer, RunTableReader &table,
                                 Number first, int64_t count, Number begin,
                                 Number end, int64_t registerBytes) {
  SmallVector<TableRun> runs;
  for (int64_t i = 0; i < count; ++i)
    runs.push_back(table.getRun(writer.add(first, i)));
  table.forEachRow(
      getElementAddress(writer, table.target, first, registerBytes), runs,
      begin, end, [&](Value target, Value source, Number) {
        moveRegisters(writer, target, source, {0}, registerBytes);
      });
}

// Copies runs of exactly one register: of some of them many rows, so that each
// load has one source, whose next row is prefetched for it. Of more bytes than
// caches of a core hold, row by row: neither lines nor pages of memory are
// visited twice.
static void writeRegisterRuns(CodeWriter &writer, const RunTableReader &table,
                              Number begin, Number end, int64_t registerBytes) {
  constexpr int64_t group = 8, manyRows = 64, cachedBytes = 1 << 20;
  RunTableReader equal = table;
  equal.equalRun = registerBytes;
  Number grouped = writer.mul(writer.div(table.count, group), group);
  Value isCached = writer.atMost(
      writer.mul(writer.sub(end, begin), table.rowBytes), cachedBytes);
  Number block = writer.select(isCached, manyRows, 1);
  writer.loopParts(begin, end, block, [&](Number row, Number rows) {
    Number rowsEnd = writer.add(row, rows);
    writer.loop(0, grouped, group, [&](Number k) {
      writeRegisterColumns(writer, equal, k, group, row, rowsEnd,
                           registerBytes);
    });
    writer.loop(grouped, table.count, 1, [&](Number k) {
      writeRegisterColumns(writer, equal, k, 1, row, rowsEnd, registerBytes);
    });
  });
}

Value mlir::onnxops::areRegisterRuns(CodeWriter &writer, RunTableReader &table,
                                     const RunLengths &lengths,
                                     int64_t vectorBytes) {
  if (table.count.is(1))
    return writer.equal(0, 1);
  Value isRegister =
      writer.either(writer.equal(lengths.longest, getPieceBytes(vectorBytes)),
                    writer.equal(lengths.longest, vectorBytes));
  return writer.both(isRegister,
                     writer.equal(lengths.shortest, lengths.longest));
}

void mlir::onnxops::writeTableRows(CodeWriter &writer, RunTableReader &table,
                                   const RunLengths &lengths, Value isDense,
                                   int64_t vectorBytes) {
  Number begin = table.getFirstRow(), end = table.getLastRow();
  Number bits = getStoreBits(writer, table, lengths);
  auto writeRegisters = [&] {
    auto write = [&](int64_t registerBytes) {
      writeRegisterRuns(writer, table, begin, end, registerBytes);
    };
    const int64_t pieceBytes = getPieceBytes(vectorBytes);
    if (pieceBytes == vectorBytes)
      return write(vectorBytes);
    writer.ifThen(
        writer.equal(lengths.longest, vectorBytes), [&] { write(vectorBytes); },
        [&] { write(pieceBytes); });
  };
  auto writeOthers = [&] {
    Number middle = writeRowsByRegisters(writer, table, lengths, isDense, begin,
                                         end, vectorBytes);
    writeExactRows(writer, table, lengths, middle, end, vectorBytes);
  };
  writer.ifThen(
      areStreamed(writer, table, lengths, vectorBytes),
      [&] {
        writeStreamedRows(writer, table, lengths, bits, begin, end,
                          vectorBytes);
      },
      [&] {
        writer.ifThen(areRegisterRuns(writer, table, lengths, vectorBytes),
                      writeRegisters, writeOthers);
      });
}
