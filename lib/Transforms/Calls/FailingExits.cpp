//===- FailingExits.cpp - branches of failed checks and calls -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Adjacent checks share one branch: the hot path tests one bit, and only the
// failing side, which is out of line, determines which check failed.
//
//===----------------------------------------------------------------------===//

#include "FailingExits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum: more would keep too many conditions alive at once.
static constexpr size_t kChecksPerBranch = 64;

Block *FailingExits::getExit() {
  if (exit)
    return exit;
  exit = new Block();
  calls.function.getBody().push_back(exit);
  OpBuilder builder = OpBuilder::atBlockEnd(exit);
  Location loc = calls.function.getLoc();
  if (isEntry) {
    Value failure = calls.constant(builder, loc, 1, 32);
    Value status = calls.call(builder, loc, leave, calls.i32, failure);
    func::ReturnOp::create(builder, loc, status);
    return exit;
  }
  SmallVector<Value> results;
  for (Type type : calls.function.getResultTypes().drop_back())
    results.push_back(
        isa<LLVM::LLVMPointerType>(type)
            ? LLVM::PoisonOp::create(builder, loc, type).getResult()
            : ub::PoisonOp::create(builder, loc, type).getResult());
  results.push_back(arith::ConstantIntOp::create(builder, loc, 1, 32));
  func::ReturnOp::create(builder, loc, results);
  return exit;
}

void FailingExits::branchUnless(Operation *op, Value condition,
                                Block *failing) {
  Block *block = op->getBlock();
  Block *rest = block->splitBlock(op);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  cf::CondBranchOp::create(builder, op->getLoc(), condition, rest, failing);
}

void FailingExits::branchIfNonzero(Operation *op, Value status) {
  OpBuilder builder(op);
  Value zero = arith::ConstantIntOp::create(builder, op->getLoc(), 0, 32);
  Value isZero = arith::CmpIOp::create(builder, op->getLoc(),
                                       arith::CmpIPredicate::eq, status, zero);
  branchUnless(op, isZero, getExit());
}

void FailingExits::branchIfNull(Operation *op, Value data) {
  OpBuilder builder(op);
  Value null = LLVM::ZeroOp::create(builder, op->getLoc(), data.getType());
  Value isData = LLVM::ICmpOp::create(builder, op->getLoc(),
                                      LLVM::ICmpPredicate::ne, data, null);
  branchUnless(op, isData, getExit());
}

// Creates a block that reports the first failed check of `checks`.
Block *FailingExits::createReports(ArrayRef<CheckOp> checks) {
  Block *target = getExit();
  auto *block = new Block();
  block->insertBefore(target);
  OpBuilder builder = OpBuilder::atBlockEnd(block);
  for (CheckOp check : checks) {
    Location loc = check.getLoc();
    Value holds =
        arith::ExtUIOp::create(builder, loc, calls.i32, check.getCondition());
    Value values =
        calls.storeArray(builder, loc, 0, getAsOpFoldResult(check.getValues()));
    calls.call(builder, loc, "onnxopsRtRequire", Type(),
               {holds, calls.string(builder, loc, check.getMessage()), values,
                calls.constant(builder, loc, check.getValues().size())});
  }
  cf::BranchOp::create(builder, calls.function.getLoc(), target);
  return block;
}

Operation *FailingExits::lowerChecks(CheckOp last) {
  SmallVector<CheckOp> checks = {last};
  Operation *previous = last->getPrevNode();
  for (; previous && checks.size() < kChecksPerBranch;
       previous = previous->getPrevNode()) {
    if (auto check = dyn_cast<CheckOp>(previous))
      checks.push_back(check);
    else if (!isPure(previous))
      break;
  }
  std::reverse(checks.begin(), checks.end());

  Block *block = last->getBlock();
  OpBuilder builder(last);
  Value all = checks.front().getCondition();
  for (CheckOp check : ArrayRef<CheckOp>(checks).drop_front())
    all = arith::AndIOp::create(builder, last.getLoc(), all,
                                check.getCondition());
  branchUnless(last, all, createReports(checks));
  for (CheckOp check : checks)
    check.erase();
  // Ops between the checks may need lowering too.
  return block->back().getPrevNode();
}

void FailingExits::lowerCall(func::CallOp call) {
  OpBuilder builder(call);
  SmallVector<Value> operands(call.getOperands());
  operands.push_back(calls.context);
  SmallVector<Type> results =
      llvm::map_to_vector(call.getResultTypes(), [&](Type type) -> Type {
        return isa<HandleType>(type) ? calls.pointer : type;
      });
  results.push_back(calls.i32);
  auto extended = func::CallOp::create(builder, call.getLoc(), call.getCallee(),
                                       results, operands);
  branchIfNonzero(call, extended.getResults().back());
  call.replaceAllUsesWith(extended.getResults().drop_back());
  call.erase();
}

void FailingExits::lowerReturns() {
  for (auto op : llvm::make_early_inc_range(
           calls.function.getBody().getOps<func::ReturnOp>())) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    if (!isEntry) {
      op.getOperandsMutable().append(
          Value(arith::ConstantIntOp::create(builder, loc, 0, 32)));
      continue;
    }
    Value status = calls.call(builder, loc, leave, calls.i32, op.getOperands());
    op.getOperandsMutable().assign(status);
  }
}
