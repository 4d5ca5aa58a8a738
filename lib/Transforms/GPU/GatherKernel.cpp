//===- GatherKernel.cpp - copies, repeats and concats on devices ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is written is divided into units, as wide as the alignment of all
// addresses, strides and runs allows, numbered in memory order: adjacent
// threads write adjacent units. A thread finds the source of its unit by the
// ends of the sources. A repeat of a single element is a fill: a run whose
// units repeat the element. The run-time library launches another kernel, for
// sources of any shapes: onnxops/ABI/GeneratedCode.h calls them segments.
//
//===----------------------------------------------------------------------===//

#include "GatherKernel.h"

#include "onnxops/ABI/GeneratedCode.h"

using namespace mlir;
using namespace mlir::onnxops;

// Up to this many sources, a thread compares with all ends instead of a binary
// search.
static constexpr int64_t kFewSources = 8;
static constexpr int64_t kWidestUnit = 16;

static_assert(ONNXOPS_SEGMENTS_THREADS == DeviceWriter::kThreadsArgument,
              "the number of threads is at the same position in all kernels");
static_assert(ONNXOPS_SEGMENTS_BYTES == 1 && ONNXOPS_SEGMENTS_BITS == 2 &&
                  ONNXOPS_SEGMENTS_COUNT == 3 && ONNXOPS_SEGMENT_SOURCE == 0 &&
                  ONNXOPS_SEGMENT_END == 1,
              "makeCall and addSource add these words in this order");
// Reading the end of source -1 must stay within the array.
static_assert(ONNXOPS_SEGMENTS_FIRST + ONNXOPS_SEGMENT_END >=
                  ONNXOPS_SEGMENT_WORDS,
              "the array starts before the end of segment -1");

namespace {

/// The code of a kernel of moves, and the layout of its arguments: those that
/// segments have too, the words below, then for each loop its size and its
/// stride in the target, and for each source its address, the end of its run in
/// a row, and its strides.
struct MoveLayout {
  enum { Target = ONNXOPS_SEGMENTS_FIRST, RowBytes, FirstLoop };
  unsigned loops;
  int64_t sources; ///< 0 for more than a few
  int64_t elementBytes;
  bool isFill;                  ///< each run repeats one element
  int64_t widestUnit;           ///< as far as constants tell
  std::optional<bool> isNarrow; ///< if known at compile time

  int64_t getLoop(unsigned loop) const { return FirstLoop + 2 * loop; }
};

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

static KernelCall makeCall(CodeWriter &writer, ArrayRef<CopyNest> nests,
                           bool isFill, MoveLayout &layout,
                           Number &totalBytes) {
  const CopyNest &first = nests.front();
  layout.loops = first.loops.size();
  layout.sources = int64_t(nests.size()) <= kFewSources ? nests.size() : 0;
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
  KernelCall call =
      DeviceKernels::begin(writer, "move", getUnits(writer, totalBytes));
  // In the order of the segments' words, which those of MoveLayout follow.
  call.addUnkeyedArgument(totalBytes);
  // Constant bits already limit widestUnit.
  call.addUnkeyedArgument(bits.all);
  call.addUnkeyedArgument(Number(int64_t(nests.size())));
  call.addUnkeyedArgument(first.target);
  call.addUnkeyedArgument(rowBytes);
  for (const CopyLoop &loop : first.loops) {
    call.addUnkeyedArgument(loop.size);
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
  return call;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

namespace {

/// Reads the sources of a kernel, which are the last arguments: `words` each,
/// the first of which are the address and the end of what the source provides.
class Sources {
public:
  Sources(DeviceWriter &writer, int64_t first, int64_t words, int64_t count)
      : writer(writer), first(first), words(words), count(count) {}

  /// A word of a source, given as an i64; null for the only source.
  Value read(Value source, int64_t word) {
    if (!source)
      return writer.argument(first + word);
    Value offset = writer.mul(source, writer.number64(words));
    return writer.argument(writer.add(offset, writer.number64(first + word)));
  }

  /// The source that provides a byte: the number of those that end before it.
  Value find(Value byte) {
    if (count == 1)
      return nullptr;
    if (count == 0)
      return search(byte);
    Value before = writer.number64(0);
    for (int64_t k = 0; k + 1 < count; ++k) {
      Value isBehind = writer.less(byte, readEnd(writer.number64(k)));
      before = writer.add(
          before, select(isBehind, writer.number64(0), writer.number64(1)));
    }
    return before;
  }

  /// The first byte that a source provides.
  Value findBegin(Value source) {
    if (!source)
      return writer.number64(0);
    Value one = writer.number64(1);
    // For the first source this reads an argument before the sources.
    Value before = readEnd(writer.sub(source, one));
    return select(writer.less(source, one), writer.number64(0), before);
  }

private:
  Value readEnd(Value source) { return read(source, ONNXOPS_SEGMENT_END); }
  Value select(Value condition, Value lhs, Value rhs) {
    return arith::SelectOp::create(writer.getBuilder(), writer.getLoc(),
                                   condition, lhs, rhs);
  }
  Value search(Value byte) {
    return writer.findFirst(
        writer.argument(int64_t(ONNXOPS_SEGMENTS_COUNT)),
        [&](Value source) { return writer.less(byte, readEnd(source)); });
  }

  DeviceWriter &writer;
  int64_t first, words;
  int64_t count; ///< 0 if not known, or many
};

} // namespace

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

// Writes `body` for units of `widest` bytes and narrower ones, with indices
// wide enough for all bytes.
static void writeUnits(DeviceWriter &writer, int64_t widest, int64_t narrowest,
                       std::optional<bool> isNarrow,
                       llvm::function_ref<void(int64_t unit)> body) {
  writer.withUnitsFor(writer.argument(int64_t(ONNXOPS_SEGMENTS_BITS)), widest,
                      narrowest, [&](int64_t unit) {
                        writer.withIndicesFor(
                            writer.argument(int64_t(ONNXOPS_SEGMENTS_BYTES)),
                            isNarrow, [&] { body(unit); });
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
        sources(writer, layout.getLoop(layout.loops),
                /*words=*/2 + layout.loops, layout.sources) {}

  void writeLoop(int64_t unit) {
    Value total = readUnits(writer, ONNXOPS_SEGMENTS_BYTES, unit);
    Value row = readUnits(writer, MoveLayout::RowBytes, unit);
    SmallVector<Value> sizes;
    for (unsigned loop = 0; loop < layout.loops; ++loop)
      sizes.push_back(writer.toIndex(writer.argument(layout.getLoop(loop))));
    writer.forThread(total, [&](Value at) { moveUnit(unit, at, row, sizes); });
  }

private:
  void moveUnit(int64_t unit, Value at, Value row, ArrayRef<Value> sizes) {
    Value column = at;
    SmallVector<Value> indices(layout.loops);
    if (layout.loops > 0) {
      column = writer.rem(at, row);
      Value rest = writer.div(at, row);
      for (unsigned loop = layout.loops; --loop > 0;) {
        indices[loop] = writer.toI64(writer.rem(rest, sizes[loop]));
        rest = writer.div(rest, sizes[loop]);
      }
      indices[0] = writer.toI64(rest);
    }
    Value byte = writer.mul(writer.toI64(column), writer.number64(unit));
    Value source = sources.find(byte);
    Value begin = sources.findBegin(source);
    Value from = sources.read(source, ONNXOPS_SEGMENT_SOURCE);
    if (!layout.isFill)
      from = writer.add(from, writer.sub(byte, begin));
    Value to = writer.add(writer.argument(int64_t(MoveLayout::Target)), byte);
    for (unsigned loop = 0; loop < layout.loops; ++loop) {
      from = writer.add(
          from, writer.mul(indices[loop], sources.read(source, 2 + loop)));
      to =
          writer.add(to, writer.mul(indices[loop],
                                    writer.argument(layout.getLoop(loop) + 1)));
    }
    int64_t read = layout.isFill ? layout.elementBytes : unit;
    Value bytes = writer.load(writer.getUnitType(read), from);
    writer.store(writer.repeat(bytes, unit), to);
  }

  DeviceWriter &writer;
  const MoveLayout &layout;
  Sources sources;
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
    writeUnits(device, std::max(layout.widestUnit, layout.elementBytes),
               layout.elementBytes, layout.isNarrow,
               [&](int64_t unit) { moves.writeLoop(unit); });
  };
  kernels.launch(writer, call, getUnits(writer, totalBytes), write);
}

static void copySegmentUnit(DeviceWriter &writer, int64_t unit, Value at) {
  Sources segments(writer, ONNXOPS_SEGMENTS_FIRST, ONNXOPS_SEGMENT_WORDS,
                   /*count=*/0);
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
    auto writeLoop = [&](int64_t unit) {
      writer.forThread(readUnits(writer, ONNXOPS_SEGMENTS_BYTES, unit),
                       [&](Value at) { copySegmentUnit(writer, unit, at); });
    };
    writeUnits(writer, kWidestUnit, /*narrowest=*/1, /*isNarrow=*/std::nullopt,
               writeLoop);
  };
  return kernels.getSymbol(KernelCall("segments"), write);
}
