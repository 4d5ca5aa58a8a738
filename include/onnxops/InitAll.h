//===- InitAll.h - everything the project offers ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tool registers: the dialect, alone or with upstream dialects, and all
// passes and pipelines under the names that people use. For our tools and for
// other compilers alike.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_INITALL_H
#define ONNXOPS_INITALL_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::onnxops {

/// Adds our dialect alone, with what it knows of generic ops of ONNX: enough to
/// read, build and verify ops. Passes load the upstream dialects whose ops they
/// make.
void registerDialect(DialectRegistry &registry);

/// Adds what pipelines ask of upstream's dialects and what these leave to
/// others: bufferization of their ops, conversion and translation to LLVM IR,
/// targets of GPUs. For a compiler that registers its own choice of dialects.
void registerExternalModels(DialectRegistry &registry);

/// Adds our dialect and every upstream dialect, with all external models and
/// translations to LLVM IR; nothing else is needed then.
void registerDialects(DialectRegistry &registry);

/// Registers our passes for textual pipelines and command lines.
void registerPasses();

/// Registers the pipelines of onnxops/Pipelines/Pipelines.h, likewise.
void registerPipelines();

} // namespace mlir::onnxops

#endif // ONNXOPS_INITALL_H
