//===- ImportFlags.cpp - import flags of command-line tools ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registers the flags and sets the options by them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/ImportFlags.h"

using namespace mlir::onnxops;

ImportFlags::ImportFlags(llvm::cl::OptionCategory &category,
                         bool keepsUnsupported)
    : category(category) {
  keepFunctions.removeArgument();
  if (!keepsUnsupported)
    allowUnsupported.removeArgument();
}

ImportOptions ImportFlags::get() const {
  ImportOptions options;
  auto set = [](uint64_t &limit, uint64_t given) {
    if (given)
      limit = given;
  };
#define ONNXOPS_IMPORT_OPTION(member, flag, help) options.member = member;
#define ONNXOPS_MODEL_LIMIT(member, flag, help)                                \
  set(options.limits.member, member);
#include "onnxops/Import/ImportOptions.def"
  return options;
}

bool ImportFlags::isGiven() const {
  int given = 0;
#define ONNXOPS_IMPORT_OPTION(member, flag, help)                              \
  given += member.getNumOccurrences();
#define ONNXOPS_MLIR_OPTION(member, flag, help)
#include "onnxops/Import/ImportOptions.def"
  return given != 0;
}

bool ImportFlags::hasLimits() const {
  int given = 0;
#define ONNXOPS_MODEL_LIMIT(member, flag, help)                                \
  given += member.getNumOccurrences();
#include "onnxops/Import/ImportOptions.def"
  return given != 0;
}
