//===- PermutePlan.h - short runs put together in registers ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs shorter than a register cost a store each if they are stored one by
// one. Here several rows of all sources are loaded, permuted in registers
// and stored whole. A plan says which loads, shuffles and stores.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_COPIES_PERMUTEPLAN_H
#define ONNXOPS_LIB_COPIES_PERMUTEPLAN_H

#include "onnxops/Copies/CodeWriter.h"

namespace mlir::onnxops {

/// Loads, shuffles and stores that make `rows` rows of the target. Positions
/// and lanes count elements of `elementBytes`.
struct PermutePlan {
  struct Value {
    /// Loaded from a source, or shuffled of two earlier values.
    int source = -1;
    int64_t begin = 0;
    int lhs = -1, rhs = -1;
    SmallVector<int32_t> lanes; ///< of rhs from the number of lanes on; -1: any
  };
  struct Store {
    int value;
    int64_t row;    ///< 0 if rows lie side by side in the target
    int64_t offset; ///< from the start of that row
  };

  int64_t elementBytes = 0;
  int64_t registerBytes = 0;
  int64_t rows = 0;
  SmallVector<Value, 0> values;
  SmallVector<Store, 0> stores;

  int64_t lanes() const { return registerBytes / elementBytes; }
  /// An estimate of processor cycles.
  double cost(int64_t vectorBytes) const;
};

/// The cheapest plan for runs of these numbers of bytes, from sources whose
/// rows lie side by side. Nothing if none is cheaper than moves of single runs.
std::optional<PermutePlan> planPermute(ArrayRef<int64_t> runs, bool isPacked,
                                       int64_t vectorBytes);

/// Writes the plan for rows from `row` on. `sources` and `target` point to row
/// 0. Stores go around the cache if `streams`, which needs them aligned.
void writePermute(CodeWriter &writer, const PermutePlan &plan,
                  ArrayRef<int64_t> runs, ArrayRef<mlir::Value> sources,
                  mlir::Value target, Number targetStride, Number row,
                  bool streams);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_COPIES_PERMUTEPLAN_H
