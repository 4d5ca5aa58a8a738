//===- InitAll.h - register dialects, passes and pipelines ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the dialect, alone or with upstream dialects, and all passes and
// pipelines. For our tools and for other compilers.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_INITALL_H
#define ONNXOPS_INITALL_H

namespace mlir {
class DialectRegistry;
class MLIRContext;
} // namespace mlir

namespace mlir::onnxops {

/// Adds only our dialect, with its models of generic ONNX ops: enough to parse,
/// build and verify ops. Passes load the upstream dialects whose ops they
/// create.
void registerDialect(DialectRegistry &registry);

/// Adds the external models of upstream dialects that pipelines need:
/// bufferization of their ops, conversion and translation to LLVM IR, GPU
/// targets; TilingInterface of our ops, and our ops of the transform dialect.
/// For a compiler that registers its own choice of dialects.
void registerExternalModels(DialectRegistry &registry);

/// Adds our dialect and every upstream dialect, with all external models (that
/// of tensor.concat in onnxops/Tiling/Tiling.h too) and translations to LLVM
/// IR; nothing else is needed.
void registerDialects(DialectRegistry &registry);

/// Prepares a new context for one thread that reads and compiles models: all
/// dialects, unregistered ones for other operators of ONNX, and no threads of
/// MLIR's own.
void prepareContext(MLIRContext &context);

/// Registers our passes for textual pipelines and command lines.
void registerPasses();

/// Registers the pipelines of onnxops/Pipelines/Pipelines.h.
void registerPipelines();

} // namespace mlir::onnxops

#endif // ONNXOPS_INITALL_H
