//===- RunnableModel.h - a model, its inputs and outputs --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads a model of any kind and describes the inputs and outputs of the
// function that is to be run.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXECUTION_RUNNABLEMODEL_H
#define ONNXOPS_LIB_EXECUTION_RUNNABLEMODEL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Execution/Run.h"

namespace mlir::onnxops {

/// An input or output as the model declares it.
struct Port {
  std::string name;               ///< the model's, or "arg0", "result0"
  Type type;                      ///< a tensor or a sequence of the dialect
  int32_t elementType;            ///< OnnxopsElementType
  SmallVector<StringRef> symbols; ///< one per dimension, "" for none
  ElementsAttr defaultValue;      ///< null if there is none

  /// The type of the tensor, or of a sequence's elements.
  TensorType getTensorType() const;
  bool isSequence() const;
};

struct RunnableModel {
  OwningOpRef<ModuleOp> module;
  std::string function;
  std::vector<Port> inputs, outputs;
  /// Whether anything but data movement is in the model.
  bool hasArithmetic = false;
};

/// Fills in the inputs and outputs of model.function, which is looked up in
/// `module`. Failures have been reported.
LogicalResult describeFunction(RunnableModel &model, ModuleOp module);

/// Reads options.model. Failures have been reported to the context.
FailureOr<RunnableModel> readModel(const RunOptions &options,
                                   MLIRContext &context);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXECUTION_RUNNABLEMODEL_H
