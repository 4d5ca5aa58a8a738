//===- Nesting.h - limits on the nesting of a module ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MLIR's parser, and much code after it, recurses over nested structures. These
// functions check the depth beforehand, without recursion.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_MODEL_NESTING_H
#define ONNXOPS_LIB_MODEL_NESTING_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::onnxops {

/// The deepest nesting of regions, attributes, types and affine expressions.
/// Output of compilers stays below 40; a stack of 8 MiB holds 10,000.
constexpr unsigned kMaxNesting = 256;

/// The position in MLIR's text of a nesting deeper than kMaxNesting;
/// StringRef::npos if there is none. Linear, for any text. Counts brackets, and
/// operators of one affine expression, whose tree is as deep as it is long.
size_t findDeepNesting(StringRef text);

/// Refuses a module with an attribute or type nested deeper than kMaxNesting,
/// or with text far longer than the file of `fileBytes`: aliases in a short
/// file can cause either. The module need not have been verified. `file` is its
/// location.
LogicalResult checkNesting(ModuleOp module, Location file, size_t fileBytes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_MODEL_NESTING_H
