//===- Pad.cpp - rules of Pad ---------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds elements before and after those of each dimension, or removes some.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"
#include "onnxops/Onnx/Opsets.h"

using namespace mlir;
using namespace mlir::onnxops;

// The dimensions that the lengths are for, in their order; none if not known.
static std::optional<SmallVector<int64_t>> getDims(Operation *op, int64_t rank,
                                                   ValueReader &reader) {
  if (!getGivenOperand(op, 3))
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::optional<KnownElements> axes = getEntries(op, "", 3, reader);
  if (!axes || !getDimensions(*axes, rank))
    return std::nullopt;
  return llvm::map_to_vector(*axes, [&](std::optional<int64_t> axis) {
    return *normalizeAxis(*axis, rank);
  });
}

static int64_t addLengths(int64_t size, std::optional<int64_t> before,
                          std::optional<int64_t> after) {
  if (ShapedType::isDynamic(size) || !before || !after)
    return ShapedType::kDynamic;
  int64_t part, whole;
  bool overflows = llvm::AddOverflow(size, *before, part) ||
                   llvm::AddOverflow(part, *after, whole);
  return overflows || whole < 0 ? ShapedType::kDynamic : whole;
}

static SmallVector<Type> inferPad(Operation *op, const InferenceMode &mode) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  int64_t rank = input.getRank();
  ValueReader reader;
  StringRef name = mode.opset < opsets::kFirstPads ? "paddings" : "pads";
  std::optional<KnownElements> pads = getEntries(op, name, 1, reader);
  std::optional<SmallVector<int64_t>> dims = getDims(op, rank, reader);
  if (!pads || !dims || pads->size() != 2 * dims->size())
    return {makeUnknownShape(rank, input.getElementType())};
  SmallVector<int64_t> shape(input.getShape());
  for (auto [at, dim] : llvm::enumerate(*dims))
    shape[dim] =
        addLengths(shape[dim], (*pads)[at], (*pads)[dims->size() + at]);
  return {RankedTensorType::get(shape, input.getElementType())};
}

static constexpr OnnxOperator kOperators[] = {
    {"Pad", 1, 1, 4, inferPad},
};

ArrayRef<OnnxOperator> mlir::onnxops::getPadOperators() { return kOperators; }
