//===- NodeBytes.cpp - the bytes that a node writes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts with checks for overflow: declared sizes may be any.
//
//===----------------------------------------------------------------------===//

#include "NodeBytes.h"

#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

// The bits of an element, none of a string.
static std::optional<int64_t> countBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (!element.isIntOrFloat())
    return std::nullopt;
  return element.getIntOrFloatBitWidth();
}

// The bytes of a tensor, none if they are not known. Smaller elements take a
// byte each, as in memory.
static std::optional<int64_t> countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<int64_t> bits = tensor && tensor.hasStaticShape()
                                    ? countBits(tensor.getElementType())
                                    : std::nullopt;
  if (!bits)
    return std::nullopt;
  FailureOr<int64_t> bytes = llvm::divideCeil(*bits, 8);
  for (int64_t size : tensor.getShape())
    if (failed(bytes = multiplySizes(*bytes, size)))
      return std::nullopt;
  return *bytes;
}

// Whether an op of any version makes a sequence of its first operand.
static bool splitsTensor(Operation *op) {
  return isa<VersionedOpInterface>(op) && op->getNumOperands() > 0 &&
         isa<SequenceType>(op->getResultTypes().front()) &&
         isa<TensorType>(op->getOperandTypes().front());
}

std::optional<int64_t> mlir::onnxops::countWritten(Operation *op) {
  ValueRange written = op->getResults();
  if (isa<NewestSequenceConstructOp>(op))
    written = op->getOperands();
  else if (splitsTensor(op))
    written = op->getOperands().take_front();
  int64_t total = 0;
  for (Type type : written.getTypes()) {
    std::optional<int64_t> bytes = countBytes(type);
    if (!bytes || llvm::AddOverflow(total, *bytes, total))
      return std::nullopt;
  }
  return total;
}
