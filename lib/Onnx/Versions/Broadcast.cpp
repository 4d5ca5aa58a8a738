//===- Broadcast.cpp - versions that changed broadcasting -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Up to opset 6 the second operand of an operation with `broadcast` = 1 stands
// for dimensions from `axis` on; since opset 7 both operands broadcast as in
// numpy. Sum, Max, Min and Mean broadcast since opset 8.
//
//===----------------------------------------------------------------------===//

#include "VersionRules.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Onnx/Operators.h"

using namespace mlir;
using namespace mlir::onnxops;

static RankedTensorType getRanked(Operation *op, unsigned index) {
  Value operand = getGivenOperand(op, index);
  return operand ? dyn_cast<RankedTensorType>(operand.getType())
                 : RankedTensorType();
}

// Whether all operands are known to have the same sizes.
static bool haveSameSizes(Operation *op) {
  RankedTensorType first = getRanked(op, 0);
  return first && first.hasStaticShape() &&
         llvm::all_of(op->getOperandTypes(), [&](Type type) {
           auto tensor = dyn_cast<RankedTensorType>(type);
           return tensor && tensor.getShape() == first.getShape();
         });
}

static LogicalResult requireSameSizes(const VersionStep &step) {
  if (haveSameSizes(step.op))
    return stepBySchema(step);
  return step.refuse("opset ", step.to,
                     " does not broadcast, and the operands are not known to "
                     "have the same sizes");
}

//===----------------------------------------------------------------------===//
// Two operands
//===----------------------------------------------------------------------===//

// Adds trailing dimensions of size 1 to operand #1.
static void unsqueezeBack(const VersionStep &step, RankedTensorType type,
                          int64_t count) {
  SmallVector<int64_t> shape(type.getShape()), axes;
  for (int64_t i = 0; i < count; ++i) {
    axes.push_back(shape.size());
    shape.push_back(1);
  }
  NamedAttribute attribute =
      step.builder.getNamedAttr("axes", step.builder.getI64ArrayAttr(axes));
  setOperand(step, 1,
             buildOnnx(step, "Unsqueeze", step.op->getOperand(1),
                       RankedTensorType::get(shape, type.getElementType()),
                       attribute));
}

static bool hasFlag(Operation *op, StringRef name) {
  auto flag = op->getAttrOfType<IntegerAttr>(name);
  return flag && !flag.getValue().isZero();
}

static LogicalResult upgradeBinary(const VersionStep &step) {
  auto axis = step.op->getAttrOfType<IntegerAttr>("axis");
  if (hasFlag(step.op, "broadcast") && axis) {
    RankedTensorType lhs = getRanked(step.op, 0), rhs = getRanked(step.op, 1);
    if (!lhs || !rhs)
      return step.refuse("attribute 'axis' needs operands of known rank");
    std::optional<int64_t> first =
        normalizeAxis(axis.getValue().getSExtValue(), lhs.getRank());
    if (!first || *first + rhs.getRank() > lhs.getRank())
      return step.refuse("attribute 'axis' is out of range");
    if (int64_t count = lhs.getRank() - *first - rhs.getRank())
      unsqueezeBack(step, rhs, count);
  }
  step.op->removeAttr("axis");
  step.op->removeAttr("broadcast");
  return stepBySchema(step);
}

// Whether operand #1 has the last sizes of operand #0.
static bool isSuffix(Operation *op) {
  RankedTensorType lhs = getRanked(op, 0), rhs = getRanked(op, 1);
  return lhs && rhs && rhs.hasStaticShape() && rhs.getRank() <= lhs.getRank() &&
         lhs.getShape().take_back(rhs.getRank()) == rhs.getShape();
}

static LogicalResult downgradeBinary(const VersionStep &step) {
  if (!haveSameSizes(step.op) && !isSuffix(step.op))
    return step.refuse("opset ", step.to,
                       " only broadcasts an operand #1 that has the last sizes "
                       "of operand #0, which is not known here");
  if (!haveSameSizes(step.op))
    step.op->setAttr("broadcast", step.builder.getI64IntegerAttr(1));
  return stepBySchema(step);
}

//===----------------------------------------------------------------------===//
// Gemm and PRelu
//===----------------------------------------------------------------------===//

static LogicalResult upgradeGemm(const VersionStep &step) {
  step.op->removeAttr("broadcast");
  return stepBySchema(step);
}

static LogicalResult downgradeGemm(const VersionStep &step) {
  step.op->setAttr("broadcast", step.builder.getI64IntegerAttr(1));
  return stepBySchema(step);
}

// Before opset 7, slopes stand for channels, the second dimension.
static LogicalResult upgradePRelu(const VersionStep &step) {
  RankedTensorType input = getRanked(step.op, 0), slope = getRanked(step.op, 1);
  bool isOne = slope && slope.hasStaticShape() && slope.getNumElements() == 1;
  if (!isOne && (!input || !slope || slope.getRank() != 1))
    return step.refuse("operands of unknown rank, with a slope for each "
                       "channel, broadcast in another way since opset 7");
  if (!isOne && input.getRank() > 2)
    unsqueezeBack(step, slope, input.getRank() - 2);
  return stepBySchema(step);
}

static LogicalResult downgradePRelu(const VersionStep &step) {
  RankedTensorType slope = getRanked(step.op, 1);
  if (!slope || !slope.hasStaticShape() || slope.getNumElements() != 1)
    return step.refuse("opset ", step.to,
                       " takes slopes of another shape than opset 7");
  return stepBySchema(step);
}

static constexpr VersionRule kRules[] = {
    {"Add", 7, upgradeBinary, downgradeBinary},
    {"And", 7, upgradeBinary, downgradeBinary},
    {"Div", 7, upgradeBinary, downgradeBinary},
    {"Equal", 7, upgradeBinary, downgradeBinary},
    {"Gemm", 7, upgradeGemm, downgradeGemm},
    {"Greater", 7, upgradeBinary, downgradeBinary},
    {"Less", 7, upgradeBinary, downgradeBinary},
    {"Max", 8, nullptr, requireSameSizes},
    {"Mean", 8, nullptr, requireSameSizes},
    {"Min", 8, nullptr, requireSameSizes},
    {"Mul", 7, upgradeBinary, downgradeBinary},
    {"Or", 7, upgradeBinary, downgradeBinary},
    {"PRelu", 7, upgradePRelu, downgradePRelu},
    {"Pow", 7, upgradeBinary, downgradeBinary},
    {"Sub", 7, upgradeBinary, downgradeBinary},
    {"Sum", 8, nullptr, requireSameSizes},
    {"Xor", 7, upgradeBinary, downgradeBinary},
};

ArrayRef<VersionRule> mlir::onnxops::getBroadcastRules() { return kRules; }
