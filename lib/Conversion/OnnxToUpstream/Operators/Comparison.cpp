//===- Comparison.cpp - lower Equal, Greater, Less and others -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares two tensors element by element. A comparison with NaN is false.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

namespace {

/// How an operator compares floats, and integers with and without sign.
struct Comparison {
  CmpFPredicate real;
  CmpIPredicate withSign, withoutSign;
};

} // namespace

static LogicalResult lowerComparison(Node &node, const Comparison &comparison) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<BroadcastOperands> operands = readPair(node, "A", "B");
  if (failed(operands))
    return failure();
  Type element = getElementTypeOrSelf(node.operand(0).getType());
  if (!isa<IntegerType>(element) && !isFloat(element))
    return node.refuse("is not supported on element type ", element);
  bool hasSign = !element.isUnsignedInteger() && !element.isInteger(1);
  return node.replace(buildElementwise(
      node, *operands, node.builder.getI1Type(),
      [&](OpBuilder &builder, Location loc, ValueRange values) -> Value {
        if (isa<IntegerType>(element))
          return builder.createOrFold<arith::CmpIOp>(
              loc, hasSign ? comparison.withSign : comparison.withoutSign,
              values[0], values[1]);
        return builder.createOrFold<arith::CmpFOp>(
            loc, comparison.real, widen(builder, loc, values[0]),
            widen(builder, loc, values[1]));
      }));
}

void mlir::onnxops::addComparisonLowerings(Lowerings &lowerings) {
  lowerings["Equal"] = [](Node &node) {
    return lowerComparison(
        node, {CmpFPredicate::OEQ, CmpIPredicate::eq, CmpIPredicate::eq});
  };
  lowerings["Greater"] = [](Node &node) {
    return lowerComparison(
        node, {CmpFPredicate::OGT, CmpIPredicate::sgt, CmpIPredicate::ugt});
  };
  lowerings["GreaterOrEqual"] = [](Node &node) {
    return lowerComparison(
        node, {CmpFPredicate::OGE, CmpIPredicate::sge, CmpIPredicate::uge});
  };
  lowerings["Less"] = [](Node &node) {
    return lowerComparison(
        node, {CmpFPredicate::OLT, CmpIPredicate::slt, CmpIPredicate::ult});
  };
  lowerings["LessOrEqual"] = [](Node &node) {
    return lowerComparison(
        node, {CmpFPredicate::OLE, CmpIPredicate::sle, CmpIPredicate::ule});
  };
}
