//===- Explain.h - report on the copies of each operator --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes emit remarks on operands that they compute in place or copy. This
// class groups the remarks of a lowering by the operators of the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_EXPLAIN_H
#define ONNXOPS_LIB_EXECUTION_EXPLAIN_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Collects the remarks of a lowering.
class Explanation {
public:
  /// Lists the concats, tiles and splits of `module`, which has that function,
  /// and from then on collects the remarks of its context, which must have no
  /// other remark engine.
  Explanation(ModuleOp module, StringRef function);
  ~Explanation();

  /// Prints a paragraph for each operator in the order of the module, and one
  /// for copies without an operator, such as those of results.
  void print(raw_ostream &os) const;

  /// Prints the ops of the function as a graph in the DOT language: green for
  /// what moves nothing and is computed in place, red for what is copied, with
  /// shapes, bytes and the reasons of copies.
  void printDot(raw_ostream &os) const;

  /// Prints that graph as SVG, laid out by Graphviz. Fails where its program
  /// `dot` is not installed.
  llvm::Error printSVG(raw_ostream &os) const;

private:
  struct Impl;
  /// Shared with the context's remark engine.
  std::shared_ptr<Impl> impl;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_EXPLAIN_H
