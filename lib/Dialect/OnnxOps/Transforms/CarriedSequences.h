//===- CarriedSequences.h - sequences that Loops carry ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds sequences to which each iteration of a Loop appends, and the tensors
// that can take their place.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_CARRIEDSEQUENCES_H
#define ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_CARRIEDSEQUENCES_H

#include "SequenceReaders.h"

namespace mlir::onnxops {

/// A body takes the iteration number and the condition before the carried
/// values, and yields only the condition before them.
constexpr unsigned kNumLoopControls = 2;

/// A sequence that a Loop carries: a value before the loop, in each iteration
/// before and after each insertion, and after the loop.
struct CarriedSequence {
  Operation *loop;
  unsigned index; ///< of the result
  SmallVector<NewestSequenceInsertOp> insertions;
  /// Of the argument and of each insertion's result, and of the loop's result.
  SmallVector<SequenceReaders, 1> inLoop;
  SequenceReaders after;

  Value getInitial() const {
    return loop->getOperand(kNumLoopControls + index);
  }
  Block &getBody() const { return loop->getRegion(0).front(); }
  BlockArgument getArgument() const {
    return getBody().getArgument(kNumLoopControls + index);
  }
  Value getResult() const { return loop->getResult(index); }
  void
  forAllReaders(llvm::function_ref<void(const SequenceReaders &)> visit) const {
    for (const SequenceReaders &readers : inLoop)
      visit(readers);
    visit(after);
  }
};

/// The tensor that a sequence becomes.
struct Joined {
  RankedTensorType element;
  /// The axis of concatenation; none if elements are stacked along axis 0.
  std::optional<int64_t> axis;

  /// Its type if `count`, the size of the axis, is known or kDynamic.
  RankedTensorType getType(int64_t size = ShapedType::kDynamic) const {
    SmallVector<int64_t> shape(element.getShape());
    if (axis)
      shape[*axis] = size;
    else
      shape.insert(shape.begin(), size);
    return RankedTensorType::get(shape, element.getElementType());
  }
  int64_t getAxis() const { return axis.value_or(0); }
};

/// Whether the op has the form of a Loop of which all values are known.
bool isLoop(Operation *op);

/// The sequence that a loop carries as its value `index`, if all that happens
/// to it is known: each iteration appends to it, in the block of the body.
std::optional<CarriedSequence> findCarried(Operation *loop, unsigned index);

/// The tensor that can take the place of a sequence as a carried value; none if
/// the sequence has to stay.
std::optional<Joined> chooseForm(const CarriedSequence &carried);

/// The same as a scan output: each iteration appends one element, and nothing
/// is read before the end.
std::optional<Joined> chooseScan(const CarriedSequence &carried);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_DIALECT_ONNXOPS_TRANSFORMS_CARRIEDSEQUENCES_H
