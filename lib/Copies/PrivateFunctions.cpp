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

void PrivateFunctions::share(func::FuncOp function,
                             ArrayRef<StringRef> attributes) {
  SmallVector<StringRef> all(attributes);
  all.push_back(kSharedFunctionAttr);
  function->setAttr("passthrough",
                    Builder(function.getContext()).getStrArrayAttr(all));
  keepLoops(function);
}

func::FuncOp PrivateFunctions::get(StringRef key, TypeRange arguments,
                                   WriteBody body, bool areSizesKnown) {
  func::FuncOp &function = functions[key];
  if (function)
    return function;
  auto module = cast<ModuleOp>(symbols.getOp());
  MLIRContext *context = module.getContext();
  OpBuilder builder(context);
  std::string name = ("onnxops_" + key.split(' ').first).str();
  function = func::FuncOp::create(builder, module.getLoc(), name,
                                  builder.getFunctionType(arguments, {}));
  function.setPrivate();
  function->setAttr("llvm.linkage",
                    LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  symbols.insert(function, module.getBody()->end());
  Block *entry = function.addEntryBlock();
  builder.setInsertionPointToStart(entry);
  CodeWriter writer(builder, module.getLoc(), entry, *this);
  body(writer, function.getArguments());
  func::ReturnOp::create(builder, module.getLoc());
  if (!areSizesKnown)
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
