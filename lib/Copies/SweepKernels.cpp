//===- SweepKernels.cpp - rows put together from several sources ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One kernel for each kind of sweep, and the choice among them:
//
//   whole     one contiguous run: memcpy, or around the cache
//   permute   few short runs of constant length: several rows in registers
//   rows      few runs of constant length: one by one
//   table     all else: sources and lengths from the table
//
//===----------------------------------------------------------------------===//

#include "SweepKernels.h"

#include "RowCode.h"
#include "TableKernel.h"
#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Sweeps
//===----------------------------------------------------------------------===//

// The lengths of the runs if all are constant.
static std::optional<SmallVector<int64_t>> getConstantRuns(const Sweep &sweep) {
  SmallVector<int64_t> lengths;
  for (const SweepRun &run : sweep.runs) {
    if (!run.bytes.constant())
      return std::nullopt;
    lengths.push_back(*run.bytes.constant());
  }
  return lengths;
}

//===----------------------------------------------------------------------===//
// Whole
//===----------------------------------------------------------------------===//

static void writeWholeSweep(CodeWriter &writer, KernelLibrary &library,
                            const Sweep &sweep, const CopyStrategy &strategy) {
  const SweepRun &run = sweep.runs.front();
  KernelCall call("whole");
  Word target = call.addPointer(sweep.target);
  Word source = call.addPointer(run.source);
  Value streams = strategy.streamsCopy(writer, run.bytes);
  Word isStreamed = call.add(writer.fromCondition(streams));
  if (isStreamed.constant == 0 && strategy.threads == 1)
    return writeRunOf(writer, run.bytes, sweep.target, run.source, run.bytes,
                      strategy.vectorBytes);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
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

// What a kernel's table says of rows whose runs are constant.
namespace {
struct RowWords {
  Word target, targetStride, streams;
  SmallVector<Word> sources, strides;
};
} // namespace

static RowWords addRows(CodeWriter &writer, KernelCall &call,
                        const Sweep &sweep, const CopyStrategy &strategy) {
  RowWords words;
  Number bytes = writer.mul(sweep.rows, sweep.rowBytes(writer));
  words.streams =
      call.add(writer.fromCondition(strategy.streamsCopy(writer, bytes)));
  words.target = call.addPointer(sweep.target);
  words.targetStride = call.add(sweep.targetStride);
  for (const SweepRun &run : sweep.runs) {
    words.sources.push_back(call.addPointer(run.source));
    call.choose("run", *run.bytes.constant());
    words.strides.push_back(call.add(run.sourceStride));
  }
  return words;
}

static ConstantRows getRows(KernelFrame &frame, const RowWords &words,
                            ArrayRef<int64_t> runs) {
  ConstantRows rows;
  rows.target = frame.pointer(words.target);
  rows.targetStride = frame.number(words.targetStride);
  for (Word source : words.sources)
    rows.sources.push_back(frame.pointer(source));
  for (Word stride : words.strides)
    rows.sourceStrides.push_back(frame.number(stride));
  rows.runs.assign(runs.begin(), runs.end());
  return rows;
}

static bool writePermuteSweep(CodeWriter &writer, KernelLibrary &library,
                              const Sweep &sweep, ArrayRef<int64_t> runs,
                              const CopyStrategy &strategy) {
  Number rowBytes = sweep.rowBytes(writer);
  bool isPacked = sweep.targetStride == rowBytes;
  std::optional<PermutePlan> plan =
      planPermute(runs, isPacked, strategy.vectorBytes);
  if (!plan)
    return false;
  KernelCall call("permute");
  RowWords words = addRows(writer, call, sweep, strategy);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        Value streams = writer.equal(frame.number(words.streams), 1);
        writePermutedRows(writer, *plan, getRows(frame, words, runs),
                          frame.getBegin(), frame.getEnd(), streams,
                          strategy.vectorBytes);
        writer.ifThen(streams, [&] { writer.fence(); });
      });
  library.call(writer, kernel, call, sweep.rows, /*grain=*/1,
               writer.mul(sweep.rows, rowBytes));
  return true;
}

//===----------------------------------------------------------------------===//
// Constant runs, one by one
//===----------------------------------------------------------------------===//

static void writeRowsSweep(CodeWriter &writer, KernelLibrary &library,
                           const Sweep &sweep, ArrayRef<int64_t> runs,
                           const CopyStrategy &strategy) {
  KernelCall call("rows");
  RowWords words = addRows(writer, call, sweep, strategy);
  func::FuncOp kernel =
      library.get(call, [&](CodeWriter &writer, KernelFrame &frame) {
        Value streams = writer.equal(frame.number(words.streams), 1);
        writeSingleRuns(writer, getRows(frame, words, runs), frame.getBegin(),
                        frame.getEnd(), streams, strategy.vectorBytes);
        writer.ifThen(streams, [&] { writer.fence(); });
      });
  library.call(writer, kernel, call, sweep.rows, /*grain=*/1,
               writer.mul(sweep.rows, sweep.rowBytes(writer)));
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

// Operands up to which code for each one stands in a kernel.
static constexpr unsigned kFewRuns = 16;

// Rows from which the units of a kernel may be rows: fewer could not be shared
// evenly.
static bool hasManyRows(const Sweep &sweep) {
  return !sweep.rows.constant() || *sweep.rows.constant() >= 16;
}

void mlir::onnxops::writeSweep(CodeWriter &writer, KernelLibrary &library,
                               const Sweep &sweep,
                               const CopyStrategy &strategy) {
  if (sweep.rows.is(1) && sweep.runs.size() == 1 &&
      !strategy.isForced(ForcedCopy::Table))
    return writeWholeSweep(writer, library, sweep, strategy);
  std::optional<SmallVector<int64_t>> runs = getConstantRuns(sweep);
  bool isForced = strategy.forced != ForcedCopy::None;
  auto allows = [&](ForcedCopy copy) {
    return !isForced || strategy.isForced(copy);
  };
  if (runs && (hasManyRows(sweep) || isForced)) {
    int64_t longest = *llvm::max_element(*runs);
    bool isFew = runs->size() <= kFewRuns;
    if (isFew && allows(ForcedCopy::Permute) && sweep.isPacked() &&
        writePermuteSweep(writer, library, sweep, *runs, strategy))
      return;
    if (longest < kLongestOfRows && isFew && allows(ForcedCopy::Rows))
      return writeRowsSweep(writer, library, sweep, *runs, strategy);
  }
  writeTableSweep(writer, library, sweep, strategy);
}
