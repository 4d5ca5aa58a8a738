//===- PrivateFunctions.cpp - functions created on demand -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions at the end of the module, by key.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/PrivateFunctions.h"

#include "onnxops/Copies/CodeWriter.h"
#include "onnxops/Support/SharedFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::onnxops;

// Keeps LLVM from unrolling loops whose number of iterations is unknown: an
// iteration moves several registers already, and unrolled loops are longer,
// take longer to compile, and are no faster (docs/decisions.md).
static void keepLoops(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  auto unroll = LLVM::LoopUnrollAttr::get(
      context, /*disable=*/{}, /*count=*/{},
      /*runtimeDisable=*/BoolAttr::get(context, true), /*full=*/{},
      /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
  auto annotation = LLVM::LoopAnnotationAttr::get(
      context, /*disableNonforced=*/{}, /*vectorize=*/{}, /*interleave=*/{},
      unroll, /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{},
      /*pipeline=*/{}, /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{},
      /*isVectorized=*/{}, /*startLoc=*/{}, /*endLoc=*/{},
      /*parallelAccesses=*/{});
  // The name that the attribute has in the LLVM dialect, to which conversions
  // carry it.
  function.walk(
      [&](scf::ForOp loop) { loop->setAttr("loop_annotation", annotation); });
}

func::FuncOp PrivateFunctions::create(StringRef name, TypeRange arguments) {
  ModuleOp module = cast<ModuleOp>(symbols.getOp());
  OpBuilder builder(module.getContext());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType(arguments, {}));
  function.setPrivate();
  symbols.insert(function, module.getBody()->end());
  return function;
}

void PrivateFunctions::write(func::FuncOp function, WriteBody body) {
  MLIRContext *context = function.getContext();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  OpBuilder builder(context);
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  CodeWriter writer(builder, function.getLoc(), entry, *this);
  body(writer, function.getArguments());
  func::ReturnOp::create(builder, function.getLoc());
}

static std::string getName(StringRef key) {
  return ("onnxops_" + key.split(' ').first).str();
}

// A prefix of keys. The code of a function that other models have as well is
// complete: it calls no function that the rest of the module calls.
std::string PrivateFunctions::getScope() const {
  return isInShared ? "shared " : "";
}

func::FuncOp PrivateFunctions::get(StringRef key, TypeRange arguments,
                                   WriteBody body, bool areSizesKnown) {
  func::FuncOp &function = functions[getScope() + key.str()];
  if (function)
    return function;
  function = create(getName(key), arguments);
  write(function, body);
  if (!areSizesKnown)
    keepLoops(function);
  return function;
}

func::FuncOp PrivateFunctions::getShared(StringRef key, TypeRange arguments,
                                         WriteBody body,
                                         ArrayRef<StringRef> attributes) {
  const bool isNamed = sharedCode && !isInShared;
  func::FuncOp &function = functions[getScope() + key.str()];
  if (function)
    return function;
  std::string name = getName(key);
  if (isNamed)
    name += "_" + llvm::toHex(llvm::SHA256::hash(llvm::arrayRefFromStringRef(
                                  (key + "\n" + sharedOptions).str())),
                              /*LowerCase=*/true);
  function = create(name, arguments);
  SmallVector<StringRef> all(attributes);
  // A model may have a function of that name.
  if (!isInShared && (!isNamed || function.getSymName() == name))
    all.push_back(kSharedFunctionAttr);
  function->setAttr("passthrough", Builder(getContext()).getStrArrayAttr(all));
  if (isNamed && llvm::is_contained(all, kSharedFunctionAttr) &&
      sharedCode->request(name))
    return function;
  llvm::SaveAndRestore inShared(isInShared, sharedCode != nullptr);
  write(function, body);
  keepLoops(function);
  return function;
}

func::FuncOp PrivateFunctions::getQuery(StringRef name, int64_t arguments) {
  func::FuncOp &function = functions[name];
  if (function)
    return function;
  OpBuilder builder(getContext());
  Type number = builder.getI64Type();
  SmallVector<Type> types(arguments, number);
  FunctionType type = builder.getFunctionType(types, number);
  // Another function of that name is not called: a linker will miss this one.
  function = symbols.lookup<func::FuncOp>(name);
  if (function && function.getFunctionType() == type)
    return function;
  function =
      func::FuncOp::create(builder, symbols.getOp()->getLoc(), name, type);
  function.setPrivate();
  // The same answer in all of a kernel, so that LLVM asks before a loop.
  function->setAttr(LLVM::LLVMDialect::getReadnoneAttrName(),
                    builder.getUnitAttr());
  symbols.insert(function);
  return function;
}
