//===- Compiler.cpp - from the LLVM dialect to machine code ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// LLVM's own JIT with the optimisation pipeline of -O2, but for huge functions.
// The run-time library is given to it by address, so that nothing depends on
// what the host exports.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Execution/Compiler.h"

#include "HugeFunctions.h"
#include "RuntimeSymbols.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/ExecutionEngine/Orc/CompileUtils.h"
#include "llvm/ExecutionEngine/Orc/ExecutionUtils.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/GlobalDCE.h"
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

// What is made of a module of LLVM IR.
enum class Effort { None, Full };

static void optimize(llvm::Module &module, llvm::TargetMachine &target,
                     Effort effort) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager graphs;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&target);
  if (kInstrument)
    instrument(module, builder);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, graphs, modules);
  if (effort == Effort::Full) {
    builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2)
        .run(module, modules);
    return;
  }
  // Descriptors are values of struct type, which fast instruction selection
  // does not know: without them it is twenty times as fast.
  llvm::FunctionPassManager simplify;
  simplify.addPass(llvm::InstSimplifyPass());
  simplify.addPass(llvm::DCEPass());
  llvm::ModulePassManager passes;
  passes.addPass(llvm::GlobalDCEPass());
  passes.addPass(builder.buildO0DefaultPipeline(llvm::OptimizationLevel::O0));
  passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplify)));
  passes.run(module, modules);
}

// The machine this runs on, or as much of it as the CPU has.
static llvm::Expected<llvm::orc::JITTargetMachineBuilder>
describeMachine(StringRef name) {
  llvm::Expected<TargetCPU> cpu = lookUpRunnableCPU(name);
  if (!cpu)
    return cpu.takeError();
  auto machine = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (machine && name != kHostCPU)
    machine->setCPU(cpu->name).setFeatures("");
  // Code is made of moves and integer arithmetic on bf16. With these, LLVM
  // chooses between two bf16 by way of f32, and the instruction that goes back
  // makes 0 of denormals and quiets NaNs.
  if (machine && machine->getTargetTriple().isX86())
    machine->addFeatures({"-avx512bf16", "-avxneconvert"});
  // What the linker of LLJIT takes.
  if (machine)
    machine->setRelocationModel(llvm::Reloc::PIC_)
        .setCodeModel(llvm::CodeModel::Small);
  return machine;
}

// An object file of what the module becomes with that effort.
static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileModule(llvm::Module &module, llvm::orc::JITTargetMachineBuilder machine,
              Effort effort) {
  if (effort == Effort::None)
    machine.setCodeGenOptLevel(llvm::CodeGenOptLevel::None);
  auto target = machine.createTargetMachine();
  if (!target)
    return target.takeError();
  module.setDataLayout((*target)->createDataLayout());
  module.setTargetTriple((*target)->getTargetTriple());
  optimize(module, **target, effort);
  return llvm::orc::SimpleCompiler(**target)(module);
}

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

// The object files of a module, which is translated for the machine.
static llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
compileToObjects(ModuleOp module, llvm::orc::JITTargetMachineBuilder machine) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> rest = translateModuleToLLVMIR(module, context);
  if (!rest)
    return makeError("the lowered module cannot be translated to LLVM IR");
  std::unique_ptr<llvm::Module> huge = takeHugeFunctions(*rest);
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  for (llvm::Module *part : {rest.get(), huge.get()}) {
    if (!part)
      continue;
    auto object = compileModule(
        *part, machine, part == rest.get() ? Effort::Full : Effort::None);
    if (!object)
      return object.takeError();
    objects.push_back(std::move(*object));
  }
  return std::move(objects);
}

// A library that is empty but for the symbols that compiled code may refer to.
static llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>>
createJIT(const llvm::orc::JITTargetMachineBuilder &machine) {
  auto jit =
      llvm::orc::LLJITBuilder().setJITTargetMachineBuilder(machine).create();
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
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  auto machine = describeMachine(options.cpu);
  if (!machine)
    return machine.takeError();
  auto objects = compileToObjects(module, *machine);
  if (!objects)
    return objects.takeError();
  auto jit = createJIT(*machine);
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
