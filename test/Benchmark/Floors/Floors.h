//===- Floors.h - hand-written code for comparison --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a person would write for each kind of movement. The floor of a case is
// the fastest kernel that takes it, so that a kernel may refuse what it does
// not suit. The same sources are compiled for each vector width; which one runs
// is decided by the machine.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_FLOORS_FLOORS_H
#define ONNXOPS_BENCHMARK_FLOORS_FLOORS_H

#include "../Movement.h"

#include "llvm/ADT/ArrayRef.h"

namespace bench {

/// One way to do a movement, or a part of it. Parts may run at the same time.
/// Kernels may read up to 64 bytes behind an operand.
struct FloorKernel {
  const char *name;
  /// Units of work there are, 0 where the kernel does not take the movement.
  int64_t (*countUnits)(const Movement &m);
  void (*run)(const Movement &m, int64_t begin, int64_t end);
};

/// Kernels for this machine's widest vectors.
llvm::ArrayRef<FloorKernel> getFloorKernels();

/// The same with vectors of 16, 32 or 64 bytes; none where the machine lacks
/// them.
llvm::ArrayRef<FloorKernel> getFloorKernels(int64_t vectorBytes);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_FLOORS_FLOORS_H
