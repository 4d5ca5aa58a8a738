//===- DepthToSpace.cpp - lower DepthToSpace and SpaceToDepth -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dimensions of an image are expanded into blocks, transposed, and
// collapsed in the other order.
//
//===----------------------------------------------------------------------===//

#include "../Lowerings.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

/// The operand [N, C, H, W], and the length of the sides of a block.
struct Image {
  Value input;
  int64_t block;
  SmallVector<OpFoldResult> sizes;
};

} // namespace

static FailureOr<Image> readImage(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> input = node.tensor(0, "input");
  if (failed(input))
    return failure();
  if (int64_t rank = cast<RankedTensorType>(input->getType()).getRank();
      rank != 4)
    return node.fail("expected input to have rank 4, but got rank ", rank);
  FailureOr<int64_t> block = node.integer("blocksize", 0);
  if (failed(block))
    return failure();
  // The number of elements of a block has 64 bits.
  int64_t limit = std::numeric_limits<int32_t>::max();
  if (*block < 1 || *block > limit)
    return node.fail("expected blocksize to be in [1, ", limit, "], but got ",
                     *block);
  return Image{*input, *block, node.sizesOf(*input)};
}

// Size `dim` of the input divided by `divisor`, checked to be a whole number.
static FailureOr<OpFoldResult> divide(Node &node, const Image &image,
                                      int64_t dim, int64_t divisor) {
  Value size = node.sizeOf(image.input, dim), by = node.constant(divisor);
  Value quotient =
      node.builder.createOrFold<arith::DivSIOp>(node.loc, size, by);
  if (failed(node.verify(node.compare(arith::CmpIPredicate::eq,
                                      node.multiply(quotient, by), size),
                         "expected dimension " + Twine(dim) +
                             " of input to be a multiple of {0}, but got {1}",
                         {by, size})))
    return failure();
  return node.fold(quotient);
}

// Expands the input to `sizes`, in groups of which each becomes a dimension of
// it, transposes that, and collapses it to four dimensions: `collapsed` lists
// how many dimensions become each.
static LogicalResult rearrange(Node &node, const Image &image,
                               SmallVector<OpFoldResult> sizes,
                               ArrayRef<ReassociationIndices> groups,
                               ArrayRef<int64_t> permutation,
                               ArrayRef<ReassociationIndices> collapsed) {
  OpBuilder &builder = node.builder;
  auto type = cast<RankedTensorType>(image.input.getType());
  Value expanded = tensor::ExpandShapeOp::create(
      builder, node.loc,
      type.clone(llvm::map_to_vector(
          sizes,
          [](OpFoldResult size) {
            return getConstantIntValue(size).value_or(ShapedType::kDynamic);
          })),
      image.input, groups, sizes);
  applyPermutationToVector(sizes, permutation);
  for (auto [dim, group] : llvm::enumerate(collapsed)) {
    ArrayRef<OpFoldResult> factors =
        ArrayRef(sizes).slice(group.front(), group.size());
    if (factors.size() > 1 &&
        failed(node.product(factors,
                            "dimension " + Twine(dim) + " of the result")))
      return failure();
  }
  Value init =
      tensor::EmptyOp::create(builder, node.loc, sizes, type.getElementType());
  Value moved = linalg::TransposeOp::create(builder, node.loc, expanded, init,
                                            permutation)
                    ->getResult(0);
  Value result =
      tensor::CollapseShapeOp::create(builder, node.loc, moved, collapsed);
  return node.replace(result);
}

static LogicalResult lowerDepthToSpace(Node &node) {
  FailureOr<Image> image = readImage(node);
  if (failed(image))
    return failure();
  // Whether the depth of a block comes before or after the other channels.
  FailureOr<size_t> isDepthLast = node.choice("mode", {"DCR", "CRD"});
  if (failed(isDepthLast))
    return failure();
  FailureOr<OpFoldResult> channels =
      divide(node, *image, 1, image->block * image->block);
  if (failed(channels))
    return failure();
  ArrayRef<OpFoldResult> own = image->sizes;
  OpFoldResult side = node.builder.getIndexAttr(image->block);
  SmallVector<OpFoldResult> sizes = {own[0],    side,   side,
                                     *channels, own[2], own[3]};
  SmallVector<int64_t> permutation = {0, 3, 4, 1, 5, 2};
  if (*isDepthLast) {
    std::swap(sizes[1], sizes[3]);
    permutation = {0, 1, 4, 2, 5, 3};
  }
  return rearrange(node, *image, sizes, {{0}, {1, 2, 3}, {4}, {5}}, permutation,
                   {{0}, {1}, {2, 3}, {4, 5}});
}

static LogicalResult lowerSpaceToDepth(Node &node) {
  FailureOr<Image> image = readImage(node);
  if (failed(image))
    return failure();
  FailureOr<OpFoldResult> rows = divide(node, *image, 2, image->block);
  if (failed(rows))
    return failure();
  FailureOr<OpFoldResult> columns = divide(node, *image, 3, image->block);
  if (failed(columns))
    return failure();
  ArrayRef<OpFoldResult> own = image->sizes;
  OpFoldResult side = node.builder.getIndexAttr(image->block);
  return rearrange(node, *image, {own[0], own[1], *rows, side, *columns, side},
                   {{0}, {1}, {2, 3}, {4, 5}}, {0, 3, 5, 1, 2, 4},
                   {{0}, {1, 2, 3}, {4}, {5}});
}

void mlir::onnxops::addDepthToSpaceLowerings(Lowerings &lowerings) {
  lowerings["DepthToSpace"] = lowerDepthToSpace;
  lowerings["SpaceToDepth"] = lowerSpaceToDepth;
}
