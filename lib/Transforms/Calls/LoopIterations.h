//===- LoopIterations.h - iterations found in straight-line code ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Straight-line code that does the same for each of many inputs can be rolled
// into a loop with one iteration per input. Each value of the loop body stands
// for a series: one value of the straight-line code per iteration. Values of a
// series may differ only in constants, in the input that they read, and in the
// value that the previous iteration has computed.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPITERATIONS_H
#define ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPITERATIONS_H

#include "RuntimeCalls.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

namespace mlir::onnxops {

/// A hash of the computation of a value, without the parts that may differ
/// between iterations: values with different hashes cannot be in one series.
llvm::hash_code hashComputation(Value value);

/// If `op` adds to a sum or to a union of bits, the op that computes that sum
/// or union; null otherwise.
Operation *getChained(Operation *op);

/// A read of an input: its address, or the size of a dimension.
struct InputRead {
  ArgumentOp input;
  std::optional<int64_t> dimension;
};

std::optional<InputRead> matchInputRead(Value value);

/// Collects the effects and values of one loop, then writes the loop.
class LoopIterations {
public:
  /// A loop of `count` iterations, to be inserted before `position`. Constants
  /// that are not an arithmetic progression go into `module`.
  LoopIterations(RuntimeModule &module, Operation *position, size_t count)
      : module(module), position(position), count(count) {}

  /// Adds an effect: iteration i executes `ops[i]`, an op without results,
  /// after the effects added before. Fails if the ops are not uniform.
  LogicalResult addEffect(ArrayRef<Operation *> ops);

  /// The value of the last iteration replaces the last of `values`. Fails if a
  /// loop cannot compute them, or if the others have users outside the loop.
  LogicalResult addChain(ArrayRef<Value> values);

  /// Writes the loop. Erases the ops that it replaces and those that become
  /// dead, and adds them to `erased`.
  void write(llvm::DenseSet<Operation *> &erased);

private:
  struct Series {
    enum Kind {
      Same,     ///< one value, defined before the loop
      Numbers,  ///< constants
      Input,    ///< the address of each input in `numbers`, or a size of it
      Offset,   ///< addresses `numbers` bytes after `operands`
      Before,   ///< `operands` of the previous iteration
      Computed, ///< the result of an op on `operands`
    };
    SmallVector<Value> values;
    Kind kind;
    SmallVector<unsigned> operands; ///< indices in `all`
    SmallVector<int64_t> numbers;
    std::optional<int64_t> dimension; ///< whose size Input is
    Value written;                    ///< in the loop
  };
  struct Effect {
    SmallVector<Operation *> ops;
    SmallVector<unsigned> operands;
  };

  bool isKnown(Value value) const;
  unsigned create(ArrayRef<Value> values, Series::Kind kind);
  std::optional<unsigned> find(ArrayRef<Value> values) const;
  // Each adds a series of its kind, if the values form one.
  std::optional<unsigned> add(ArrayRef<Value> values);
  std::optional<unsigned> addBefore(ArrayRef<Value> values);
  std::optional<unsigned>
  addNumbered(ArrayRef<Value> values, Series::Kind kind,
              llvm::function_ref<std::optional<int64_t>(Value)> match);
  std::optional<unsigned> addInputs(ArrayRef<Value> values);
  std::optional<unsigned> addOffsets(ArrayRef<Value> values);
  std::optional<unsigned> addComputed(ArrayRef<Value> values);
  std::optional<SmallVector<unsigned>> addOperands(ArrayRef<Operation *> ops);

  /// What makes all checks of the loop hold, if it is only that sizes of inputs
  /// agree; null otherwise.
  Value writeAgreement(OpBuilder &builder) const;
  /// If the loop only sums sizes of inputs, makes it begin behind its last
  /// iteration where the call knows their sum. `values` are the number of the
  /// first iteration, and each series in `carried` before it.
  void writeKnownSums(OpBuilder &builder, ArrayRef<unsigned> carried,
                      MutableArrayRef<Value> values) const;
  /// What the next value of a carried series combines with that series.
  std::optional<unsigned> getAddend(unsigned carried) const;
  /// Indices in an array of carried series, by the series of their next values.
  using Sums = llvm::DenseMap<unsigned, size_t>;
  std::optional<Sums> findSums(ArrayRef<unsigned> carried) const;
  bool isMultipleOfSizes(unsigned index) const;
  Value writeMultiple(OpBuilder &builder, unsigned index, Value sizes) const;
  Value write(OpBuilder &builder, unsigned index);
  Value writeSeries(OpBuilder &builder, Series &series);
  Value writeNumber(OpBuilder &builder, ArrayRef<int64_t> numbers);
  Operation *writeOp(OpBuilder &builder, Operation *op,
                     ArrayRef<unsigned> operands);
  void eraseUnused(llvm::DenseSet<Operation *> &erased);

  RuntimeModule &module;
  Operation *position;
  size_t count;
  unsigned depth = 0;
  std::vector<Series> all;
  std::vector<Effect> effects;
  Value iteration;
  /// Indices in `all`, by the last value and by the one before it.
  llvm::DenseMap<Value, SmallVector<unsigned, 2>> byLast, byPrevious;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_CALLS_LOOPITERATIONS_H
