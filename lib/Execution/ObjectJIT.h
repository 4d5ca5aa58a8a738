//===- ObjectJIT.h - a linker of objects in memory --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Links objects of this project's code generator with the run-time library that
// is linked to the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_OBJECTJIT_H
#define ONNXOPS_LIB_EXECUTION_OBJECTJIT_H

#include "onnxops/CodeGen/CodeCache.h"
#include "onnxops/CodeGen/MachineCode.h"
#include "onnxops/Execution/Compiler.h"

#include <optional>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::onnxops {

/// The sanitizer of generated code, which is that of this build.
#if defined(ONNXOPS_SANITIZE)
inline constexpr Sanitizer kSanitizer = Sanitizer::Address;
#elif defined(ONNXOPS_TSAN)
inline constexpr Sanitizer kSanitizer = Sanitizer::Thread;
#else
inline constexpr Sanitizer kSanitizer = Sanitizer::None;
#endif

/// A JIT for objects of this process's triple. Code finds the run-time library
/// and what ExternalSymbols.def lists besides, but no other function of the
/// process.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createObjectJIT();

/// The cache of these options, if any.
llvm::Expected<std::optional<CodeCache>>
openCache(const CompileOptions &options);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_OBJECTJIT_H
