//===- MachineCode.h - the LLVM dialect to machine code ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Translates a lowered module to LLVM IR, optimises it for a machine, and emits
// objects, assembly or the IR. Objects are linked by later stages, in memory or
// to a file.
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
class TargetMachine;
} // namespace llvm

namespace mlir::onnxops {

class SharedCode;

/// Sanitizers that check every access of the code while it runs.
enum class Sanitizer { None, Address, Thread };

/// The target and form of the code.
struct CodeGenOptions {
  std::string triple;               ///< an LLVM triple; empty: this machine
  std::string cpu = kHostCPU.str(); ///< as for lookUpCPU with the triple
  Sanitizer sanitizer = Sanitizer::None;
  /// The only exported function. The rest is local to the code, so that the
  /// code of several models can be linked into one program. Empty: all public
  /// functions.
  std::string exported;
  /// Run LLVM's verifier once more after LLVM's own passes.
  bool verify = false;
  /// Not owned: gets the objects of shared functions, and has those that the
  /// module only declares. Null: shared functions have one object, as others.
  SharedCode *sharedCode = nullptr;
};

class CodeCache;

/// LLVM IR for a machine: one module, and others for functions that models
/// share and for those that are too large to be optimised, if any. They are
/// linked together.
class MachineCode {
public:
  /// From a module that buildToLLVMPipeline or buildToGPUPipeline has lowered
  /// for the same machine, and which is not changed. Fails with the reason.
  static llvm::Expected<MachineCode> create(ModuleOp module,
                                            const CodeGenOptions &options);
  MachineCode(MachineCode &&);
  ~MachineCode();

  /// An object file for each module that the options' SharedCode does not take,
  /// to be called once. Takes those that `cache` has, unless the code is to be
  /// verified, and stores the others.
  llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
  emitObjects(const CodeCache *cache = nullptr);

  /// Assembly of the code. Fails if there are two modules: their labels would
  /// collide. To be called once.
  llvm::Error printAssembly(raw_ostream &os);

  /// All code as one module of LLVM IR, for any compiler that reads it. To be
  /// called once.
  llvm::Error printIR(raw_ostream &os);

private:
  struct Part;
  /// What has a module of its own, see HugeFunctions.h and SharedFunctions.h.
  enum class PartKind { Ordinary, Huge, Shared };

  MachineCode(const CodeGenOptions &options);
  llvm::Error addPart(PartKind kind, std::unique_ptr<llvm::Module> module);
  bool isNamed(const Part &part) const;
  llvm::Error
  checkObjects(ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects) const;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  emitObject(Part &part, const CodeCache *cache);

  CodeGenOptions options;
  std::unique_ptr<llvm::LLVMContext> context;
  std::vector<Part> parts;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_CODEGEN_MACHINECODE_H
