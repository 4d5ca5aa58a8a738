//===- StreamCode.cpp - code that copies past the caches ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Non-temporal stores of whole registers, to aligned addresses.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/StreamCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Copies `registers` with non-temporal stores. Where these go from page to
// page, lines are prefetched `ahead` bytes further.
static void streamBlock(CodeWriter &writer, Value target, Value source,
                        Number offset, int64_t registers, int64_t registerBytes,
                        Number ahead) {
  if (writer.getTuning().streamedPages <= 1)
    for (int64_t i = 0; i < registers * registerBytes; i += 64)
      writer.prefetch(
          writer.advance(source, writer.add(writer.add(offset, ahead), i)));
  moveBlock(writer, target, source, offset, registers, registerBytes,
            /*streams=*/true);
}

void mlir::onnxops::writeStreamedRegisters(CodeWriter &writer, Value target,
                                           Value source, Number bytes,
                                           int64_t registerBytes,
                                           Number ahead) {
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.mul(writer.div(bytes, block), block);
  writer.loop(0, blocks, block, [&](Number offset) {
    streamBlock(writer, target, source, offset, kUnroll, registerBytes, ahead);
  });
  writer.loop(blocks, bytes, registerBytes, [&](Number offset) {
    streamBlock(writer, target, source, offset, 1, registerBytes, ahead);
  });
}

// Fills several pages at a time, a block in each in turn. Returns the bytes
// that are copied, from the beginning.
static Number streamPages(CodeWriter &writer, Value target, Value source,
                          Number bytes, int64_t registerBytes) {
  constexpr int64_t usualPages = 4;
  int64_t pages = writer.getTuning().streamedPages;
  if (pages == 1)
    return 0;
  const bool asks = pages == 0;
  if (asks)
    pages = usualPages;
  Number end = writer.mul(writer.div(bytes, pages * kPage), pages * kPage);
  if (asks) {
    Number answer = writer.ask("onnxopsRtStreamedPages", {});
    end = writer.select(writer.equal(answer, 1), 0, end);
  }
  writer.loop(0, end, pages * kPage, [&](Number begin) {
    writer.loop(0, kPage, kUnroll * registerBytes, [&](Number offset) {
      for (int64_t page = 0; page < pages; ++page)
        moveBlock(writer, target, source,
                  writer.add(writer.add(begin, offset), page * kPage), kUnroll,
                  registerBytes, /*streams=*/true);
    });
  });
  return end;
}

void mlir::onnxops::writeStreamedRun(CodeWriter &writer, Value target,
                                     Value source, Number bytes,
                                     int64_t registerBytes) {
  Number address = writer.toInteger(target);
  // Regular stores up to the first aligned address.
  Number head = writer.rem(writer.sub(0, address), registerBytes);
  head = writer.min(head, bytes);
  callRun(writer, target, source, head, registerBytes);
  int64_t block = kUnroll * registerBytes;
  Number rest = writer.sub(bytes, head);
  Number blocks = writer.mul(writer.div(rest, block), block);
  Value to = writer.advance(target, head);
  Value from = writer.advance(source, head);
  Number pages = streamPages(writer, to, from, rest, registerBytes);
  writer.loop(pages, blocks, block, [&](Number offset) {
    streamBlock(writer, to, from, offset, kUnroll, registerBytes, kPage);
  });
  Number done = writer.add(head, blocks);
  callRun(writer, writer.advance(target, done), writer.advance(source, done),
          writer.sub(bytes, done), registerBytes);
}

// Writes whole lines with non-temporal stores. What is left at both ends is few
// bytes, for which a call of memcpy is the shortest code.
static void streamLines(CodeWriter &writer, Value target, Value source,
                        Number bytes, int64_t registerBytes) {
  constexpr int64_t line = 64;
  Number head = writer.min(
      writer.rem(writer.sub(0, writer.toInteger(target)), line), bytes);
  int64_t block = kUnroll * registerBytes;
  Number blocks = writer.mul(writer.div(writer.sub(bytes, head), block), block);
  Number done = writer.add(head, blocks);
  writer.memcpy(target, source, head);
  writer.loop(head, done, block, [&](Number offset) {
    moveBlock(writer, target, source, offset, kUnroll, registerBytes,
              /*streams=*/true);
  });
  writer.memcpy(writer.advance(target, done), writer.advance(source, done),
                writer.sub(bytes, done));
}

void mlir::onnxops::writeStreamedPage(CodeWriter &writer, Value target,
                                      Value source, Number bytes,
                                      int64_t registerBytes) {
  writer.call("page", {target, source, writer.materialize(bytes)},
              [&](CodeWriter &writer, ValueRange arguments) {
                streamLines(writer, arguments[0], arguments[1],
                            Number(arguments[2]), registerBytes);
              });
}
