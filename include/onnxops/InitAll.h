//===- InitAll.h - registration of dialects and passes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration for tools: the dialect, alone or with upstream dialects, and all
// passes and pipelines under their command-line names. For our tools and for
// other compilers alike.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_INITALL_H
#define ONNXOPS_INITALL_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::onnxops {

/// Registers our dialect alone, with its analyses of generic ops of ONNX:
/// enough to read, build and verify ops. Passes load the upstream dialects
/// whose ops they make.
void registerDialect(DialectRegistry &registry);

/// Registers what pipelines need of upstream's dialects: bufferization of their
/// ops, conversion and translation to LLVM IR, targets of GPUs. For a compiler
/// that registers its own choice of dialects.
void registerExternalModels(DialectRegistry &registry);

/// Registers our dialect and every upstream dialect, with all external models
/// and translations to LLVM IR.
void registerDialects(DialectRegistry &registry);

/// Registers our passes for textual pipelines and command lines.
void registerPasses();

/// Registers the pipelines of onnxops/Pipelines/Pipelines.h, likewise.
void registerPipelines();

} // namespace mlir::onnxops

#endif // ONNXOPS_INITALL_H
