//===- MachineCode.h - from the LLVM dialect to machine code ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates a lowered module to LLVM IR, optimises it for a machine, and emits
// objects, assembly or the IR. What links objects, in memory or to a file,
// comes after.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CODEGEN_MACHINECODE_H
#define ONNXOPS_CODEGEN_MACHINECODE_H

#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Support/TargetCPU.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mlir::onnxops {

/// What looks at every access of the code while it runs.
enum class Sanitizer { None, Address, Thread };

/// What code is made for.
struct CodeGenOptions {
  std::string triple;               ///< as LLVM spells it; empty: this machine
  std::string cpu = kHostCPU.str(); ///< as lookUpCPU takes it with the triple
  Sanitizer sanitizer = Sanitizer::None;
  /// The one function that others see. The rest is local to the code, so that
  /// the code of several models can be linked into one program. Empty: all that
  /// are public.
  std::string exported;
  /// Let LLVM's verifier look at the code once more after LLVM's own passes.
  bool verify = false;
};

/// Optimised LLVM IR for a machine: one module, and a second one if there are
/// functions that are too large to be optimised. The two are linked together.
class MachineCode {
public:
  /// Of a module that buildToLLVMPipeline or buildToGPUPipeline has lowered for
  /// the same machine, and which is not changed. Fails with the reason.
  static llvm::Expected<MachineCode> create(ModuleOp module,
                                            const CodeGenOptions &options);
  MachineCode(MachineCode &&);
  ~MachineCode();

  /// An object file for each module, to be called once.
  llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
  emitObjects();

  /// Assembly of the code. Fails if there are two modules: labels of their own
  /// would meet. To be called once.
  llvm::Error printAssembly(raw_ostream &os);

  /// All code as one module of LLVM IR, for any compiler that reads it.
  llvm::Error printIR(raw_ostream &os);

private:
  // A module and how much work it is worth.
  struct Part {
    std::unique_ptr<llvm::Module> module;
    bool isHuge;
  };

  MachineCode(const CodeGenOptions &options);
  llvm::Error addPart(std::unique_ptr<llvm::Module> module, bool isHuge);

  CodeGenOptions options;
  std::unique_ptr<llvm::LLVMContext> context;
  std::vector<Part> parts;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_MACHINECODE_H
