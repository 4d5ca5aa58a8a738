//===- FindPrebuilt.h - finds kernels compiled in advance -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of those that addPrebuiltKernels has added.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_FINDPREBUILT_H
#define ONNXOPS_LIB_EXECUTION_FINDPREBUILT_H

#include "mlir/Support/LLVM.h"

#include <optional>

namespace mlir::onnxops {

/// The object of a shared function that this machine can run, if there is one.
/// Any thread may call it.
std::optional<StringRef> findPrebuilt(StringRef name);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_FINDPREBUILT_H
