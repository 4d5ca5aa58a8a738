//===- SharedFunctions.h - functions that models share ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the passes that write functions tell the code generator which of them
// other models have as well.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H
#define ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"

namespace mlir::onnxops {

/// The attribute in LLVM IR of a function whose code depends neither on the
/// model nor on its sizes. In memory it is compiled once for all models.
constexpr llvm::StringLiteral kSharedFunctionAttr = "onnxops-shared";

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H
