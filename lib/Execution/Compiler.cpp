//===- Compiler.cpp - from the LLVM dialect to machine code ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own JIT with the optimisation pipeline of -O2. The run-time library is
// given to it by address, so that nothing depends on what the host exports.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "RuntimeSymbols.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Instrumentation/AddressSanitizer.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"

using namespace mlir;
using namespace mlir::onnxops;

#ifdef ONNXOPS_SANITIZE
static constexpr bool kInstrument = true;
#else
static constexpr bool kInstrument = false;
#endif

static llvm::Error makeError(const Twine &message) {
  return llvm::createStringError(message);
}

// Makes AddressSanitizer look at every access of the generated code.
static void instrument(llvm::Module &module, llvm::PassBuilder &builder) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(llvm::Attribute::SanitizeAddress);
  builder.registerOptimizerLastEPCallback([](llvm::ModulePassManager &passes,
                                             llvm::OptimizationLevel,
                                             llvm::ThinOrFullLTOPhase) {
    passes.addPass(llvm::AddressSanitizerPass(
        llvm::AddressSanitizerOptions(), /*UseGlobalGC=*/false,
        /*UseOdrIndicator=*/false, llvm::AsanDtorKind::None));
  });
}

// Instructions from which a function counts as huge. Register allocation and
// some optimisations are not linear: 10,000 operands take llc minutes at -O2
// and less than a second at -O0 (docs/decisions.md). Such a function is calls
// of copies, which gain nothing from either.
static constexpr unsigned kHugeFunction = 20000;

static bool hasHugeFunction(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &function) {
    return function.getInstructionCount() > kHugeFunction;
  });
}

static void optimize(llvm::Module &module, llvm::TargetMachine &target) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  bool isHuge = hasHugeFunction(module);
  if (isHuge)
    target.setOptLevel(llvm::CodeGenOptLevel::None);
  llvm::PassBuilder builder(&target);
  if (kInstrument)
    instrument(module, builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  if (!isHuge) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
        .run(module, modules);
    return;
  }
  // Descriptors are values of struct type, which fast instruction selection
  // does not know: without them it is twenty times as fast.
  llvm::FunctionPassManager simplify;
  simplify.addPass(llvm::InstSimplifyPass());
  simplify.addPass(llvm::DCEPass());
  llvm::ModulePassManager passes =
      builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0);
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));
  passes.run(module, modules);
}

// Translates and optimises for the machine this runs on.
static llvm::Expected<std::unique_ptr<llvm::Module>>
translate(ModuleOp module, llvm::LLVMContext &context,
          llvm::TargetMachine &target) {
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context);
  if (!translated)
    return makeError("the lowered module cannot be translated to LLVM IR");
  translated->setDataLayout(target.createDataLayout());
  translated->setTargetTriple(target.getTargetTriple());
  optimize(*translated, target);
  return std::move(translated);
}

CompiledModule::CompiledModule(std::unique_ptr<llvm::orc::LLJIT> jit)
    : jit(std::move(jit)) {}

CompiledModule::~CompiledModule() = default;

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::compile(ModuleOp module) {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!machine)
    return machine.takeError();
  auto target = machine->createTargetMachine();
  if (!target)
    return target.takeError();

  auto context = std::make_unique<llvm::LLVMContext>();
  auto translated = translate(module, *context, **target);
  if (!translated)
    return translated.takeError();

  machine->setCodeGenOptLevel((*target)->getOptLevel());
  auto jit =
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(*machine).create();
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
  if (llvm::Error error = (*jit)->addIRModule(llvm::orc::ThreadSafeModule(
          std::move(*translated), std::move(context))))
    return std::move(error);
  return std::unique_ptr<CompiledModule>(new CompiledModule(std::move(*jit)));
}

llvm::Expected<EntryFunction> CompiledModule::lookup(StringRef name) const {
  auto address = jit->lookup(("onnxops_" + name).str());
  if (!address)
    return address.takeError();
  return address->toPtr<EntryFunction>();
}
