//===- Resize.cpp - lower Resize and Upsample in mode nearest -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each resized dimension, a vector lists the position in X of each position
// in the result. A loop over the result reads the elements there. Sizes, scales
// and positions are computed as f32, as ONNX Runtime computes them.
//
//===----------------------------------------------------------------------===//

#include "../Elementwise.h"
#include "../Lowerings.h"
#include "../NearestPositions.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

struct Modes {
  Coordinates coordinates = Coordinates::Asymmetric;
  Rounding rounding = Rounding::CeilIfReduced;
  RatioPolicy policy = RatioPolicy::Stretch;
};

} // namespace

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static FailureOr<Modes> readModes(Node &node) {
  FailureOr<size_t> mode = node.choice("mode", {"nearest", "linear", "cubic"});
  if (failed(mode))
    return failure();
  if (*mode != 0)
    return node.refuse("is not supported in mode ", node.op->getAttr("mode"));
  if (node.opset < opsets::kFirstResizeModes)
    return Modes();
  FailureOr<size_t> coordinates = node.choice(
      "coordinate_transformation_mode",
      {"half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric",
       "tf_half_pixel_for_nn", "half_pixel_symmetric", "tf_crop_and_resize"});
  if (failed(coordinates))
    return failure();
  FailureOr<size_t> rounding =
      node.choice("nearest_mode",
                  {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"});
  if (failed(rounding))
    return failure();
  FailureOr<size_t> policy = node.choice(
      "keep_aspect_ratio_policy", {"stretch", "not_larger", "not_smaller"});
  if (failed(policy))
    return failure();
  Modes modes{static_cast<Coordinates>(*coordinates),
              static_cast<Rounding>(*rounding),
              static_cast<RatioPolicy>(*policy)};
  // ONNX and ONNX Runtime disagree about the sizes.
  if (modes.coordinates == Coordinates::TfCropAndResize)
    return node.refuse("is not supported with coordinate_transformation_mode "
                       "\"tf_crop_and_resize\"");
  return modes;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

// A vector of the position in X of each position in a dimension of the result,
// which has no elements if `isEmpty`.
static Value listPositions(Node &node, const ResizedDimension &dimension,
                           const Modes &modes, Value isEmpty) {
  OpBuilder &builder = node.builder;
  Value count = node.select(isEmpty, node.constant(0), dimension.size);
  Value init = tensor::EmptyOp::create(builder, node.loc, node.fold(count),
                                       builder.getI64Type());
  return linalg::GenericOp::create(
             builder, node.loc, init.getType(), /*inputs=*/ValueRange(), init,
             ArrayRef{builder.getMultiDimIdentityMap(1)},
             ArrayRef{utils::IteratorType::parallel},
             [&](OpBuilder &nested, Location loc, ValueRange) {
               Value index = linalg::IndexOp::create(nested, loc, 0);
               Value position =
                   findNearest(nested, loc, dimension, modes.coordinates,
                               modes.rounding, index);
               linalg::YieldOp::create(
                   nested, loc,
                   ValueRange(nested.createOrFold<arith::IndexCastOp>(
                       loc, nested.getI64Type(), position)));
             })
      .getResult(0);
}

// Reads the elements of the result at the positions of each dimension that the
// vectors list; without one, positions are the same in X.
static Value readElements(Node &node, Value data, ArrayRef<OpFoldResult> sizes,
                          ArrayRef<Value> positions) {
  OpBuilder &builder = node.builder;
  Value init = tensor::EmptyOp::create(builder, node.loc, sizes,
                                       getElementTypeOrSelf(data.getType()));
  int64_t rank = sizes.size();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, node.loc, init.getType(), /*inputs=*/ValueRange(), init,
             ArrayRef{builder.getMultiDimIdentityMap(rank)}, iterators,
             [&](OpBuilder &nested, Location loc, ValueRange) {
               SmallVector<Value> indices;
               for (auto [dim, list] : llvm::enumerate(positions)) {
                 Value index = linalg::IndexOp::create(nested, loc, dim);
                 if (list)
                   index = nested.createOrFold<arith::IndexCastOp>(
                       loc, nested.getIndexType(),
                       tensor::ExtractOp::create(nested, loc, list, index)
                           .getResult());
                 indices.push_back(index);
               }
               Value element =
                   tensor::ExtractOp::create(nested, loc, data, indices);
               linalg::YieldOp::create(nested, loc, element);
             })
      .getResult(0);
}

static Value resize(Node &node, Value data,
                    ArrayRef<ResizedDimension> dimensions, const Modes &modes) {
  SmallVector<OpFoldResult> sizes = node.sizesOf(data);
  for (const ResizedDimension &dimension : dimensions)
    sizes[dimension.dim] = node.fold(dimension.size);
  Value zero = node.constant(0);
  Value isEmpty = node.compare(Predicate::ne, zero, zero);
  for (OpFoldResult size : sizes)
    isEmpty = node.builder.createOrFold<arith::OrIOp>(
        node.loc, isEmpty,
        node.compare(
            Predicate::eq,
            getValueOrCreateConstantIndexOp(node.builder, node.loc, size),
            zero));
  SmallVector<Value> positions(sizes.size());
  for (const ResizedDimension &dimension : dimensions)
    if (!matchPattern(dimension.scale, m_OneFloat()))
      positions[dimension.dim] = listPositions(node, dimension, modes, isEmpty);
  if (llvm::none_of(positions, [](Value list) { return list != nullptr; }))
    return data;
  return readElements(node, data, sizes, positions);
}

static LogicalResult lowerResize(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Modes> modes = readModes(node);
  if (failed(modes))
    return failure();
  FailureOr<Value> data = node.tensor(0, "X");
  if (failed(data))
    return failure();
  Type element = getElementTypeOrSelf(data->getType());
  if (isa<StringType>(element))
    return node.refuse("is not supported on element type ", element);
  FailureOr<SmallVector<ResizedDimension>> dimensions =
      readResizedDimensions(node, *data, modes->policy);
  if (failed(dimensions))
    return failure();
  Value bits = bitcastElements(node, *data, getSignless(element));
  return node.replace(
      bitcastElements(node, resize(node, bits, *dimensions, *modes), element));
}

void mlir::onnxops::addResizeLowerings(Lowerings &lowerings) {
  lowerings["Resize"] = lowerResize;
  lowerings["Upsample"] = lowerResize;
}
