//===- Remainder.cpp - lower Mod ------------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The remainder has the sign of the divisor, or with `fmod` that of the
// dividend, as in C.
//
//===----------------------------------------------------------------------===//

#include "../ElementMath.h"
#include "../Elementwise.h"
#include "../IntegerDivision.h"
#include "../Lowerings.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

// Adds the divisor to a remainder of the other sign.
static Value takeSignOfDivisor(OpBuilder &builder, Location loc,
                               Value remainder, Value divisor) {
  Value zero = buildInteger(builder, loc, divisor.getType(), 0);
  auto isNegative = [&](Value value) {
    return builder.createOrFold<arith::CmpIOp>(loc, Predicate::slt, value,
                                               zero);
  };
  Value differs = builder.createOrFold<arith::XOrIOp>(
      loc, isNegative(remainder), isNegative(divisor));
  Value isRest =
      builder.createOrFold<arith::CmpIOp>(loc, Predicate::ne, remainder, zero);
  return builder.createOrFold<arith::SelectOp>(
      loc, builder.createOrFold<arith::AndIOp>(loc, isRest, differs),
      builder.createOrFold<arith::AddIOp>(loc, remainder, divisor), remainder);
}

static LogicalResult lowerMod(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<Value> lhs = node.tensor(0, "A");
  if (failed(lhs))
    return failure();
  FailureOr<Value> rhs = node.tensor(1, "B");
  if (failed(rhs))
    return failure();
  FailureOr<int64_t> fmod = node.integer("fmod", 0);
  if (failed(fmod))
    return failure();
  Type element = getElementTypeOrSelf(lhs->getType());
  if (isFloat(element) && *fmod != 1)
    return node.fail("expected fmod to be 1, since A has element type ",
                     element, ", but got ", *fmod);
  Type signless = getSignless(element);
  FailureOr<BroadcastOperands> operands =
      broadcastOperands(node,
                        {bitcastElements(node, *lhs, signless),
                         bitcastElements(node, *rhs, signless)},
                        "A and B");
  if (failed(operands) || failed(verifyDivisors(node, *operands)))
    return failure();
  bool isUnsigned = element.isUnsignedInteger();
  Value result = buildElementwise(
      node, *operands, signless,
      [&](OpBuilder &builder, Location loc, ValueRange values) -> Value {
        if (isFloat(signless))
          return narrow(builder, loc,
                        builder.createOrFold<arith::RemFOp>(
                            loc, widen(builder, loc, values[0]),
                            widen(builder, loc, values[1])),
                        signless);
        Value remainder =
            buildRemainder(builder, loc, values[0], values[1], isUnsigned);
        return isUnsigned || *fmod != 0
                   ? remainder
                   : takeSignOfDivisor(builder, loc, remainder, values[1]);
      });
  return node.replace(bitcastElements(node, result, element));
}

void mlir::onnxops::addRemainderLowerings(Lowerings &lowerings) {
  lowerings["Mod"] = lowerMod;
}
