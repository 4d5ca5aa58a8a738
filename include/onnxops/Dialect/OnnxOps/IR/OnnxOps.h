//===- OnnxOps.h - the dialect, its types and ops ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The header that users of the dialect include.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS_H
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include "onnxops/Dialect/OnnxOps/IR/DefinitionOrder.h"
#include "onnxops/Dialect/OnnxOps/IR/OperandInfo.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.h.inc"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsInterfaces.h.inc"

#define GET_OP_CLASSES
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h.inc"

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS_H
