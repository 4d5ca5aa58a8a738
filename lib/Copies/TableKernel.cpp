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

#include "TableGroups.h"
#include "TableRows.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// What does not depend on the number of sources or their elements is a function
// with the arguments of the kernel, which kernels share.
static void writeBytes(CodeWriter &writer, RunTableReader &table,
                       int64_t vectorBytes) {
  writer.call("table_bytes " + table.words.layout, table.frame.getArguments(),
              [&](CodeWriter &writer, ValueRange arguments) {
                KernelFrame frame(writer, arguments);
                RunTableReader same(writer, frame, table.words);
                writeTableBytes(writer, same, vectorBytes);
              });
}

static void writeAnyRows(CodeWriter &writer, RunTableReader &table,
                         const RunLengths &lengths, Value isDense,
                         int64_t vectorBytes) {
  SmallVector<Value> arguments = table.frame.getArguments();
  llvm::append_range(
      arguments, ArrayRef<Value>{writer.materialize(lengths.shortest),
                                 writer.materialize(lengths.longest),
                                 writer.materialize(lengths.bits), isDense});
  writer.call("table_rows " + table.words.layout, arguments,
              [&](CodeWriter &writer, ValueRange values) {
                KernelFrame frame(writer, values);
                RunTableReader same(writer, frame, table.words);
                RunLengths lengths{Number(values[3]), Number(values[4]),
                                   Number(values[5])};
                writeTableRows(writer, same, lengths, values[6], vectorBytes);
              });
}

// By the lengths: permuted if they are equal and there is code for them.
static void writeRows(CodeWriter &writer, RunTableReader &table,
                      const SourceCount &sources, int64_t elementBytes,
                      int64_t vectorBytes) {
  RunLengths lengths = table.getLengths();
  // A source whose rows are not side by side may have rows that overlap.
  bool isPacked = table.words.isPacked;
  Value isDense = isPacked ? writer.equal(table.targetStride, table.rowBytes)
                           : writer.equal(0, 1);
  auto writeAny = [&] {
    writeAnyRows(writer, table, lengths, isDense, vectorBytes);
  };
  if (!isPacked)
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
                       const RunTable &words, const SourceCount &sources,
                       int64_t elementBytes, int64_t vectorBytes) {
  RunTableReader table(writer, frame, words);
  writer.ifThen(
      writer.equal(frame.number(words.byRows), 1),
      [&] { writeRows(writer, table, sources, elementBytes, vectorBytes); },
      [&] { writeBytes(writer, table, vectorBytes); });
  writer.ifThen(table.streams, [&] { writer.fence(); });
}

void mlir::onnxops::writeTableCopy(CodeWriter &writer, KernelLibrary &library,
                                   const InterleavedCopy &copy,
                                   const CopyStrategy &strategy) {
  // From so many rows on threads share rows; runs that are long are copied as
  // well either way, and around the cache only by bytes.
  constexpr int64_t manyRows = 16;
  Number rowBytes = copy.rowBytes(writer);
  Number total = writer.mul(copy.rows, rowBytes);
  Value streams = strategy.streamsCopy(writer, total);
  Value isShort =
      writer.less(rowBytes, writer.mul(copy.runs.size(), kLongestOfRows));
  Value byRows = writer.both(isShort, writer.less(manyRows - 1, copy.rows));
  // Code for few sources knows how many; for more it only knows that groups
  // can be filled.
  SourceCount sources;
  sources.few = copy.runs.size() <= kGroup ? copy.runs.size() : 0;
  sources.hasByteGroups = copy.runs.size() >= kByteGroup;
  KernelCall call("table");
  RunTable words = addRunTable(writer, call, copy, rowBytes, byRows, streams);
  call.choose("few", sources.few);
  call.choose("bytes", sources.hasByteGroups);
  call.choose("element", copy.elementBytes);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        writeRange(writer, frame, words, sources, copy.elementBytes,
                   strategy.vectorBytes);
      });
  // Elsewhere a thread's share begins where a page does, as seen from the
  // start.
  library.call(writer, kernel, call, total,
               writer.select(byRows, rowBytes, kPage), total);
}
