//===- KnownExchange.h - exchanges whose sizes are known --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An op as the planner takes it, so that the compiler can plan what the call
// would.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_KNOWNEXCHANGE_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_KNOWNEXCHANGE_H

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Exchange/Plan.h"

#include <functional>
#include <numeric>

namespace mlir::onnxops {

/// An exchange whose sizes are known, as the planner takes it.
class KnownExchange {
public:
  /// False if a size is not known, or the exchange is not valid.
  bool read(ExchangeOp op);

  /// Valid as long as this object.
  const OnnxopsExchange &get() const { return exchange; }

  /// The sum over all ranks, in elements; none without memory, or from 2^63 on.
  std::optional<int64_t> countSent() const;
  std::optional<int64_t> countBound() const;
  std::optional<int64_t> countAllGather() const;

  int64_t getRanks() const {
    return std::accumulate(grid.begin(), grid.end(), int64_t(1),
                           std::multiplies<>());
  }

private:
  bool readTensor(ExchangeOp op, int64_t index, ShapedType type,
                  size_t &nextOffsets);

  SmallVector<int64_t> grid;
  /// By tensor and dimension; the result is the last tensor.
  std::vector<SmallVector<int64_t>> offsets;
  SmallVector<OnnxopsSharding> shardings;
  SmallVector<OnnxopsExchangeSegment> segments;
  OnnxopsExchange exchange = {};
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_KNOWNEXCHANGE_H
