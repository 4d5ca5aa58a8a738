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
  Value isInexact =
      builder.createOrFold<arith::CmpIOp>(loc, Predicate::ne, remainder, zero);
  return builder.createOrFold<arith::SelectOp>(
      loc, builder.createOrFold<arith::AndIOp>(loc, isInexact, differs),
      builder.createOrFold<arith::AddIOp>(loc, remainder, divisor), remainder);
}

static LogicalResult lowerMod(Node &node) {
  if (failed(node.verifyVersion()))
    return failure();
  FailureOr<BroadcastOperands> operands = readPair(node, "A", "B");
  if (failed(operands))
    return failure();
  FailureOr<int64_t> fmod = node.integer("fmod", 0);
  if (failed(fmod))
    return failure();
  Type element = getElementTypeOrSelf(node.operand(0).getType());
  if (isFloat(element) && *fmod != 1)
    return node.fail("expected fmod to be 1, since A has element type ",
                     element, ", but got ", *fmod);
  if (failed(verifyDivisors(node, *operands)))
    return failure();
  Type signless = getSignless(element);
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
