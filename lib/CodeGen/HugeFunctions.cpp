//===- HugeFunctions.cpp - what is compiled without optimisation ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The entry of a concat of thousands of operands is a long row of calls, which
// gains nothing from being optimised. The copies that it calls do the work, and
// gain all there is: they must not share the fate of their caller.
//
//===----------------------------------------------------------------------===//

#include "HugeFunctions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::onnxops;

// Instructions from which a function counts as huge. Register allocation and
// some optimisations are not linear: 10,000 operands take llc minutes at -O2
// and less than a second at -O0 (docs/decisions.md).
static constexpr unsigned kHugeFunction = 20000;

// Constants stay local: each module has a copy of those it reads.
static bool isLocalConstant(const llvm::GlobalValue &symbol) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol);
  return variable && variable->isConstant() && variable->hasLocalLinkage();
}

// Lets the other module refer to what was local. Not hidden: code that expects
// a symbol in its own library expects it near, and the two modules may come to
// lie anywhere.
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
  // The JIT tells objects apart by name where they have initializers.
  taken->setModuleIdentifier(module.getModuleIdentifier() + ".huge");
  for (llvm::Function &function : module)
    if (huge.contains(&function))
      function.deleteBody();
  return taken;
}
