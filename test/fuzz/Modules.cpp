//===- Modules.cpp - what harnesses of importers share --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"

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

std::string mlir::onnxops::fuzz::print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  return text;
}
