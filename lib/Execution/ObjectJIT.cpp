//===- ObjectJIT.cpp - a linker of objects in memory ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's JIT, used only as a linker: CodeGen makes the objects. All symbols to
// which they may refer are passed by address, so that nothing depends on the
// host's exports, and nothing of the host is found by name.
//
//===----------------------------------------------------------------------===//

#include "ObjectJIT.h"

#include "RuntimeSymbols.h"
#include "onnxops/CodeGen/ExternalSymbols.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/TargetParser/Host.h"

using namespace mlir;
using namespace mlir::onnxops;

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

namespace {
/// The compiler of a JIT that is given object files only.
class ObjectsOnly : public llvm::orc::IRCompileLayer::IRCompiler {
public:
  ObjectsOnly() : IRCompiler(llvm::orc::IRSymbolMapper::ManglingOptions()) {}

  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
  operator()(llvm::Module &) override {
    return llvm::createStringError("expected an object file");
  }
};
} // namespace

// Without a data layout and a compiler, LLJIT would ask the CPU for its
// features and create two target machines: a tenth of the time of a short
// model.
llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
mlir::onnxops::createObjectJIT() {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::orc::JITTargetMachineBuilder machine(triple);
  auto createCompiler = [](const llvm::orc::JITTargetMachineBuilder &) {
    return std::make_unique<ObjectsOnly>();
  };
  // No code runs when it is loaded, so that no platform is needed.
  auto jit = llvm::orc::LLJITBuilder()
                 .setJITTargetMachineBuilder(std::move(machine))
                 .setDataLayout(llvm::DataLayout(triple.computeDataLayout()))
                 .setCompileFunctionCreator(createCompiler)
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

llvm::Expected<std::optional<CodeCache>>
mlir::onnxops::openCache(const CompileOptions &options) {
  if (options.cache.empty())
    return std::nullopt;
  auto cache = CodeCache::open(options.cache);
  if (!cache)
    return llvm::createStringError("cache: " +
                                   llvm::toString(cache.takeError()));
  return std::move(*cache);
}
