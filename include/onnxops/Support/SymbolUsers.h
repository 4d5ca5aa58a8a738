//===- SymbolUsers.h - symbol use map ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upstream's SymbolUserMap crashes on an unregistered op with one region, such
// as an onnx.Loop: it might be a symbol table.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_SYMBOLUSERS_H
#define ONNXOPS_SUPPORT_SYMBOLUSERS_H

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::onnxops {

/// The users of each symbol, found in one walk.
class SymbolUsers {
public:
  /// Walks all ops in `root`, a symbol table. An unregistered op counts as part
  /// of the symbol table around it.
  explicit SymbolUsers(Operation *root);

  /// Each op once, in program order.
  ArrayRef<Operation *> of(Operation *symbol) const;

private:
  void add(SymbolTableCollection &tables, Operation *user);

  DenseMap<Operation *, SetVector<Operation *>> users;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_SYMBOLUSERS_H
