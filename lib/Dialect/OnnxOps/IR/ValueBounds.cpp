//===- ValueBounds.cpp - sizes of results as constraints ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints on result sizes for ValueBoundsConstraintSet, from which passes
// compute bounds and prove that sizes are equal. Conditions that an op checks
// at run time hold for its result.
//
//===----------------------------------------------------------------------===//

#include "ValueBounds.h"

#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// Each unknown summand adds a column to a matrix with a row for each equation.
static constexpr size_t kMaxSummands = 256;

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

void mlir::onnxops::boundConcat(ValueRange inputs, int64_t axis, Value result,
                                int64_t dim, ValueBoundsConstraintSet &set) {
  auto type = cast<RankedTensorType>(result.getType());
  auto isRanked = [](Value v) { return isa<RankedTensorType>(v.getType()); };
  if (dim != normalizeAxis(axis, type.getRank())) {
    for (Value input :
         llvm::make_filter_range(inputs.take_front(kMaxSummands), isRanked))
      set.bound(result)[dim] == set.getExpr(input, dim);
    return;
  }
  if (inputs.size() > kMaxSummands || !llvm::all_of(inputs, isRanked))
    return;
  AffineExpr sum = set.getExpr(inputs.front(), dim);
  for (Value input : inputs.drop_front())
    sum = sum + set.getExpr(input, dim);
  set.bound(result)[dim] == sum;
}

//===----------------------------------------------------------------------===//
// Tile
//===----------------------------------------------------------------------===//

void mlir::onnxops::boundRepeated(Value input, std::optional<int64_t> repeat,
                                  Value result, int64_t dim,
                                  ValueBoundsConstraintSet &set) {
  if (repeat && isa<RankedTensorType>(input.getType()))
    set.bound(result)[dim] == set.getExpr(input, dim) * *repeat;
}

void mlir::onnxops::boundTile(Value input, Value repeats, Value result,
                              int64_t dim, ValueBoundsConstraintSet &set) {
  auto known = getKnownElements(repeats);
  if (succeeded(known) && dim < static_cast<int64_t>(known->size()))
    boundRepeated(input, (*known)[dim], result, dim, set);
}
