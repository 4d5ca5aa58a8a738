//===- Names.h - what a model is called in C --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of models, inputs and outputs may be anything; those of C may not.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_AHEADOFTIME_NAMES_H
#define ONNXOPS_LIB_AHEADOFTIME_NAMES_H

#include "onnxops/Model/Model.h"
#include "llvm/Support/Error.h"

namespace mlir::onnxops {

/// Identifiers of C and C++.
struct CNames {
  std::string function;
  std::vector<std::string> inputs, outputs; ///< members of the two structs
};

/// Chooses names for a model. `name` is the function's, and refused if it
/// cannot be; if it is empty, the name is made of the file's.
llvm::Expected<CNames> chooseNames(const Model &model, StringRef name,
                                   StringRef file);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_NAMES_H
