//===- RegionTypes.h - types of If and Loop in ONNX form --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Types of the results of generic `onnx` ops with regions, from what the
// regions yield.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_REGIONTYPES_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_REGIONTYPES_H

#include "mlir/IR/Operation.h"

namespace mlir::onnxops {

/// Whether an op, which may be null, is that operator of ONNX's default domain.
bool isOperator(Operation *op, StringRef opType);

/// The types of the results of an `onnx.If`: those of the branch that a known
/// condition takes, and otherwise joins. Null where nothing is known; empty for
/// any other op.
SmallVector<Type> inferIf(Operation *op);

/// Refines the types in the body of a copy of a loop.
using InferBody = llvm::function_ref<LogicalResult(Operation *copy)>;

/// Infers the types of the values that an `onnx.Loop` carries: they keep the
/// type of their initial values as far as each iteration does, and elements of
/// a sequence that is empty at first have the type of those that are inserted.
/// Returns a copy of the loop before it, whose body has these types, and null
/// if they are not more precise than those of the body's arguments.
Operation *inferLoop(Operation *loop, InferBody infer);

/// The types of the results of an `onnx.Loop` by its body. Null where nothing
/// is known; empty for any other op.
SmallVector<Type> inferLoopResults(Operation *op);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_REGIONTYPES_H
