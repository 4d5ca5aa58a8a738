//===- ModuleFile.h - modules of MLIR from files ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser takes what compilers have written. These refuse, before it or
// before anything that comes after it, what would crash either.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_MODEL_MODULEFILE_H
#define ONNXOPS_MODEL_MODULEFILE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::onnxops {

/// Parses a module and verifies it. `file` ends with a NUL behind its bytes,
/// and its identifier is its path. Text that is nested too deep is refused, and
/// so is bytecode, whose reader trusts its input, unless `allowBytecode`. Null
/// on failure, which has been reported to the context.
OwningOpRef<ModuleOp> parseModule(std::unique_ptr<llvm::MemoryBuffer> file,
                                  MLIRContext &context,
                                  bool allowBytecode = false);

/// Refuses, at the op, a constant whose elements are not there, and constants
/// that make up more than 2 GiB, which machine code could not reach.
LogicalResult checkConstants(ModuleOp module);

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_MODULEFILE_H
