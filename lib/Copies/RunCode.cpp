//===- RunCode.cpp - code that copies one run of bytes --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads of several registers followed by their stores; the rest is one more
// register that overlaps the last one.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/RunCode.h"
#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

void mlir::onnxops::moveRegisters(CodeWriter &writer, Value target,
                                  Value source, ArrayRef<Number> offsets,
                                  int64_t registerBytes, bool streams) {
  Type type = writer.getBytesType(registerBytes);
  SmallVector<Value> values;
  for (Number offset : offsets)
    values.push_back(writer.load(type, writer.advance(source, offset)));
  for (auto [value, offset] : llvm::zip_equal(values, offsets))
    writer.store(value, writer.advance(target, offset), streams);
}

void mlir::onnxops::moveBlock(CodeWriter &writer, Value target, Value source,
                              Number offset, int64_t registers,
                              int64_t registerBytes, bool streams) {
  SmallVector<Number> offsets;
  for (int64_t i = 0; i < registers; ++i)
    offsets.push_back(writer.add(offset, i * registerBytes));
  moveRegisters(writer, target, source, offsets, registerBytes, streams);
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
        moveRegisters(writer, target, source, offsets, registerBytes);
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
      moveBlock(writer, target, source, offset, kUnroll, registerBytes);
    });
  SmallVector<Number> offsets;
  int64_t offset = blocks;
  for (; offset + registerBytes <= bytes; offset += registerBytes)
    offsets.push_back(offset);
  if (offset < bytes)
    offsets.push_back(bytes - registerBytes);
  moveRegisters(writer, target, source, offsets, registerBytes);
}

// A store that crosses a cache line costs as much as two: in a long run the
// second register is stored aligned, overlapping the first.
Number mlir::onnxops::writeBlocks(CodeWriter &writer, Value target,
                                  Value source, Number bytes,
                                  int64_t registerBytes) {
  Value isLong = writer.compare(arith::CmpIPredicate::sge, bytes, kLongRun);
  writer.ifThen(isLong, [&] {
    moveRegisters(writer, target, source, {0}, registerBytes);
  });
  Number address = writer.toInteger(target);
  Number begin = writer.select(
      isLong, writer.rem(writer.sub(0, address), registerBytes), 0);
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.add(
      begin, writer.mul(writer.div(writer.sub(bytes, begin), block), block));
  writer.loop(begin, blocks, block, [&](Number offset) {
    moveBlock(writer, target, source, offset, kUnroll, registerBytes);
  });
  return blocks;
}

void mlir::onnxops::writeRegisters(CodeWriter &writer, Value target,
                                   Value source, Number bytes,
                                   int64_t registerBytes) {
  if (bytes.constant() && *bytes.constant() < kLongRun)
    return writeConstantRegisters(writer, target, source, *bytes.constant(),
                                  registerBytes);
  Number blocks = writeBlocks(writer, target, source, bytes, registerBytes);
  Number last = writer.sub(bytes, registerBytes);
  writer.loop(blocks, last, registerBytes, [&](Number offset) {
    moveRegisters(writer, target, source, offset, registerBytes);
  });
  moveRegisters(writer, target, source, last, registerBytes);
}

void mlir::onnxops::writeMediumRun(CodeWriter &writer, Value target,
                                   Value source, Number bytes,
                                   int64_t registerBytes) {
  Number last = writer.sub(bytes, registerBytes);
  writer.loop(0, last, registerBytes, [&](Number i) {
    moveRegisters(writer, target, source, i, registerBytes);
  });
  moveRegisters(writer, target, source, last, registerBytes);
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

Value mlir::onnxops::copiesByLibrary(CodeWriter &writer, Number allBytes) {
  // Bytes that fit into L1 together with their source.
  constexpr int64_t nearBytes = 24576;
  int64_t threshold = writer.getTuning().libraryBytes;
  const bool asks = threshold < 0;
  Value isFar = writer.compare(arith::CmpIPredicate::sge, allBytes,
                               asks ? nearBytes : threshold);
  return writer.andThen(isFar, [&] {
    return asks ? writer.equal(writer.ask("onnxopsRtCopiesByLibrary", allBytes),
                               1)
                : writer.equal(0, 0);
  });
}

void mlir::onnxops::writeRunOf(CodeWriter &writer, Number allBytes,
                               Value target, Value source, Number bytes,
                               int64_t vectorBytes) {
  Value isLong =
      writer.compare(arith::CmpIPredicate::sge, bytes, kLeastOfLibrary);
  Value callsLibrary =
      writer.andThen(isLong, [&] { return copiesByLibrary(writer, allBytes); });
  writer.ifThen(
      callsLibrary, [&] { writer.memcpy(target, source, bytes); },
      [&] { writeRun(writer, target, source, bytes, vectorBytes); });
}

void mlir::onnxops::callRun(CodeWriter &writer, Value target, Value source,
                            Number bytes, int64_t vectorBytes) {
  writer.callShared("run", {target, source, writer.materialize(bytes)},
                    [&](CodeWriter &writer, ValueRange arguments) {
                      writeRun(writer, arguments[0], arguments[1],
                               Number(arguments[2]), vectorBytes);
                    },
                    {"noinline"});
}

//===----------------------------------------------------------------------===//
// Several places
//===----------------------------------------------------------------------===//

// Loads one register at each of the offsets, and stores all to `count` places.
static void moveToEach(CodeWriter &writer, Value target, Number stride,
                       Number count, Value source, ArrayRef<Number> offsets,
                       int64_t registerBytes) {
  Type type = writer.getBytesType(registerBytes);
  SmallVector<Value> values;
  for (Number offset : offsets)
    values.push_back(writer.load(type, writer.advance(source, offset)));
  writer.loop(0, count, 1, [&](Number i) {
    Value place = writer.advance(target, writer.mul(i, stride));
    for (auto [value, offset] : llvm::zip_equal(values, offsets))
      writer.store(value, writer.advance(place, offset));
  });
}

void mlir::onnxops::writeToEach(CodeWriter &writer, Value target, Number stride,
                                Number count, Value source, Number bytes,
                                int64_t registerBytes) {
  auto move = [&](ArrayRef<Number> offsets) {
    moveToEach(writer, target, stride, count, source, offsets, registerBytes);
  };
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.mul(writer.div(bytes, block), block);
  Number last = writer.sub(bytes, registerBytes);
  writer.loop(0, blocks, block, [&](Number offset) {
    SmallVector<Number> offsets;
    for (int64_t i = 0; i < kUnroll; ++i)
      offsets.push_back(writer.add(offset, i * registerBytes));
    move(offsets);
  });
  writer.loop(blocks, last, registerBytes, move);
  move(last);
}

void mlir::onnxops::writeFewToEach(CodeWriter &writer, Value target,
                                   Number stride, Number count, Value source,
                                   Number bytes, int64_t registerBytes) {
  constexpr int64_t few = 5;
  std::function<void(int64_t)> choose = [&](int64_t registers) {
    if (registers > few)
      return writeToEach(writer, target, stride, count, source, bytes,
                         registerBytes);
    SmallVector<Number> offsets;
    for (int64_t i = 0; i + 1 < registers; ++i)
      offsets.push_back(i * registerBytes);
    writer.ifThen(
        writer.atMost(bytes, registers * registerBytes),
        [&] {
          offsets.push_back(writer.sub(bytes, registerBytes));
          moveToEach(writer, target, stride, count, source, offsets,
                     registerBytes);
        },
        [&] { choose(registers + 1); });
  };
  choose(1);
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
