//===- Compiler.h - machine code in memory ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compiles a lowered module in memory. In a build with sanitizers, the
// generated code is instrumented as well.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXECUTION_COMPILER_H
#define ONNXOPS_EXECUTION_COMPILER_H

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/ABI/Runtime.h"
#include "onnxops/Support/TargetCPU.h"
#include "llvm/Support/Error.h"

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::onnxops {

/// A compiled public function, see onnxops/ABI/Runtime.h.
using EntryFunction = int32_t (*)(OnnxopsValue *table, int64_t count,
                                  OnnxopsContext *context);

/// How to compile.
class KeptKernels;

struct CompileOptions {
  std::string cpu = kHostCPU.str(); ///< as for lookUpRunnableCPU
  bool verify = false;              ///< as in CodeGenOptions
  std::string cache;                ///< the directory of a CodeCache, or empty
};

/// Machine code in memory, which lives as long as this object.
class CompiledModule {
public:
  /// Compiles a module lowered by buildToLLVMPipeline, for the same CPU. With
  /// `kernels` of the same options, for which it was lowered, it calls those
  /// that the process keeps. Fails with the reason; the module is not changed.
  static llvm::Expected<std::unique_ptr<CompiledModule>>
  compile(ModuleOp module, const CompileOptions &options = {},
          KeptKernels *kernels = nullptr);
  ~CompiledModule();

  /// The entry of the public function `name` of the original module.
  llvm::Expected<EntryFunction> lookup(StringRef name) const;

  /// Bytes of instructions; tables of constants are not counted.
  int64_t getCodeBytes() const { return codeBytes; }

private:
  CompiledModule(std::unique_ptr<llvm::orc::LLJIT> jit, int64_t codeBytes);
  std::unique_ptr<llvm::orc::LLJIT> jit;
  int64_t codeBytes;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_EXECUTION_COMPILER_H
