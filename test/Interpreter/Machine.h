//===- Machine.h - runs bufferized IR ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The state of an interpreted program, and the table of ops that can be
// interpreted. The ops themselves stand in one file per dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_INTERPRETER_MACHINE_H
#define ONNXOPS_TEST_INTERPRETER_MACHINE_H

#include "Memory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

#include <functional>

namespace mlir::onnxops::interpreter {

/// What an SSA value is: an integer, sign-extended from the width of its type,
/// or a memref. The machine owns the views.
struct Slot {
  int64_t number = 0;
  const View *view = nullptr;
};

class Machine {
public:
  using Handler = std::function<LogicalResult(Machine &, Operation *)>;

  explicit Machine(ModuleOp module);

  /// Says how `OpTy` runs.
  template <typename OpTy>
  void add(LogicalResult (*run)(Machine &, OpTy)) {
    handlers[TypeID::get<OpTy>()] = [run](Machine &machine, Operation *op) {
      return run(machine, cast<OpTy>(op));
    };
  }

  /// Runs the function of this name, which takes no arguments.
  LogicalResult run(StringRef name);
  /// Runs the ops of `block` but its terminator.
  LogicalResult runBody(Block &block);
  /// Runs a function and appends what it returns.
  LogicalResult call(Operation *user, StringRef name, ArrayRef<Slot> arguments,
                     SmallVectorImpl<Slot> &results);
  /// Ends the call of the entry function that runs. Always a failure.
  LogicalResult failCheck(Operation *user, const Twine &message);

  Slot get(Value value) const { return frame->lookup(value); }
  int64_t getNumber(Value value) const { return get(value).number; }
  const View &getView(Value value) const { return *get(value).view; }
  SmallVector<Slot> get(ValueRange values) const;
  /// The numbers among `values`, which are SSA values or constants.
  SmallVector<int64_t, 4> getNumbers(ArrayRef<OpFoldResult> values) const;

  void set(Value value, Slot slot) { (*frame)[value] = slot; }
  /// Cuts `number` down to the width of the value's type.
  void setNumber(Value value, int64_t number);
  /// Fails if the view is not of the value's type.
  LogicalResult setView(Value value, View view);

  Memory memory;
  SymbolTable symbols;
  /// The memory of each memref.global that was used so far.
  DenseMap<Operation *, View> globals;
  /// Where the linalg op stands whose body runs.
  ArrayRef<int64_t> iteration;

private:
  using Frame = DenseMap<Value, Slot>;

  DenseMap<TypeID, Handler> handlers;
  Frame *frame = nullptr;
  unsigned depth = 0; // of calls
  /// Nothing more runs of what the entry function has called.
  bool hasFailedCheck = false;
  std::deque<View> views; // stay where they are
};

/// `number` cut down to the width of `type` and sign-extended again.
int64_t signExtend(int64_t number, Type type);

/// Each adds what stands in the file of its name.
void addArithOps(Machine &machine);
void addControlFlowOps(Machine &machine);
void addMemRefOps(Machine &machine);
void addLinalgOps(Machine &machine);

/// Runs any op of linalg on memrefs; its maps and its body say what it does.
/// Null if `op` is none.
Machine::Handler getLinalgHandler(Operation *op);

} // namespace mlir::onnxops::interpreter

#endif // ONNXOPS_TEST_INTERPRETER_MACHINE_H
