//===- Resize.cpp - versions of Upsample, Resize and Scatter --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Upsample became Resize in opset 10, and Scatter became ScatterElements in
// opset 11. Resize got its region, sizes and modes in opset 11, which are
// optional since opset 13.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

static StringRef getText(Operation *op, StringRef name, StringRef absent) {
  auto text = op->getAttrOfType<StringAttr>(name);
  return text ? text.strref() : absent;
}

namespace {

/// Whether some scale is above 1, and some other below.
struct ScaleRange {
  bool enlarges = false, reduces = false;
};

} // namespace

// The range of the scales, operand `index`; none if they are not known.
static std::optional<ScaleRange> getScaleRange(Operation *op, unsigned index) {
  DenseElementsAttr scales;
  Value operand = getGivenOperand(op, index);
  if (!operand || !matchPattern(operand, m_Constant(&scales)) ||
      !scales.getElementType().isF32())
    return std::nullopt;
  ScaleRange range;
  for (float scale : scales.getValues<float>()) {
    range.enlarges |= scale > 1;
    range.reduces |= !(scale >= 1);
  }
  return range;
}

//===----------------------------------------------------------------------===//
// Renames
//===----------------------------------------------------------------------===//

static LogicalResult upgradeUpsample(const VersionStep &step) {
  renameOp(step, "Resize");
  return success();
}

static LogicalResult upgradeScatter(const VersionStep &step) {
  renameOp(step, "ScatterElements");
  return success();
}

// Upsample only enlarges.
static LogicalResult downgradeToUpsample(const VersionStep &step) {
  std::optional<ScaleRange> range = getScaleRange(step.op, 1);
  if (!range || range->reduces)
    return step.refuse("Upsample takes scales of 1 or more, which is not known "
                       "here");
  renameOp(step, "Upsample");
  return success();
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

static Value buildEmpty(const VersionStep &step) {
  auto type = RankedTensorType::get(0, step.builder.getF32Type());
  return arith::ConstantOp::create(
      step.builder, step.op->getLoc(),
      DenseElementsAttr::get(type, ArrayRef<float>()));
}

// Before opset 11, positions are rounded down where a dimension grows, and up
// where it shrinks. Unknown scales are taken to enlarge, as those of Upsample
// do.
static LogicalResult upgradeResize11(const VersionStep &step) {
  Value scales = getGivenOperand(step.op, 1);
  if (!scales)
    return step.refuse("operand #1 is not given");
  bool isNearest = getText(step.op, "mode", "nearest") == "nearest";
  ScaleRange range = getScaleRange(step.op, 1).value_or(ScaleRange());
  if (isNearest && range.enlarges && range.reduces)
    return step.refuse("opset 11 rounds positions in one direction, but here "
                       "some dimensions grow and others shrink");
  setOperand(step, 2, scales);
  setOperand(step, 1, buildEmpty(step));
  OpBuilder &b = step.builder;
  step.op->setAttr("coordinate_transformation_mode",
                   b.getStringAttr("asymmetric"));
  if (isNearest)
    step.op->setAttr("nearest_mode",
                     b.getStringAttr(range.reduces ? "ceil" : "floor"));
  return stepBySchema(step);
}

// Whether `nearest_mode` rounds as Resize-10 does.
static bool isRounding10(Operation *op) {
  ScaleRange range = getScaleRange(op, 2).value_or(ScaleRange());
  if (range.enlarges && range.reduces)
    return false;
  return getText(op, "nearest_mode", "round_prefer_floor") ==
         (range.reduces ? "ceil" : "floor");
}

// Whether the op computes what Resize-10 does, in its only mode.
static bool isResize10(Operation *op) {
  StringRef mode = getText(op, "mode", "nearest");
  return getText(op, "coordinate_transformation_mode", "half_pixel") ==
             "asymmetric" &&
         (mode == "linear" || (mode == "nearest" && isRounding10(op))) &&
         getGivenOperand(op, 2) && !getGivenOperand(op, 3);
}

static LogicalResult downgradeResize11(const VersionStep &step) {
  if (!isResize10(step.op))
    return step.refuse("opset 10 has scales and asymmetric coordinates only, "
                       "which are rounded down, or up to reduce");
  setOperand(step, 1, step.op->getOperand(2));
  dropOperand(step, 2);
  step.op->removeAttr("coordinate_transformation_mode");
  step.op->removeAttr("nearest_mode");
  return stepBySchema(step);
}

static bool isEmpty(Value operand) {
  auto type = dyn_cast<RankedTensorType>(operand.getType());
  return type && type.getRank() == 1 && type.getDimSize(0) == 0;
}

static LogicalResult upgradeResize13(const VersionStep &step) {
  for (unsigned index : {2, 1})
    if (Value operand = getGivenOperand(step.op, index))
      if (isEmpty(operand))
        dropOperand(step, index);
  return stepBySchema(step);
}

static LogicalResult downgradeResize13(const VersionStep &step) {
  for (unsigned index : {1, 2})
    if (!getGivenOperand(step.op, index))
      setOperand(step, index, buildEmpty(step));
  return stepBySchema(step);
}

static constexpr VersionRule kRules[] = {
    {"Resize", 10, nullptr, downgradeToUpsample},
    {"Resize", 11, upgradeResize11, downgradeResize11},
    {"Resize", 13, upgradeResize13, downgradeResize13},
    {"Scatter", 11, upgradeScatter, nullptr},
    {"Upsample", 10, upgradeUpsample, nullptr},
};

ArrayRef<VersionRule> mlir::onnxops::getResizeRules() { return kRules; }
