//===- Positions.cpp - positions along an axis ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Normalizes indices, and checks their range.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

LogicalResult mlir::onnxops::verifyHasRows(Node &node, Value data, int64_t dim,
                                           Value count) {
  Value zero = node.constant(0);
  Value hasRows = node.compare(Predicate::ne, node.sizeOf(data, dim), zero);
  Value isUnused = node.compare(Predicate::eq, count, zero);
  return node.verify(
      node.builder.createOrFold<arith::OrIOp>(node.loc, hasRows, isUnused),
      "expected no indices, since data has size 0 in dimension " + Twine(dim) +
          ", but got {0}",
      count);
}

FailureOr<Value> mlir::onnxops::findRow(Node &node, Value data, int64_t dim,
                                        Value integer, bool isSigned) {
  Value index = node.toIndex(integer), zero = node.constant(0);
  Value size = node.sizeOf(data, dim);
  Value low = isSigned ? node.subtract(zero, size) : zero;
  Value last = node.subtract(size, node.constant(1));
  Value isInside = node.both(node.compare(Predicate::sge, index, low),
                             node.compare(Predicate::sle, index, last));
  if (failed(node.verify(isInside,
                         "expected indices to be in [{0}, {1}], but got {2}",
                         {low, last, index})))
    return failure();
  if (!isSigned)
    return index;
  Value isNegative = node.compare(Predicate::slt, index, zero);
  return node.select(isNegative, node.add(index, size), index);
}
