//===- NeighbourDataTypes.cpp - types of what moves elements --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reshapes, expansions, slices and gathers. Their sizes depend on the values of
// operands, as far as those are known.
//
//===----------------------------------------------------------------------===//

#include "NeighbourRules.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Dimensions of size 1
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::onnxops::inferUnsqueeze(Operation *op,
                                                const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!input.hasRank() || !axes)
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank() + axes->size();
  std::optional<llvm::SmallBitVector> isNew = getDimensions(*axes, rank);
  if (!isNew)
    return {makeUnknownShape(rank, element)};
  SmallVector<int64_t> shape;
  ArrayRef<int64_t> sizes = input.getShape();
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(isNew->test(dim) ? 1 : sizes.consume_front());
  return {RankedTensorType::get(shape, element)};
}

// Without axes the sizes decide, if all are known.
static Type squeezeUnits(TensorType input, const InferenceMode &mode) {
  if (mode.isImport || !input.hasStaticShape())
    return UnrankedTensorType::get(input.getElementType());
  SmallVector<int64_t> shape(input.getShape());
  llvm::erase(shape, 1);
  return RankedTensorType::get(shape, input.getElementType());
}

SmallVector<Type> mlir::onnxops::inferSqueeze(Operation *op,
                                              const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  if (!hasEntries(op, "axes", 1))
    return {squeezeUnits(input, mode)};
  ValueReader reader;
  std::optional<KnownElements> axes = getEntries(op, "axes", 1, reader);
  if (!input.hasRank() || !axes ||
      static_cast<int64_t>(axes->size()) > input.getRank())
    return {UnrankedTensorType::get(element)};
  int64_t rank = input.getRank();
  std::optional<llvm::SmallBitVector> isGone = getDimensions(*axes, rank);
  if (!isGone)
    return {makeUnknownShape(rank - axes->size(), element)};
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(input.getShape()))
    if (!isGone->test(dim))
      shape.push_back(size);
  return {RankedTensorType::get(shape, element)};
}

//===----------------------------------------------------------------------===//
// Reshape and Flatten
//===----------------------------------------------------------------------===//

// The product of all sizes, kDynamic if one is not known or it is too large.
static int64_t getProduct(ArrayRef<int64_t> sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    FailureOr<int64_t> next = multiplySizes(product, size);
    if (failed(next))
      return ShapedType::kDynamic;
    product = *next;
  }
  return product;
}

// Gives the only unknown one among `sizes` the size that makes their product
// that of `others`.
static void deduceSize(MutableArrayRef<int64_t> sizes,
                       ArrayRef<int64_t> others) {
  if (llvm::count_if(sizes, ShapedType::isDynamic) != 1)
    return;
  int64_t *open = llvm::find_if(sizes, ShapedType::isDynamic);
  SmallVector<int64_t> known(sizes);
  known.erase(known.begin() + (open - sizes.begin()));
  int64_t total = getProduct(others), part = getProduct(known);
  if (!ShapedType::isDynamic(total) && !ShapedType::isDynamic(part) &&
      part != 0 && total % part == 0)
    *open = total / part;
}

SmallVector<Type> mlir::onnxops::inferReshape(Operation *op,
                                              const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  ValueReader reader;
  const KnownElements *entries = reader.read(op->getOperand(1));
  if (!entries)
    return {UnrankedTensorType::get(element)};
  bool copies = getInteger(op, "allowzero", 0) == 0;
  SmallVector<int64_t> shape(entries->size(), ShapedType::kDynamic);
  // A size that is copied counts on both sides, unless it is 0: then any other
  // sizes fit, and only -1, which must not stand beside a 0, is deduced.
  bool mayCopyZero = false, hasUnknown = false;
  SmallVector<int64_t> own, left;
  SmallVector<size_t> positions;
  if (input.hasRank())
    left.assign(input.getShape().begin(), input.getShape().end());
  for (auto [dim, entry] : llvm::enumerate(*entries)) {
    bool isCopied = copies && entry == 0;
    hasUnknown |= !entry;
    if (isCopied && dim < left.size()) {
      mayCopyZero |= ShapedType::isDynamic(left[dim]) || left[dim] == 0;
      shape[dim] = left[dim];
      left[dim] = 1;
      continue;
    }
    if (entry && *entry >= 0 && !isCopied)
      shape[dim] = *entry;
    own.push_back(shape[dim]);
    positions.push_back(dim);
  }
  if (input.hasRank() && !(mayCopyZero && hasUnknown))
    deduceSize(own, left);
  for (auto [dim, size] : llvm::zip_equal(positions, own))
    shape[dim] = size;
  return {RankedTensorType::get(shape, element)};
}

SmallVector<Type> mlir::onnxops::inferFlatten(Operation *op,
                                              const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  int64_t axis = getInteger(op, "axis", 1);
  SmallVector<int64_t> shape(2, ShapedType::kDynamic);
  int64_t rank = input.hasRank() ? input.getRank() : -1;
  if (axis < 0)
    axis += rank;
  if (rank >= 0 && 0 <= axis && axis <= rank)
    shape = {getProduct(input.getShape().take_front(axis)),
             getProduct(input.getShape().drop_front(axis))};
  return {RankedTensorType::get(shape, input.getElementType())};
}

//===----------------------------------------------------------------------===//
// Expand and Transpose
//===----------------------------------------------------------------------===//

SmallVector<Type> mlir::onnxops::inferExpand(Operation *op,
                                             const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  ValueReader reader;
  const KnownElements *entries = reader.read(op->getOperand(1));
  if (!input.hasRank() || !entries)
    return {UnrankedTensorType::get(input.getElementType())};
  SmallVector<int64_t> sizes;
  for (std::optional<int64_t> entry : *entries)
    sizes.push_back(entry && *entry >= 0 ? *entry : ShapedType::kDynamic);
  return {RankedTensorType::get(broadcastShapes(input.getShape(), sizes),
                                input.getElementType())};
}

SmallVector<Type> mlir::onnxops::inferTranspose(Operation *op,
                                                const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  int64_t rank = input.getRank();
  SmallVector<int64_t> shape(llvm::reverse(input.getShape()));
  ValueReader reader;
  if (hasEntries(op, "perm", 1)) {
    std::optional<KnownElements> perm = getEntries(op, "perm", 1, reader);
    if (!perm || static_cast<int64_t>(perm->size()) != rank ||
        !getDimensions(*perm, rank))
      return {makeUnknownShape(rank, input.getElementType())};
    for (auto [size, dim] : llvm::zip_equal(shape, *perm))
      size = input.getDimSize(*normalizeAxis(*dim, rank));
  }
  return {RankedTensorType::get(shape, input.getElementType())};
}

//===----------------------------------------------------------------------===//
// Slice, Split and Gather
//===----------------------------------------------------------------------===//

// The size of an axis of `size` after a slice.
static int64_t getSlicedSize(int64_t size, const SliceBounds &bounds) {
  if (ShapedType::isDynamic(size) || !bounds.start || !bounds.end ||
      !bounds.step || *bounds.step == 0)
    return ShapedType::kDynamic;
  return clampRows(size, *bounds.start, *bounds.end, *bounds.step).count;
}

SmallVector<Type> mlir::onnxops::inferSlice(Operation *op,
                                            const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  ValueReader reader;
  std::optional<SmallVector<SliceBounds>> slices = getSliceBounds(op, reader);
  SmallVector<std::optional<int64_t>> axes;
  for (const SliceBounds &slice : slices.value_or(SmallVector<SliceBounds>()))
    axes.push_back(slice.axis);
  if (!slices || !getDimensions(axes, input.getRank()))
    return {makeUnknownShape(input.getRank(), input.getElementType())};
  SmallVector<int64_t> shape(input.getShape());
  for (const SliceBounds &slice : *slices) {
    int64_t &size = shape[*normalizeAxis(*slice.axis, input.getRank())];
    size = mode.isImport ? ShapedType::kDynamic : getSlicedSize(size, slice);
  }
  return {RankedTensorType::get(shape, input.getElementType())};
}

// The lengths of the parts along the axis. Where they are not given the parts
// are equal: what no version says otherwise is a length that divides.
static SmallVector<int64_t> getPartLengths(Operation *op, int64_t size) {
  int64_t count = op->getNumResults();
  SmallVector<int64_t> lengths(count, ShapedType::kDynamic);
  ValueReader reader;
  std::optional<KnownElements> split = getEntries(op, "split", 1, reader);
  if (split) {
    for (auto [length, entry] : llvm::zip(lengths, *split))
      if (entry && *entry >= 0)
        length = *entry;
  } else if (!hasEntries(op, "split", 1) && !ShapedType::isDynamic(size) &&
             size % count == 0) {
    lengths.assign(count, size / count);
  }
  return lengths;
}

SmallVector<Type> mlir::onnxops::inferSplit(Operation *op,
                                            const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  size_t count = op->getNumResults();
  if (!input.hasRank())
    return SmallVector<Type>(count, input);
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(op, "axis", 0), input.getRank());
  if (!axis)
    return SmallVector<Type>(
        count, makeUnknownShape(input.getRank(), input.getElementType()));
  SmallVector<Type> types;
  SmallVector<int64_t> shape(input.getShape());
  for (int64_t length : getPartLengths(op, input.getDimSize(*axis))) {
    shape[*axis] = length;
    types.push_back(RankedTensorType::get(shape, input.getElementType()));
  }
  return types;
}

SmallVector<Type> mlir::onnxops::inferGather(Operation *op,
                                             const InferenceMode &) {
  TensorType data = getTensorType(op, 0), indices = getTensorType(op, 1);
  Type element = data.getElementType();
  if (!data.hasRank() || !indices.hasRank())
    return {UnrankedTensorType::get(element)};
  std::optional<int64_t> axis =
      normalizeAxis(getInteger(op, "axis", 0), data.getRank());
  if (!axis && data.getRank() == 0)
    return {UnrankedTensorType::get(element)};
  if (!axis)
    return {makeUnknownShape(data.getRank() + indices.getRank() - 1, element)};
  SmallVector<int64_t> shape(data.getShape().take_front(*axis));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, data.getShape().drop_front(*axis + 1));
  return {RankedTensorType::get(shape, element)};
}
