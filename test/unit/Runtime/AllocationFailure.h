//===- AllocationFailure.h - makes allocations fail -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets a test say which allocation of the C code linked into this program
// fails, and count them. Allocations of C++ code go through libstdc++ and are
// not affected.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H
#define ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H

#include <cstdint>

namespace mlir::onnxops::test {

/// While it lives, the allocation with number `failing` (0 is the first) and
/// none other returns null.
class AllocationFailure {
public:
  explicit AllocationFailure(int64_t failing);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure &) = delete;
  AllocationFailure &operator=(const AllocationFailure &) = delete;

  /// Whether that many allocations took place.
  bool hasFailed() const;

  /// How many allocations took place, as long as none has failed.
  int64_t count() const;

  /// How many bytes they asked for.
  int64_t bytes() const;

private:
  const int64_t failing;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H
