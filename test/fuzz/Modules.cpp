//===- Modules.cpp - what harnesses of importers share --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

MLIRContext &SharedContext::get() {
  constexpr unsigned kMostUses = 500;
  if (!context || ++uses > kMostUses) {
    context = std::make_unique<MLIRContext>(registry,
                                            MLIRContext::Threading::DISABLED);
    uses = 0;
  }
  return *context;
}

Errors::Errors(MLIRContext &context)
    : os(printed), printer(&context, os),
      handler(&context, [this](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error) {
          ++count;
          text += (text.empty() ? "" : " | ") + diagnostic.str();
        }
        return failure(); // for the printer to see
      }) {}

Errors::~Errors() {
  for (char c : printed)
    fuzz::require(c == '\n' || (static_cast<unsigned char>(c) >= ' ' &&
                                static_cast<unsigned char>(c) != 0x7F),
                  "what is printed has no control characters", printed);
}

void Errors::require(bool succeeded, const char *stage) {
  const std::string context = std::string(stage) + ": " + text;
  fuzz::require(!succeeded || count == 0, "what succeeds emits no error",
                context);
  fuzz::require(succeeded || count > 0, "what fails emits an error", context);
  fuzz::require(succeeded || count == 1, "what fails emits one error", context);
}

ModelLimits mlir::onnxops::fuzz::chooseLimits(StringRef bytes) {
  ModelLimits limits;
  if (bytes.size() % 5 == 0) {
    limits.maxRank = 3;
    limits.maxElements = 100;
    limits.maxNodes = 10;
    limits.maxConstantBytes = 1000;
  }
  return limits;
}

void mlir::onnxops::fuzz::requireLimits(ModuleOp module,
                                        const ModelLimits &limits) {
  auto check = [&](Type type) {
    if (auto sequence = dyn_cast<SequenceType>(type))
      type = sequence.getTensorType();
    if (auto tensor = dyn_cast<RankedTensorType>(type))
      if (llvm::Error error = checkShape(tensor.getShape(), limits))
        fuzz::require(false, "what is imported keeps limits",
                      toString(std::move(error)));
  };
  module.walk([&](Operation *op) {
    llvm::for_each(op->getResultTypes(), check);
    for (Region &region : op->getRegions())
      llvm::for_each(region.getArgumentTypes(), check);
  });
}

std::string mlir::onnxops::fuzz::print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}
