//===- RunCode.cpp - code that copies one run of bytes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of several registers followed by their stores; the rest is one more
// register that overlaps the last one.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/RunCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Number of registers that are loaded before the first one is stored.
static constexpr int64_t kUnroll = 4;

// Copies one register at each offset.
static void moveAt(CodeWriter &writer, Value target, Value source,
                   ArrayRef<Number> offsets, int64_t registerBytes,
                   bool streams = false) {
  Type type = writer.getBytesType(registerBytes);
  SmallVector<Value> values;
  for (Number offset : offsets)
    values.push_back(writer.load(type, writer.advance(source, offset)));
  for (auto [value, offset] : llvm::zip_equal(values, offsets))
    writer.store(value, writer.advance(target, offset), streams);
}

static void moveBlock(CodeWriter &writer, Value target, Value source,
                      Number offset, int64_t registerBytes, bool streams) {
  SmallVector<Number> offsets;
  if (streams && writer.getTuning().streamedPages == 1)
    for (int64_t i = 0; i < kUnroll * registerBytes; i += 64)
      writer.prefetch(writer.advance(source, writer.add(offset, i + kPage)));
  for (int64_t i = 0; i < kUnroll; ++i)
    offsets.push_back(writer.add(offset, i * registerBytes));
  moveAt(writer, target, source, offsets, registerBytes, streams);
}

// Copies fewer bytes than twice `registerBytes`: two overlapping moves of the
// largest register that fits.
static void writeOverlap(CodeWriter &writer, Value target, Value source,
                         Number bytes, int64_t registerBytes) {
  if (registerBytes == 0)
    return;
  writer.ifThen(
      writer.compare(arith::CmpIPredicate::sge, bytes, registerBytes),
      [&] {
        SmallVector<Number> offsets = {0};
        if (registerBytes > 1)
          offsets.push_back(writer.sub(bytes, registerBytes));
        moveAt(writer, target, source, offsets, registerBytes);
      },
      [&] { writeOverlap(writer, target, source, bytes, registerBytes / 2); });
}

void mlir::onnxops::writeShortRun(CodeWriter &writer, Value target,
                                  Value source, Number bytes,
                                  int64_t vectorBytes) {
  writeOverlap(writer, target, source, bytes, vectorBytes / 2);
}

// Copies less than a long run, and at least one register.
static void writeConstantRegisters(CodeWriter &writer, Value target,
                                   Value source, int64_t bytes,
                                   int64_t registerBytes) {
  int64_t block = kUnroll * registerBytes, blocks = bytes / block * block;
  if (blocks > 0)
    writer.loop(0, blocks, block, [&](Number offset) {
      moveBlock(writer, target, source, offset, registerBytes,
                /*streams=*/false);
    });
  SmallVector<Number> offsets;
  int64_t offset = blocks;
  for (; offset + registerBytes <= bytes; offset += registerBytes)
    offsets.push_back(offset);
  if (offset < bytes)
    offsets.push_back(bytes - registerBytes);
  moveAt(writer, target, source, offsets, registerBytes);
}

// Copies at least one register. A store that crosses a cache line costs as much
// as two: in a long run the second register is stored aligned, overlapping the
// first.
static void writeRegisters(CodeWriter &writer, Value target, Value source,
                           Number bytes, int64_t registerBytes) {
  if (bytes.constant() && *bytes.constant() < kLongRun)
    return writeConstantRegisters(writer, target, source, *bytes.constant(),
                                  registerBytes);
  Value isLong = writer.compare(arith::CmpIPredicate::sge, bytes, kLongRun);
  writer.ifThen(isLong,
                [&] { moveAt(writer, target, source, {0}, registerBytes); });
  Number address = writer.toInteger(target);
  Number begin = writer.select(
      isLong, writer.rem(writer.sub(0, address), registerBytes), 0);
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.add(
      begin, writer.mul(writer.div(writer.sub(bytes, begin), block), block));
  writer.loop(begin, blocks, block, [&](Number offset) {
    moveBlock(writer, target, source, offset, registerBytes,
              /*streams=*/false);
  });
  Number last = writer.sub(bytes, registerBytes);
  writer.loop(blocks, last, registerBytes, [&](Number offset) {
    moveAt(writer, target, source, offset, registerBytes);
  });
  moveAt(writer, target, source, last, registerBytes);
}

// The C library's memcpy is tuned for the machine that it runs on. It is faster
// for long runs if our registers are narrower than the machine's, and never
// otherwise (docs/decisions.md).
static constexpr int64_t kWideRegister = 32;

void mlir::onnxops::writeRun(CodeWriter &writer, Value target, Value source,
                             Number bytes, int64_t vectorBytes) {
  // LLVM finds the fewest moves for a short constant length.
  constexpr int64_t shortConstant = 128;
  bool usesLibrary = vectorBytes < kWideRegister;
  auto inRegisters = [&] {
    writeRegisters(writer, target, source, bytes, vectorBytes);
  };
  if (std::optional<int64_t> constant = bytes.constant()) {
    if (*constant == 0)
      return;
    if (*constant <= shortConstant || (usesLibrary && *constant >= kLongRun))
      return writer.memcpy(target, source, bytes);
    return inRegisters();
  }
  writer.ifThen(
      writer.less(bytes, vectorBytes),
      [&] { writeShortRun(writer, target, source, bytes, vectorBytes); },
      [&] {
        if (!usesLibrary)
          return inRegisters();
        writer.ifThen(writer.less(bytes, kLongRun), inRegisters,
                      [&] { writer.memcpy(target, source, bytes); });
      });
}

void mlir::onnxops::writeRunOf(CodeWriter &writer, Number allBytes,
                               Value target, Value source, Number bytes,
                               int64_t vectorBytes) {
  // Bytes that fit into L1 together with their source, and the minimum run for
  // which a call pays.
  constexpr int64_t nearBytes = 24576, pays = 4096;
  auto write = [&] { writeRun(writer, target, source, bytes, vectorBytes); };
  if (!writer.getTuning().libraryIsFast)
    return write();
  auto atLeast = [&](Number lhs, int64_t rhs) {
    return writer.compare(arith::CmpIPredicate::sge, lhs, rhs);
  };
  writer.ifThen(
      writer.both(atLeast(allBytes, nearBytes), atLeast(bytes, pays)),
      [&] { writer.memcpy(target, source, bytes); }, write);
}

//===----------------------------------------------------------------------===//
// Non-temporal stores
//===----------------------------------------------------------------------===//

void mlir::onnxops::writeStreamedRegisters(CodeWriter &writer, Value target,
                                           Value source, Number bytes,
                                           int64_t registerBytes) {
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.mul(writer.div(bytes, block), block);
  writer.loop(0, blocks, block, [&](Number offset) {
    moveBlock(writer, target, source, offset, registerBytes, /*streams=*/true);
  });
  writer.loop(blocks, bytes, registerBytes, [&](Number offset) {
    moveAt(writer, target, source, offset, registerBytes, /*streams=*/true);
  });
}

// Copies several pages in parallel.
static void streamPages(CodeWriter &writer, Value target, Value source,
                        Number begin, int64_t registerBytes) {
  writer.loop(0, kPage, kUnroll * registerBytes, [&](Number offset) {
    for (int64_t page = 0; page < writer.getTuning().streamedPages; ++page)
      moveBlock(writer, target, source,
                writer.add(writer.add(begin, offset), page * kPage),
                registerBytes, /*streams=*/true);
  });
}

void mlir::onnxops::writeStreamedRun(CodeWriter &writer, Value target,
                                     Value source, Number bytes,
                                     int64_t registerBytes) {
  Number address = writer.toInteger(target);
  // Regular stores up to the first aligned address.
  Number head = writer.rem(writer.sub(0, address), registerBytes);
  head = writer.min(head, bytes);
  writeShortRun(writer, target, source, head, registerBytes);
  int64_t block = kUnroll * registerBytes;
  Number rest = writer.sub(bytes, head);
  Number pages = 0;
  Number blocks = writer.mul(writer.div(rest, block), block);
  Value to = writer.advance(target, head);
  Value from = writer.advance(source, head);
  if (int64_t sideBySide = writer.getTuning().streamedPages; sideBySide > 1) {
    int64_t bytesAtOnce = sideBySide * kPage;
    pages = writer.mul(writer.div(rest, bytesAtOnce), bytesAtOnce);
    writer.loop(0, pages, bytesAtOnce, [&](Number begin) {
      streamPages(writer, to, from, begin, registerBytes);
    });
  }
  writer.loop(pages, blocks, block, [&](Number offset) {
    moveBlock(writer, to, from, offset, registerBytes, /*streams=*/true);
  });
  Number done = writer.add(head, blocks);
  writeRun(writer, writer.advance(target, done), writer.advance(source, done),
           writer.sub(bytes, done), registerBytes);
}

//===----------------------------------------------------------------------===//
// Several places
//===----------------------------------------------------------------------===//

void mlir::onnxops::writeToEach(CodeWriter &writer, Value target, Number stride,
                                Number count, Value source, Number bytes,
                                int64_t registerBytes) {
  Type type = writer.getBytesType(registerBytes);
  auto moveToEach = [&](ArrayRef<Number> offsets) {
    SmallVector<Value> values;
    for (Number offset : offsets)
      values.push_back(writer.load(type, writer.advance(source, offset)));
    writer.loop(0, count, 1, [&](Number i) {
      Value place = writer.advance(target, writer.mul(i, stride));
      for (auto [value, offset] : llvm::zip_equal(values, offsets))
        writer.store(value, writer.advance(place, offset));
    });
  };
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.mul(writer.div(bytes, block), block);
  Number last = writer.sub(bytes, registerBytes);
  writer.loop(0, blocks, block, [&](Number offset) {
    SmallVector<Number> offsets;
    for (int64_t i = 0; i < kUnroll; ++i)
      offsets.push_back(writer.add(offset, i * registerBytes));
    moveToEach(offsets);
  });
  writer.loop(blocks, last, registerBytes,
              [&](Number offset) { moveToEach(offset); });
  moveToEach(last);
}

//===----------------------------------------------------------------------===//
// Series
//===----------------------------------------------------------------------===//

static void
writeEach(CodeWriter &writer, const RunSeries &runs,
          llvm::function_ref<void(Value target, Value source)> write) {
  writer.loop(0, runs.count, 1, [&](Number i) {
    write(writer.advance(runs.target, writer.mul(i, runs.targetStride)),
          writer.advance(runs.source, writer.mul(i, runs.sourceStride)));
  });
}

static void writeSeries(CodeWriter &writer, const RunSeries &runs,
                        Value streams, int64_t vectorBytes) {
  writer.ifThen(
      streams,
      [&] {
        writeEach(writer, runs, [&](Value target, Value source) {
          writeStreamedRun(writer, target, source, runs.bytes, vectorBytes);
        });
      },
      [&] {
        writeEach(writer, runs, [&](Value target, Value source) {
          writeRun(writer, target, source, runs.bytes, vectorBytes);
        });
      });
}

void mlir::onnxops::writeRuns(CodeWriter &writer, const RunSeries &runs,
                              Value streams, int64_t vectorBytes) {
  if (runs.bytes.constant())
    return writeSeries(writer, runs, streams, vectorBytes);
  writer.call("runs",
              {runs.target, runs.source, writer.materialize(runs.targetStride),
               writer.materialize(runs.sourceStride),
               writer.materialize(runs.bytes), writer.materialize(runs.count),
               streams},
              [&](CodeWriter &writer, ValueRange arguments) {
                RunSeries same{arguments[0],         arguments[1],
                               Number(arguments[2]), Number(arguments[3]),
                               Number(arguments[4]), Number(arguments[5])};
                writeSeries(writer, same, arguments[6], vectorBytes);
              });
}
