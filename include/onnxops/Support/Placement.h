//===- Placement.h - devices, threads and ranks -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Texts for devices and grids of ranks, and checks of these and of numbers of
// threads, shared by all interfaces. Errors begin with the caller's name of the
// option.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_PLACEMENT_H
#define ONNXOPS_SUPPORT_PLACEMENT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Refuses anything but "cpu" and the kinds of devices of onnxopsDeviceOpen.
llvm::Error checkDevice(const llvm::Twine &option, llvm::StringRef device);

/// The target of the GPU pipelines for a kind of device; for "cpu" their
/// default.
llvm::StringRef getKernelTarget(llvm::StringRef device);

/// Refuses anything but 1 to ONNXOPS_MAX_THREADS.
llvm::Error checkThreads(const llvm::Twine &option, int64_t threads);

/// Refuses several ranks if nothing is sharded, where `grid` is empty, and
/// shards on a device. Options have `prefix` before their names; `ranks` is
/// empty if the option is not given. Which ranks and shards a function can have
/// is left to AssignShards.
llvm::Error checkRanks(const llvm::Twine &prefix, llvm::ArrayRef<int64_t> ranks,
                       llvm::ArrayRef<int64_t> grid, llvm::StringRef device);

/// The number of ranks of a grid, or INT64_MAX if that does not fit. Negative
/// sizes are not refused.
int64_t countRanks(llvm::ArrayRef<int64_t> grid);

/// The ranks along each axis of a grid, as in "2x3".
std::string describeGrid(llvm::ArrayRef<int64_t> grid);

/// Reads what describeGrid writes: one number or more. Whether ranks can be as
/// many is left to others. Fails with the reason, which begins with the option.
llvm::Expected<llvm::SmallVector<int64_t>> readGrid(const llvm::Twine &option,
                                                    llvm::StringRef text);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_PLACEMENT_H
