//===- OperatorRules.h - what the rules of operators share ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file of the folder Operators defines a few operators: their rules for
// types and values, and a table of them for the function that this header
// declares. Rules may rely on matchOnnxOperator, and read operands and
// attributes by the functions below.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_ONNX_OPERATORRULES_H
#define ONNXOPS_LIB_ONNX_OPERATORRULES_H

#include "onnxops/Dialect/OnnxOps/IR/ValueReader.h"
#include "onnxops/Onnx/Operators.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::onnxops {

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

// The table of each file: getGatherOperators() for Operators/Gather.cpp. CMake
// writes the list of files.
#define ONNXOPS_OPERATOR_FILE(NAME)                                            \
  ArrayRef<OnnxOperator> get##NAME##Operators();
#include "OperatorFiles.inc"
#undef ONNXOPS_OPERATOR_FILE

/// An operator with any number of results but 0.
constexpr OnnxOperator makeVariadic(StringLiteral opType,
                                    ArrayRef<int64_t> versions,
                                    int64_t firstOpset, unsigned minOperands,
                                    unsigned maxOperands,
                                    OnnxOperator::InferTypes inferTypes) {
  return {opType,      versions,   firstOpset, minOperands,
          maxOperands, inferTypes, nullptr,    /*isVariadic=*/true};
}

/// An operator whose attributes `graphs` become regions.
constexpr OnnxOperator makeControlFlow(StringLiteral opType,
                                       ArrayRef<int64_t> versions,
                                       int64_t firstOpset, unsigned minOperands,
                                       unsigned maxOperands,
                                       ArrayRef<StringLiteral> graphs) {
  return {opType,  versions, firstOpset,          minOperands, maxOperands,
          nullptr, nullptr,  /*isVariadic=*/true, graphs};
}

/// An operator whose types are inferred where it is kept, and that nothing
/// lowers. Its versions are not followed.
constexpr OnnxOperator
makeUnlowered(StringLiteral opType, int64_t firstOpset, unsigned minOperands,
              unsigned maxOperands, OnnxOperator::InferTypes inferTypes,
              OnnxOperator::ReadElements readElements = nullptr) {
  return {opType,
          {},
          firstOpset,
          minOperands,
          maxOperands,
          inferTypes,
          readElements,
          /*isVariadic=*/false,
          {},
          /*isLowered=*/false};
}

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// The type of tensor operand `index`, which is given.
TensorType getTensorType(Operation *op, unsigned index);

/// An integer attribute, `absent` if there is none of that kind.
int64_t getInteger(Operation *op, StringRef name, int64_t absent);

/// A list of integers that older versions take as an attribute and newer ones
/// as an operand: an entry each, as far as it is known. None if the list is
/// not given, or if even its length is not known.
std::optional<KnownElements> getEntries(Operation *op, StringRef attribute,
                                        unsigned index, ValueReader &reader);

/// Whether getEntries would look for the list: in either place.
bool hasEntries(Operation *op, StringRef attribute, unsigned index);

/// The dimensions of a tensor of rank `rank` that `axes` names; none unless
/// each is known, in range, and named once.
std::optional<llvm::SmallBitVector>
getDimensions(ArrayRef<std::optional<int64_t>> axes, int64_t rank);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A tensor of which only the rank is known.
Type makeUnknownShape(int64_t rank, Type element);

/// The sizes that two shapes have together, as numpy broadcasts them; kDynamic
/// for two that do not fit.
SmallVector<int64_t> broadcastShapes(ArrayRef<int64_t> lhs,
                                     ArrayRef<int64_t> rhs);

/// The type of the first operand, a tensor or a sequence.
SmallVector<Type> inferSame(Operation *op, const InferenceMode &mode);

//===----------------------------------------------------------------------===//
// Known elements
//===----------------------------------------------------------------------===//

/// The number of elements of a tensor of those sizes; none if it is not known
/// or too large to list them.
std::optional<int64_t> countElements(ArrayRef<std::optional<int64_t>> sizes);

/// Those of the first operand, in their order.
std::optional<KnownElements> readSame(Operation *op, unsigned index,
                                      ValueReader &reader);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_ONNX_OPERATORRULES_H
