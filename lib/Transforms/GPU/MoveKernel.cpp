//===- MoveKernel.cpp - copies, repeats and concats on devices ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The units of the target, as wide as all addresses, strides and runs are
// aligned, are numbered as they lie in memory: adjacent threads write
// adjacent units. A thread finds the source of its unit by where the runs
// end. A repeat of single elements is a run of its own kind, a fill, whose
// units hold one element over and over.
//
//===----------------------------------------------------------------------===//

#include "MoveKernel.h"

using namespace mlir;
using namespace mlir::onnxops;

// Sources among which a thread compares with all ends rather than searching.
static constexpr int64_t kFewSources = 8;
static constexpr int64_t kWidestUnit = 16;

namespace {

/// The words of a table.
struct MoveTable {
  enum { Threads, Target, RowBytes, TotalBytes, Bits, Count, FirstLoop };
  unsigned loops;
  int64_t sources; ///< 0 for more than a few
  int64_t elementBytes;
  bool isFill;                  ///< each run repeats one element
  int64_t widestUnit;           ///< that the numbers known now allow
  std::optional<bool> isNarrow; ///< if known now

  // Each loop: its size, its stride in the target.
  int64_t getLoop(unsigned loop) const { return FirstLoop + 2 * loop; }
  // Each source: its address, where its run ends in a row, its strides.
  int64_t getFirstSource() const { return getLoop(loops); }
  int64_t getSourceWords() const { return 2 + loops; }
};

//===----------------------------------------------------------------------===//
// Host
//===----------------------------------------------------------------------===//

/// Collects bits that are set in any of several numbers.
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

// The bytes of the widest unit that numbers with these bits are multiples of.
static int64_t getWidestUnit(int64_t bits) {
  return bits == 0 ? kWidestUnit : std::min(kWidestUnit, bits & -bits);
}

// Of the widest kind. Narrower ones are several for each thread.
static Number getUnits(CodeWriter &writer, Number bytes) {
  return writer.ceilDiv(bytes, kWidestUnit);
}

// Makes the loops that repeat a single element its run. False if there are
// none.
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
  call.addHiddenWord(nest.source);
  call.addHiddenWord(end);
  UnitBits own;
  own.add(writer, nest.run);
  // Of a fill only an element is read.
  if (!isFill)
    own.add(writer, writer.toInteger(nest.source));
  for (const CopyLoop &loop : nest.loops) {
    call.addHiddenWord(loop.sourceStride);
    if (!isFill)
      own.add(writer, loop.sourceStride);
  }
  // One link of a chain for each source, which is rolled into a loop.
  bits.add(writer, own.all);
  bits.known |= own.known;
  return end;
}

static KernelCall makeCall(CodeWriter &writer, ArrayRef<CopyNest> nests,
                           bool isFill, MoveTable &table, Number &totalBytes) {
  const CopyNest &first = nests.front();
  table.loops = first.loops.size();
  table.sources = int64_t(nests.size()) <= kFewSources ? nests.size() : 0;
  table.elementBytes = first.elementBytes;
  table.isFill = isFill;
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
  // The sources come last, but their bits are needed before.
  KernelCall sources("sources");
  Number end = 0;
  for (const CopyNest &nest : nests)
    end = addSource(writer, sources, nest, end, isFill, bits);
  table.widestUnit = getWidestUnit(bits.known);
  table.isNarrow = DeviceWriter::isNarrow(totalBytes.constant());
  KernelCall call =
      DeviceKernels::begin(writer, "move", getUnits(writer, totalBytes));
  call.addHiddenWord(first.target);
  call.addHiddenWord(rowBytes);
  call.addHiddenWord(totalBytes);
  // Units are no wider than what is known now allows.
  call.addHiddenWord(bits.all);
  call.addHiddenWord(Number(int64_t(nests.size())));
  for (const CopyLoop &loop : first.loops) {
    call.addHiddenWord(loop.size);
    call.addHiddenWord(loop.targetStride);
  }
  for (auto [value, constant] : sources.getWords())
    value ? call.addHiddenWord(value) : call.addHiddenWord(Number(*constant));
  call.choose("loops", table.loops);
  call.choose("sources", table.sources);
  call.choose("element", table.elementBytes);
  call.choose("fill", table.isFill);
  call.choose("widest", table.widestUnit);
  call.choose("narrow", table.isNarrow ? *table.isNarrow : -1);
  return call;
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

namespace {

/// Writes the body of a kernel.
class MoveWriter {
public:
  MoveWriter(DeviceWriter &writer, const MoveTable &table)
      : writer(writer), table(table) {}

  // By the units that the bits allow, from the widest on.
  void write(int64_t widest) {
    writer.withUnitsFor(writer.word(MoveTable::Bits), widest,
                        table.elementBytes,
                        [&](int64_t unit) { writeUnits(unit); });
  }

private:
  void writeUnits(int64_t unit) {
    writer.withIndicesFor(writer.word(MoveTable::TotalBytes), table.isNarrow,
                          [&] { writeLoop(unit); });
  }

  void writeLoop(int64_t unit) {
    auto wordInUnits = [&](int64_t position) {
      return writer.toIndex(
          writer.div(writer.word(position), writer.number64(unit)));
    };
    Value total = wordInUnits(MoveTable::TotalBytes);
    Value row = wordInUnits(MoveTable::RowBytes);
    SmallVector<Value> sizes;
    for (unsigned loop = 0; loop < table.loops; ++loop)
      sizes.push_back(writer.toIndex(writer.word(table.getLoop(loop))));
    writer.forThread(total, [&](Value at) { moveUnit(unit, at, row, sizes); });
  }

  void moveUnit(int64_t unit, Value at, Value row, ArrayRef<Value> sizes) {
    Value column = at;
    SmallVector<Value> indices(table.loops);
    if (table.loops > 0) {
      column = writer.rem(at, row);
      Value rest = writer.div(at, row);
      for (unsigned loop = table.loops; --loop > 0;) {
        indices[loop] = writer.toI64(writer.rem(rest, sizes[loop]));
        rest = writer.div(rest, sizes[loop]);
      }
      indices[0] = writer.toI64(rest);
    }
    Value byte = writer.mul(writer.toI64(column), writer.number64(unit));
    Value source = findSource(byte);
    Value begin = findBegin(source);
    auto sourceWord = [&](int64_t word) { return readSource(source, word); };
    Value from = sourceWord(0);
    if (!table.isFill)
      from = writer.add(from, writer.sub(byte, begin));
    Value to = writer.add(writer.word(MoveTable::Target), byte);
    for (unsigned loop = 0; loop < table.loops; ++loop) {
      from = writer.add(from, writer.mul(indices[loop], sourceWord(2 + loop)));
      to = writer.add(
          to, writer.mul(indices[loop], writer.word(table.getLoop(loop) + 1)));
    }
    int64_t read = table.isFill ? table.elementBytes : unit;
    Value bytes = writer.load(writer.getUnitType(read), from);
    writer.store(writer.repeat(bytes, unit), to);
  }

  // The words of a source, which is an i64; null for the only one.
  Value readSource(Value source, int64_t word) {
    int64_t first = table.getFirstSource() + word;
    if (!source)
      return writer.word(first);
    Value words = writer.mul(source, writer.number64(table.getSourceWords()));
    return writer.word(writer.add(words, writer.number64(first)));
  }

  // The source whose run has this byte of the row: as many as there are that
  // end before it.
  Value findSource(Value byte) {
    if (table.sources == 1)
      return nullptr;
    if (table.sources == 0)
      return search(byte);
    Value before = writer.number64(0);
    for (int64_t k = 0; k + 1 < table.sources; ++k) {
      Value end = readSource(writer.number64(k), 1);
      Value isBehind = writer.less(byte, end);
      before =
          writer.add(before, arith::SelectOp::create(
                                 writer.getBuilder(), writer.getLoc(), isBehind,
                                 writer.number64(0), writer.number64(1)));
    }
    return before;
  }

  // The first of all sources that ends behind the byte.
  Value search(Value byte) {
    return writer.findFirst(writer.word(MoveTable::Count), [&](Value source) {
      return writer.less(byte, readSource(source, 1));
    });
  }

  // Where the run of a source begins in a row.
  Value findBegin(Value source) {
    if (!source)
      return writer.number64(0);
    OpBuilder &builder = writer.getBuilder();
    Value isFirst = arith::CmpIOp::create(builder, writer.getLoc(),
                                          arith::CmpIPredicate::eq, source,
                                          writer.number64(0));
    // Of the first source this reads a word before the sources, in the table.
    Value before = readSource(writer.sub(source, writer.number64(1)), 1);
    return arith::SelectOp::create(builder, writer.getLoc(), isFirst,
                                   writer.number64(0), before);
  }

  DeviceWriter &writer;
  const MoveTable &table;
};

} // namespace

void mlir::onnxops::launchMoves(CodeWriter &writer, DeviceKernels &kernels,
                                ArrayRef<CopyNest> nests) {
  SmallVector<CopyNest> own(nests);
  bool isFill = own.size() == 1 && takeFill(writer, own.front());
  MoveTable table;
  Number totalBytes = 0;
  KernelCall call = makeCall(writer, own, isFill, table, totalBytes);
  kernels.launch(writer, call, getUnits(writer, totalBytes),
                 [&](DeviceWriter &device) {
                   MoveWriter(device, table)
                       .write(std::max(table.widestUnit, table.elementBytes));
                 });
}
