//===- Placement.h - where code runs, and on how many threads ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every way to compile takes for a device and for a number of threads. An
// error begins with what the caller calls the option.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_PLACEMENT_H
#define ONNXOPS_SUPPORT_PLACEMENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Refuses what is neither "cpu" nor a kind of device that onnxopsDeviceOpen
/// knows.
llvm::Error checkDevice(const llvm::Twine &option, llvm::StringRef device);

/// The target of the GPU pipelines for a kind of device; for "cpu" the one that
/// they have by default.
llvm::StringRef getKernelTarget(llvm::StringRef device);

/// Refuses what is not 1 to ONNXOPS_MAX_THREADS.
llvm::Error checkThreads(const llvm::Twine &option, int64_t threads);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_PLACEMENT_H
