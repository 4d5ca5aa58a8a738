//===- Compiler.cpp - machine code in memory ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CodeGen makes objects, which are linked to the kernels that the process
// keeps.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "KeptKernels.h"
#include "ObjectJIT.h"
#include "RuntimeSymbols.h"
#include "onnxops/CodeGen/ExternalSymbols.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace mlir::onnxops;

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

// At the first lookup the linker reports only that the function is missing.
static llvm::Error
checkLinks(llvm::orc::LLJIT &jit,
           ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
           const llvm::StringMap<void *> &kernels) {
  auto names = findExternalSymbols(objects);
  if (!names)
    return names.takeError();
  llvm::orc::SymbolMap known = getRuntimeSymbols(jit);
  for (const std::string &name : *names)
    if (!known.contains(jit.mangleAndIntern(name)) && !kernels.contains(name) &&
        !isSymbolOfSanitizer(name, kSanitizer))
      return llvm::createStringError(
          "cannot link the compiled code: it refers to '" + name +
          "', which neither it nor the run-time library has");
  return llvm::Error::success();
}

static llvm::Error defineKernels(llvm::orc::LLJIT &jit,
                                 const llvm::StringMap<void *> &kernels) {
  llvm::orc::SymbolMap symbols;
  for (const auto &[name, address] : kernels)
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(address),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(symbols)));
}

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module, const CompileOptions &options,
                        KeptKernels *kernels) {
  if (auto cpu = lookUpRunnableCPU(options.cpu); !cpu)
    return cpu.takeError();
  CodeGenOptions codeGen;
  codeGen.cpu = options.cpu;
  codeGen.sanitizer = kSanitizer;
  codeGen.verify = options.verify;
  codeGen.sharedCode = kernels;
  auto cache = openCache(options);
  if (!cache)
    return cache.takeError();
  auto code = MachineCode::create(module, codeGen);
  if (!code)
    return code.takeError();
  auto objects = code->emitObjects(*cache ? &**cache : nullptr);
  if (!objects)
    return objects.takeError();
  llvm::StringMap<void *> addresses;
  if (kernels) {
    addresses = kernels->getAddresses();
    for (std::unique_ptr<llvm::MemoryBuffer> &object : kernels->takeObjects())
      objects->push_back(std::move(object));
  }
  auto jit = createObjectJIT();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = checkLinks(**jit, *objects, addresses))
    return std::move(error);
  if (llvm::Error error = defineKernels(**jit, addresses))
    return std::move(error);
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
