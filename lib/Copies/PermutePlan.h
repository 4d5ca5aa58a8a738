//===- PermutePlan.h - short runs combined in registers ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs shorter than a register cost one store each if they are stored one by
// one. Instead, several rows of all sources are loaded, permuted in registers
// and stored as whole registers. A plan lists the loads, shuffles and stores.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERMUTEPLAN_H
#define ONNXOPS_LIB_COPIES_PERMUTEPLAN_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Loads, shuffles and stores for a block of `rows` rows of the target.
/// Positions and lanes count elements of `elementBytes`.
struct PermutePlan {
  struct Value {
    /// Loaded from a source, or shuffled from two earlier values.
    int source = -1;
    int64_t begin = 0;
    int lhs = -1, rhs = -1;
    SmallVector<int32_t> lanes; ///< of rhs from the number of lanes on; -1: any
  };
  struct Store {
    int value;
    int64_t row;    ///< 0 if rows are contiguous in the target
    int64_t offset; ///< from the start of that row
  };

  int64_t elementBytes = 0;
  int64_t registerBytes = 0;
  int64_t rows = 0;
  SmallVector<Value, 0> values;
  SmallVector<Store, 0> stores;

  int64_t lanes() const { return registerBytes / elementBytes; }
  /// Estimated processor cycles.
  double cost(int64_t vectorBytes) const;
};

/// The cheapest plan for runs of these lengths in bytes, from sources whose
/// rows are contiguous. Nothing if no plan is cheaper than moves of single
/// runs.
std::optional<PermutePlan> planPermute(ArrayRef<int64_t> runs, bool isPacked,
                                       int64_t vectorBytes);

/// Writes the plan for the block of rows at `row`. `sources` and `target` point
/// to row 0. Stores are non-temporal if `streams`, and must then be aligned.
void writePermute(CodeWriter &writer, const PermutePlan &plan,
                  ArrayRef<int64_t> runs, ArrayRef<mlir::Value> sources,
                  mlir::Value target, Number targetStride, Number row,
                  bool streams);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERMUTEPLAN_H
