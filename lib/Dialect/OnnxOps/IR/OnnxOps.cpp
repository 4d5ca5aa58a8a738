//===- OnnxOps.cpp - registers the dialect --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The dialect and all code that TableGen generates for it. The rules of the ops
// are in one file per family.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMTypes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectImplementation.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsDialect.cpp.inc"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.cpp.inc"

#define GET_OP_CLASSES
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.cpp.inc"

LogicalResult
OptionalType::verify(llvm::function_ref<InFlightDiagnostic()> emitError,
                     Type valueType) {
  if (isa<TensorType, SequenceType>(valueType))
    return success();
  return emitError() << "expected a tensor or a sequence, but got "
                     << valueType;
}

void OnnxOpsDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.cpp.inc"
      >();
}

bool VersionedOpInterface::isNewest() {
  return getLastOpset() == OnnxOpsDialect::kLatestOpset;
}

LogicalResult mlir::onnxops::verifyDefinitionOrder(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Operation *definition = operand.get().getDefiningOp();
    if (definition && definition->getBlock() == op->getBlock() &&
        !definition->isBeforeInBlock(op))
      return op->emitOpError()
             << "expected operand " << operand.getOperandNumber()
             << " to be defined before the op, but got a later definition";
  }
  return success();
}

Operation *OnnxOpsDialect::materializeConstant(OpBuilder &builder,
                                               Attribute value, Type type,
                                               Location loc) {
  return arith::ConstantOp::materialize(builder, value, type, loc);
}
