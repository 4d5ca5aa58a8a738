//===- SharedFunctions.cpp - separation of shared functions ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neither module may depend on the other, not even by a declaration that
// nothing uses: kept code is found again by the content of its module, or by
// its name.
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

SmallVector<llvm::Function *>
mlir::onnxops::findSharedFunctions(llvm::Module &module) {
  SmallVector<llvm::Function *> shared;
  for (llvm::Function &function : module)
    if (function.hasFnAttribute(kSharedFunctionAttr) &&
        !function.isDeclaration())
      shared.push_back(&function);
  return shared;
}

// Erases those of the local `symbols` that are not used any more, and then
// unused declarations: what is left is the module that it would be if the
// functions had only been declared.
static void eraseUnused(llvm::Module &module, const Symbols &symbols) {
  SmallVector<llvm::GlobalValue *> unused;
  for (const llvm::GlobalValue *symbol : symbols)
    unused.push_back(module.getNamedValue(symbol->getName()));
  for (bool isSmaller = true; isSmaller;) {
    isSmaller = false;
    for (llvm::GlobalValue *&symbol : unused)
      if (symbol && symbol->hasLocalLinkage() && symbol->use_empty()) {
        symbol->eraseFromParent();
        symbol = nullptr;
        isSmaller = true;
      }
  }
  eraseUnusedDeclarations(module.functions());
  eraseUnusedDeclarations(module.globals());
}

std::unique_ptr<llvm::Module>
mlir::onnxops::takeFunctions(llvm::Module &module,
                             ArrayRef<llvm::Function *> functions,
                             const Twine &identifier) {
  Symbols symbols(functions.begin(), functions.end());
  for (size_t i = 0; i < symbols.size(); ++i)
    addUsed(*symbols[i], symbols);
  if (functions.empty() || !llvm::all_of(symbols, canBeCopied))
    return nullptr;
  for (llvm::Function *function : functions) {
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
  taken->setModuleIdentifier(identifier.str());
  eraseUnusedDeclarations(taken->functions());
  eraseUnusedDeclarations(taken->globals());
  for (llvm::Function *function : functions)
    function->deleteBody();
  eraseUnused(module, symbols);
  return taken;
}
