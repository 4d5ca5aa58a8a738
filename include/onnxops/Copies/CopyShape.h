//===- CopyShape.h - merge the dimensions of copies -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Static analysis of the sizes and strides of memrefs, and of the dimensions of
// a copy that can be merged.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_COPYSHAPE_H
#define ONNXOPS_COPIES_COPYSHAPE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::onnxops {

/// A size or stride: a constant times numbers that are known only at run time.
/// Equal products are equal numbers; unequal products may still be equal.
struct Product {
  /// A value (field kValue), or size (2 * i) or stride (2 * i + 1) of dimension
  /// i of a memref.
  using Symbol = std::pair<Value, int64_t>;
  static constexpr int64_t kValue = -1;

  int64_t factor = 1;
  /// In one fixed order, so that equal products compare equal.
  SmallVector<Symbol, 2> symbols;

  Product() = default;
  explicit Product(int64_t constant) : factor(constant) {}
  explicit Product(Symbol symbol) : symbols({symbol}) {}

  std::optional<int64_t> constant() const;
  Product operator*(const Product &other) const;
  bool operator==(const Product &other) const;
};

/// Sizes and strides, in elements, of one memref.
struct StridedView {
  SmallVector<Product, 4> sizes;
  SmallVector<Product, 4> strides;
};

/// Describes memrefs by their defining operations, each memref once.
class StridedViews {
public:
  /// `memref` has a strided layout.
  const StridedView &get(Value memref);

private:
  StridedView describeDefinition(Value memref);
  StridedView describeSubview(memref::SubViewOp op);
  Product resolve(Value size);
  Product resolve(OpFoldResult size);

  DenseMap<Value, std::unique_ptr<StridedView>> known;
};

/// Dimensions [first, last] of a copy, merged into one: its size is the product
/// of theirs, its stride the stride of `last`.
struct CopyGroup {
  unsigned first;
  unsigned last;

  bool operator==(const CopyGroup &other) const {
    return first == other.first && last == other.last;
  }
};

/// A copy without dimensions of size 1, and with dimensions merged that are
/// contiguous in source and target.
struct CopyShape {
  /// Outermost first; none if the copy moves a single element.
  SmallVector<CopyGroup, 4> groups;
  /// The elements of the last group are contiguous in both memrefs.
  bool contiguous = false;
  /// Some dimension is known to be 0: there is nothing to copy.
  bool empty = false;
};

/// Dimensions from `boundary` on are not merged with those before it; none are
/// if it is 0.
CopyShape normalizeCopy(const StridedView &source, const StridedView &target,
                        unsigned boundary = 0);

/// `source` as linalg.broadcast reads it: with `added` dimensions of the sizes
/// in `target` and stride 0.
StridedView broadcastView(const StridedView &source, const StridedView &target,
                          ArrayRef<int64_t> added);

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_COPYSHAPE_H
