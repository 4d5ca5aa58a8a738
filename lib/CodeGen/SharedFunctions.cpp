//===- SharedFunctions.cpp - separation of shared functions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The new module must not depend on the rest of the old one, not even by a
// declaration that nothing uses: it is found again by its content.
//
//===----------------------------------------------------------------------===//

#include "SharedFunctions.h"

#include "onnxops/Support/SharedFunctions.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace mlir;
using namespace mlir::onnxops;

using Symbols = llvm::SmallSetVector<const llvm::GlobalValue *, 16>;

// Adds the local symbols that a constant refers to.
static void addSymbols(const llvm::Constant &constant, Symbols &symbols) {
  if (auto *symbol = llvm::dyn_cast<llvm::GlobalValue>(&constant)) {
    if (symbol->hasLocalLinkage())
      symbols.insert(symbol);
    return;
  }
  for (const llvm::Use &operand : constant.operands())
    if (auto *nested = llvm::dyn_cast<llvm::Constant>(operand))
      addSymbols(*nested, symbols);
}

// Adds the local symbols that a definition refers to.
static void addUsed(const llvm::GlobalValue &symbol, Symbols &symbols) {
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&symbol))
    if (variable->hasInitializer())
      addSymbols(*variable->getInitializer(), symbols);
  auto *function = llvm::dyn_cast<llvm::Function>(&symbol);
  if (!function)
    return;
  for (const llvm::BasicBlock &block : *function)
    for (const llvm::Instruction &instruction : block)
      for (const llvm::Use &operand : instruction.operands())
        if (auto *constant = llvm::dyn_cast<llvm::Constant>(operand))
          addSymbols(*constant, symbols);
}

// Whether each module can have a symbol of its own.
static bool canBeCopied(const llvm::GlobalValue *symbol) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(symbol);
  return llvm::isa<llvm::Function>(symbol) ||
         (variable && variable->isConstant());
}

// Erases declarations that nothing uses.
template <typename List>
static void eraseUnusedDeclarations(List &&symbols) {
  for (auto &symbol : llvm::make_early_inc_range(symbols))
    if (symbol.use_empty() && symbol.isDeclaration())
      symbol.eraseFromParent();
}

std::unique_ptr<llvm::Module>
mlir::onnxops::takeSharedFunctions(llvm::Module &module) {
  SmallVector<llvm::Function *> shared;
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(kSharedFunctionAttr) &&
        !function.isDeclaration())
      shared.push_back(&function);
  Symbols symbols(shared.begin(), shared.end());
  for (size_t i = 0; i < symbols.size(); ++i)
    addUsed(*symbols[i], symbols);
  if (shared.empty() || !llvm::all_of(symbols, canBeCopied))
    return nullptr;
  for (llvm::Function *function : shared) {
    function->setLinkage(llvm::GlobalValue::ExternalLinkage);
    // The JIT may place the two modules anywhere.
    function->setDSOLocal(false);
  }
  llvm::ValueToValueMapTy clones;
  std::unique_ptr<llvm::Module> taken =
      llvm::CloneModule(module, clones, [&](const llvm::GlobalValue *symbol) {
        return symbols.contains(symbol);
      });
  // The JIT identifies objects with initializers by name.
  taken->setModuleIdentifier(module.getModuleIdentifier() + ".shared");
  eraseUnusedDeclarations(taken->functions());
  eraseUnusedDeclarations(taken->globals());
  // LLVM's passes erase the local functions that only these have used.
  for (llvm::Function *function : shared)
    function->deleteBody();
  return taken;
}
