//===- Nesting.h - how deep a module is nested ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser, and much that comes after it, recurses over what is nested in
// each other. These look before it does, without recursion.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_MODEL_NESTING_H
#define ONNXOPS_LIB_MODEL_NESTING_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// How deep regions, attributes, types and affine expressions may be nested.
/// What compilers write stays below 40; a stack of 8 MiB holds 10,000.
constexpr unsigned kMaxNesting = 256;

/// Where in MLIR's text something is nested more than kMaxNesting deep;
/// StringRef::npos if nowhere. Linear, for any text. Brackets count, and
/// operators of one affine expression, whose tree is as deep as it is long.
size_t findDeepNesting(StringRef text);

/// Refuses a module with an attribute or type that is nested more than
/// kMaxNesting deep, or whose text would be far longer than the file of
/// `fileBytes`: by aliases a short file can have either. The module need not
/// have been verified. `file` is its location.
LogicalResult checkNesting(ModuleOp module, Location file, size_t fileBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_MODEL_NESTING_H
