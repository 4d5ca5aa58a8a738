//===- MoveKernel.cpp - copies, repeats and concats on devices ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The target is divided into units, as wide as the alignment of all addresses,
// strides and runs allows, numbered in memory order: adjacent threads write
// adjacent units. A thread finds the source of its unit by the ends of the
// runs. A repeat of a single element is a fill: a run whose units repeat the
// element.
//
//===----------------------------------------------------------------------===//

#include "MoveKernel.h"

using namespace mlir;
using namespace mlir::onnxops;

// Up to this many sources, a thread compares with all ends instead of a binary
// search.
static constexpr int64_t kFewSources = 8;
static constexpr int64_t kWidestUnit = 16;

namespace {

/// The layout of the arguments.
struct MoveArguments {
  enum { Threads, Target, RowBytes, TotalBytes, Bits, Count, FirstLoop };
  unsigned loops;
  int64_t sources; ///< 0 for more than a few
  int64_t elementBytes;
  bool isFill;                  ///< each run repeats one element
  int64_t widestUnit;           ///< as far as constants tell
  std::optional<bool> isNarrow; ///< if known at compile time

  // For each loop: its size, its stride in the target.
  int64_t getLoop(unsigned loop) const { return FirstLoop + 2 * loop; }
  // For each source: its address, the end of its run in a row, its strides.
  int64_t getFirstSource() const { return getLoop(loops); }
  int64_t getArgumentsPerSource() const { return 2 + loops; }
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
                           bool isFill, MoveArguments &arguments,
                           Number &totalBytes) {
  const CopyNest &first = nests.front();
  arguments.loops = first.loops.size();
  arguments.sources = int64_t(nests.size()) <= kFewSources ? nests.size() : 0;
  arguments.elementBytes = first.elementBytes;
  arguments.isFill = isFill;
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
  arguments.widestUnit = getWidestUnit(bits.known);
  arguments.isNarrow = DeviceWriter::isNarrow(totalBytes.constant());
  KernelCall call =
      DeviceKernels::begin(writer, "move", getUnits(writer, totalBytes));
  call.addUnkeyedArgument(first.target);
  call.addUnkeyedArgument(rowBytes);
  call.addUnkeyedArgument(totalBytes);
  // Constant bits already limit widestUnit.
  call.addUnkeyedArgument(bits.all);
  call.addUnkeyedArgument(Number(int64_t(nests.size())));
  for (const CopyLoop &loop : first.loops) {
    call.addUnkeyedArgument(loop.size);
    call.addUnkeyedArgument(loop.targetStride);
  }
  for (auto [value, constant] : sources.getArguments())
    value ? call.addUnkeyedArgument(value)
          : call.addUnkeyedArgument(Number(*constant));
  call.choose("loops", arguments.loops);
  call.choose("sources", arguments.sources);
  call.choose("element", arguments.elementBytes);
  call.choose("fill", arguments.isFill);
  call.choose("widest", arguments.widestUnit);
  call.choose("narrow", arguments.isNarrow ? *arguments.isNarrow : -1);
  return call;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

namespace {

/// Writes the body of a kernel.
class MoveWriter {
public:
  MoveWriter(DeviceWriter &writer, const MoveArguments &arguments)
      : writer(writer), arguments(arguments) {}

  // With the widest units that the bits allow.
  void write(int64_t widest) {
    writer.withUnitsFor(writer.argument(MoveArguments::Bits), widest,
                        arguments.elementBytes,
                        [&](int64_t unit) { writeUnits(unit); });
  }

private:
  void writeUnits(int64_t unit) {
    writer.withIndicesFor(writer.argument(MoveArguments::TotalBytes),
                          arguments.isNarrow, [&] { writeLoop(unit); });
  }

  void writeLoop(int64_t unit) {
    auto argumentInUnits = [&](int64_t position) {
      return writer.toIndex(
          writer.div(writer.argument(position), writer.number64(unit)));
    };
    Value total = argumentInUnits(MoveArguments::TotalBytes);
    Value row = argumentInUnits(MoveArguments::RowBytes);
    SmallVector<Value> sizes;
    for (unsigned loop = 0; loop < arguments.loops; ++loop)
      sizes.push_back(writer.toIndex(writer.argument(arguments.getLoop(loop))));
    writer.forThread(total, [&](Value at) { moveUnit(unit, at, row, sizes); });
  }

  void moveUnit(int64_t unit, Value at, Value row, ArrayRef<Value> sizes) {
    Value column = at;
    SmallVector<Value> indices(arguments.loops);
    if (arguments.loops > 0) {
      column = writer.rem(at, row);
      Value rest = writer.div(at, row);
      for (unsigned loop = arguments.loops; --loop > 0;) {
        indices[loop] = writer.toI64(writer.rem(rest, sizes[loop]));
        rest = writer.div(rest, sizes[loop]);
      }
      indices[0] = writer.toI64(rest);
    }
    Value byte = writer.mul(writer.toI64(column), writer.number64(unit));
    Value source = findSource(byte);
    Value begin = findBegin(source);
    auto sourceArgument = [&](int64_t position) {
      return readSource(source, position);
    };
    Value from = sourceArgument(0);
    if (!arguments.isFill)
      from = writer.add(from, writer.sub(byte, begin));
    Value to = writer.add(writer.argument(MoveArguments::Target), byte);
    for (unsigned loop = 0; loop < arguments.loops; ++loop) {
      from =
          writer.add(from, writer.mul(indices[loop], sourceArgument(2 + loop)));
      to = writer.add(to,
                      writer.mul(indices[loop],
                                 writer.argument(arguments.getLoop(loop) + 1)));
    }
    int64_t read = arguments.isFill ? arguments.elementBytes : unit;
    Value bytes = writer.load(writer.getUnitType(read), from);
    writer.store(writer.repeat(bytes, unit), to);
  }

  // An argument of a source, given as an i64; null for the only source.
  Value readSource(Value source, int64_t position) {
    int64_t first = arguments.getFirstSource() + position;
    if (!source)
      return writer.argument(first);
    Value offset =
        writer.mul(source, writer.number64(arguments.getArgumentsPerSource()));
    return writer.argument(writer.add(offset, writer.number64(first)));
  }

  // The source whose run contains this byte of the row: the number of runs that
  // end before the byte.
  Value findSource(Value byte) {
    if (arguments.sources == 1)
      return nullptr;
    if (arguments.sources == 0)
      return search(byte);
    Value before = writer.number64(0);
    for (int64_t k = 0; k + 1 < arguments.sources; ++k) {
      Value end = readSource(writer.number64(k), 1);
      Value isBehind = writer.less(byte, end);
      before =
          writer.add(before, arith::SelectOp::create(
                                 writer.getBuilder(), writer.getLoc(), isBehind,
                                 writer.number64(0), writer.number64(1)));
    }
    return before;
  }

  // The first source whose run ends after the byte.
  Value search(Value byte) {
    return writer.findFirst(
        writer.argument(MoveArguments::Count),
        [&](Value source) { return writer.less(byte, readSource(source, 1)); });
  }

  // The begin of a source's run in a row.
  Value findBegin(Value source) {
    if (!source)
      return writer.number64(0);
    OpBuilder &builder = writer.getBuilder();
    Value isFirst = arith::CmpIOp::create(builder, writer.getLoc(),
                                          arith::CmpIPredicate::eq, source,
                                          writer.number64(0));
    // For the first source this reads the argument before the sources.
    Value before = readSource(writer.sub(source, writer.number64(1)), 1);
    return arith::SelectOp::create(builder, writer.getLoc(), isFirst,
                                   writer.number64(0), before);
  }

  DeviceWriter &writer;
  const MoveArguments &arguments;
};

} // namespace

void mlir::onnxops::launchMoves(CodeWriter &writer, DeviceKernels &kernels,
                                ArrayRef<CopyNest> nests) {
  SmallVector<CopyNest> own(nests);
  bool isFill = own.size() == 1 && takeFill(writer, own.front());
  MoveArguments arguments;
  Number totalBytes = 0;
  KernelCall call = makeCall(writer, own, isFill, arguments, totalBytes);
  kernels.launch(
      writer, call, getUnits(writer, totalBytes), [&](DeviceWriter &device) {
        MoveWriter(device, arguments)
            .write(std::max(arguments.widestUnit, arguments.elementBytes));
      });
}
