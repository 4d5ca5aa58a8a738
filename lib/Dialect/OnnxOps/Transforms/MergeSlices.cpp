//===- MergeSlices.cpp - merge slices and concats in ONNX form ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Follows ranges along one axis, of Slices and of the parts of a Split, back to
// the tensor that has the data, through concats along the same axis.
//
//===----------------------------------------------------------------------===//

#include "RegionTypes.h"
#include "SequenceReaders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/NewestOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/OperatorBuilder.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Support/Diagnostics.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_MERGESLICES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// A range is followed through at most so many ops.
static constexpr int kMaxSteps = 100;

namespace {

/// The elements in [start, start + length) of a tensor along an axis of known
/// size.
struct AxisRange {
  Value source;
  int64_t axis, start, length;

  int64_t getSize() const {
    return cast<RankedTensorType>(source.getType()).getDimSize(axis);
  }
  bool isWhole() const { return start == 0 && length == getSize(); }
};

} // namespace

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

// The one element of a known list; none for any other.
static std::optional<int64_t> getOnlyElement(Value list) {
  FailureOr<KnownElements> known = getKnownElements(list);
  if (failed(known) || known->size() != 1)
    return std::nullopt;
  return known->front();
}

// The size of an axis, if it is known.
static std::optional<int64_t> getSize(Value tensor, int64_t axis) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || axis >= type.getRank() || type.isDynamicDim(axis))
    return std::nullopt;
  return type.getDimSize(axis);
}

// The range of a Slice with steps of 1 along one axis.
static std::optional<AxisRange> getSliceRange(Operation *op) {
  Value source = lookThroughCasts(op->getOperand(0));
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!type || op->getNumOperands() < 3)
    return std::nullopt;
  std::optional<int64_t> start = getOnlyElement(op->getOperand(1));
  std::optional<int64_t> end = getOnlyElement(op->getOperand(2));
  Value axes = getGivenOperand(op, 3), steps = getGivenOperand(op, 4);
  std::optional<int64_t> axis = axes ? getOnlyElement(axes) : 0;
  if (axis)
    axis = normalizeAxis(*axis, type.getRank());
  if (!start || !end || !axis || (steps && getOnlyElement(steps) != 1))
    return std::nullopt;
  std::optional<int64_t> size = getSize(source, *axis);
  if (!size)
    return std::nullopt;
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + *size : bound, 0, *size);
  };
  int64_t first = clamp(*start);
  int64_t length = std::max<int64_t>(clamp(*end) - first, 0);
  if (getSize(op->getResult(0), *axis).value_or(length) != length)
    return std::nullopt; // the declared type contradicts the operands
  return AxisRange{source, *axis, first, length};
}

// Whether the lengths of the parts of a Split follow from its operands. Types
// alone may be declared.
static bool hasKnownLengths(Operation *op) {
  Value lengths = getGivenOperand(op, 1);
  if (!lengths)
    return true;
  FailureOr<KnownElements> known = getKnownElements(lengths);
  return succeeded(known) && !llvm::is_contained(*known, std::nullopt);
}

// The range of a part of a Split.
static std::optional<AxisRange> getPartRange(OpResult part) {
  Operation *op = part.getOwner();
  Value source = lookThroughCasts(op->getOperand(0));
  auto type = dyn_cast<RankedTensorType>(source.getType());
  auto attribute = op->getAttr("axis");
  std::optional<int64_t> axis = attribute ? getIntegerValue(attribute) : 0;
  if (type && axis)
    axis = normalizeAxis(*axis, type.getRank());
  if (!type || !axis || !getSize(source, *axis) || !hasKnownLengths(op))
    return std::nullopt;
  int64_t start = 0, end = 0;
  for (OpResult other : op->getResults()) {
    std::optional<int64_t> length = getSize(other, *axis);
    if (!length)
      return std::nullopt;
    if (other == part)
      start = end;
    end += *length;
  }
  if (end != getSize(source, *axis)) // fails at run time
    return std::nullopt;
  return AxisRange{source, *axis, start, *getSize(part, *axis)};
}

// The range that a value is, none if it is no known range.
static std::optional<AxisRange> getRange(Value value) {
  value = lookThroughCasts(value);
  Operation *op = value.getDefiningOp();
  if (isOperator(op, "Slice") && op->getNumResults() == 1)
    return getSliceRange(op);
  if (isOperator(op, "Split") && op->getNumOperands() >= 1)
    return getPartRange(cast<OpResult>(value));
  return std::nullopt;
}

// The axis of a concat, counted from the front, if all sizes along it are
// known.
static std::optional<int64_t> getKnownAxis(NewestConcatOp concat) {
  auto type = dyn_cast<RankedTensorType>(concat.getType());
  if (!type)
    return std::nullopt;
  std::optional<int64_t> axis = normalizeAxis(concat.getAxis(), type.getRank());
  bool isKnown = axis && llvm::all_of(concat.getInputs(), [&](Value input) {
                   return getSize(lookThroughCasts(input), *axis).has_value();
                 });
  return isKnown ? axis : std::nullopt;
}

// The same elements as a range of one operand of a concat along the axis; none
// if they are of several.
static std::optional<AxisRange> enterConcat(const AxisRange &range) {
  auto concat = range.source.getDefiningOp<NewestConcatOp>();
  if (!concat || getKnownAxis(concat) != range.axis)
    return std::nullopt;
  int64_t begin = 0;
  for (Value input : concat.getInputs()) {
    Value source = lookThroughCasts(input);
    int64_t size = *getSize(source, range.axis);
    if (range.start >= begin && range.start + range.length <= begin + size)
      return AxisRange{source, range.axis, range.start - begin, range.length};
    begin += size;
  }
  return std::nullopt;
}

// Follows a range to the tensor that has the data.
static AxisRange resolve(AxisRange range) {
  for (int step = 0; step < kMaxSteps; ++step) {
    std::optional<AxisRange> next = enterConcat(range);
    if (!next) {
      std::optional<AxisRange> outer = getRange(range.source);
      if (outer && outer->axis == range.axis)
        next = AxisRange{outer->source, range.axis, outer->start + range.start,
                         range.length};
    }
    if (!next)
      break;
    range = *next;
  }
  return range;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static Value buildRange(OpBuilder &builder, Location loc,
                        const AxisRange &range, int64_t opset) {
  if (range.isWhole())
    return range.source;
  OperatorBuilder onnx(builder, loc, opset);
  return onnx.createSlice(range.source, onnx.createVector(range.start),
                          onnx.createVector(range.start + range.length),
                          range.axis);
}

/// Replaces a Slice by one of the tensor that has the data, or by that tensor.
///   Slice(Concat(%a, %b)), of elements of %b  ==>  Slice(%b)
static void moveSlice(Operation *op, int64_t opset) {
  std::optional<AxisRange> range = getSliceRange(op);
  if (!range)
    return;
  AxisRange resolved = resolve(*range);
  if (resolved.source == range->source && !resolved.isWhole())
    return;
  Value result = op->getResult(0);
  OpBuilder builder(op);
  Value value = declareType(
      builder, op,
      buildRange(builder, renameNode(op->getLoc(), "Slice"), resolved, opset),
      result.getType());
  if (!value)
    return;
  replaceUses(builder, collectUses(result), value, result.getType());
  op->erase();
}

/// Merges operands of a concat that are adjacent ranges of one tensor.
///   Concat(Slice(%a, 0, 2), Slice(%a, 2, 5), %b)  ==>
///   Concat(Slice(%a, 0, 5), %b)
static void mergeOperands(NewestConcatOp concat, int64_t opset) {
  std::optional<int64_t> axis = getKnownAxis(concat);
  if (!axis)
    return;
  SmallVector<Value> inputs;
  std::optional<AxisRange> last;
  size_t numLast = 0; // the operands that `last` stands for
  bool isMerged = false;
  OpBuilder builder(concat);
  Location loc = getHelperLoc(concat);
  auto finish = [&] {
    if (numLast < 2)
      return;
    inputs.pop_back_n(numLast);
    inputs.push_back(buildRange(builder, loc, *last, opset));
    isMerged = true;
  };
  for (Value input : concat.getInputs()) {
    std::optional<AxisRange> range = getRange(input);
    if (range)
      range = resolve(*range);
    bool isNext = range && last && range->axis == *axis &&
                  range->source == last->source &&
                  range->start == last->start + last->length;
    if (isNext) {
      last->length += range->length;
      ++numLast;
    } else {
      finish();
      last = range && range->axis == *axis ? range : std::nullopt;
      numLast = 1;
    }
    inputs.push_back(input);
  }
  finish();
  if (isMerged)
    concat.getInputsMutable().assign(inputs);
}

namespace {

struct MergeSlices : onnxops::impl::MergeSlicesBase<MergeSlices> {
  void getDependentDialects(DialectRegistry &registry) const override {
    MergeSlicesBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    int64_t opset = getOpset(module);
    if (opset < OperatorBuilder::kFirstOpset)
      return;
    module.walk([&](Operation *op) {
      if (isOperator(op, "Slice") && op->getNumResults() == 1)
        moveSlice(op, opset);
      else if (auto concat = dyn_cast<NewestConcatOp>(op))
        mergeOperands(concat, opset);
    });
  }
};

} // namespace
