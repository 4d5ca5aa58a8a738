//===- ExternalSymbols.cpp - external symbols of compiled code ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks LLVM IR first, where a reference has a source location, and finally
// the objects, where every reference has a name.
//
//===----------------------------------------------------------------------===//

#include "onnxops/CodeGen/ExternalSymbols.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/SharedFunctions.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/RuntimeLibcalls.h"
#include "llvm/Object/ObjectFile.h"

using namespace mlir;
using namespace mlir::onnxops;

static const llvm::StringSet<> &getListedNames() {
  static const llvm::StringSet<> names = {
#define ONNXOPS_RUNTIME(name) #name,
#define ONNXOPS_LIBRARY(name) #name,
#define ONNXOPS_MATH_1(name) #name, #name "f",
#define ONNXOPS_MATH_2(name) #name, #name "f",
#define ONNXOPS_MATH_3(name) #name, #name "f",
#include "onnxops/CodeGen/ExternalSymbols.def"
  };
  return names;
}

static llvm::Error refuseSymbol(StringRef name, const Twine &place) {
  return llvm::createStringError(
      place + "cannot refer to '" + name +
      "': compiled code may call the run-time library and libm only");
}

//===----------------------------------------------------------------------===//
// LLVM IR
//===----------------------------------------------------------------------===//

// Target-independent intrinsics that read or change the state of the machine,
// or leave the function other than by its end.
static bool isOfSystem(llvm::Intrinsic::ID id) {
  switch (id) {
  case llvm::Intrinsic::addressofreturnaddress:
  case llvm::Intrinsic::adjust_trampoline:
  case llvm::Intrinsic::clear_cache:
  case llvm::Intrinsic::eh_sjlj_longjmp:
  case llvm::Intrinsic::eh_sjlj_setjmp:
  case llvm::Intrinsic::frameaddress:
  case llvm::Intrinsic::init_trampoline:
  case llvm::Intrinsic::localescape:
  case llvm::Intrinsic::localrecover:
  case llvm::Intrinsic::read_register:
  case llvm::Intrinsic::read_volatile_register:
  case llvm::Intrinsic::reset_fpenv:
  case llvm::Intrinsic::reset_fpmode:
  case llvm::Intrinsic::returnaddress:
  case llvm::Intrinsic::set_fpenv:
  case llvm::Intrinsic::set_fpmode:
  case llvm::Intrinsic::set_rounding:
  case llvm::Intrinsic::sponentry:
  case llvm::Intrinsic::write_register:
    return true;
  default:
    return false;
  }
}

// "model.mlir:3:5: " for a symbol of the source that has a location.
static std::string describeSymbol(ModuleOp source, StringRef name) {
  Operation *symbol = source.lookupSymbol(name);
  std::string place = symbol ? describeLocation(symbol->getLoc()) : "";
  return place.empty() ? place : place + ": ";
}

static llvm::Error refuse(const Twine &place, const Twine &what) {
  return llvm::createStringError(place + "unsupported " + what +
                                 " in code that is compiled");
}

// Whether a function is an instruction that the target has. A function that
// says more of its target may be for another one.
static bool isShuffle(const llvm::Function &function, ShuffleKind widest) {
  for (ShuffleKind kind : {ShuffleKind::SSSE3, ShuffleKind::AVX512VBMI}) {
    ShuffleInstruction instruction = getShuffleInstruction(kind);
    if (kind > widest || function.getName() != instruction.intrinsic)
      continue;
    return llvm::all_of(function.users(), [&](const llvm::User *user) {
      auto *call = dyn_cast<llvm::CallBase>(user);
      if (!call || call->getFunction()->hasFnAttribute("target-cpu"))
        return false;
      llvm::Attribute features =
          call->getFunction()->getFnAttribute("target-features");
      return !features.isValid() ||
             features.getValueAsString() == instruction.features;
    });
  }
  return false;
}

// The reason why a symbol is refused; empty if it is not.
static std::string findFault(const llvm::GlobalValue &symbol,
                             ShuffleKind shuffle) {
  if (isa<llvm::GlobalIFunc>(symbol))
    return "indirect function";
  auto *object = dyn_cast<llvm::GlobalObject>(&symbol);
  // Some sections run when the code is loaded.
  if (object && object->hasSection())
    return "section '" + object->getSection().str() + "'";
  auto *function = dyn_cast<llvm::Function>(&symbol);
  if (function && function->isIntrinsic()) {
    llvm::Intrinsic::ID id = function->getIntrinsicID();
    if (isShuffle(*function, shuffle))
      return "";
    if (function->isTargetIntrinsic() || id == 0 || isOfSystem(id))
      return "intrinsic '" + function->getName().str() + "'";
    return "";
  }
  // llvm.global_ctors and the like.
  if (symbol.getName().starts_with("llvm."))
    return "variable '" + symbol.getName().str() + "'";
  return "";
}

// Whether a declaration is of a shared function that there is code of.
static bool isShared(const llvm::Function *function,
                     const SharedCode *sharedCode) {
  return function && sharedCode &&
         function->hasFnAttribute(kSharedFunctionAttr) &&
         sharedCode->contains(function->getName());
}

static llvm::Error checkSymbol(const llvm::GlobalValue &symbol, ModuleOp source,
                               ShuffleKind shuffle,
                               const SharedCode *sharedCode) {
  StringRef name = symbol.getName();
  if (std::string fault = findFault(symbol, shuffle); !fault.empty())
    return refuse(describeSymbol(source, name), fault);
  auto *function = dyn_cast<llvm::Function>(&symbol);
  if (function && function->isIntrinsic())
    return llvm::Error::success();
  if (symbol.isDeclarationForLinker() && !getListedNames().contains(name) &&
      !isShared(function, sharedCode))
    return refuseSymbol(name, describeSymbol(source, name));
  return llvm::Error::success();
}

static llvm::Error refuseAssembly(ModuleOp source) {
  std::string place;
  source.walk([&](LLVM::InlineAsmOp op) {
    place = describeLocation(op.getLoc());
    return WalkResult::interrupt();
  });
  return refuse(place.empty() ? place : place + ": ", "assembly");
}

static bool hasAssembly(const llvm::Module &module) {
  if (!module.getModuleInlineAsm().empty())
    return true;
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = dyn_cast<llvm::CallBase>(&instruction);
          call && call->isInlineAsm())
        return true;
  return false;
}

llvm::Error mlir::onnxops::checkExternalSymbols(const llvm::Module &module,
                                                ModuleOp source,
                                                ShuffleKind shuffle,
                                                const SharedCode *sharedCode) {
  for (const llvm::GlobalValue &symbol : module.global_values())
    if (llvm::Error error = checkSymbol(symbol, source, shuffle, sharedCode))
      return error;
  if (hasAssembly(module))
    return refuseAssembly(source);
  // Linkers take these names as arguments.
  for (StringRef name : {"llvm.linker.options", "llvm.dependent-libraries"})
    if (module.getNamedMetadata(name))
      return refuse("", "metadata '" + name + "'");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Objects
//===----------------------------------------------------------------------===//

bool mlir::onnxops::isSymbolOfSanitizer(StringRef name, Sanitizer sanitizer) {
  if (sanitizer == Sanitizer::None)
    return false;
  // ThreadSanitizer's code at the end of a function also runs when a call in it
  // throws.
  if (name == "__gcc_personality_v0" || name == "_Unwind_Resume")
    return true;
  StringRef stem = name.ltrim('_');
  return name.starts_with("__") &&
         (stem.starts_with(sanitizer == Sanitizer::Address ? "asan_"
                                                           : "tsan_"));
}

static llvm::Error gatherSymbols(const llvm::MemoryBuffer &buffer,
                                 llvm::StringSet<> &defined,
                                 std::vector<std::string> &undefined) {
  auto object = llvm::object::ObjectFile::createObjectFile(buffer);
  if (!object)
    return object.takeError();
  for (const llvm::object::SymbolRef &symbol : (*object)->symbols()) {
    auto flags = symbol.getFlags();
    if (!flags)
      return flags.takeError();
    auto name = symbol.getName();
    if (!name)
      return name.takeError();
    if (name->empty() || (*flags & llvm::object::SymbolRef::SF_FormatSpecific))
      continue;
    if ((*object)->isMachO())
      name->consume_front("_");
    if (*flags & llvm::object::SymbolRef::SF_Undefined)
      undefined.push_back(name->str());
    else
      defined.insert(*name);
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<std::string>> mlir::onnxops::findExternalSymbols(
    ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects) {
  llvm::StringSet<> defined;
  std::vector<std::string> names;
  for (const std::unique_ptr<llvm::MemoryBuffer> &object : objects)
    if (llvm::Error error = gatherSymbols(*object, defined, names))
      return std::move(error);
  llvm::erase_if(names, [&](StringRef name) { return defined.contains(name); });
  llvm::sort(names);
  names.erase(llvm::unique(names), names.end());
  return std::move(names);
}

// Symbols defined by linkers.
static bool isOfLinker(StringRef name) {
  return llvm::is_contained(
      {"_GLOBAL_OFFSET_TABLE_", ".TOC.", "_gp_disp", "__gnu_local_gp"}, name);
}

llvm::Error mlir::onnxops::checkExternalSymbols(
    ArrayRef<std::unique_ptr<llvm::MemoryBuffer>> objects,
    const llvm::Triple &triple, Sanitizer sanitizer,
    const SharedCode *sharedCode) {
  auto names = findExternalSymbols(objects);
  if (!names)
    return names.takeError();
  const llvm::RTLIB::RuntimeLibcallsInfo library(triple);
  for (StringRef name : *names)
    if (!getListedNames().contains(name) && !isOfLinker(name) &&
        !isSymbolOfSanitizer(name, sanitizer) &&
        !(sharedCode && sharedCode->contains(name)) &&
        library.getSupportedLibcallImpl(name) ==
            llvm::RTLIB::LibcallImpl::Unsupported)
      return refuseSymbol(name, "");
  return llvm::Error::success();
}
