//===- CopyShape.cpp - merge the dimensions of copies ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The type of a subview with dynamic sizes does not show its strides, but its
// defining operations do: a row of an allocation with identity layout has the
// product of the inner sizes as its length, and a subview that takes a whole
// dimension uses the same size value as the allocation.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/CopyShape.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

static bool precedes(const Product::Symbol &lhs, const Product::Symbol &rhs) {
  // Any order will do, since products are compared only within one run.
  return std::make_pair(lhs.first.getAsOpaquePointer(), lhs.second) <
         std::make_pair(rhs.first.getAsOpaquePointer(), rhs.second);
}

std::optional<int64_t> Product::constant() const {
  if (!symbols.empty() && factor != 0)
    return std::nullopt;
  return factor;
}

Product Product::operator*(const Product &other) const {
  // Wraps around, as the product does in generated code.
  int64_t product;
  (void)llvm::MulOverflow(factor, other.factor, product);
  Product result(product);
  llvm::append_range(result.symbols, symbols);
  llvm::append_range(result.symbols, other.symbols);
  llvm::sort(result.symbols, precedes);
  return result;
}

bool Product::operator==(const Product &other) const {
  if (std::optional<int64_t> value = constant())
    return value == other.constant();
  return factor == other.factor && symbols == other.symbols;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

// Static sizes and strides of the type take precedence over the operation.
static void refineByType(MemRefType type, StridedView &view) {
  int64_t offset;
  SmallVector<int64_t> strides;
  LogicalResult strided = type.getStridesAndOffset(strides, offset);
  assert(succeeded(strided) && "expected a strided layout");
  (void)strided;
  for (auto [i, size] : llvm::enumerate(type.getShape()))
    if (ShapedType::isStatic(size))
      view.sizes[i] = Product(size);
  for (auto [i, stride] : llvm::enumerate(strides))
    if (ShapedType::isStatic(stride))
      view.strides[i] = Product(stride);
}

static StridedView unknownView(Value memref) {
  StridedView view;
  for (int64_t i = 0, e = cast<MemRefType>(memref.getType()).getRank(); i < e;
       ++i) {
    view.sizes.push_back(Product({memref, 2 * i}));
    view.strides.push_back(Product({memref, 2 * i + 1}));
  }
  return view;
}

static void makeRowMajor(StridedView &view) {
  Product stride(1);
  for (auto [size, own] :
       llvm::reverse(llvm::zip_equal(view.sizes, view.strides))) {
    own = stride;
    stride = size * stride;
  }
}

Product StridedViews::resolve(Value size) {
  APInt constant;
  if (matchPattern(size, m_ConstantInt(&constant)))
    return Product(constant.getSExtValue());
  if (auto product = size.getDefiningOp<arith::MulIOp>())
    return resolve(product.getLhs()) * resolve(product.getRhs());
  if (auto dim = size.getDefiningOp<memref::DimOp>())
    if (std::optional<int64_t> index = dim.getConstantIndex();
        index && isa<MemRefType>(dim.getSource().getType()))
      return get(dim.getSource()).sizes[*index];
  return Product({size, Product::kValue});
}

Product StridedViews::resolve(OpFoldResult size) {
  if (std::optional<int64_t> constant = getConstantIntValue(size))
    return Product(*constant);
  return resolve(cast<Value>(size));
}

StridedView StridedViews::describeSubview(memref::SubViewOp op) {
  const StridedView &source = get(op.getSource());
  // By sizes alone: of two dimensions of size 1 either may be dropped, since
  // their strides do not matter. Upstream's getDroppedDims compares strides,
  // and drops both if these are dynamic.
  std::optional<llvm::SmallDenseSet<unsigned>> dropped =
      computeRankReductionMask(op.getStaticSizes(), op.getType().getShape());
  if (!dropped)
    return unknownView(op.getResult());
  SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  SmallVector<OpFoldResult> steps = op.getMixedStrides();
  StridedView view;
  for (unsigned i = 0, rank = sizes.size(); i < rank; ++i) {
    if (dropped->contains(i))
      continue;
    view.sizes.push_back(resolve(sizes[i]));
    view.strides.push_back(source.strides[i] * resolve(steps[i]));
  }
  return view;
}

StridedView StridedViews::describeDefinition(Value memref) {
  StridedView view = unknownView(memref);
  auto setSizes = [&](ArrayRef<OpFoldResult> sizes) {
    for (auto [own, size] : llvm::zip_equal(view.sizes, sizes))
      own = resolve(size);
  };
  Operation *definition = memref.getDefiningOp();
  if (!definition)
    return view;
  llvm::TypeSwitch<Operation *>(definition)
      .Case([&](memref::AllocOp op) { setSizes(op.getMixedSizes()); })
      .Case([&](memref::AllocaOp op) { setSizes(op.getMixedSizes()); })
      .Case([&](OutputOp op) {
        setSizes(getMixedValues(op.getMemory().getType().getShape(),
                                op.getSizes(), op.getContext()));
      })
      .Case([&](memref::SubViewOp op) { view = describeSubview(op); })
      .Case([&](memref::CastOp op) {
        if (isa<MemRefType>(op.getSource().getType()))
          view = get(op.getSource());
      })
      .Case([&](memref::ReinterpretCastOp op) {
        setSizes(op.getMixedSizes());
        for (auto [own, stride] :
             llvm::zip_equal(view.strides, op.getMixedStrides()))
          own = resolve(stride);
      })
      .Default([](Operation *) {});
  return view;
}

const StridedView &StridedViews::get(Value memref) {
  if (auto it = known.find(memref); it != known.end())
    return *it->second;
  auto type = cast<MemRefType>(memref.getType());
  auto view = std::make_unique<StridedView>(describeDefinition(memref));
  refineByType(type, *view);
  if (type.getLayout().isIdentity())
    makeRowMajor(*view);
  return *(known[memref] = std::move(view));
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// Whether the stride of `outer` is the extent of `inner`. `size` is the size of
// `inner` in the other memref of the copy.
static bool followsOn(const StridedView &view, unsigned outer, unsigned inner,
                      const Product &size) {
  const Product &stride = view.strides[outer];
  return stride == view.sizes[inner] * view.strides[inner] ||
         stride == size * view.strides[inner];
}

CopyShape mlir::onnxops::normalizeCopy(const StridedView &source,
                                       const StridedView &target,
                                       unsigned boundary) {
  CopyShape shape;
  auto isAlways = [&](unsigned dimension, int64_t size) {
    return source.sizes[dimension].constant() == size ||
           target.sizes[dimension].constant() == size;
  };
  // From the innermost dimension out, so that a group grows at its front.
  for (unsigned i = source.sizes.size(); i-- > 0;) {
    shape.empty |= isAlways(i, 0);
    if (isAlways(i, 1))
      continue;
    if (!shape.groups.empty()) {
      unsigned inner = shape.groups.back().first;
      bool isDivided = i < boundary && boundary <= inner;
      if (!isDivided && followsOn(source, i, inner, target.sizes[inner]) &&
          followsOn(target, i, inner, source.sizes[inner])) {
        shape.groups.back().first = i;
        continue;
      }
    }
    shape.groups.push_back({i, i});
  }
  std::reverse(shape.groups.begin(), shape.groups.end());
  if (!shape.groups.empty()) {
    unsigned last = shape.groups.back().last;
    shape.contiguous = source.strides[last].constant() == 1 &&
                       target.strides[last].constant() == 1;
  }
  return shape;
}

StridedView mlir::onnxops::broadcastView(const StridedView &source,
                                         const StridedView &target,
                                         ArrayRef<int64_t> added) {
  StridedView view;
  unsigned next = 0;
  for (auto [i, size] : llvm::enumerate(target.sizes)) {
    if (llvm::is_contained(added, int64_t(i))) {
      view.sizes.push_back(size);
      view.strides.push_back(Product(0));
      continue;
    }
    view.sizes.push_back(source.sizes[next]);
    view.strides.push_back(source.strides[next++]);
  }
  return view;
}
