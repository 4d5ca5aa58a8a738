//===- Model.h - a model, its inputs and outputs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a model of any kind, and describes the inputs and outputs of one of its
// functions as the model declares them, for calling or compiling it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_MODEL_MODEL_H
#define ONNXOPS_MODEL_MODEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Import/Import.h"

namespace mlir::onnxops {

/// An input or output as the model declares it.
struct ValueInfo {
  std::string name;               ///< the model's, or "arg0", "result0"
  Type type;                      ///< a tensor or a sequence of the dialect
  int32_t elementType;            ///< OnnxopsElementType
  SmallVector<StringRef> symbols; ///< one per dimension, "" for none
  ElementsAttr defaultValue;      ///< null if there is none

  /// The type of the tensor, or of a sequence's elements.
  TensorType getTensorType() const;
  bool isSequence() const;
};

/// A module, and the description of the chosen function.
struct Model {
  OwningOpRef<ModuleOp> module;
  std::string function;
  std::vector<ValueInfo> inputs, outputs;
  /// Whether the model computes: then results are compared with a tolerance.
  bool hasArithmetic = false;
};

/// Reads a file that ends in .onnx, .xml (with its .bin), .mlir or .mlirbc.
/// Null if that fails; the failure has been reported to the context.
OwningOpRef<ModuleOp> readModule(StringRef path, MLIRContext &context,
                                 const ImportOptions &import = {});

/// Describes a public function of a module that has not been lowered: if
/// `function` is empty, `main`, or the only entry of a module of onnx-mlir.
/// Fails, with a diagnostic at the module, if there is none or its type is not
/// one of tensors and sequences.
FailureOr<Model> describeModel(OwningOpRef<ModuleOp> module,
                               StringRef function);

/// Reads a file and describes a function of it. Failures have been reported to
/// the context.
FailureOr<Model> readModel(StringRef path, StringRef function,
                           MLIRContext &context,
                           const ImportOptions &import = {});

} // namespace mlir::onnxops

#endif // ONNXOPS_MODEL_MODEL_H
