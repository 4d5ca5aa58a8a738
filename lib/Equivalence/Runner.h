//===- Runner.h - what runs a model -----------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The interface of what runs models, and its two implementations.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EQUIVALENCE_RUNNER_H
#define ONNXOPS_LIB_EQUIVALENCE_RUNNER_H

#include "mlir/IR/Diagnostics.h"
#include "onnxops/Data/TensorData.h"
#include "onnxops/Import/Import.h"
#include "onnxops/Model/Model.h"

namespace mlir::onnxops {

/// While it lives, keeps the first error of a context, and prints none.
class FirstError {
public:
  explicit FirstError(MLIRContext &context)
      : handler(&context, [this](Diagnostic &diagnostic) {
          if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
              message.empty())
            message = diagnostic.str();
          return success();
        }) {}

  llvm::Error take() { return llvm::createStringError(message); }
  /// The first error, `other` if there is none.
  llvm::Error take(llvm::Error other) {
    if (message.empty())
      return other;
    llvm::consumeError(std::move(other));
    return take();
  }

private:
  std::string message;
  ScopedDiagnosticHandler handler;
};

/// A model that can be run.
class Runner {
public:
  virtual ~Runner() = default;

  /// The outputs for one value per input. Fails with the reason if the model
  /// does.
  virtual llvm::Expected<std::vector<HostValue>>
  run(ArrayRef<HostValue> inputs) = 0;
};

/// Loads models, all in one way.
class RunnerLoader {
public:
  virtual ~RunnerLoader() = default;

  virtual std::string getName() const = 0;
  virtual llvm::Expected<std::unique_ptr<Runner>> loadFile(StringRef path) = 0;
  virtual llvm::Expected<std::unique_ptr<Runner>>
  loadBytes(StringRef bytes) = 0;
};

/// Compiles models.
std::unique_ptr<RunnerLoader> createCompiler(const ImportOptions &import);

/// Opens a library of ONNX Runtime, whose sessions run models with the inputs
/// and outputs of `model`. Fails if there is none.
llvm::Expected<std::unique_ptr<RunnerLoader>>
openOnnxRuntime(StringRef library, const Model &model);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EQUIVALENCE_RUNNER_H
