//===- Names.h - C identifiers of a model -----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of models, inputs and outputs may be any text; C identifiers are chosen
// for them.
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

/// Chooses identifiers for a model. `name` is that of the function, and refused
/// if it is not valid; if it is empty, the name is derived from the file's.
llvm::Expected<CNames> chooseNames(const Model &model, StringRef name,
                                   StringRef file);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_AHEADOFTIME_NAMES_H
