//===- RuntimeSymbols.h - addresses of the run-time library -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The symbols that generated code may call, for the JIT.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_RUNTIMESYMBOLS_H
#define ONNXOPS_LIB_EXECUTION_RUNTIMESYMBOLS_H

#include "llvm/ExecutionEngine/Orc/Core.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::onnxops {

/// Every function of onnxops/ABI/GeneratedCode.h under its name, and functions
/// that LLVM itself calls and not every machine's libraries have.
llvm::orc::SymbolMap getRuntimeSymbols(llvm::orc::LLJIT &jit);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_RUNTIMESYMBOLS_H
