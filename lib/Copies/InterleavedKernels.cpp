//===- InterleavedKernels.cpp - kernels of interleaved copies -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel for each kind of interleaved copy, and the choice among them:
//
//   whole     one contiguous run: memcpy, or non-temporal stores
//   permute   short runs of constant length: several rows in registers
//   rows      up to 256 runs of constant length: one by one
//   table     all others: sources and lengths are read from the table
//
//===----------------------------------------------------------------------===//

#include "InterleavedKernels.h"

#include "ByteShuffle.h"
#include "RowCode.h"
#include "TableChunks.h"
#include "TableGroups.h"
#include "TableKernel.h"
#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

// The lengths of the runs, if all are constant.
static std::optional<SmallVector<int64_t>>
getConstantRuns(const InterleavedCopy &copy) {
  SmallVector<int64_t> lengths;
  for (const InterleavedRun &run : copy.runs) {
    if (!run.bytes.constant())
      return std::nullopt;
    lengths.push_back(*run.bytes.constant());
  }
  return lengths;
}

//===----------------------------------------------------------------------===//
// Whole
//===----------------------------------------------------------------------===//

static void writeWholeCopy(CodeWriter &writer, KernelLibrary &library,
                           const InterleavedCopy &copy,
                           const CopyStrategy &strategy) {
  const InterleavedRun &run = copy.runs.front();
  KernelCall call("whole");
  KernelArgument target = call.addPointer(copy.target);
  KernelArgument source = call.addPointer(run.source);
  Value streams = strategy.streamsCopy(writer, run.bytes);
  KernelArgument isStreamed = call.add(writer.fromCondition(streams));
  if (isStreamed.constant == 0 && strategy.threads == 1)
    return writeRunOf(writer, run.bytes, copy.target, run.source, run.bytes,
                      strategy.vectorBytes);
  func::FuncOp kernel = library.get(
      call, KernelSharing::OneModel,
      [&](CodeWriter &writer, KernelFrame &frame) {
        Number begin = frame.getBegin();
        Number bytes = writer.sub(frame.getEnd(), begin);
        Value to = writer.advance(frame.pointer(target), begin);
        Value from = writer.advance(frame.pointer(source), begin);
        writer.ifThen(
            writer.equal(frame.number(isStreamed), 1),
            [&] {
              writeStreamedRun(writer, to, from, bytes, strategy.vectorBytes);
              writer.fence();
            },
            [&] {
              writeRunOf(writer, bytes, to, from, bytes, strategy.vectorBytes);
            });
      });
  library.call(writer, kernel, call, run.bytes, kPage, run.bytes);
}

//===----------------------------------------------------------------------===//
// Permuted
//===----------------------------------------------------------------------===//

// The kernel arguments of rows whose runs are constant.
namespace {
struct RowArguments {
  KernelArgument target, targetStride, streams;
  SmallVector<KernelArgument> sources, strides;
};
} // namespace

static RowArguments addRows(CodeWriter &writer, KernelCall &call,
                            const InterleavedCopy &copy,
                            const CopyStrategy &strategy) {
  RowArguments arguments;
  call.choose("shared", strategy.threads > 1);
  Number bytes = writer.mul(copy.rows, copy.rowBytes(writer));
  arguments.streams =
      call.add(writer.fromCondition(strategy.streamsCopy(writer, bytes)));
  arguments.target = call.addPointer(copy.target);
  arguments.targetStride = call.add(copy.targetStride);
  for (const InterleavedRun &run : copy.runs) {
    arguments.sources.push_back(call.addPointer(run.source));
    call.choose("run", *run.bytes.constant());
    arguments.strides.push_back(call.add(run.sourceStride));
  }
  return arguments;
}

static ConstantRows getRows(KernelFrame &frame, const RowArguments &arguments,
                            ArrayRef<int64_t> runs,
                            const CopyStrategy &strategy) {
  ConstantRows rows;
  rows.areShared = strategy.threads > 1;
  rows.target = frame.pointer(arguments.target);
  rows.targetStride = frame.number(arguments.targetStride);
  for (KernelArgument source : arguments.sources)
    rows.sources.push_back(frame.pointer(source));
  for (KernelArgument stride : arguments.strides)
    rows.sourceStrides.push_back(frame.number(stride));
  rows.runs.assign(runs.begin(), runs.end());
  return rows;
}

static bool writePermuteCopy(CodeWriter &writer, KernelLibrary &library,
                             const InterleavedCopy &copy,
                             ArrayRef<int64_t> runs,
                             const CopyStrategy &strategy) {
  Number rowBytes = copy.rowBytes(writer);
  bool isPacked = copy.targetStride == rowBytes;
  std::optional<PermutePlan> plan =
      planPermute(runs, isPacked, strategy.vectorBytes);
  if (!plan)
    return false;
  KernelCall call("permute");
  RowArguments arguments = addRows(writer, call, copy, strategy);
  func::FuncOp kernel = library.get(
      call, KernelSharing::OneModel,
      [&](CodeWriter &writer, KernelFrame &frame) {
        Value streams = writer.equal(frame.number(arguments.streams), 1);
        writePermutedRows(
            writer, *plan, getRows(frame, arguments, runs, strategy),
            frame.getBegin(), frame.getEnd(), streams, strategy.vectorBytes);
        writer.ifThen(streams, [&] { writer.fence(); });
      });
  library.call(writer, kernel, call, copy.rows, /*grain=*/1,
               writer.mul(copy.rows, rowBytes));
  return true;
}

//===----------------------------------------------------------------------===//
// Constant runs, one by one
//===----------------------------------------------------------------------===//

static void writeRowsCopy(CodeWriter &writer, KernelLibrary &library,
                          const InterleavedCopy &copy, ArrayRef<int64_t> runs,
                          const CopyStrategy &strategy) {
  KernelCall call("rows");
  RowArguments arguments = addRows(writer, call, copy, strategy);
  func::FuncOp kernel = library.get(
      call, KernelSharing::OneModel,
      [&](CodeWriter &writer, KernelFrame &frame) {
        Value streams = writer.equal(frame.number(arguments.streams), 1);
        writeSingleRuns(writer, getRows(frame, arguments, runs, strategy),
                        frame.getBegin(), frame.getEnd(), streams,
                        strategy.vectorBytes);
        writer.ifThen(streams, [&] { writer.fence(); });
      });
  library.call(writer, kernel, call, copy.rows, /*grain=*/1,
               writer.mul(copy.rows, copy.rowBytes(writer)));
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

// Number of runs up to which a kernel contains code for each of them, and up to
// which it permutes also what is in no cache.
static constexpr unsigned kFewRuns = 256, kFewPermuted = 16;

namespace {
/// What is known about the rows of a copy whose runs are constant.
struct RowShape {
  RowShape(const InterleavedCopy &copy, ArrayRef<int64_t> runs)
      : runs(runs), rows(copy.rows.constant()), rowBytes(llvm::sum_of(runs)),
        longest(*llvm::max_element(runs)) {}

  bool areMany() const { return runs.size() > kFewPermuted; }
  bool areFewRows() const { return rows && *rows < kManyRows; }
  /// Whether all rows surely have fewer bytes.
  bool areLess(int64_t bytes) const {
    return rows && *rows < bytes / std::max<int64_t>(rowBytes, 1);
  }
  bool areNeverStreamed() const { return areLess(ONNXOPS_LEAST_STREAMED); }

  /// Whether the runs are long on average. A permute saves few stores then: out
  /// of the second-level cache, and with registers of 64 bytes, it takes up to
  /// 1.25 times as long as code for each run.
  bool areLong() const {
    constexpr int64_t longMean = 96;
    return rowBytes >= longMean * int64_t(runs.size());
  }

  /// Whether a store reaches its next place a row later, or several loops
  /// alternate: processors do not prefetch what is about 2 KB away. Past the
  /// caches that makes no difference.
  bool areFarApart() const {
    constexpr int64_t far = 1900, leastOutside = 1250;
    return rowBytes >= far && rowBytes - longest >= leastOutside &&
           (!rows || areNeverStreamed());
  }

  ArrayRef<int64_t> runs;
  std::optional<int64_t> rows;
  int64_t rowBytes, longest;
};
} // namespace

// Whether the units of a kernel may be rows, of constant runs. Few are not
// shared evenly by all threads, and are faster run by run if the code is short.
static bool paysByRows(CodeWriter &writer, const InterleavedCopy &copy,
                       const RowShape &shape, int64_t threads) {
  constexpr int64_t longestRow = 40960, longestRun = 4096;
  if (!shape.areFewRows())
    return shape.longest < kLongestOfRows &&
           !(shape.areFarApart() && shape.areLong());
  Number missing = copy.missingRows(writer, threads);
  return shape.rowBytes <= longestRow && shape.longest <= longestRun &&
         *missing.constant() <= *shape.rows / kRowsForOneMissing;
}

static bool paysToPermute(const RowShape &shape, int64_t vectorBytes) {
  // A permute reads from many sources in turn: more than a processor prefetches
  // from where they are in no cache of the core.
  constexpr int64_t mostOfMany = 1 << 20, wide = 64;
  if (shape.areFewRows())
    return false;
  if (shape.areMany())
    return shape.areLess(mostOfMany);
  return vectorBytes < wide || !shape.areLong() || shape.areFarApart() ||
         !shape.areNeverStreamed();
}

// Whether the table has better code for many runs: permutes of several rows of
// equal ones, or non-temporal stores for a few sources at a time.
static bool areForTable(const RowShape &shape, int64_t elementBytes,
                        int64_t vectorBytes) {
  if (!shape.areMany())
    return false;
  const bool areEqual = llvm::all_equal(shape.runs);
  const bool areLines = llvm::all_of(
      shape.runs, [&](int64_t run) { return run % vectorBytes == 0; });
  return (areEqual &&
          llvm::is_contained(getPermutedRuns(elementBytes, vectorBytes),
                             shape.longest)) ||
         (areLines && !shape.areNeverStreamed());
}

// Whether the only runs of rows are permuted by the code of the table, which
// does so for any length. LLVM vectorizes a loop over rows of one element, but
// not if other threads have some of the rows; narrow registers permute less at
// a time than it does.
static bool arePermuted(const CodeWriter &writer, const InterleavedCopy &copy,
                        int64_t run, const CopyStrategy &strategy) {
  constexpr int64_t narrow = 32;
  return paysForChunks(writer, copy) &&
         (strategy.threads > 1 || !llvm::isPowerOf2_64(run) ||
          ByteShuffle::getRegisterBytes(writer) > narrow);
}

void mlir::onnxops::writeInterleavedCopy(CodeWriter &writer,
                                         KernelLibrary &library,
                                         const InterleavedCopy &copy,
                                         CopyStrategy strategy) {
  std::optional<SmallVector<int64_t>> runs = getConstantRuns(copy);
  if (runs && copy.rows.constant())
    strategy.threads =
        library.getThreads(writer.mul(copy.rows, llvm::sum_of(*runs)));
  if (copy.rows.is(1) && copy.runs.size() == 1 &&
      !strategy.isForced(ForcedCopy::Table))
    return writeWholeCopy(writer, library, copy, strategy);
  bool isForced = strategy.forced != ForcedCopy::None;
  auto allows = [&](ForcedCopy kind) {
    return !isForced || strategy.isForced(kind);
  };
  if (runs && runs->size() <= kFewRuns) {
    RowShape shape(copy, *runs);
    bool isByTable =
        areForTable(shape, copy.elementBytes, strategy.vectorBytes);
    bool isPermuted =
        isForced || (!isByTable && paysToPermute(shape, strategy.vectorBytes));
    if (isPermuted && allows(ForcedCopy::Permute) && copy.isPacked() &&
        writePermuteCopy(writer, library, copy, *runs, strategy))
      return;
    bool isByRows =
        isForced
            ? shape.longest < kLongestOfRows
            : !isByTable && paysByRows(writer, copy, shape, strategy.threads) &&
                  !arePermuted(writer, copy, shape.longest, strategy);
    if (isByRows && allows(ForcedCopy::Rows))
      return writeRowsCopy(writer, library, copy, *runs, strategy);
  }
  writeTableCopy(writer, library, copy, strategy);
}
