//===- HugeFunctions.cpp - separation of huge functions -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry of a concat of thousands of operands is a long sequence of calls,
// which does not gain from optimisation. The copies that it calls do the work,
// and gain much: they must be optimised independently of their caller.
//
//===----------------------------------------------------------------------===//

#include "HugeFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::onnxops;

// The number of instructions from which on a function counts as huge. Register
// allocation and some optimisations are not linear: 10,000 operands take llc
// minutes at -O2 and less than a second at -O0 (docs/decisions.md).
static constexpr unsigned kHugeFunction = 20000;

// Constants stay local: each module has a copy of those that it reads.
static bool isLocalConstant(const llvm::GlobalValue &symbol) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol);
  return variable && variable->isConstant() && variable->hasLocalLinkage();
}

// Makes a local symbol visible to the other module. Not hidden: code for a
// hidden symbol expects it nearby, and the JIT may place the two modules
// anywhere.
static void share(llvm::GlobalValue &symbol, StringRef prefix) {
  if (!symbol.hasLocalLinkage())
    return;
  if (!prefix.empty())
    symbol.setName(prefix + "." + symbol.getName());
  symbol.setLinkage(llvm::GlobalValue::ExternalLinkage);
  symbol.setDSOLocal(false);
}

std::unique_ptr<llvm::Module>
mlir::onnxops::takeHugeFunctions(llvm::Module &module, StringRef prefix) {
  llvm::SmallPtrSet<const llvm::GlobalValue *, 4> huge;
  for (llvm::Function &function : module)
    if (function.getInstructionCount() > kHugeFunction)
      huge.insert(&function);
  if (huge.empty())
    return nullptr;
  for (llvm::GlobalValue &symbol : module.global_values())
    if (!isLocalConstant(symbol))
      share(symbol, prefix);
  llvm::ValueToValueMapTy clones;
  std::unique_ptr<llvm::Module> taken =
      llvm::CloneModule(module, clones, [&](const llvm::GlobalValue *symbol) {
        return huge.contains(symbol) || isLocalConstant(*symbol);
      });
  // The JIT identifies objects with initializers by name.
  taken->setModuleIdentifier(module.getModuleIdentifier() + ".huge");
  for (llvm::Function &function : module)
    if (huge.contains(&function))
      function.deleteBody();
  return taken;
}
