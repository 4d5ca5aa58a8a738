//===- MachineCode.cpp - the LLVM dialect to machine code -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Separates huge functions and optimises the rest; then LLVM's code generator
// emits objects or assembly of both.
//
//===----------------------------------------------------------------------===//

#include "onnxops/CodeGen/MachineCode.h"

#include "FloatConversions.h"
#include "HugeFunctions.h"
#include "Optimize.h"
#include "SharedFunctions.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "onnxops/CodeGen/CodeCache.h"
#include "onnxops/CodeGen/CodeKeys.h"
#include "onnxops/CodeGen/ExternalSymbols.h"
#include "onnxops/Support/SharedFunctions.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::onnxops;

using Machine = std::unique_ptr<llvm::TargetMachine>;

//===----------------------------------------------------------------------===//
// The machine
//===----------------------------------------------------------------------===//

static std::string getFeatures(const TargetCPU &cpu) {
  if (!cpu.triple.isX86())
    return cpu.features;
  // Code consists of moves and integer arithmetic on bf16. With these features,
  // LLVM selects between two bf16 through f32, and the conversion back flushes
  // denormals to 0 and quiets NaNs.
  return cpu.features + (cpu.features.empty() ? "" : ",") +
         "-avx512bf16,-avxneconvert";
}

static llvm::Expected<Machine> createMachine(const CodeGenOptions &options,
                                             bool isHuge) {
  llvm::Expected<TargetCPU> cpu = lookUpCPU(options.cpu, options.triple);
  if (!cpu)
    return cpu.takeError();
  std::string reason;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(cpu->triple, reason);
  if (!target)
    return llvm::createStringError(reason);
  // Required by linkers of shared libraries and in memory.
  Machine machine(target->createTargetMachine(
      cpu->triple, cpu->name, getFeatures(*cpu), llvm::TargetOptions(),
      llvm::Reloc::PIC_, llvm::CodeModel::Small,
      isHuge ? llvm::CodeGenOptLevel::None : llvm::CodeGenOptLevel::Default));
  if (!machine)
    return llvm::createStringError("LLVM cannot make code for " +
                                   cpu->triple.str());
  return std::move(machine);
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

// Runs LLVM's verifier on a module.
static llvm::Error verify(const llvm::Module &module, StringRef when) {
  std::string faults;
  llvm::raw_string_ostream os(faults);
  if (!llvm::verifyModule(module, &os))
    return llvm::Error::success();
  return llvm::createStringError("invalid LLVM IR " + when + ": " +
                                 StringRef(faults).split('\n').first);
}

// Marks 32-bit numbers as extended to their register, as C's calling convention
// for RISC-V and some others requires; elsewhere this has no effect.
static void extendParameters(llvm::Function &function) {
  auto extend = [](auto &callee, llvm::FunctionType *type) {
    if (type->getReturnType()->isIntegerTy(32))
      callee.addRetAttr(llvm::Attribute::SExt);
    for (unsigned i = 0; i < type->getNumParams(); ++i)
      if (type->getParamType(i)->isIntegerTy(32))
        callee.addParamAttr(i, llvm::Attribute::SExt);
  };
  if (function.isIntrinsic())
    return;
  extend(function, function.getFunctionType());
  for (llvm::User *user : function.users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledFunction() == &function)
      extend(*call, function.getFunctionType());
}

// Exports only one function.
static void internalize(llvm::Module &module, StringRef exported) {
  llvm::internalizeModule(module, [&](const llvm::GlobalValue &symbol) {
    return symbol.getName() == exported || symbol.hasHiddenVisibility();
  });
}

// A module may have hidden functions, which would replace others of their name
// in the program that the code is linked into.
static void showHidden(llvm::Module &module) {
  for (llvm::GlobalValue &symbol : module.global_values())
    if (symbol.hasHiddenVisibility())
      symbol.setVisibility(llvm::GlobalValue::DefaultVisibility);
}

// What functions with permutes require, the machine has, and more.
static void dropRequirements(llvm::Module &module) {
  for (llvm::Function &function : module) {
    llvm::Attribute features = function.getFnAttribute("target-features");
    if (!features.isValid())
      continue;
    for (ShuffleKind kind : {ShuffleKind::SSSE3, ShuffleKind::AVX512VBMI})
      if (features.getValueAsString() == getShuffleInstruction(kind).features)
        function.removeFnAttr("target-features");
  }
}

// Lets other compilers generate code for the same machine.
static void nameMachine(llvm::Module &module,
                        const llvm::TargetMachine &machine, bool isHuge) {
  for (llvm::Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    if (!isHuge)
      continue;
    function.addFnAttr(llvm::Attribute::NoInline);
    function.addFnAttr(llvm::Attribute::OptimizeNone);
  }
}

/// A module as it was translated, and the machine that it is for.
struct MachineCode::Part {
  PartKind kind;
  std::unique_ptr<llvm::Module> module;
  Machine machine;
};

MachineCode::MachineCode(const CodeGenOptions &options)
    : options(options), context(std::make_unique<llvm::LLVMContext>()) {}
MachineCode::MachineCode(MachineCode &&) = default;
// Destroys the modules before their context.
MachineCode::~MachineCode() { parts.clear(); }

llvm::Error MachineCode::addPart(PartKind kind,
                                 std::unique_ptr<llvm::Module> module) {
  auto machine = createMachine(options, kind == PartKind::Huge);
  if (!machine)
    return machine.takeError();
  module->setDataLayout((*machine)->createDataLayout());
  module->setTargetTriple((*machine)->getTargetTriple());
  parts.push_back({kind, std::move(module), std::move(*machine)});
  return llvm::Error::success();
}

// Takes the shared functions of a module: together, or, where others will look
// for them by name, each with a module of its own.
static std::vector<std::unique_ptr<llvm::Module>>
takeShared(llvm::Module &module, const SharedCode *sharedCode) {
  std::vector<std::unique_ptr<llvm::Module>> parts;
  auto take = [&](ArrayRef<llvm::Function *> functions, const Twine &name) {
    if (auto part = takeFunctions(module, functions, name))
      parts.push_back(std::move(part));
  };
  SmallVector<llvm::Function *> functions = findSharedFunctions(module);
  if (!sharedCode) {
    take(functions, module.getModuleIdentifier() + ".shared");
    return parts;
  }
  for (llvm::Function *function : functions)
    if (sharedCode->lacks(function->getName()))
      take(function, function->getName());
  return parts;
}

llvm::Expected<MachineCode> MachineCode::create(ModuleOp module,
                                                const CodeGenOptions &options) {
  MachineCode code(options);
  // Already verified here; upstream would print to standard error.
  std::unique_ptr<llvm::Module> rest =
      translateModuleToLLVMIR(module, *code.context, "LLVMDialectModule",
                              /*disableVerification=*/true);
  if (!rest)
    return llvm::createStringError(
        "the lowered module cannot be translated to LLVM IR");
  if (llvm::Error error = verify(*rest, "as it was translated"))
    return std::move(error);
  llvm::Expected<TargetCPU> cpu = lookUpCPU(options.cpu, options.triple);
  if (!cpu)
    return cpu.takeError();
  if (llvm::Error error =
          checkExternalSymbols(*rest, module, cpu->shuffle, options.sharedCode))
    return std::move(error);
  dropRequirements(*rest);
  for (llvm::Function &function : *rest)
    extendParameters(function);
  if (!options.exported.empty()) {
    showHidden(*rest);
    internalize(*rest, options.exported);
  }
  // In a file, the code of a model is one object as far as possible.
  std::vector<std::unique_ptr<llvm::Module>> shared;
  if (options.exported.empty())
    shared = takeShared(*rest, options.sharedCode);
  std::unique_ptr<llvm::Module> huge =
      takeHugeFunctions(*rest, options.exported);
  if (llvm::Error error = code.addPart(PartKind::Ordinary, std::move(rest)))
    return std::move(error);
  for (std::unique_ptr<llvm::Module> &part : shared)
    if (llvm::Error error = code.addPart(PartKind::Shared, std::move(part)))
      return std::move(error);
  if (huge)
    if (llvm::Error error = code.addPart(PartKind::Huge, std::move(huge)))
      return std::move(error);
  return std::move(code);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

// Runs LLVM's passes on a module.
static llvm::Error prepare(llvm::Module &module, llvm::TargetMachine &machine,
                           bool isHuge, const CodeGenOptions &options) {
  optimize(module, machine, isHuge, options.sanitizer);
  if (options.verify)
    if (llvm::Error error = verify(module, "as LLVM optimized it"))
      return error;
  addFloatConversions(module, machine);
  return llvm::Error::success();
}

// Writes the output of LLVM's code generator for a module.
static llvm::Error emit(llvm::Module &module, llvm::TargetMachine &machine,
                        llvm::CodeGenFileType type,
                        SmallVectorImpl<char> &bytes) {
  llvm::raw_svector_ostream os(bytes);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, type))
    return llvm::createStringError("LLVM cannot write files of that kind for " +
                                   machine.getTargetTriple().str());
  passes.run(module);
  return llvm::Error::success();
}

// Whether a part is kept under its name.
bool MachineCode::isNamed(const Part &part) const {
  return part.kind == PartKind::Shared && options.sharedCode;
}

static llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
makeObject(llvm::Module &module, llvm::TargetMachine &machine, bool isHuge,
           const CodeGenOptions &options) {
  llvm::SmallVector<char, 0> bytes;
  if (llvm::Error error = prepare(module, machine, isHuge, options))
    return std::move(error);
  if (llvm::Error error =
          emit(module, machine, llvm::CodeGenFileType::ObjectFile, bytes))
    return std::move(error);
  return std::make_unique<llvm::SmallVectorMemoryBuffer>(
      std::move(bytes), module.getModuleIdentifier(),
      /*RequiresNullTerminator=*/false);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
MachineCode::emitObject(Part &part, const CodeCache *cache) {
  const bool isHuge = part.kind == PartKind::Huge;
  // Code that is kept under its name has not been found there.
  if (!cache || isNamed(part))
    return makeObject(*part.module, *part.machine, isHuge, options);
  std::string key =
      getObjectKey(*part.module, *part.machine, isHuge, options.sanitizer);
  if (std::unique_ptr<llvm::MemoryBuffer> object = cache->find(key))
    return std::move(object);
  auto object = makeObject(*part.module, *part.machine, isHuge, options);
  if (object)
    cache->store(key, (*object)->getBuffer());
  return object;
}

llvm::Error MachineCode::checkObjects(
    ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects) const {
  return checkExternalSymbols(objects, parts.front().module->getTargetTriple(),
                              options.sanitizer, options.sharedCode);
}

llvm::Expected<std::vector<std::unique_ptr<llvm::MemoryBuffer>>>
MachineCode::emitObjects(const CodeCache *cache) {
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects;
  for (Part &part : parts) {
    auto object = emitObject(part, options.verify ? nullptr : cache);
    if (!object)
      return object.takeError();
    if (!isNamed(part)) {
      objects.push_back(std::move(*object));
      continue;
    }
    if (llvm::Error error = checkObjects(*object))
      return std::move(error);
    if (llvm::Error error = options.sharedCode->add(
            part.module->getModuleIdentifier(), std::move(*object)))
      return std::move(error);
  }
  if (llvm::Error error = checkObjects(objects))
    return std::move(error);
  return std::move(objects);
}

llvm::Error MachineCode::printAssembly(raw_ostream &os) {
  if (parts.size() > 1)
    return llvm::createStringError(
        "the model has functions of so many instructions that "
        "they have no assembly in one file");
  auto &[kind, module, machine] = parts.front();
  llvm::SmallVector<char, 0> text;
  if (llvm::Error error =
          prepare(*module, *machine, kind == PartKind::Huge, options))
    return error;
  if (llvm::Error error =
          emit(*module, *machine, llvm::CodeGenFileType::AssemblyFile, text))
    return error;
  os << StringRef(text.data(), text.size());
  return llvm::Error::success();
}

llvm::Error MachineCode::printIR(raw_ostream &os) {
  std::unique_ptr<llvm::Module> whole;
  for (auto &[kind, module, machine] : parts) {
    if (llvm::Error error =
            prepare(*module, *machine, kind == PartKind::Huge, options))
      return error;
    std::unique_ptr<llvm::Module> copy = llvm::CloneModule(*module);
    nameMachine(*copy, *machine, kind == PartKind::Huge);
    if (!whole)
      whole = std::move(copy);
    else if (llvm::Linker::linkModules(*whole, std::move(copy)))
      return llvm::createStringError(
          "the modules of the code cannot be linked");
  }
  if (parts.size() > 1 && !options.exported.empty())
    internalize(*whole, options.exported);
  whole->print(os, /*AAW=*/nullptr);
  return llvm::Error::success();
}
