//===- Compiler.cpp - machine code in memory ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own JIT, which only links: CodeGen makes the objects. The run-time
// library is given to it by address, so that nothing depends on what the host
// exports.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "RuntimeSymbols.h"
#include "onnxops/CodeGen/MachineCode.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace mlir::onnxops;

#ifdef ONNXOPS_SANITIZE
static constexpr Sanitizer kSanitizer = Sanitizer::Address;
#else
static constexpr Sanitizer kSanitizer = Sanitizer::None;
#endif

static int64_t countCodeBytes(const llvm::MemoryBuffer &buffer) {
  auto object = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!object) {
    llvm::consumeError(object.takeError());
    return 0;
  }
  int64_t bytes = 0;
  for (const llvm::object::SectionRef &section : (*object)->sections())
    if (section.isText())
      bytes += section.getSize();
  return bytes;
}

CompiledModule::CompiledModule(std::unique_ptr<llvm::orc::LLJIT> jit,
                               int64_t codeBytes)
    : jit(std::move(jit)), codeBytes(codeBytes) {}

CompiledModule::~CompiledModule() = default;

// A library that is empty but for the symbols that compiled code may refer to.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createJIT() {
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error =
          library.define(llvm::orc::absoluteSymbols(getRuntimeSymbols(**jit))))
    return std::move(error);
  // memcpy and its kin, and the sanitizer's functions.
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      (*jit)->getDataLayout().getGlobalPrefix());
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return std::move(*jit);
}

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module, const CompileOptions &options) {
  if (auto cpu = lookUpRunnableCPU(options.cpu); !cpu)
    return cpu.takeError();
  CodeGenOptions codeGen;
  codeGen.cpu = options.cpu;
  codeGen.sanitizer = kSanitizer;
  auto code = MachineCode::create(module, codeGen);
  if (!code)
    return code.takeError();
  auto objects = code->emitObjects();
  if (!objects)
    return objects.takeError();
  auto jit = createJIT();
  if (!jit)
    return jit.takeError();
  int64_t codeBytes = 0;
  for (std::unique_ptr<llvm::MemoryBuffer> &object : *objects) {
    codeBytes += countCodeBytes(*object);
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object)))
      return std::move(error);
  }
  return std::unique_ptr<CompiledModule>(
      new CompiledModule(std::move(*jit), codeBytes));
}

llvm::Expected<EntryFunction> CompiledModule::lookup(StringRef name) const {
  auto address = jit->lookup(("onnxops_" + name).str());
  if (!address)
    return address.takeError();
  return address->toPtr<EntryFunction>();
}
