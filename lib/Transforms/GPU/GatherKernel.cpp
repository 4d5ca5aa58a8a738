//===- GatherKernel.cpp - copies, repeats and concats on devices ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is divided into units, as wide as the alignment of all
// addresses, strides and runs allows, numbered in memory order: adjacent
// threads write adjacent units. A thread finds the source of its unit by the
// ends of the sources. Where units would be less than 16 bytes, a thread writes
// 16 bytes all the same (UnalignedMoves.cpp), unless rows of the target are
// apart, or there is more than a gigabyte. A repeat of a single element is a
// fill: a run whose units repeat the element. The run-time library launches
// another kernel, for sources of any shapes: onnxops/ABI/GeneratedCode.h calls
// them segments.
//
//===----------------------------------------------------------------------===//

#include "GatherKernel.h"

#include "KernelSources.h"
#include "MoveLayout.h"
#include "Reciprocal.h"
#include "RowFinder.h"
#include "UnalignedMoves.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr int64_t kWidestUnit = 16;

static_assert(ONNXOPS_SEGMENTS_THREADS == DeviceWriter::kThreadsArgument,
              "the number of threads is at the same position in all kernels");
static_assert(ONNXOPS_SEGMENTS_BYTES == 1 && ONNXOPS_SEGMENTS_BITS == 2 &&
                  ONNXOPS_SEGMENTS_COUNT == 3 && ONNXOPS_SEGMENT_SOURCE == 0 &&
                  ONNXOPS_SEGMENT_END == 1,
              "makeCall and addSource add these words in this order");
namespace {

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// The union of the bits of several numbers.
struct UnitBits {
  Number all = 0;
  int64_t known = 0;

  void add(CodeWriter &writer, Number number) {
    if (std::optional<int64_t> constant = number.constant())
      known |= *constant;
    else
      all = writer.bitOr(all, number);
  }
};

} // namespace

// The bytes of the widest unit that divides numbers with these bits.
static int64_t getWidestUnit(int64_t bits) {
  return bits == 0 ? kWidestUnit : std::min(kWidestUnit, bits & -bits);
}

// The number of units of the widest kind. Of narrower ones a thread moves
// several.
static Number getUnits(CodeWriter &writer, Number bytes) {
  return writer.ceilDiv(bytes, kWidestUnit);
}

// Merges the loops that repeat a single element into the run. Returns false if
// there are none.
static bool takeFill(CodeWriter &writer, CopyNest &nest) {
  if (!nest.run.is(nest.elementBytes))
    return false;
  auto isRepeat = [&] {
    return !nest.loops.empty() && nest.loops.back().sourceStride.is(0) &&
           nest.loops.back().targetStride == nest.run;
  };
  bool isFill = false;
  for (; isRepeat(); isFill = true)
    nest.run = writer.mul(nest.run, nest.loops.pop_back_val().size);
  return isFill;
}

static Number addSource(CodeWriter &writer, KernelCall &call,
                        const CopyNest &nest, Number begin, bool isFill,
                        UnitBits &bits) {
  Number end = writer.add(begin, nest.run);
  call.addUnkeyedArgument(nest.source);
  call.addUnkeyedArgument(end);
  UnitBits own;
  own.add(writer, nest.run);
  // A fill reads only one element.
  if (!isFill)
    own.add(writer, writer.toInteger(nest.source));
  for (const CopyLoop &loop : nest.loops) {
    call.addUnkeyedArgument(loop.sourceStride);
    if (!isFill)
      own.add(writer, loop.sourceStride);
  }
  // One link of a chain per source, so that RollArguments finds a loop.
  bits.add(writer, own.all);
  bits.known |= own.known;
  return end;
}

// Whether rows are adjacent in the target; none if that is not known.
static std::optional<bool> isDense(CodeWriter &writer, ArrayRef<CopyLoop> loops,
                                   Number rowBytes) {
  Number expected = rowBytes;
  bool isKnown = true;
  for (const CopyLoop &loop : llvm::reverse(loops)) {
    if (!(loop.targetStride == expected)) {
      if (loop.targetStride.constant() && expected.constant())
        return false;
      isKnown = false;
    }
    expected = writer.mul(loop.targetStride, loop.size);
  }
  return isKnown ? std::optional<bool>(true) : std::nullopt;
}

static KernelCall makeCall(CodeWriter &writer, ArrayRef<CopyNest> nests,
                           bool isFill, MoveLayout &layout,
                           Number &totalBytes) {
  const CopyNest &first = nests.front();
  layout.loops = first.loops.size();
  layout.sources =
      int64_t(nests.size()) <= KernelSources::kFew ? nests.size() : 0;
  layout.elementBytes = first.elementBytes;
  layout.isFill = isFill;
  // Not the last end: RollArguments makes a loop of each chain.
  Number rowBytes = 0;
  for (const CopyNest &nest : nests)
    rowBytes = writer.add(rowBytes, nest.run);
  totalBytes = rowBytes;
  UnitBits bits;
  bits.add(writer, writer.toInteger(first.target));
  for (const CopyLoop &loop : first.loops) {
    totalBytes = writer.mul(totalBytes, loop.size);
    bits.add(writer, loop.targetStride);
  }
  // Sources are the last arguments, but their bits are needed before.
  KernelCall sources("sources");
  Number end = 0;
  for (const CopyNest &nest : nests)
    end = addSource(writer, sources, nest, end, isFill, bits);
  layout.widestUnit = getWidestUnit(bits.known);
  layout.isNarrow = DeviceWriter::isNarrow(totalBytes.constant());
  layout.isDense = isDense(writer, first.loops, rowBytes);
  KernelCall call =
      DeviceKernels::begin(writer, "move", getUnits(writer, totalBytes));
  // In the order of the segments' words, which those of MoveLayout follow.
  call.addUnkeyedArgument(totalBytes);
  // Constant bits already limit widestUnit.
  call.addUnkeyedArgument(bits.all);
  call.addUnkeyedArgument(Number(int64_t(nests.size())));
  call.addUnkeyedArgument(first.target);
  call.addUnkeyedArgument(rowBytes);
  call.addUnkeyedArgument(getReciprocal(writer, rowBytes));
  for (const CopyLoop &loop : first.loops) {
    call.addUnkeyedArgument(loop.size);
    call.addUnkeyedArgument(getReciprocal(writer, loop.size));
    call.addUnkeyedArgument(loop.targetStride);
  }
  for (auto [value, constant] : sources.getArguments())
    value ? call.addUnkeyedArgument(value)
          : call.addUnkeyedArgument(Number(*constant));
  call.choose("loops", layout.loops);
  call.choose("sources", layout.sources);
  call.choose("element", layout.elementBytes);
  call.choose("fill", layout.isFill);
  call.choose("widest", layout.widestUnit);
  call.choose("narrow", layout.isNarrow ? *layout.isNarrow : -1);
  call.choose("dense", layout.isDense ? *layout.isDense : -1);
  return call;
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// Writes `body` for units of `widest` bytes and narrower ones, with indices
// wide enough for all bytes.
static void
writeUnits(DeviceWriter &writer, int64_t widest, int64_t narrowest,
           std::optional<bool> isNarrow,
           llvm::function_ref<void(int64_t unit, bool isNarrow)> body) {
  writer.withUnitsFor(writer.argument(int64_t(ONNXOPS_SEGMENTS_BITS)), widest,
                      narrowest, [&](int64_t unit) {
                        writer.withIndicesFor(
                            writer.argument(int64_t(ONNXOPS_SEGMENTS_BYTES)),
                            isNarrow,
                            [&](unsigned bits) { body(unit, bits == 32); });
                      });
}

// An argument that is a number of bytes, as an index of units.
static Value readUnits(DeviceWriter &writer, int64_t position, int64_t unit) {
  return writer.toIndex(
      writer.div(writer.argument(position), writer.number64(unit)));
}

namespace {

/// Writes the body of a kernel of moves.
class MoveWriter {
public:
  MoveWriter(DeviceWriter &writer, const MoveLayout &layout)
      : writer(writer), layout(layout),
        sources(writer, layout.getSources(), layout.getSourceWords(),
                MoveLayout::RowBytes, layout.sources) {}

  void write(int64_t unit, bool isNarrow) {
    if (unit >= kWidestUnit || !isNarrow || layout.isDense == false)
      return writeLoop(unit);
    if (layout.isDense)
      return writeUnalignedMoves(writer, layout, unit);
    writer.ifThen(
        findDensity(), [&] { writeUnalignedMoves(writer, layout, unit); },
        [&] { writeLoop(unit); });
  }

private:
  // Whether rows are adjacent in the target, an i1.
  Value findDensity() {
    OpBuilder &builder = writer.getBuilder();
    Value expected = writer.argument(int64_t(MoveLayout::RowBytes));
    Value density;
    for (unsigned loop = layout.loops; loop-- > 0;) {
      auto get = [&](int64_t word) {
        return writer.argument(layout.getLoop(loop, word));
      };
      Value stride = get(MoveLayout::LoopStride);
      Value isNext = arith::CmpIOp::create(
          builder, writer.getLoc(), arith::CmpIPredicate::eq, stride, expected);
      density = density ? arith::AndIOp::create(builder, writer.getLoc(),
                                                density, isNext)
                              .getResult()
                        : isNext;
      expected = writer.mul(stride, get(MoveLayout::LoopSize));
    }
    return density;
  }

  void writeLoop(int64_t unit) {
    Value total = readUnits(writer, ONNXOPS_SEGMENTS_BYTES, unit);
    RowFinder rows(writer, layout, unit);
    writer.forThread(total, [&](Value at) { moveUnit(unit, rows.find(at)); });
  }

  void moveUnit(int64_t unit, const RowPlace &place) {
    Value byte = writer.toI64(place.column);
    Value source = sources.find(byte);
    Value begin = sources.findBegin(source);
    Value from = sources.read(source, ONNXOPS_SEGMENT_SOURCE);
    if (!layout.isFill)
      from = writer.add(from, writer.sub(byte, begin));
    Value to = writer.add(writer.argument(int64_t(MoveLayout::Target)), byte);
    for (unsigned loop = 0; loop < layout.loops; ++loop) {
      from = writer.add(from, writer.mul(place.indices[loop],
                                         sources.read(source, 2 + loop)));
      to = writer.add(to, writer.mul(place.indices[loop],
                                     writer.argument(layout.getLoop(
                                         loop, MoveLayout::LoopStride))));
    }
    int64_t read = layout.isFill ? layout.elementBytes : unit;
    Value bytes = writer.load(writer.getUnitType(read), from);
    writer.store(writer.repeat(bytes, unit), to);
  }

  DeviceWriter &writer;
  const MoveLayout &layout;
  KernelSources sources;
};

} // namespace

void mlir::onnxops::launchMoves(CodeWriter &writer, DeviceKernels &kernels,
                                ArrayRef<CopyNest> nests) {
  SmallVector<CopyNest> own(nests);
  bool isFill = own.size() == 1 && takeFill(writer, own.front());
  MoveLayout layout;
  Number totalBytes = 0;
  KernelCall call = makeCall(writer, own, isFill, layout, totalBytes);
  auto write = [&](DeviceWriter &device) {
    MoveWriter moves(device, layout);
    writeUnits(
        device, std::max(layout.widestUnit, layout.elementBytes),
        layout.elementBytes, layout.isNarrow,
        [&](int64_t unit, bool isNarrow) { moves.write(unit, isNarrow); });
  };
  kernels.launch(writer, call, getUnits(writer, totalBytes), write);
}

static void copySegmentUnit(DeviceWriter &writer, int64_t unit, Value at) {
  KernelSources segments(writer, ONNXOPS_SEGMENTS_FIRST, ONNXOPS_SEGMENT_WORDS,
                         ONNXOPS_SEGMENTS_BYTES, /*count=*/0);
  Value byte = writer.mul(writer.toI64(at), writer.number64(unit));
  Value segment = segments.find(byte);
  auto get = [&](int64_t word) { return segments.read(segment, word); };
  Value within = writer.sub(byte, segments.findBegin(segment));
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

SymbolRefAttr mlir::onnxops::getSegmentKernel(DeviceKernels &kernels) {
  auto write = [](DeviceWriter &writer) {
    auto writeLoop = [&](int64_t unit, bool) {
      writer.forThread(readUnits(writer, ONNXOPS_SEGMENTS_BYTES, unit),
                       [&](Value at) { copySegmentUnit(writer, unit, at); });
    };
    writeUnits(writer, kWidestUnit, /*narrowest=*/1, /*isNarrow=*/std::nullopt,
               writeLoop);
  };
  return kernels.getSymbol(KernelCall("segments"), write);
}
