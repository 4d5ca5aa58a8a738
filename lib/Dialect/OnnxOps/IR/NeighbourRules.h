//===- NeighbourRules.h - types and values of neighbours --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The functions that the table in Neighbours.cpp names, and what they share to
// read operands and attributes. All of them may rely on matchNeighbour.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_IR_NEIGHBOURRULES_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_IR_NEIGHBOURRULES_H

#include "ValueReader.h"
#include "onnxops/Dialect/OnnxOps/IR/Neighbours.h"
#include "llvm/ADT/SmallBitVector.h"

namespace mlir::onnxops {

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

/// A tensor of which only the rank is known.
Type makeUnknownShape(int64_t rank, Type element);

/// The sizes that two shapes have together, as numpy broadcasts them; kDynamic
/// for two that do not fit.
SmallVector<int64_t> broadcastShapes(ArrayRef<int64_t> lhs,
                                     ArrayRef<int64_t> rhs);

/// [begin, end) of the sizes that a Shape reads from a tensor of `rank`.
std::pair<int64_t, int64_t> getShapeRange(Operation *op, int64_t rank);

/// The rows that [start:end:step] takes of an axis of `size`: the first one and
/// their number. The step is not 0.
struct RowRange {
  int64_t start, count;
};
RowRange clampRows(int64_t size, int64_t start, int64_t end, int64_t step);

/// What a Slice does to one axis, as far as it is known; kDynamic for none.
struct SliceBounds {
  std::optional<int64_t> axis, start, end, step;
};
/// One for each axis that a Slice names; none if even their number is not
/// known.
std::optional<SmallVector<SliceBounds>> getSliceBounds(Operation *op,
                                                       ValueReader &reader);

//===----------------------------------------------------------------------===//
// NeighbourTypes.cpp, NeighbourDataTypes.cpp: types
//===----------------------------------------------------------------------===//

SmallVector<Type> inferSame(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferBroadcast(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferCast(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferConstant(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferConstantOfShape(Operation *op,
                                       const InferenceMode &mode);
SmallVector<Type> inferReduceMean(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferShape(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferSize(Operation *op, const InferenceMode &mode);

SmallVector<Type> inferExpand(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferFlatten(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferGather(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferReshape(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferSlice(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferSplit(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferSqueeze(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferTranspose(Operation *op, const InferenceMode &mode);
SmallVector<Type> inferUnsqueeze(Operation *op, const InferenceMode &mode);

//===----------------------------------------------------------------------===//
// KnownNeighbourValues.cpp: values
//===----------------------------------------------------------------------===//

std::optional<KnownElements> readAbs(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readAdd(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readCast(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readConstant(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readConstantOfShape(Operation *, unsigned,
                                                 ValueReader &);
std::optional<KnownElements> readDiv(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readExpand(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readGather(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readMul(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readNeg(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readRelu(Operation *, unsigned, ValueReader &);
/// What keeps all elements of its first operand in their order.
std::optional<KnownElements> readSame(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readShape(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readSize(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readSlice(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readSub(Operation *, unsigned, ValueReader &);
std::optional<KnownElements> readTranspose(Operation *, unsigned,
                                           ValueReader &);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_IR_NEIGHBOURRULES_H
