//===- LoopLanes.h - what one loop can do for many inputs -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Straight-line code that does the same for each of many inputs has, for each
// value in it, one value per input: its lanes. Where lanes differ in nothing
// but constants, the input that they read, and what the lane before has
// computed, iteration i of a loop can compute lane i.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPLANES_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPLANES_H

#include "RuntimeCalls.h"

namespace mlir::onnxops {

/// A number for what computes a value, less what may differ between lanes: with
/// different ones two values are not lanes of one loop.
llvm::hash_code hashLane(Value value);

/// Where `op` adds to a sum, or to a union of bits, the op that made it. Null
/// otherwise.
Operation *getChained(Operation *op);

/// Collects what is to be done in one loop, then writes it.
class LoopLanes {
public:
  /// The loop will stand before `position`, and have `count` iterations.
  /// Constants that are no arithmetic progression go into `module`.
  LoopLanes(RuntimeModule &module, Operation *position, size_t count)
      : module(module), position(position), count(count) {}

  /// Iteration i is to do what `ops[i]` does, an op without results, after what
  /// was added before. Fails if a loop cannot.
  LogicalResult addEffect(ArrayRef<Operation *> ops);

  /// The last iteration's value is to take the place of the last of `values`.
  /// Fails if a loop cannot compute them, or if the others are needed too.
  LogicalResult addChain(ArrayRef<Value> values);

  /// Writes the loop. What it does, and what only that needed, is erased and
  /// added to `erased`.
  void write(llvm::DenseSet<Operation *> &erased);

private:
  struct Lanes {
    enum Kind {
      Same,     ///< one value, known before the loop
      Numbers,  ///< constants
      Input,    ///< the address of each input in `numbers`, or a size of it
      Offset,   ///< addresses `numbers` bytes behind `operands`
      Before,   ///< `operands` in the iteration before
      Computed, ///< what one op computes of `operands`
    };
    SmallVector<Value> values;
    Kind kind;
    SmallVector<unsigned> operands; ///< lanes, in `all`
    SmallVector<int64_t> numbers;
    std::optional<int64_t> dimension; ///< of which Input is the size
    Value written;                    ///< in the loop
  };
  struct Effect {
    SmallVector<Operation *> ops;
    SmallVector<unsigned> operands;
  };

  bool isKnown(Value value) const;
  unsigned create(ArrayRef<Value> values, Lanes::Kind kind);
  std::optional<unsigned> find(ArrayRef<Value> values) const;
  // Each makes lanes of its kind, if the values are some.
  std::optional<unsigned> add(ArrayRef<Value> values);
  std::optional<unsigned> addBefore(ArrayRef<Value> values);
  std::optional<unsigned>
  addNumbered(ArrayRef<Value> values, Lanes::Kind kind,
              llvm::function_ref<std::optional<int64_t>(Value)> match);
  std::optional<unsigned> addInputs(ArrayRef<Value> values);
  std::optional<unsigned> addOffsets(ArrayRef<Value> values);
  std::optional<unsigned> addComputed(ArrayRef<Value> values);
  std::optional<SmallVector<unsigned>> addOperands(ArrayRef<Operation *> ops);

  Value write(OpBuilder &builder, unsigned index);
  Value writeLanes(OpBuilder &builder, Lanes &lanes);
  Value writeNumber(OpBuilder &builder, ArrayRef<int64_t> numbers);
  Operation *writeOp(OpBuilder &builder, Operation *op,
                     ArrayRef<unsigned> operands);
  void eraseUnused(llvm::DenseSet<Operation *> &erased);

  RuntimeModule &module;
  Operation *position;
  size_t count;
  unsigned depth = 0;
  std::vector<Lanes> all;
  std::vector<Effect> effects;
  Value iteration;
  /// Of `all`, by their last value, and by the one before it.
  llvm::DenseMap<Value, SmallVector<unsigned, 2>> byLast, byPrevious;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPLANES_H
