//===- UnalignedMoves.cpp - copies of unaligned runs on devices -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block of the target is 16 aligned bytes of it, four words. A thread finds
// the run of the block's first byte, loads what the block has of it, goes on
// with the byte after the run, and stores the block. Bytes of a block that are
// before or behind the target belong to somebody else.
//
//===----------------------------------------------------------------------===//

#include "UnalignedMoves.h"

#include "KernelSources.h"
#include "RowFinder.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr int64_t kBlockBytes = 16;
static constexpr int64_t kWordBytes = 4;
static constexpr int64_t kWords = kBlockBytes / kWordBytes;

namespace {

/// A part of a run: from the address of its first byte on.
struct Part {
  Value address; ///< an i64
  Value bytes;   ///< up to the end of the run, an i32
};

/// Writes the code of one thread. Numbers are i32 unless stated otherwise.
class UnalignedMoves {
public:
  UnalignedMoves(DeviceWriter &writer, const MoveLayout &layout, int64_t unit)
      : writer(writer), builder(writer.getBuilder()), loc(writer.getLoc()),
        layout(layout), hasWords(unit >= kWordBytes),
        rows(writer, layout, /*unit=*/1),
        sources(writer, layout.getSources(), layout.getSourceWords(),
                MoveLayout::RowBytes, layout.sources) {}

  void writeLoop() {
    Value target = writer.argument(int64_t(MoveLayout::Target));
    Value total =
        writer.toIndex(writer.argument(int64_t(ONNXOPS_SEGMENTS_BYTES)));
    Value before = bitAnd(writer.toIndex(target), kBlockBytes - 1);
    Value blocks = shiftRight(
        writer.add(writer.add(total, before), writer.number(kBlockBytes - 1)),
        writer.number(llvm::Log2_64(kBlockBytes)));
    writer.forThread(blocks, [&](Value block) {
      Value begin =
          writer.sub(writer.mul(block, writer.number(kBlockBytes)), before);
      writeBlock(begin, total, writer.add(target, writer.toI64(begin)));
    });
  }

private:
  void writeBlock(Value begin, Value total, Value address);
  SmallVector<Value> collect(Value begin, Value first, Value end);
  Part locate(Value byte);
  SmallVector<Value> load(const Part &part, Value offset);
  SmallVector<Value> loadWords(const Part &part, Value offset);
  SmallVector<Value> loadBytes(const Part &part, Value offset);
  SmallVector<Value> loadElement(const Part &part);
  Value keepBefore(Value offset, int64_t word, Value old, Value fresh);
  void storePart(ArrayRef<Value> words, Value from, Value to, Value address);

  Value bitAnd(Value lhs, int64_t rhs) {
    return builder.createOrFold<arith::AndIOp>(loc, lhs, like(lhs, rhs));
  }
  Value shiftRight(Value lhs, Value rhs) {
    return builder.createOrFold<arith::ShRUIOp>(loc, lhs, rhs);
  }
  Value min(Value lhs, Value rhs) {
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  }
  Value max(Value lhs, Value rhs) {
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  }
  Value equal(Value lhs, Value rhs) {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, lhs,
                                 rhs);
  }
  Value select(Value condition, Value lhs, Value rhs) {
    return arith::SelectOp::create(builder, loc, condition, lhs, rhs);
  }
  /// A constant of the type of `other`.
  Value like(Value other, int64_t value) {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(other.getType(), value));
  }
  Value loadWord(Value address) {
    return writer.load(builder.getI32Type(), address);
  }

  DeviceWriter &writer;
  OpBuilder &builder;
  Location loc;
  const MoveLayout &layout;
  bool hasWords; ///< everything is a multiple of words
  RowFinder rows;
  KernelSources sources;
};

} // namespace

// Finds the run that has a byte of the target.
Part UnalignedMoves::locate(Value byte) {
  RowPlace place = rows.find(byte);
  Value wide = writer.toI64(place.column);
  Value source = sources.find(wide);
  Value address = sources.read(source, ONNXOPS_SEGMENT_SOURCE);
  if (!layout.isFill)
    address = writer.add(address, writer.sub(wide, sources.findBegin(source)));
  for (unsigned loop = 0; loop < layout.loops; ++loop)
    address = writer.add(address, writer.mul(place.indices[loop],
                                             sources.read(source, 2 + loop)));
  return {address, writer.toIndex(writer.sub(sources.findEnd(source), wide))};
}

// Words that repeat an element: runs begin at multiples of its size.
SmallVector<Value> UnalignedMoves::loadElement(const Part &part) {
  Value element =
      writer.load(writer.getUnitType(layout.elementBytes), part.address);
  Value block = writer.repeat(element, kBlockBytes);
  SmallVector<Value> words;
  for (int64_t word = 0; word < kWords; ++word)
    words.push_back(vector::ExtractOp::create(builder, loc, block, word));
  return words;
}

// The words of a block, for a part that begins at byte `offset` of it. Those
// outside of the part are arbitrary.
SmallVector<Value> UnalignedMoves::loadWords(const Part &part, Value offset) {
  Value begin = writer.sub(part.address, writer.toI64(offset));
  Value last =
      writer.sub(writer.add(offset, part.bytes), writer.number(kWordBytes));
  SmallVector<Value> words;
  for (int64_t word = 0; word < kWords; ++word) {
    Value place = max(offset, min(last, writer.number(word * kWordBytes)));
    words.push_back(loadWord(writer.add(begin, writer.toI64(place))));
  }
  return words;
}

// The same for a part at any address: each word is made of two aligned ones.
SmallVector<Value> UnalignedMoves::loadBytes(const Part &part, Value offset) {
  Value begin = writer.sub(part.address, writer.toI64(offset));
  Value misaligned = bitAnd(writer.toIndex(begin), kWordBytes - 1);
  Value aligned = writer.sub(begin, writer.toI64(misaligned));
  // Aligned words that have a byte of the part, and that the block needs.
  Value used = min(part.bytes, writer.sub(writer.number(kBlockBytes), offset));
  Value firstByte = writer.add(offset, misaligned);
  Value lastByte = writer.sub(writer.add(firstByte, used), writer.number(1));
  Value first = bitAnd(firstByte, -kWordBytes);
  Value last = bitAnd(lastByte, -kWordBytes);
  SmallVector<Value> wide;
  for (int64_t word = 0; word <= kWords; ++word) {
    Value place = max(first, min(last, writer.number(word * kWordBytes)));
    wide.push_back(arith::ExtUIOp::create(
        builder, loc, writer.getI64(),
        loadWord(writer.add(aligned, writer.toI64(place)))));
  }
  Value shift = writer.toI64(writer.mul(misaligned, writer.number(8)));
  SmallVector<Value> words;
  for (int64_t word = 0; word < kWords; ++word) {
    Value upper = arith::ShLIOp::create(builder, loc, wide[word + 1],
                                        writer.number64(8 * kWordBytes));
    Value both = arith::OrIOp::create(builder, loc, upper, wide[word]);
    words.push_back(writer.toIndex(shiftRight(both, shift)));
  }
  return words;
}

SmallVector<Value> UnalignedMoves::load(const Part &part, Value offset) {
  if (layout.isFill)
    return loadElement(part);
  return hasWords ? loadWords(part, offset) : loadBytes(part, offset);
}

// A word that has the bytes of `old` before byte `offset` of the block, and
// those of `fresh` from it on.
Value UnalignedMoves::keepBefore(Value offset, int64_t word, Value old,
                                 Value fresh) {
  Value begin = writer.number(word * kWordBytes);
  if (hasWords)
    return select(writer.less(begin, offset), old, fresh);
  Value bytes = max(writer.number(0),
                    min(writer.number(kWordBytes), writer.sub(offset, begin)));
  // In 64 bits, since all bits of a word may be kept.
  Value one = writer.number64(1);
  Value bits = writer.toI64(writer.mul(bytes, writer.number(8)));
  Value kept = writer.toIndex(
      writer.sub(arith::ShLIOp::create(builder, loc, one, bits), one));
  Value replaced = arith::XOrIOp::create(builder, loc, kept, writer.number(-1));
  return arith::OrIOp::create(
      builder, loc, arith::AndIOp::create(builder, loc, old, kept),
      arith::AndIOp::create(builder, loc, fresh, replaced));
}

// The words of the block at `begin`, filled from byte `first` of the target up
// to `end`.
SmallVector<Value> UnalignedMoves::collect(Value begin, Value first,
                                           Value end) {
  SmallVector<Value> inits(1 + kWords, writer.number(0));
  inits[0] = first;
  SmallVector<Type> types(inits.size(), builder.getI32Type());
  auto loop = scf::WhileOp::create(
      builder, loc, types, inits,
      [&](OpBuilder &, Location, ValueRange left) {
        scf::ConditionOp::create(builder, loc, writer.less(left[0], end), left);
      },
      [&](OpBuilder &, Location, ValueRange left) {
        Part part = locate(left[0]);
        Value offset = writer.sub(left[0], begin);
        SmallVector<Value> next = {writer.add(left[0], part.bytes)};
        for (auto [word, fresh] : llvm::enumerate(load(part, offset)))
          next.push_back(keepBefore(offset, word, left[1 + word], fresh));
        scf::YieldOp::create(builder, loc, next);
      });
  return SmallVector<Value>(loop.getResults().drop_front());
}

// Stores the bytes of a block from `from` to below `to`.
void UnalignedMoves::storePart(ArrayRef<Value> words, Value from, Value to,
                               Value address) {
  int64_t unit = hasWords ? kWordBytes : 1;
  auto loop = scf::ForOp::create(builder, loc, from, to, writer.number(unit));
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  Value byte = loop.getInductionVar();
  Value own = words.front();
  for (int64_t word = 1; word < kWords; ++word)
    own = select(writer.less(byte, writer.number(word * kWordBytes)), own,
                 words[word]);
  if (!hasWords) {
    Value bits = writer.mul(bitAnd(byte, kWordBytes - 1), writer.number(8));
    own = arith::TruncIOp::create(builder, loc, builder.getI8Type(),
                                  shiftRight(own, bits));
  }
  writer.store(own, writer.add(address, writer.toI64(byte)));
}

// Writes the block at byte `begin` of the target, which may be negative.
void UnalignedMoves::writeBlock(Value begin, Value total, Value address) {
  Value behind = writer.add(begin, writer.number(kBlockBytes));
  Value first = max(begin, writer.number(0));
  Value end = min(behind, total);
  SmallVector<Value> words = collect(begin, first, end);
  Value isWhole = arith::AndIOp::create(builder, loc, equal(first, begin),
                                        equal(end, behind));
  writer.ifThen(
      isWhole, [&] { writer.storeLanes(words, address); },
      [&] {
        storePart(words, writer.sub(first, begin), writer.sub(end, begin),
                  address);
      });
}

void mlir::onnxops::writeUnalignedMoves(DeviceWriter &writer,
                                        const MoveLayout &layout,
                                        int64_t unit) {
  UnalignedMoves(writer, layout, unit).writeLoop();
}
