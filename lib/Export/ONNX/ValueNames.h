//===- ValueNames.h - the names of values in a model ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In a model values have names, in IR most have none. Here each gets one: that
// of the file it came from, as far as the module still knows it, otherwise one
// that nothing else has.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H
#define ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::onnxops {

/// What the importer calls a node without a name, before its first result.
std::string makeLabelPrefix(StringRef opType);

class ValueNames {
public:
  /// Finds the names that the function's values had.
  explicit ValueNames(func::FuncOp function);

  /// Names given between these two are not seen outside.
  void enterGraph() { graphs.emplace_back(); }
  void leaveGraph() { graphs.pop_back(); }

  /// Takes a name for the graph. Fails if it is empty, if the graph has it, or
  /// if a graph around it has defined it so far.
  bool take(StringRef name);
  /// Gives a value the name `wish` or, where it cannot have that, a new one
  /// that begins with `stem`. Does nothing if it has a name.
  void give(Value value, StringRef wish, StringRef stem = "value");
  /// A new name.
  std::string invent(StringRef stem);
  /// From here on graphs in this one may not define the value's name again.
  void define(Value value) { graphs.back()[get(value)] = true; }
  /// Gives a value a name that is taken for it, that of a value which is the
  /// same, or "" for one that is not given.
  void assign(Value value, StringRef name) { names[value] = name.str(); }

  bool has(Value value) const { return names.contains(value); }
  /// Must have one, unless it is of type none.
  StringRef get(Value value) const;

private:
  DenseMap<Value, std::string> names;
  // Whether each name is defined yet; the outermost graph is the first.
  SmallVector<llvm::StringMap<bool>> graphs;
  llvm::StringSet<> reserved; // never invented: wished for, or invented already
  unsigned count = 0;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_VALUENAMES_H
