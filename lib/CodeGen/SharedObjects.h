//===- SharedObjects.h - objects of this process ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Keeps the objects of shared functions in memory.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_CODEGEN_SHAREDOBJECTS_H
#define ONNXOPS_LIB_CODEGEN_SHAREDOBJECTS_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::onnxops {

/// A copy of the object that this process has kept under a key, or null. Any
/// thread may call this and keepObject.
std::unique_ptr<llvm::MemoryBuffer> findKeptObject(StringRef key);

/// Keeps a copy of an object. When they are too many, all others are forgotten.
void keepObject(StringRef key, StringRef object);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_CODEGEN_SHAREDOBJECTS_H
