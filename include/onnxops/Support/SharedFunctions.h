//===- SharedFunctions.h - functions that models share ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How the passes that write functions tell the code generator which of them
// other models have as well, and learn which of them need not be written.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H
#define ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace mlir::onnxops {

/// The attribute in LLVM IR of a function whose code depends neither on the
/// model nor on its sizes. In memory it is compiled once for all models.
constexpr llvm::StringLiteral kSharedFunctionAttr = "onnxops-shared";

/// Machine code of shared functions for one CPU, by their names: functions of
/// one name are the same in all models that are compiled with it. For one
/// compilation; what it has stays valid as long as it exists.
class SharedCode {
public:
  virtual ~SharedCode() = default;

  /// For a pass that is about to write a function: whether there is code of it,
  /// so that a declaration is enough. Otherwise its code is to be added. A
  /// function that was not requested, as one of that name in a model, is none
  /// of them.
  virtual bool request(llvm::StringRef name) = 0;

  /// Whether a function was requested, and there was no code of it.
  virtual bool lacks(llvm::StringRef name) const = 0;

  /// Whether a function was requested, and there is code of it.
  virtual bool contains(llvm::StringRef name) const = 0;

  /// Adds the object file that defines a function that it lacks.
  virtual llvm::Error add(llvm::StringRef name,
                          std::unique_ptr<llvm::MemoryBuffer> object) = 0;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_SHAREDFUNCTIONS_H
