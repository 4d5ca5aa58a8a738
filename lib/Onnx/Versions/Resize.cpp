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
  DenseElementsAttr scales;
  Value operand = getGivenOperand(step.op, 1);
  bool enlarges = operand && matchPattern(operand, m_Constant(&scales)) &&
                  scales.getElementType().isF32() &&
                  llvm::all_of(scales.getValues<float>(),
                               [](float scale) { return scale >= 1; });
  if (!enlarges)
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

static LogicalResult upgradeResize11(const VersionStep &step) {
  Value scales = getGivenOperand(step.op, 1);
  if (!scales)
    return step.refuse("operand #1 is not given");
  setOperand(step, 2, scales);
  setOperand(step, 1, buildEmpty(step));
  OpBuilder &b = step.builder;
  step.op->setAttr("coordinate_transformation_mode",
                   b.getStringAttr("asymmetric"));
  if (getText(step.op, "mode", "nearest") == "nearest")
    step.op->setAttr("nearest_mode", b.getStringAttr("floor"));
  return stepBySchema(step);
}

// Whether the op computes what Resize-10 does, in its only mode.
static bool isResize10(Operation *op) {
  StringRef mode = getText(op, "mode", "nearest");
  return getText(op, "coordinate_transformation_mode", "half_pixel") ==
             "asymmetric" &&
         (mode == "linear" ||
          (mode == "nearest" &&
           getText(op, "nearest_mode", "round_prefer_floor") == "floor")) &&
         getGivenOperand(op, 2) && !getGivenOperand(op, 3);
}

static LogicalResult downgradeResize11(const VersionStep &step) {
  if (!isResize10(step.op))
    return step.refuse("opset 10 has asymmetric coordinates that are rounded "
                       "down, and scales, only");
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
