//===- PieceKernel.cpp - copies that the run-time library makes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All pieces are numbered together, unit by unit, in the order in which they
// are written.
//
//===----------------------------------------------------------------------===//

#include "PieceKernel.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

static_assert(ONNXOPS_PIECES_THREADS == DeviceWriter::kThreadsWord,
              "the number of threads is where all kernels look for it");
// Before the first piece there is a word to be read in place of an end.
static_assert(ONNXOPS_PIECES_FIRST + ONNXOPS_PIECE_END >= ONNXOPS_PIECE_WORDS,
              "the table begins before the end of no piece");

static Value readWord(DeviceWriter &writer, Value piece, int64_t word) {
  Value first =
      writer.mul(piece, writer.number64(int64_t(ONNXOPS_PIECE_WORDS)));
  return writer.word(
      writer.add(first, writer.number64(ONNXOPS_PIECES_FIRST + word)));
}

// Where a piece begins among the bytes of all.
static Value findBegin(DeviceWriter &writer, Value piece) {
  Value one = writer.number64(1), zero = writer.number64(0);
  Value before = readWord(writer, writer.sub(piece, one), ONNXOPS_PIECE_END);
  return arith::SelectOp::create(writer.getBuilder(), writer.getLoc(),
                                 writer.less(piece, one), zero, before);
}

static void copyUnit(DeviceWriter &writer, int64_t unit, Value at) {
  Value byte = writer.mul(writer.toI64(at), writer.number64(unit));
  Value count = writer.word(int64_t(ONNXOPS_PIECES_COUNT));
  Value piece = writer.findFirst(count, [&](Value piece) {
    return writer.less(byte, readWord(writer, piece, ONNXOPS_PIECE_END));
  });
  auto word = [&](int64_t position) {
    return readWord(writer, piece, position);
  };
  Value within = writer.sub(byte, findBegin(writer, piece));
  // Divided as narrow as all bytes allow.
  Value place = writer.toIndex(within);
  Value run = writer.toIndex(word(ONNXOPS_PIECE_RUN));
  Value row = writer.toI64(writer.div(place, run));
  Value column = writer.toI64(writer.rem(place, run));
  Value from = writer.add(writer.add(word(ONNXOPS_PIECE_SOURCE), column),
                          writer.mul(row, word(ONNXOPS_PIECE_STRIDE)));
  Value to = writer.add(word(ONNXOPS_PIECE_TARGET), within);
  writer.store(writer.load(writer.getUnitType(unit), from), to);
}

static void writeBody(DeviceWriter &writer) {
  constexpr int64_t widest = 16, narrowest = 1;
  Value bytes = writer.word(int64_t(ONNXOPS_PIECES_BYTES));
  writer.withUnitsFor(
      writer.word(int64_t(ONNXOPS_PIECES_BITS)), widest, narrowest,
      [&](int64_t unit) {
        writer.withIndicesFor(bytes, /*isNarrow=*/std::nullopt, [&] {
          Value units =
              writer.toIndex(writer.div(bytes, writer.number64(unit)));
          writer.forThread(units,
                           [&](Value at) { copyUnit(writer, unit, at); });
        });
      });
}

SymbolRefAttr mlir::onnxops::getPieceKernel(DeviceKernels &kernels) {
  return kernels.getSymbol(KernelCall("pieces"), writeBody);
}
