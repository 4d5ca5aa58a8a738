//===- Onnx.cpp - fuzzes import and export of ONNX models -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An input is a ModelProto. The importer makes a module that verifies, or says
// why not; what the exporter writes of that can be imported again, as the same
// module.
//
//===----------------------------------------------------------------------===//

#include "Modules.h"
#include "OnnxMutator.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Export/Export.h"
#include "onnxops/Import/Import.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::fuzz;

// Two thirds of the inputs are read with all that options allow. Which ones is
// a matter of the input, so that a finding stays one.
static ImportOptions chooseOptions(StringRef bytes) {
  ImportOptions options;
  options.limits = chooseLimits(bytes);
  options.allowUnsupported = options.allowNewerOpset = bytes.size() % 3 != 0;
  if (bytes.size() % 3 == 1) {
#define ONNXOPS_IMPORT_OPTION(member, flag, help) options.member = true;
#include "onnxops/Import/ImportOptions.def"
  }
  return options;
}

static OwningOpRef<ModuleOp> import(StringRef bytes, MLIRContext &context,
                                    const ImportOptions &options) {
  Errors errors(context);
  OwningOpRef<ModuleOp> module =
      importONNX({bytes, "model.onnx"}, context, options);
  errors.require(bool(module), "import");
  if (!module)
    return module;
  fuzz::require(succeeded(verify(*module)), "what is imported verifies");
  requireLimits(*module, options.limits);
  return module;
}

// What comes of the import of what was exported.
static void compare(ModuleOp module, StringRef bytes, MLIRContext &context,
                    const ImportOptions &options) {
  OwningOpRef<ModuleOp> again = import(bytes, context, options);
  fuzz::require(bool(again), "what is exported can be imported");
  const std::string expected = print(module), actual = print(*again);
  fuzz::require(actual == expected, "what is exported is imported as it was",
                "\n" + expected + "\n" + actual);
}

static FailureOr<std::string> exportModule(ModuleOp module) {
  Errors errors(*module.getContext());
  FailureOr<std::string> bytes = exportONNX(module);
  errors.require(succeeded(bytes), "export");
  return bytes;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static SharedContext first, second;
  const StringRef bytes(reinterpret_cast<const char *>(data), size);
  const ImportOptions options = chooseOptions(bytes);
  OwningOpRef<ModuleOp> module = import(bytes, first.get(), options);
  if (!module)
    return 0;
  recordCalls(*module);
  FailureOr<std::string> written = exportModule(*module);
  if (failed(written))
    return 0;
  // What is written is by the standard, whatever was allowed in the input.
  ImportOptions strict;
  strict.allowUnsupported = options.allowUnsupported;
  strict.allowNewerOpset = options.allowNewerOpset;
  // The module has what it records of calls, which the file has not.
  if (options.keepFunctions) {
    OwningOpRef<ModuleOp> again = import(*written, second.get(), strict);
    fuzz::require(bool(again), "what is exported can be imported");
    return 0;
  }
  if (!StringRef(print(*module)).contains("dense_resource<")) {
    compare(*module, *written, second.get(), strict);
    return 0;
  }
  // The names of resources tell how often one was used in a context.
  MLIRContext third(MLIRContext::Threading::DISABLED),
      fourth(MLIRContext::Threading::DISABLED);
  OwningOpRef<ModuleOp> twin = import(bytes, third, options);
  compare(*twin, *written, fourth, strict);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  return mutateModel(data, size, maxSize, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first,
                                            size_t firstSize,
                                            const uint8_t *second,
                                            size_t secondSize, uint8_t *out,
                                            size_t maxSize, unsigned seed) {
  return crossMessages(onnx::ModelProto::default_instance(), first, firstSize,
                       second, secondSize, out, maxSize, seed);
}
