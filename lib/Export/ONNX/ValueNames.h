//===- ValueNames.h - names of values in a model ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assigns names, which values of a model need, to values of the IR: the name in
// the original file, if the module still has it, or else a new unique name.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H
#define ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::onnxops {

/// The importer's label of a node without a name, up to its first result.
std::string makeLabelPrefix(StringRef opType);

class ValueNames {
public:
  /// Collects the original names of the function's values.
  explicit ValueNames(func::FuncOp function);

  /// Names assigned between these two are not visible outside.
  void enterGraph() { graphs.emplace_back(); }
  void leaveGraph() { graphs.pop_back(); }

  /// Reserves a name for the graph. Fails if it is empty, if the graph has it,
  /// or if an enclosing graph has already defined it.
  bool take(StringRef name);
  /// Gives a value the name `preferred` or, if that is not available, a new
  /// name that begins with `stem`. Does nothing if the value has a name.
  void give(Value value, StringRef preferred, StringRef stem = "value");
  /// A new name.
  std::string invent(StringRef stem);
  /// From now on, subgraphs of this graph may not define the value's name
  /// again.
  void define(Value value) { graphs.back()[get(value)] = true; }
  /// Gives a value a name reserved for it, the name of an equal value, or "" if
  /// the value is absent.
  void assign(Value value, StringRef name) { names[value] = name.str(); }

  bool has(Value value) const { return names.contains(value); }
  /// The name of a value, which must have one unless its type is none.
  StringRef get(Value value) const;

private:
  DenseMap<Value, std::string> names;
  // For each name, whether it is defined yet; the outermost graph is the first.
  SmallVector<llvm::StringMap<bool>> graphs;
  llvm::StringSet<> reserved; // original names, and those invented already
  unsigned count = 0;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H
