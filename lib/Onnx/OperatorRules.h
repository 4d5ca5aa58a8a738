//===- OperatorRules.h - shared code of operator rules ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each file of the folder Operators defines a few operators: their rules for
// types and values, and the function declared below that returns their table.
// Rules are only called for ops that matchOnnxOperator accepts, and read
// operands and attributes by the functions below.
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

/// An operator with one or more results.
constexpr OnnxOperator makeVariadic(StringLiteral opType, int64_t firstOpset,
                                    unsigned minOperands, unsigned maxOperands,
                                    OnnxOperator::InferTypes inferTypes) {
  return {opType,     firstOpset, minOperands,        maxOperands,
          inferTypes, nullptr,    /*isVariadic=*/true};
}

/// An operator whose attributes `graphs` become regions.
constexpr OnnxOperator makeControlFlow(StringLiteral opType, int64_t firstOpset,
                                       unsigned minOperands,
                                       unsigned maxOperands,
                                       ArrayRef<StringLiteral> graphs) {
  return {opType,  firstOpset, minOperands,         maxOperands,
          nullptr, nullptr,    /*isVariadic=*/true, graphs};
}

/// An operator whose types are inferred, but that has no lowering.
constexpr OnnxOperator
makeUnlowered(StringLiteral opType, int64_t firstOpset, unsigned minOperands,
              unsigned maxOperands, OnnxOperator::InferTypes inferTypes,
              OnnxOperator::ReadElements readElements = nullptr) {
  return {opType,
          firstOpset,
          minOperands,
          maxOperands,
          inferTypes,
          readElements,
          /*isVariadic=*/false,
          {},
          /*isLowered=*/false};
}

/// The same with one or more results.
constexpr OnnxOperator
makeUnloweredVariadic(StringLiteral opType, int64_t firstOpset,
                      unsigned minOperands, unsigned maxOperands,
                      OnnxOperator::InferTypes inferTypes) {
  return {opType,
          firstOpset,
          minOperands,
          maxOperands,
          inferTypes,
          nullptr,
          /*isVariadic=*/true,
          {},
          /*isLowered=*/false};
}

//===----------------------------------------------------------------------===//
// Operands and attributes
//===----------------------------------------------------------------------===//

/// The type of tensor operand `index`, which must be present.
TensorType getTensorType(Operation *op, unsigned index);

/// An integer attribute, or `absent` if there is none.
int64_t getInteger(Operation *op, StringRef name, int64_t absent);

/// The same, but none if the attribute is not an integer.
std::optional<int64_t> findInteger(Operation *op, StringRef name,
                                   int64_t absent);

/// The dimension that the attribute `axis` selects in a tensor of rank `rank`;
/// none if it is not valid.
std::optional<int64_t> findAxis(Operation *op, int64_t absent, int64_t rank);

/// The known entries of a list of integers that older versions take as an
/// attribute and newer versions as an operand. None if the list is absent, or
/// if its length is not known.
std::optional<KnownElements> getEntries(Operation *op, StringRef attribute,
                                        unsigned index, ValueReader &reader);

/// Whether the list of getEntries is present, as attribute or operand.
bool hasEntries(Operation *op, StringRef attribute, unsigned index);

/// Converts `axes` to dimensions of a tensor of rank `rank`; none unless all
/// axes are known, in range and unique.
std::optional<llvm::SmallBitVector>
getDimensions(ArrayRef<std::optional<int64_t>> axes, int64_t rank);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// A tensor type with dynamic dimensions.
Type makeUnknownShape(int64_t rank, Type element);

/// A tensor of i64 of the shape.
Type makeIndices(Operation *op, ArrayRef<int64_t> shape);

/// The first types, one for each result of the op; empty if it has more.
SmallVector<Type> takeTypes(Operation *op, ArrayRef<Type> types);

/// The numpy broadcast of two shapes; kDynamic for sizes that do not match.
SmallVector<int64_t> broadcastShapes(ArrayRef<int64_t> lhs,
                                     ArrayRef<int64_t> rhs);

/// The broadcast of the operands, as a tensor of `element`: of unknown rank if
/// one operand is. Before opset `firstBroadcast`, the shape of the first.
Type broadcastOperandTypes(Operation *op, Type element,
                           const InferenceMode &mode, int64_t firstBroadcast);

/// The type of the first operand, a tensor or a sequence.
SmallVector<Type> inferSame(Operation *op, const InferenceMode &mode);

//===----------------------------------------------------------------------===//
// Known elements
//===----------------------------------------------------------------------===//

/// The number of elements of a tensor of the sizes; none if it is not known or
/// too large to list the elements.
std::optional<int64_t> countElements(ArrayRef<std::optional<int64_t>> sizes);

/// The elements of an elementwise result, each computed from those of the
/// operands: scalars, and vectors of one length or of one element. None for
/// operands of other shapes, whose elements are not integers or cannot be
/// listed, or that have more than ValueReader::kMaxElements together.
std::optional<KnownElements> mapElements(
    Operation *op, ValueReader &reader,
    llvm::function_ref<std::optional<int64_t>(ArrayRef<std::optional<int64_t>>)>
        compute);

/// The elements of the first operand, in the same order.
std::optional<KnownElements> readSame(Operation *op, unsigned index,
                                      ValueReader &reader);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_ONNX_OPERATORRULES_H
