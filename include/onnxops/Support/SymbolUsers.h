//===- SymbolUsers.h - who names which symbol -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's SymbolUserMap crashes on an op that nobody has registered and that
// has one region, as an onnx.Loop has: it might be a symbol table.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_SYMBOLUSERS_H
#define ONNXOPS_SUPPORT_SYMBOLUSERS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::onnxops {

/// The ops that name each symbol, found once for all.
class SymbolUsers {
public:
  /// Looks at all ops in `root`, a symbol table. An unregistered op counts as
  /// part of the symbol table around it.
  explicit SymbolUsers(Operation *root);

  /// Each op once, in the order in which they stand.
  ArrayRef<Operation *> of(Operation *symbol) const;

private:
  void add(SymbolTableCollection &tables, Operation *user);

  DenseMap<Operation *, SetVector<Operation *>> users;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_SYMBOLUSERS_H
