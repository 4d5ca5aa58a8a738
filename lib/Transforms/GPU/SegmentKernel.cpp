//===- SegmentKernel.cpp - copies launched by the run-time library --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The units of all segments are numbered consecutively, in the order in which
// they are written.
//
//===----------------------------------------------------------------------===//

#include "SegmentKernel.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

static_assert(ONNXOPS_SEGMENTS_THREADS == DeviceWriter::kThreadsArgument,
              "the number of threads is at the same position in all kernels");
// Reading the end of segment -1 must stay within the array.
static_assert(ONNXOPS_SEGMENTS_FIRST + ONNXOPS_SEGMENT_END >=
                  ONNXOPS_SEGMENT_WORDS,
              "the array starts before the end of segment -1");

static Value readArgument(DeviceWriter &writer, Value segment, int64_t field) {
  Value first =
      writer.mul(segment, writer.number64(int64_t(ONNXOPS_SEGMENT_WORDS)));
  return writer.argument(
      writer.add(first, writer.number64(ONNXOPS_SEGMENTS_FIRST + field)));
}

// The offset of a segment in the bytes of all segments.
static Value findBegin(DeviceWriter &writer, Value segment) {
  Value one = writer.number64(1), zero = writer.number64(0);
  Value before =
      readArgument(writer, writer.sub(segment, one), ONNXOPS_SEGMENT_END);
  return arith::SelectOp::create(writer.getBuilder(), writer.getLoc(),
                                 writer.less(segment, one), zero, before);
}

static void copyUnit(DeviceWriter &writer, int64_t unit, Value at) {
  Value byte = writer.mul(writer.toI64(at), writer.number64(unit));
  Value count = writer.argument(int64_t(ONNXOPS_SEGMENTS_COUNT));
  Value segment = writer.findFirst(count, [&](Value segment) {
    return writer.less(byte,
                       readArgument(writer, segment, ONNXOPS_SEGMENT_END));
  });
  auto get = [&](int64_t position) {
    return readArgument(writer, segment, position);
  };
  Value within = writer.sub(byte, findBegin(writer, segment));
  // The division has the width of the indices.
  Value place = writer.toIndex(within);
  Value run = writer.toIndex(get(ONNXOPS_SEGMENT_RUN));
  Value row = writer.toI64(writer.div(place, run));
  Value column = writer.toI64(writer.rem(place, run));
  Value from = writer.add(writer.add(get(ONNXOPS_SEGMENT_SOURCE), column),
                          writer.mul(row, get(ONNXOPS_SEGMENT_STRIDE)));
  Value to = writer.add(get(ONNXOPS_SEGMENT_TARGET), within);
  writer.store(writer.load(writer.getUnitType(unit), from), to);
}

static void writeBody(DeviceWriter &writer) {
  constexpr int64_t widest = 16, narrowest = 1;
  Value bytes = writer.argument(int64_t(ONNXOPS_SEGMENTS_BYTES));
  writer.withUnitsFor(
      writer.argument(int64_t(ONNXOPS_SEGMENTS_BITS)), widest, narrowest,
      [&](int64_t unit) {
        writer.withIndicesFor(bytes, /*isNarrow=*/std::nullopt, [&] {
          Value units =
              writer.toIndex(writer.div(bytes, writer.number64(unit)));
          writer.forThread(units,
                           [&](Value at) { copyUnit(writer, unit, at); });
        });
      });
}

SymbolRefAttr mlir::onnxops::getSegmentKernel(DeviceKernels &kernels) {
  return kernels.getSymbol(KernelCall("segments"), writeBody);
}
