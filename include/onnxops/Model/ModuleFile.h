//===- ModuleFile.h - MLIR modules from files -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser and passes trust their input. These functions refuse modules on
// which they would crash.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_MODEL_MODULEFILE_H
#define ONNXOPS_MODEL_MODULEFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::onnxops {

/// Parses a module and verifies it. `file` is NUL-terminated, and its
/// identifier is its path. Text that is nested too deeply is refused, and so is
/// bytecode, whose reader trusts its input, unless `allowBytecode`. Null on
/// failure, which has been reported to the context.
OwningOpRef<ModuleOp> parseModule(std::unique_ptr<llvm::MemoryBuffer> file,
                                  MLIRContext &context,
                                  bool allowBytecode = false);

/// Refuses, at the op, a constant with missing elements, and constants of more
/// than 2 GiB in all, which machine code could not reach.
LogicalResult checkConstants(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_MODULEFILE_H
