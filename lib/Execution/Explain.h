//===- Explain.h - what became of each operator -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes say in remarks what they compute in place and what they copy. This
// puts the remarks of a lowering in order by the operators of the model.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_EXPLAIN_H
#define ONNXOPS_LIB_EXECUTION_EXPLAIN_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// Collects what is said while a module is lowered.
class Explanation {
public:
  /// Lists the concats, tiles and splits of `module`, which has that function,
  /// and from then on keeps the remarks of its context, which must have no
  /// other engine for them.
  Explanation(ModuleOp module, StringRef function);
  ~Explanation();

  /// Prints a paragraph for each operator in the order of the module, and one
  /// for copies that belong to none, such as of results.
  void print(raw_ostream &os) const;

  /// Draws the ops of the function as SVG: green what moves nothing and what is
  /// computed in place, red what is copied.
  void printPicture(raw_ostream &os) const;

private:
  struct Impl;
  /// The context's engine has a share in it.
  std::shared_ptr<Impl> impl;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_EXPLAIN_H
