//===- Compiler.cpp - machine code in memory ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's JIT, used only as a linker: CodeGen makes the objects. All symbols to
// which they may refer are passed by address, so that nothing depends on the
// host's exports, and nothing of the host is found by name.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "RuntimeSymbols.h"
#include "onnxops/CodeGen/CodeCache.h"
#include "onnxops/CodeGen/ExternalSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace mlir::onnxops;

#if defined(ONNXOPS_SANITIZE)
static constexpr Sanitizer kSanitizer = Sanitizer::Address;
#elif defined(ONNXOPS_TSAN)
static constexpr Sanitizer kSanitizer = Sanitizer::Thread;
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

// The sanitizer's symbols in the process, which is instrumented itself.
static llvm::Error addSanitizer(llvm::orc::LLJIT &jit,
                                llvm::orc::JITDylib &library) {
  char prefix = jit.getDataLayout().getGlobalPrefix();
  auto process = llvm::orc::DynamicLibrarySearchGenerator::GetForCurrentProcess(
      prefix, [prefix](const llvm::orc::SymbolStringPtr &symbol) {
        StringRef name = *symbol;
        if (prefix)
          name.consume_front(StringRef(&prefix, 1));
        return isSymbolOfSanitizer(name, kSanitizer);
      });
  if (!process)
    return process.takeError();
  library.addGenerator(std::move(*process));
  return llvm::Error::success();
}

// A library that contains only the symbols to which compiled code may refer.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> createJIT() {
  // No code runs when it is loaded, so that no platform is needed.
  auto jit = llvm::orc::LLJITBuilder()
                 .setLinkProcessSymbolsByDefault(false)
                 .setPlatformSetUp(llvm::orc::setUpInactivePlatform)
                 .create();
  if (!jit)
    return jit.takeError();
  llvm::orc::JITDylib &library = (*jit)->getMainJITDylib();
  if (llvm::Error error =
          library.define(llvm::orc::absoluteSymbols(getRuntimeSymbols(**jit))))
    return std::move(error);
  if (kSanitizer != Sanitizer::None)
    if (llvm::Error error = addSanitizer(**jit, library))
      return std::move(error);
  return std::move(*jit);
}

// At the first lookup the linker reports only that the function is missing.
static llvm::Error
checkLinks(llvm::orc::LLJIT &jit,
           ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects) {
  auto names = findExternalSymbols(objects);
  if (!names)
    return names.takeError();
  llvm::orc::SymbolMap known = getRuntimeSymbols(jit);
  for (const std::string &name : *names)
    if (!known.contains(jit.mangleAndIntern(name)) &&
        !isSymbolOfSanitizer(name, kSanitizer))
      return llvm::createStringError(
          "cannot link the compiled code: it refers to '" + name +
          "', which neither it nor the run-time library has");
  return llvm::Error::success();
}

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module, const CompileOptions &options) {
  if (auto cpu = lookUpRunnableCPU(options.cpu); !cpu)
    return cpu.takeError();
  CodeGenOptions codeGen;
  codeGen.cpu = options.cpu;
  codeGen.sanitizer = kSanitizer;
  codeGen.verify = options.verify;
  std::optional<CodeCache> cache;
  if (!options.cache.empty()) {
    auto opened = CodeCache::open(options.cache);
    if (!opened)
      return llvm::createStringError("cache: " +
                                     llvm::toString(opened.takeError()));
    cache = std::move(*opened);
  }
  auto code = MachineCode::create(module, codeGen);
  if (!code)
    return code.takeError();
  auto objects = code->emitObjects(cache ? &*cache : nullptr);
  if (!objects)
    return objects.takeError();
  auto jit = createJIT();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = checkLinks(**jit, *objects))
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
