//===- ArithOps.cpp - interpreted ops of arith ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integers are kept sign-extended, so an op computes in 64 bits and the machine
// cuts the result down to its type. Unsigned ops widen their operands first.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

// The number of the operand without its sign.
static uint64_t getUnsigned(Machine &machine, Value operand) {
  uint64_t number = machine.getNumber(operand);
  Type type = operand.getType();
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return number & llvm::maskTrailingOnes<uint64_t>(width);
}

static LogicalResult runConstant(Machine &machine, arith::ConstantOp op) {
  auto value = dyn_cast<IntegerAttr>(op.getValue());
  if (!value)
    return op.emitOpError("expected an integer, but got ") << op.getType();
  machine.setNumber(op, value.getValue().getSExtValue());
  return success();
}

// Adds an op of two operands that does not care about the sign.
template <typename OpTy, typename Function>
static void addBinary(Machine &machine) {
  machine.add<OpTy>(+[](Machine &machine, OpTy op) {
    machine.setNumber(op, Function()(uint64_t(machine.getNumber(op.getLhs())),
                                     uint64_t(machine.getNumber(op.getRhs()))));
    return success();
  });
}

template <typename OpTy>
static LogicalResult runSignedCast(Machine &machine, OpTy op) {
  machine.setNumber(op, machine.getNumber(op.getIn()));
  return success();
}

template <typename OpTy>
static LogicalResult runUnsignedCast(Machine &machine, OpTy op) {
  machine.setNumber(op, getUnsigned(machine, op.getIn()));
  return success();
}

static LogicalResult runShiftRight(Machine &machine, arith::ShRUIOp op) {
  uint64_t amount = getUnsigned(machine, op.getRhs());
  if (amount >= 64)
    return op.emitOpError("expected a shift by less than 64, but got ")
           << amount;
  machine.setNumber(op, getUnsigned(machine, op.getLhs()) >> amount);
  return success();
}

static LogicalResult runCompare(Machine &machine, arith::CmpIOp op) {
  unsigned width = op.getLhs().getType().isIndex()
                       ? 64
                       : op.getLhs().getType().getIntOrFloatBitWidth();
  APInt lhs(width, machine.getNumber(op.getLhs()), true);
  APInt rhs(width, machine.getNumber(op.getRhs()), true);
  machine.setNumber(op, arith::applyCmpPredicate(op.getPredicate(), lhs, rhs));
  return success();
}

static LogicalResult runSelect(Machine &machine, arith::SelectOp op) {
  bool condition = machine.getNumber(op.getCondition());
  machine.set(op,
              machine.get(condition ? op.getTrueValue() : op.getFalseValue()));
  return success();
}

static LogicalResult runApply(Machine &machine, affine::AffineApplyOp op) {
  SmallVector<Attribute> operands;
  for (Value operand : op.getMapOperands())
    operands.push_back(IntegerAttr::get(IndexType::get(op.getContext()),
                                        machine.getNumber(operand)));
  SmallVector<Attribute> results;
  if (failed(op.getAffineMap().constantFold(operands, results)))
    return op.emitOpError("expected divisors above 0");
  machine.setNumber(op, cast<IntegerAttr>(results[0]).getInt());
  return success();
}

void interpreter::addArithOps(Machine &machine) {
  machine.add(runApply);
  machine.add(runConstant);
  machine.add(runShiftRight);
  machine.add(runCompare);
  machine.add(runSelect);
  machine.add(runSignedCast<arith::ExtSIOp>);
  machine.add(runSignedCast<arith::IndexCastOp>);
  machine.add(runSignedCast<arith::TruncIOp>);
  machine.add(runUnsignedCast<arith::ExtUIOp>);
  machine.add(runUnsignedCast<arith::IndexCastUIOp>);
  addBinary<arith::AddIOp, std::plus<uint64_t>>(machine);
  addBinary<arith::SubIOp, std::minus<uint64_t>>(machine);
  addBinary<arith::MulIOp, std::multiplies<uint64_t>>(machine);
  addBinary<arith::AndIOp, std::bit_and<uint64_t>>(machine);
  addBinary<arith::OrIOp, std::bit_or<uint64_t>>(machine);
  addBinary<arith::XOrIOp, std::bit_xor<uint64_t>>(machine);
}
