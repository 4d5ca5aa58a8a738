//===- CopyOperands.cpp - loop nests of copies ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes numbers from the analysis of views, and otherwise from descriptors.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/CopyOperands.h"

#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

// Bytes per element, if elements are whole bytes and can be copied as bytes.
static std::optional<int64_t> getElementBytes(Operation *op, Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = getElementBytes(op, complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  if (isa<IndexType>(type))
    return DataLayout::closest(op).getTypeSize(type).getFixedValue();
  if (!type.isIntOrFloat())
    return std::nullopt;
  unsigned bits = type.getIntOrFloatBitWidth();
  if (bits == 1)
    return 1;
  return bits >= 8 && llvm::isPowerOf2_32(bits) ? std::optional(bits / 8)
                                                : std::nullopt;
}

static LogicalResult verifyMemRef(Operation *op, Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref)
    return op->emitOpError("expected a ranked memref, but got ") << type;
  if (!memref.isStrided())
    return op->emitOpError("expected a strided layout, but got ") << type;
  if (memref.getMemorySpace())
    return op->emitOpError("expected the default memory space, but got ")
           << type;
  if (!getElementBytes(op, memref.getElementType()))
    return op->emitOpError("expected elements of 1, 2, 4, ... bytes, but got ")
           << type;
  return success();
}

FailureOr<std::optional<Move>> mlir::onnxops::describeMove(Operation *op) {
  Move move;
  move.op = op;
  Value source, target;
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    source = copy.getSource();
    target = copy.getTarget();
  } else if (auto broadcast = dyn_cast<linalg::BroadcastOp>(op);
             broadcast && broadcast.hasPureBufferSemantics()) {
    source = broadcast.getInput();
    target = broadcast.getInit();
    move.added = broadcast.getDimensionsAttr();
  } else {
    return std::optional<Move>();
  }
  for (Value memref : {source, target})
    if (failed(verifyMemRef(op, memref.getType())))
      return failure();
  move.source = cast<TypedValue<MemRefType>>(source);
  move.target = cast<TypedValue<MemRefType>>(target);
  move.elementBytes =
      *getElementBytes(op, move.target.getType().getElementType());
  return std::optional(move);
}

void mlir::onnxops::remarkOn(const Move &move) {
  auto remark = remark::analysis(
      move.op->getLoc(),
      remark::RemarkOpts::name("Copy").category("lower-copies"));
  if (!remark)
    return;
  remark << remark::metric("action", move.added ? "repeated" : "copied");
  if (MemRefType type = move.target.getType(); type.hasStaticShape())
    remark << remark::metric("bytes",
                             type.getNumElements() * move.elementBytes);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

memref::ExtractStridedMetadataOp CopyOperands::getMetadata(Side &side) {
  if (!side.metadata)
    side.metadata = memref::ExtractStridedMetadataOp::create(
        writer.getBuilder(), writer.getLoc(), side.memref);
  return side.metadata;
}

Number CopyOperands::getIndex(Value index) {
  std::optional<Number> &number = indices[index];
  if (!number) {
    // At a position that dominates all later uses.
    OpBuilder::InsertionGuard guard(writer.getBuilder());
    writer.getBuilder().setInsertionPointAfterValue(index);
    number = writer.fromIndex(index);
  }
  return *number;
}

std::optional<Number> CopyOperands::getProduct(const Product &product) {
  if (std::optional<int64_t> constant = product.constant())
    return *constant;
  if (!llvm::all_of(product.symbols, [](const Product::Symbol &symbol) {
        return symbol.second == Product::kValue;
      }))
    return std::nullopt;
  Number number = product.factor;
  for (const Product::Symbol &symbol : product.symbols)
    number = writer.mul(number, getIndex(symbol.first));
  return number;
}

Number CopyOperands::getSize(Side &side, unsigned dimension,
                             const Product &size, const Product &other) {
  for (const Product &product : {size, other})
    if (std::optional<Number> number = getProduct(product))
      return *number;
  return writer.fromIndex(getMetadata(side).getSizes()[dimension]);
}

Value CopyOperands::getPointer(Side &side, int64_t elementBytes) {
  auto [strides, offset] = side.memref.getType().getStridesAndOffset();
  Number elements = ShapedType::isDynamic(offset)
                        ? writer.fromIndex(getMetadata(side).getOffset())
                        : Number(offset);
  return writer.getPointer(side.memref, writer.mul(elements, elementBytes));
}

//===----------------------------------------------------------------------===//
// Nests
//===----------------------------------------------------------------------===//

// The dimension of the source that corresponds to dimension `i` of the target,
// which is not an added one.
static unsigned toSourceDimension(const Move &move, unsigned i) {
  if (!move.added)
    return i;
  return i - llvm::count_if(move.added.asArrayRef(),
                            [&](int64_t added) { return added < i; });
}

static bool isAdded(const Move &move, unsigned i) {
  return move.added && llvm::is_contained(move.added.asArrayRef(), int64_t(i));
}

namespace {
/// Numbers of bytes computed before, by the product of sizes that they are: a
/// stride is often the product of the inner sizes.
class KnownNumbers {
public:
  void add(const Product &product, Number number) {
    known.emplace_back(product, number);
  }
  std::optional<Number> find(const Product &product) const {
    for (const auto &[candidate, number] : known)
      if (candidate == product)
        return number;
    return std::nullopt;
  }

private:
  SmallVector<std::pair<Product, Number>> known;
};
} // namespace

Number CopyOperands::getStride(Side &side, unsigned dimension,
                               const Product &stride) {
  if (std::optional<Number> number = getProduct(stride))
    return *number;
  return writer.fromIndex(getMetadata(side).getStrides()[dimension]);
}

CopyNest CopyOperands::getNest(const Move &move, unsigned boundary,
                               const CopyNest *first) {
  const StridedView &target = views.get(move.target);
  StridedView source = views.get(move.source);
  if (move.added)
    source = broadcastView(source, target, move.added);
  CopyShape shape = normalizeCopy(source, target, boundary);
  CopyNest nest;
  nest.elementBytes = move.elementBytes;
  nest.isEmpty = shape.empty || move.source == move.target;
  if (nest.isEmpty)
    return nest;
  Side from{move.source, nullptr}, to{move.target, nullptr};
  nest.source = getPointer(from, move.elementBytes);
  if (!first)
    nest.target = getPointer(to, move.elementBytes);
  nest.run = move.elementBytes;

  // The product of the inner sizes, in elements of each memref.
  Product targetFill(1), sourceFill(1);
  Number fill = move.elementBytes;
  KnownNumbers known;
  known.add(targetFill, fill);
  bool isDense = true;
  for (unsigned index = shape.groups.size(); index-- > 0;) {
    const CopyGroup &group = shape.groups[index];
    const Product &targetStride = target.strides[group.last];
    const Product &sourceStride = source.strides[group.last];
    auto stride = [&](Side &side, unsigned dimension, const Product &product) {
      if (std::optional<Number> bytes = known.find(product))
        return *bytes;
      return writer.mul(getStride(side, dimension, product), move.elementBytes);
    };
    CopyLoop loop{
        1, first ? Number(0) : stride(to, group.last, targetStride),
        isAdded(move, group.last)
            ? Number(0)
            : stride(from, toSourceDimension(move, group.last), sourceStride),
        group};
    isDense &= targetStride == targetFill;
    for (unsigned i = group.first; i <= group.last; ++i) {
      loop.size = writer.mul(loop.size,
                             getSize(to, i, target.sizes[i], source.sizes[i]));
      targetFill = targetFill * target.sizes[i];
      sourceFill = sourceFill * source.sizes[i];
    }
    fill = writer.mul(fill, loop.size);
    known.add(targetFill, fill);
    known.add(sourceFill, fill);
    if (shape.contiguous && index + 1 == shape.groups.size()) {
      nest.run = fill;
      continue;
    }
    if (isDense)
      ++nest.denseLoops;
    if (boundary <= group.first)
      ++nest.innerLoops;
    nest.loops.insert(nest.loops.begin(), loop);
  }
  if (first && first->loops.size() == nest.loops.size())
    for (auto [own, shared] : llvm::zip_equal(nest.loops, first->loops))
      own.targetStride = shared.targetStride;
  return nest;
}
