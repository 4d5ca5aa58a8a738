//===- BufferPasses.h - passes on memrefs -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructors and registration are generated from BufferPasses.td.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERPASSES_H
#define ONNXOPS_TRANSFORMS_BUFFERPASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::onnxops {

#define GEN_PASS_DECL
#include "onnxops/Transforms/BufferPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "onnxops/Transforms/BufferPasses.h.inc"

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERPASSES_H
