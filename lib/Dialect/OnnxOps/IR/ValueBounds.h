//===- ValueBounds.h - sizes of results as constraints ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adds the constraints of a family's ops to a ValueBoundsConstraintSet, in
// terms of the sizes of their operands.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VALUEBOUNDS_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VALUEBOUNDS_H

#include "mlir/Interfaces/ValueBoundsOpInterface.h"

namespace mlir::onnxops {

/// Bounds dimension `dim` of the `result` of a concat of `inputs` along `axis`.
void boundConcat(ValueRange inputs, int64_t axis, Value result, int64_t dim,
                 ValueBoundsConstraintSet &set);

/// Bounds dimension `dim` of the `result` of a tile of `input` by `repeats`.
void boundTile(Value input, Value repeats, Value result, int64_t dim,
               ValueBoundsConstraintSet &set);

/// The same for one repeat, if it is known.
void boundRepeated(Value input, std::optional<int64_t> repeat, Value result,
                   int64_t dim, ValueBoundsConstraintSet &set);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_IR_VALUEBOUNDS_H
