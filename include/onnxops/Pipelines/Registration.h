//===- Registration.h - everything the project offers -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tool registers: the dialect with its neighbours, and all passes and
// pipelines under the names that people use.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_PIPELINES_REGISTRATION_H
#define ONNXOPS_PIPELINES_REGISTRATION_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::onnxops {

/// Adds our dialect and every upstream dialect that the pipelines use, with
/// their external models and translations to LLVM IR.
void registerDialects(DialectRegistry &registry);

/// Registers our passes and pipelines for textual pipelines.
void registerPasses();

} // namespace mlir::onnxops

#endif // ONNXOPS_PIPELINES_REGISTRATION_H
