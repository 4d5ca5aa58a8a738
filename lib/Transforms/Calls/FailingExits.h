//===- FailingExits.h - branches of failed checks and calls -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each function has one failing exit, after all other blocks. Entry points end
// the call there; private functions return a status, on which callers branch.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_FAILINGEXITS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_FAILINGEXITS_H

#include "RuntimeCalls.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

class FailingExits {
public:
  /// `enter` begins the call in an entry point; null in other functions.
  FailingExits(RuntimeCalls &calls, EnterOp enter)
      : calls(calls), isEntry(enter),
        leave(enter && enter.getRanks() ? "onnxopsRtLeaveShards"
                                        : "onnxopsRtLeave") {}

  /// Continues with `op` only if an i32 `status` is 0, or `data` is not null.
  /// Both are computed before `op` in its block.
  void branchIfNonzero(Operation *op, Value status);
  void branchIfNull(Operation *op, Value data);

  /// Lowers `last` and the checks before it that are separated only by pure ops
  /// to one branch. Returns the op to visit next.
  Operation *lowerChecks(CheckOp last);

  /// Passes the context to a call of a private function, and branches on its
  /// status.
  void lowerCall(func::CallOp call);

  /// Makes every return end the call (entry points) or return success.
  void lowerReturns();

private:
  void branchUnless(Operation *op, Value condition, Block *failing);
  Block *getExit();
  Block *createReports(ArrayRef<CheckOp> checks);

  RuntimeCalls &calls;
  bool isEntry;
  StringRef leave; // what ends the call
  Block *exit = nullptr;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_FAILINGEXITS_H
