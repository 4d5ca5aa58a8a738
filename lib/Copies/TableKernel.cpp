//===- TableKernel.cpp - runs of any lengths ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel chooses by the lengths of the runs, once in each call:
//
//   equal runs of few elements     permuted, by code for that length
//   short rows of few runs         permuted, by instructions of the target
//   short rows of one source       permuted, where they have gaps
//   a few short runs               by code for each run
//   a few longer runs              a register of many rows at a time
//   any number of short runs       two columns at a time
//   rows of longer runs            run by run
//   few rows, or very long runs    by bytes of the target, so that a range may
//                                  end anywhere; non-temporal if `streams`
//
//===----------------------------------------------------------------------===//

#include "TableKernel.h"

#include "TableBytes.h"
#include "TableChunks.h"
#include "TableColumns.h"
#include "TableFewRuns.h"
#include "TableGroups.h"
#include "TableRows.h"
#include "TableShuffle.h"
#include "TableWindows.h"
#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Code that depends neither on the number of sources nor on their elements is a
// function that kernels share, with the arguments of a kernel.
static void writeBytes(CodeWriter &writer, RunTableReader &table,
                       bool isSingleRow, int64_t vectorBytes) {
  writer.call((isSingleRow ? "table_bytes_of_row " : "table_bytes ") +
                  table.arguments.layout,
              table.frame.getFunctionArguments(),
              [&](CodeWriter &writer, ValueRange arguments) {
                KernelFrame frame(writer, arguments);
                RunTableReader same(writer, frame, table.arguments);
                writeTableBytes(writer, same, isSingleRow, vectorBytes);
              });
}

namespace {
/// Rows to write, of those that the range of the frame has.
struct RowRange {
  Number begin, end;
  RunLengths lengths;
  Value isDense; ///< as for writeTableRows
};
} // namespace

// Calls the function of that name and layout for these rows.
static void
callForRows(CodeWriter &writer, const Twine &name, RunTableReader &table,
            const RowRange &rows,
            llvm::function_ref<void(CodeWriter &writer, RunTableReader &table,
                                    const RowRange &rows)>
                write) {
  SmallVector<Value> arguments = table.frame.getFunctionArguments();
  arguments[1] = writer.materialize(writer.mul(rows.begin, table.rowBytes));
  arguments[2] = writer.materialize(writer.mul(rows.end, table.rowBytes));
  for (Number number : {rows.lengths.shortest, rows.lengths.longest,
                        rows.lengths.bits, rows.lengths.gap})
    arguments.push_back(writer.materialize(number));
  arguments.push_back(rows.isDense);
  writer.call(
      (name + " " + table.arguments.layout).str(), arguments,
      [&](CodeWriter &writer, ValueRange values) {
        KernelFrame frame(writer, values);
        RunTableReader same(writer, frame, table.arguments);
        // Constants are part of the layout.
        auto getLength = [&](Number RunLengths::*length, Value value) {
          Number given = rows.lengths.*length;
          return given.constant() ? given : Number(value);
        };
        RunLengths lengths{getLength(&RunLengths::shortest, values[3]),
                           getLength(&RunLengths::longest, values[4]),
                           getLength(&RunLengths::bits, values[5]),
                           getLength(&RunLengths::gap, values[6])};
        write(writer, same,
              {same.getFirstRow(), same.getLastRow(), lengths, values[7]});
      });
}

static void writeAnyRuns(CodeWriter &writer, RunTableReader &table,
                         const RowRange &rows, int64_t vectorBytes) {
  callForRows(
      writer, "table_rows", table, rows,
      [&](CodeWriter &writer, RunTableReader &table, const RowRange &rows) {
        writeTableRows(writer, table, rows.lengths, rows.isDense, vectorBytes);
      });
}

// Writes rows of two runs or more: those of short runs by registers that
// overlap.
static void writeSeveralRuns(CodeWriter &writer, RunTableReader &table,
                             const RowRange &rows, int64_t vectorBytes) {
  Value areRows =
      writer.either(areStreamed(writer, table, rows.lengths, vectorBytes),
                    areRegisterRuns(writer, table, rows.lengths, vectorBytes));
  writer.ifThen(
      writer.both(areShortColumns(writer, table, rows.lengths, rows.isDense,
                                  vectorBytes),
                  writer.negate(areRows)),
      [&] {
        callForRows(writer, "table_columns", table, rows,
                    [&](CodeWriter &writer, RunTableReader &table,
                        const RowRange &rows) {
                      writeTableColumns(writer, table, rows.lengths,
                                        vectorBytes);
                    });
      },
      [&] { writeAnyRuns(writer, table, rows, vectorBytes); });
}

// Writes rows of a few runs, one of which is longer than a register: by
// windows, all but those at both ends.
static void writeLongerFewRuns(CodeWriter &writer, RunTableReader &table,
                               int64_t count, const RowRange &rows,
                               int64_t vectorBytes) {
  if (!hasWindows(count, vectorBytes))
    return writeSeveralRuns(writer, table, rows, vectorBytes);
  auto write = [&](CodeWriter &writer, RunTableReader &table,
                   const RowRange &rows) {
    auto [begin, end] = getWindowRows(writer, table, rows.lengths, rows.isDense,
                                      rows.begin, rows.end, vectorBytes);
    writeTableWindows(writer, table, begin, end, vectorBytes);
    writer.loop(0, 2, 1, [&, begin = begin, end = end](Number part) {
      Value isFirst = writer.equal(part, 0);
      RowRange outer = rows;
      outer.begin = writer.select(isFirst, rows.begin, end);
      outer.end = writer.select(isFirst, begin, rows.end);
      writer.ifThen(writer.less(outer.begin, outer.end), [&] {
        writeSeveralRuns(writer, table, outer, vectorBytes);
      });
    });
  };
  callForRows(writer, "table_windows", table, rows, write);
}

static void writeUnpermuted(CodeWriter &writer, RunTableReader &table,
                            const SourceCount &sources, const RowRange &rows,
                            int64_t vectorBytes) {
  if (table.count.is(1))
    return writeAnyRuns(writer, table, rows, vectorBytes);
  if (!hasFewRuns(sources.few))
    return writeSeveralRuns(writer, table, rows, vectorBytes);
  RowRange few = rows, rest = rows;
  few.end = rest.begin = writer.select(
      table.streams, rows.begin,
      getEndOfFewRuns(writer, sources.few, rows.lengths, rows.isDense,
                      rows.begin, rows.end, vectorBytes));
  writer.ifThen(writer.less(few.begin, few.end), [&] {
    callForRows(
        writer, "table_few " + Twine(sources.few), table, few,
        [&](CodeWriter &writer, RunTableReader &table, const RowRange &rows) {
          writeFewRuns(writer, table, sources.few, rows.lengths, rows.isDense,
                       vectorBytes);
        });
  });
  writer.ifThen(writer.less(rest.begin, rest.end), [&] {
    writeLongerFewRuns(writer, table, sources.few, rest, vectorBytes);
  });
}

// Writes rows of any lengths: what instructions of the target do not permute is
// left.
static void writeAnyRows(CodeWriter &writer, RunTableReader &table,
                         const SourceCount &sources, const RowRange &rows,
                         int64_t vectorBytes) {
  const bool areChunks = sources.few == 1 && !table.arguments.isPacked;
  if (sources.areSingle ||
      !(areChunks ? hasChunks(writer) : hasShuffle(writer, sources.few)))
    return writeUnpermuted(writer, table, sources, rows, vectorBytes);
  auto write = [&](CodeWriter &writer, RunTableReader &table,
                   const RowRange &rows) {
    auto writeFrom = [&](Number begin) {
      writeUnpermuted(writer, table, sources,
                      {begin, rows.end, rows.lengths, rows.isDense},
                      vectorBytes);
    };
    Value pays =
        areChunks
            ? paysForChunks(writer, table, rows.lengths, rows.begin, rows.end)
            : paysToShuffle(writer, table, rows.lengths, rows.begin, rows.end);
    auto writePermuted = [&] {
      writeFrom(
          areChunks
              ? writeChunks(writer, table, rows.lengths, rows.begin, rows.end)
              : writeShuffledRows(writer, table, sources.few, rows.lengths,
                                  rows.begin, rows.end));
    };
    writer.ifThen(writer.both(rows.isDense, pays), writePermuted,
                  [&] { writeFrom(rows.begin); });
  };
  if (areChunks)
    return callForRows(writer, "table_chunks", table, rows, write);
  callForRows(writer, "table_shuffle " + Twine(sources.few), table, rows,
              write);
}

// Writes by rows: permuted if all lengths are equal and there is code for them.
static void writeRows(CodeWriter &writer, RunTableReader &table,
                      const SourceCount &sources, int64_t elementBytes,
                      int64_t vectorBytes) {
  RunLengths lengths = table.getLengths();
  // The rows of a source that are not contiguous may overlap.
  bool isPacked = table.arguments.isPacked;
  Value isDense =
      writer.both(writer.equal(table.targetStride, table.rowBytes),
                  writer.compare(arith::CmpIPredicate::sge, lengths.gap, 0));
  auto writeAny = [&] {
    writeAnyRows(writer, table,
                 isPacked || sources.few == 1 ? sources : SourceCount(),
                 {table.getFirstRow(), table.getLastRow(), lengths, isDense},
                 vectorBytes);
  };
  if (!isPacked || sources.areSingle)
    return writeAny();
  std::function<void(ArrayRef<int64_t>)> choose = [&](ArrayRef<int64_t> runs) {
    if (runs.empty())
      return writeAny();
    writer.ifThen(
        writer.equal(lengths.longest, runs.front()),
        [&] {
          writePermutedTable(writer, table, sources, runs.front(), vectorBytes);
        },
        [&] { choose(runs.drop_front()); });
  };
  Value isEqual = writer.equal(lengths.shortest, lengths.longest);
  // Few sources are permuted across the ends of rows.
  if (sources.few > 0)
    isEqual = writer.both(isEqual, isDense);
  writer.ifThen(
      isEqual, [&] { choose(getPermutedRuns(elementBytes, vectorBytes)); },
      writeAny);
}

static void writeRange(CodeWriter &writer, KernelFrame &frame,
                       const RunTable &arguments, const SourceCount &sources,
                       int64_t elementBytes, int64_t vectorBytes) {
  RunTableReader table(writer, frame, arguments);
  writer.ifThen(
      writer.equal(frame.number(arguments.byRows), 1),
      [&] { writeRows(writer, table, sources, elementBytes, vectorBytes); },
      [&] { writeBytes(writer, table, sources.areSingle, vectorBytes); });
  writer.ifThen(table.streams, [&] { writer.fence(); });
}

void mlir::onnxops::writeTableCopy(CodeWriter &writer, KernelLibrary &library,
                                   const InterleavedCopy &copy,
                                   const CopyStrategy &strategy) {
  // Threads share many rows. Long runs are copied equally fast either way, and
  // with non-temporal stores only by bytes.
  Number rowBytes = copy.rowBytes(writer);
  Number total = writer.mul(copy.rows, rowBytes);
  Value streams = strategy.streamsCopy(writer, total);
  Value isShort =
      writer.less(rowBytes, writer.mul(copy.runs.size(), kLongestOfRows));
  Value byRows = writer.both(isShort, writer.less(kManyRows - 1, copy.rows));
  // So does one thread, where rows do not take it more time than bytes, and so
  // do several that get nearly as many rows each. A few runs in one row do in
  // no case.
  const bool isFew = copy.rows.is(1) && copy.runs.size() <= 2 * kGroup;
  Value isMedium =
      writer.less(rowBytes, writer.mul(copy.runs.size(), kLongestMedium));
  if (strategy.threads > 1) {
    Value areBalanced =
        writer.atMost(copy.missingRows(writer, strategy.threads),
                      writer.div(copy.rows, kRowsForOneMissing));
    isMedium = writer.both(
        isMedium,
        writer.either(writer.less(total, ONNXOPS_LEAST_SHARED), areBalanced));
  }
  if (!isFew)
    byRows = writer.either(byRows, isMedium);
  // The number of few sources is part of the code; for more, only whether there
  // are enough for a group is.
  SourceCount sources;
  sources.areSingle = copy.rows.is(1);
  sources.few = copy.runs.size() <= kGroup ? copy.runs.size() : 0;
  sources.hasByteGroups = copy.runs.size() >= kByteGroup;
  KernelCall call("table");
  RunTable arguments =
      addRunTable(writer, call, copy, rowBytes, byRows, streams);
  call.choose("single", sources.areSingle);
  call.choose("few", sources.few);
  call.choose("bytes", sources.hasByteGroups);
  call.choose("element", copy.elementBytes);
  func::FuncOp kernel =
      library.get(call, KernelSharing::AllModels,
                  [&](CodeWriter &writer, KernelFrame &frame) {
                    writeRange(writer, frame, arguments, sources,
                               copy.elementBytes, strategy.vectorBytes);
                  });
  // Otherwise the range of a thread begins at a multiple of a page from the
  // start.
  library.call(writer, kernel, call, total,
               writer.select(byRows, rowBytes, kPage), total);
}
