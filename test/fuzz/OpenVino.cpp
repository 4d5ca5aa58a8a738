//===- OpenVino.cpp - fuzzes the import of OpenVINO models ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is the XML of a model, a NUL, and the bytes of its .bin file. The
// importer makes a module that verifies and that can be exported to ONNX, or
// says why not.
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Import/Import.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static SharedContext shared;
  MLIRContext &context = shared.get();
  auto [model, weights] =
      StringRef(reinterpret_cast<const char *>(data), size).split('\0');
  ImportOptions options;
  options.limits = chooseLimits(model);
  OwningOpRef<ModuleOp> module;
  {
    Errors errors(context);
    module = importOpenVINO({model, "model.xml"}, {weights, "model.bin"},
                            context, options);
    errors.require(bool(module), "import");
  }
  if (!module)
    return 0;
  fuzz::require(succeeded(verify(*module)), "what is imported verifies");
  requireLimits(*module, options.limits);
  Errors errors(context);
  errors.require(succeeded(exportONNX(*module)), "export");
  return 0;
}
