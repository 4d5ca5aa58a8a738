//===- Passes.h - strided copies as kernels ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from Passes.td, but for the
// constructor below.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_PASSES_H
#define ONNXOPS_COPIES_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::onnxops {

class SharedCode;

#define GEN_PASS_DECL
#include "onnxops/Copies/Passes.h.inc"

/// LowerCopies that declares the shared functions that `sharedCode` contains,
/// and gives the others the names under which it can be added. `sharedCode`
/// must live as long as the pass; null: as createLowerCopies(options).
std::unique_ptr<Pass> createLowerCopies(const LowerCopiesOptions &options,
                                        SharedCode *sharedCode);

#define GEN_PASS_REGISTRATION
#include "onnxops/Copies/Passes.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_PASSES_H
