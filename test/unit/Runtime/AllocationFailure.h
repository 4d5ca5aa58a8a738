//===- AllocationFailure.h - failing allocations ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lets a test choose which allocation of the C code linked into this program
// fails, and count allocations. Allocations of C++ code go through libstdc++
// and are not affected.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H
#define ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H

#include <cstdint>

namespace mlir::onnxops::test {

/// While it lives, only the allocation with number `failing` (0 is the first)
/// returns null.
class AllocationFailure {
public:
  explicit AllocationFailure(int64_t failing);
  ~AllocationFailure();
  AllocationFailure(const AllocationFailure &) = delete;
  AllocationFailure &operator=(const AllocationFailure &) = delete;

  /// Whether so many allocations took place.
  bool hasFailed() const;

  /// The number of allocations, as long as none has failed.
  int64_t count() const;

  /// The number of bytes allocated.
  int64_t bytes() const;

private:
  const int64_t failing;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_ALLOCATIONFAILURE_H
