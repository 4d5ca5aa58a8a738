//===- Reshape.cpp - rules of Reshape and Flatten -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gives the same elements another shape.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The product of all sizes, kDynamic if a size is unknown or on overflow.
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

// Infers the only unknown size in `sizes`, so that their product equals that of
// `others`.
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

static SmallVector<Type> inferReshape(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  Type element = input.getElementType();
  ValueReader reader;
  const KnownElements *entries = reader.read(op->getOperand(1));
  if (!entries)
    return {UnrankedTensorType::get(element)};
  bool copies = getInteger(op, "allowzero", 0) == 0;
  SmallVector<int64_t> shape(entries->size(), ShapedType::kDynamic);
  // A copied size cancels out, unless it is 0: then all other sizes are valid,
  // and only -1, which may not be combined with a 0, is inferred.
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

static SmallVector<Type> inferFlatten(Operation *op, const InferenceMode &) {
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

static constexpr OnnxOperator kOperators[] = {
    {"Flatten", 1, 1, 1, inferFlatten, readSame},
    {"Reshape", 5, 2, 2, inferReshape, readSame},
};

ArrayRef<OnnxOperator> mlir::onnxops::getReshapeOperators() {
  return kOperators;
}
