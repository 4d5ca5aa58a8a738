//===- RankPlans.h - what all ranks do in an exchange -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The plans of all ranks in one list, for code that has no planner.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_RANKPLANS_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_RANKPLANS_H

#include "KnownExchange.h"

namespace mlir::onnxops {

/// A part that one rank sends to another, or copies if they are the same: where
/// it is in the shards of both, and its sizes.
struct Transfer {
  int64_t number; ///< in the order of plans
  int64_t sender, receiver, source;
  SmallVector<int64_t> from, to, sizes;
};

/// A copy within a rank's shard of the result, along the exchange's dimension.
struct Repeat {
  int64_t rank, from, to, length;
};

/// What all ranks do.
struct RankPlans {
  /// In an order in which sends and receives that wait for each other all end:
  /// first what ranks copy, then what they send to the next one, and so on, so
  /// that many of them are busy at a time.
  std::vector<Transfer> transfers;
  /// After all transfers, in this order.
  std::vector<Repeat> repeats;

  /// Fills both. False if there is no memory.
  bool plan(const KnownExchange &exchange);
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_RANKPLANS_H
