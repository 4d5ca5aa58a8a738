//===- SymbolUsers.cpp - symbol use map -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One walk over all attributes.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/SymbolUsers.h"

using namespace mlir;
using namespace mlir::onnxops;

void SymbolUsers::add(SymbolTableCollection &tables, Operation *user) {
  Operation *table = user->getParentWithTrait<OpTrait::SymbolTable>();
  user->getAttrDictionary().walk<WalkOrder::PreOrder>([&](SymbolRefAttr name) {
    SmallVector<Operation *> symbols;
    if (succeeded(tables.lookupSymbolIn(table, name, symbols)))
      for (Operation *symbol : symbols)
        users[symbol].insert(user);
    // Nested references have been looked up with their root.
    return WalkResult::skip();
  });
}

SymbolUsers::SymbolUsers(Operation *root) {
  SymbolTableCollection tables;
  root->walk([&](Operation *op) {
    if (op != root)
      add(tables, op);
  });
}

ArrayRef<Operation *> SymbolUsers::of(Operation *symbol) const {
  auto found = users.find(symbol);
  return found == users.end() ? ArrayRef<Operation *>()
                              : found->second.getArrayRef();
}
