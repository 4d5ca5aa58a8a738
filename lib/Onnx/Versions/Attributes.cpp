//===- Attributes.cpp - versions that changed values of attributes --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes with other values, or whose absence means something else, and
// operators that the next version redefined.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

static StringRef getText(Operation *op, StringRef name, StringRef absent = "") {
  auto text = op->getAttrOfType<StringAttr>(name);
  return text ? text.strref() : absent;
}

static void setText(const VersionStep &step, StringRef name, StringRef text) {
  step.op->setAttr(name, step.builder.getStringAttr(text));
}

//===----------------------------------------------------------------------===//
// Values that a version added
//===----------------------------------------------------------------------===//

namespace {
struct AddedValue {
  StringLiteral opType;
  int64_t version;
  StringLiteral attribute, value;
};
} // namespace

static constexpr AddedValue kAdded[] = {
    {"Pad", 19, "mode", "wrap"},
    {"Resize", 19, "coordinate_transformation_mode", "half_pixel_symmetric"},
    {"ScatterElements", 18, "reduction", "max"},
    {"ScatterElements", 18, "reduction", "min"},
    {"ScatterND", 18, "reduction", "max"},
    {"ScatterND", 18, "reduction", "min"},
};

static LogicalResult refuseAdded(const VersionStep &step) {
  for (const AddedValue &added : kAdded)
    if (added.opType == step.op->getName().stripDialect() &&
        added.version == step.from &&
        getText(step.op, added.attribute) == added.value)
      return step.refuse("opset ", step.to, " has no '", added.value,
                         "' for attribute '", added.attribute, "'");
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// Cast
//===----------------------------------------------------------------------===//

// The names of TensorProto.DataType, by number.
static constexpr StringLiteral kTypeNames[] = {
    "UNDEFINED", "FLOAT",  "UINT8",     "INT8",      "UINT16",  "INT16",
    "INT32",     "INT64",  "STRING",    "BOOL",      "FLOAT16", "DOUBLE",
    "UINT32",    "UINT64", "COMPLEX64", "COMPLEX128"};

static LogicalResult upgradeCast(const VersionStep &step) {
  const auto *name = llvm::find(kTypeNames, getText(step.op, "to"));
  if (name == std::end(kTypeNames))
    return step.refuse("attribute 'to' is not the name of a type");
  step.op->setAttr("to", step.builder.getI64IntegerAttr(
                             std::distance(std::begin(kTypeNames), name)));
  return stepBySchema(step);
}

static LogicalResult downgradeCast(const VersionStep &step) {
  auto number = step.op->getAttrOfType<IntegerAttr>("to");
  if (!number || number.getValue().uge(std::size(kTypeNames)))
    return step.refuse("attribute 'to' is not the number of a type that opset ",
                       step.to, " has");
  setText(step, "to", kTypeNames[number.getValue().getZExtValue()]);
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// BatchNormalization and Dropout
//===----------------------------------------------------------------------===//

// Before opset 7, `is_test` selects inference; since then, it is the default.
static LogicalResult upgradeInference(const VersionStep &step) {
  auto isTest = step.op->getAttrOfType<IntegerAttr>("is_test");
  if (!isTest || isTest.getValue().isZero())
    return step.refuse("without 'is_test' the op is one of training, which "
                       "opset 7 removed");
  step.op->removeAttr("is_test");
  return stepBySchema(step);
}

static LogicalResult downgradeInference(const VersionStep &step) {
  step.op->setAttr("is_test", step.builder.getI64IntegerAttr(1));
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// GridSample and RoiAlign
//===----------------------------------------------------------------------===//

static LogicalResult renameMode(const VersionStep &step, StringRef suffixFrom,
                                StringRef suffixTo) {
  for (StringRef stem : {"linear", "cubic"})
    if (getText(step.op, "mode", "bilinear") == (suffixFrom + stem).str())
      setText(step, "mode", (suffixTo + stem).str());
  return stepBySchema(step);
}

static LogicalResult upgradeGridSample(const VersionStep &step) {
  return renameMode(step, "bi", "");
}

static LogicalResult downgradeGridSample(const VersionStep &step) {
  if (!step.op->hasAttr("mode"))
    setText(step, "mode", "linear");
  auto type = dyn_cast<RankedTensorType>(step.op->getOperand(0).getType());
  if (!type || type.getRank() != 4)
    return step.refuse(
        "opset ", step.to,
        " takes tensors of rank 4 only, which is not known here");
  return renameMode(step, "", "bi");
}

static constexpr StringLiteral kRoiMode = "coordinate_transformation_mode";

static LogicalResult upgradeRoiAlign(const VersionStep &step) {
  setText(step, kRoiMode, "output_half_pixel");
  return stepBySchema(step);
}

static LogicalResult downgradeRoiAlign(const VersionStep &step) {
  if (getText(step.op, kRoiMode) != "output_half_pixel")
    return step.refuse("opset ", step.to,
                       " has no other coordinates than 'output_half_pixel'");
  step.op->removeAttr(kRoiMode);
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// Split
//===----------------------------------------------------------------------===//

static LogicalResult upgradeSplit(const VersionStep &step) {
  if (!getGivenOperand(step.op, 1))
    step.op->setAttr("num_outputs",
                     step.builder.getI64IntegerAttr(step.op->getNumResults()));
  return stepBySchema(step);
}

// The size of the split dimension, none if it is not known.
static std::optional<int64_t> getSplitSize(Operation *op) {
  auto type = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
  auto attribute = op->getAttrOfType<IntegerAttr>("axis");
  int64_t axis = attribute ? attribute.getValue().getSExtValue() : 0;
  std::optional<int64_t> dim =
      type ? normalizeAxis(axis, type.getRank()) : std::nullopt;
  if (!dim || type.isDynamicDim(*dim))
    return std::nullopt;
  return type.getDimSize(*dim);
}

// Since opset 18, the last part may be smaller than the others.
static LogicalResult downgradeSplit(const VersionStep &step) {
  if (step.op->hasAttr("num_outputs")) {
    std::optional<int64_t> size = getSplitSize(step.op);
    int64_t count = step.op->getNumResults();
    if (!size || *size % count != 0)
      return step.refuse("opset ", step.to,
                         " splits into equal parts, and it is not known that "
                         "these are");
    step.op->removeAttr("num_outputs");
  }
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// Versions that cannot be converted
//===----------------------------------------------------------------------===//

static LogicalResult refuseRedefined(const VersionStep &step) {
  return step.refuse("opset ", std::max(step.from, step.to), " redefined ",
                     step.op->getName().stripDialect());
}

// `p` became an integer.
static LogicalResult refuseNorm(const VersionStep &step) {
  if (step.op->hasAttr("p"))
    return step.refuse("opset 2 changed the type of attribute 'p'");
  return stepBySchema(step);
}

// Indices count from either end since opset 11.
static LogicalResult downgradeGather(const VersionStep &step) {
  FailureOr<KnownElements> indices = failure();
  if (Value operand = getGivenOperand(step.op, 1))
    indices = getKnownElements(operand);
  if (failed(indices) ||
      !llvm::all_of(*indices, [](std::optional<int64_t> index) {
        return index && *index >= 0;
      }))
    return step.refuse("opset ", step.to,
                       " takes indices of 0 or more, which is not known here");
  return stepBySchema(step);
}

static constexpr VersionRule kRules[] = {
    {"BatchNormalization", 7, upgradeInference, downgradeInference},
    {"Cast", 6, upgradeCast, downgradeCast},
    {"Dropout", 7, upgradeInference, downgradeInference},
    {"Gather", 11, nullptr, downgradeGather},
    {"GlobalLpPool", 2, refuseNorm, refuseNorm},
    {"GridSample", 20, upgradeGridSample, downgradeGridSample},
    {"LpPool", 2, refuseNorm, refuseNorm},
    {"Pad", 19, nullptr, refuseAdded},
    {"Resize", 19, nullptr, refuseAdded},
    {"RoiAlign", 16, upgradeRoiAlign, downgradeRoiAlign},
    {"Scan", 9, refuseRedefined, refuseRedefined},
    {"ScatterElements", 18, nullptr, refuseAdded},
    {"ScatterND", 18, nullptr, refuseAdded},
    {"Split", 18, upgradeSplit, downgradeSplit},
};

ArrayRef<VersionRule> mlir::onnxops::getAttributeRules() { return kRules; }

//===----------------------------------------------------------------------===//
// All rules
//===----------------------------------------------------------------------===//

const VersionRule *mlir::onnxops::findVersionRule(StringRef opType,
                                                  int64_t version) {
  for (ArrayRef<VersionRule> rules :
       {getAttributeRules(), getBroadcastRules(), getGroupNormalizationRules(),
        getMovedAttributeRules(), getResizeRules(), getSoftmaxRules()})
    for (const VersionRule &rule : rules)
      if (rule.opType == opType && rule.version == version)
        return &rule;
  return nullptr;
}
