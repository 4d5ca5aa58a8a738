//===- VersionSteps.cpp - operators at adjacent opsets --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds the versions on both sides of a step, and converts one to the other by
// a rule, or by comparing their schemas.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Onnx/VersionSteps.h"

#include "VersionRules.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// A default that a schema gives as text.
static Attribute parseDefault(Builder &builder, StringRef text) {
  int64_t integer = 0;
  double real = 0;
  if (!text.getAsInteger(10, integer))
    return builder.getI64IntegerAttr(integer);
  if (!text.getAsDouble(real))
    return builder.getF32FloatAttr(static_cast<float>(real));
  return builder.getStringAttr(text);
}

// Whether an attribute has the value that a schema gives as text.
static bool isDefault(Attribute value, StringRef text) {
  double real = 0;
  if (auto string = dyn_cast<StringAttr>(value))
    return string == text;
  if (text.getAsDouble(real))
    return false;
  if (auto number = dyn_cast<IntegerAttr>(value))
    return static_cast<double>(number.getValue().getSExtValue()) == real;
  if (auto number = dyn_cast<FloatAttr>(value))
    return number.getValue().convertToFloat() == static_cast<float>(real);
  return false;
}

// Attributes of the first opsets that only allowed an implementation to
// overwrite its operands.
static bool isHint(StringRef attribute) {
  return attribute == "consumed_inputs";
}

static void removeDefaults(Operation *op, const OnnxSchema &from,
                           const OnnxSchema &to) {
  for (NamedAttribute attribute : llvm::to_vector(op->getDiscardableAttrs())) {
    StringRef name = attribute.getName();
    if (!hasAttribute(from, name) || hasAttribute(to, name))
      continue;
    if (isHint(name) ||
        isDefault(attribute.getValue(), getDefaultText(from, name)))
      op->removeAttr(name);
  }
}

// Writes defaults that the other version does not share.
static void addDefaults(const VersionStep &step, const OnnxSchema &from,
                        const OnnxSchema &to) {
  for (StringRef entry : llvm::split(from.attributes, ' ')) {
    auto [name, text] = entry.split('=');
    if (text.empty() || step.op->hasAttr(name) || !hasAttribute(to, name))
      continue;
    Attribute value = parseDefault(step.builder, text);
    if (!isDefault(value, getDefaultText(to, name)))
      step.op->setAttr(name, value);
  }
}

// The rank of the tensor whose dimensions the axes of the op count; none if it
// is not known.
static std::optional<int64_t> getAxisRank(Operation *op, size_t numAxes) {
  auto type = op->getNumOperands()
                  ? dyn_cast<RankedTensorType>(op->getOperand(0).getType())
                  : RankedTensorType();
  if (!type)
    return std::nullopt;
  bool isUnsqueeze = op->getName().stripDialect() == "Unsqueeze";
  return type.getRank() + (isUnsqueeze ? numAxes : 0);
}

static SmallVector<int64_t> getAxes(Attribute attribute) {
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    return {integer.getValue().getSExtValue()};
  SmallVector<int64_t> axes;
  if (auto list = dyn_cast_or_null<ArrayAttr>(attribute))
    for (Attribute axis : list)
      if (auto integer = dyn_cast<IntegerAttr>(axis))
        axes.push_back(integer.getValue().getSExtValue());
  return axes;
}

// Makes axes count from the start, for versions that take no others.
static LogicalResult normalizeAxes(const VersionStep &step, StringRef name) {
  Attribute attribute = step.op->getAttr(name);
  SmallVector<int64_t> axes = getAxes(attribute);
  if (llvm::all_of(axes, [](int64_t axis) { return axis >= 0; }))
    return success();
  std::optional<int64_t> rank = getAxisRank(step.op, axes.size());
  for (int64_t &axis : axes) {
    std::optional<int64_t> dim =
        rank ? normalizeAxis(axis, *rank) : std::nullopt;
    if (!dim)
      return step.refuse("attribute '", name, "' counts from the end of a ",
                         "tensor whose rank is not known, and opset ", step.to,
                         " counts from the start only");
    axis = *dim;
  }
  if (isa<IntegerAttr>(attribute))
    step.op->setAttr(name, step.builder.getI64IntegerAttr(axes.front()));
  else
    step.op->setAttr(name, step.builder.getI64ArrayAttr(axes));
  return success();
}

// Makes the attributes of one version those of the other, with the same
// meaning.
static LogicalResult adaptAttributes(const VersionStep &step,
                                     const OnnxSchema &from,
                                     const OnnxSchema &to) {
  removeDefaults(step.op, from, to);
  addDefaults(step, from, to);
  if (from.version < opsets::kFirstNegativeAxis ||
      to.version >= opsets::kFirstNegativeAxis)
    return success();
  return success(succeeded(normalizeAxes(step, "axis")) &&
                 succeeded(normalizeAxes(step, "axes")));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

// The reason why the opset has no version of the operator.
static LogicalResult refuseMissing(const VersionStep &step, StringRef opType,
                                   int64_t opset) {
  ArrayRef<OnnxSchema> versions = getSchemas("", opType);
  if (versions.empty())
    return step.refuse("ONNX has no operator ", opType);
  if (opset < versions.front().version)
    return step.refuse("opset ", versions.front().version,
                       " is the first that has ", opType);
  return step.refuse("opset ", versions.back().version, " removed ", opType);
}

// Results that nothing uses become absent where the version has none, or none
// of that type: the mask of Dropout is a tensor of numbers before opset 10. The
// graphs of an op would still have them as outputs.
static void dropUnusedResults(Operation *op, const OnnxSchema &schema) {
  if (op->getNumRegions())
    return;
  for (OpResult result : op->getResults())
    if (result.getResultNumber() > 0 && result.use_empty() &&
        !acceptsResult(schema, result.getResultNumber(), result.getType()))
      result.setType(NoneType::get(op->getContext()));
}

LogicalResult mlir::onnxops::stepBySchema(const VersionStep &step) {
  StringRef opType = step.op->getName().stripDialect();
  const OnnxSchema *from = findSchema("", opType, step.from);
  const OnnxSchema *to = findSchema("", opType, step.to);
  if (!from || !to)
    return refuseMissing(step, opType, to ? step.from : step.to);
  if (failed(adaptAttributes(step, *from, *to)))
    return failure();
  dropUnusedResults(step.op, *to);
  return verifySchema(step.emit, step.op, *to);
}

LogicalResult mlir::onnxops::stepOnnxOperator(ErrorEmitter emit, Operation *op,
                                              int64_t from, int64_t to) {
  if (!isOnnxOperator(op))
    return success();
  StringRef opType = op->getName().stripDialect();
  const OnnxSchema *before = findSchema("", opType, from);
  if (before && before == findSchema("", opType, to))
    return success();
  OpBuilder builder(op);
  VersionStep step = {op, builder, emit, from, to};
  // The version on the newer side of the step is the one that changed.
  const VersionRule *rule = findVersionRule(opType, std::max(from, to));
  RewriteVersion rewrite = nullptr;
  if (rule)
    rewrite = from < to ? rule->upgrade : rule->downgrade;
  if (!rewrite)
    return stepBySchema(step);
  // Rules read operands and results that the version has.
  if (before && failed(verifySchema(emit, op, *before)))
    return failure();
  if (!op->getNumResults())
    return step.refuse("expected a result, but got none");
  return rewrite(step);
}

//===----------------------------------------------------------------------===//
// Rewrites
//===----------------------------------------------------------------------===//

// The location for another op beside that of the step: in the same node, which
// keeps its name to itself.
static Location getOtherLoc(const VersionStep &step) {
  Location loc = step.op->getLoc();
  std::optional<ModelName> name = getModelName(loc);
  if (!name || !name->isNode)
    return loc;
  return nameResults(getUnnamedLoc(loc), step.op->getName().stripDialect(),
                     StringRef());
}

Value mlir::onnxops::buildOnnx(const VersionStep &step, StringRef opType,
                               ValueRange operands, Type result,
                               ArrayRef<NamedAttribute> attributes) {
  OperationState state(getOtherLoc(step), ("onnx." + opType).str(), operands,
                       result, attributes);
  return step.builder.create(state)->getResult(0);
}

Value mlir::onnxops::buildVector(const VersionStep &step,
                                 ArrayRef<int64_t> values) {
  return arith::ConstantOp::create(step.builder, step.op->getLoc(),
                                   step.builder.getI64TensorAttr(values));
}

// Erases a constant or an absent operand that nothing uses.
static void eraseUnused(Value value) {
  Operation *op = value.getDefiningOp();
  if (op && op->use_empty() &&
      (isNoValue(op) || op->hasTrait<OpTrait::ConstantLike>()))
    op->erase();
}

void mlir::onnxops::setOperand(const VersionStep &step, unsigned index,
                               Value value) {
  SmallVector<Value> operands(step.op->getOperands());
  while (operands.size() < index)
    operands.push_back(
        buildOnnx(step, "NoValue", {}, step.builder.getNoneType()));
  if (operands.size() == index)
    operands.push_back(Value());
  Value previous = std::exchange(operands[index], value);
  step.op->setOperands(operands);
  if (previous)
    eraseUnused(previous);
}

void mlir::onnxops::dropOperand(const VersionStep &step, unsigned index) {
  if (index < step.op->getNumOperands())
    setOperand(step, index,
               buildOnnx(step, "NoValue", {}, step.builder.getNoneType()));
  // Absent operands at the end need not be listed.
  while (step.op->getNumOperands()) {
    Value last = step.op->getOperands().back();
    if (!isa<NoneType>(last.getType()))
      return;
    step.op->eraseOperand(step.op->getNumOperands() - 1);
    eraseUnused(last);
  }
}

void mlir::onnxops::moveResult(const VersionStep &step, Value restored) {
  Value result = step.op->getResult(0);
  Operation *last = restored.getDefiningOp();
  result.replaceAllUsesExcept(restored, last);
  // The node keeps its name, and the other op gets that of the result.
  Location loc = step.op->getLoc();
  StringRef opType = last->getName().stripDialect();
  SmallVector<StringRef> names = getAllResultNames(renameNode(loc, opType));
  Location file = getUnnamedLoc(loc);
  while (auto named = dyn_cast<NameLoc>(file))
    file = named.getChildLoc();
  last->setLoc(nameResults(file, opType, names));
  step.op->setLoc(nameResults(getUnnamedLoc(loc),
                              step.op->getName().stripDialect(), StringRef()));
}

Operation *mlir::onnxops::renameOp(const VersionStep &step, StringRef opType) {
  OperationState state(renameNode(step.op->getLoc(), opType),
                       ("onnx." + opType).str(), step.op->getOperands(),
                       step.op->getResultTypes(), step.op->getAttrs());
  Operation *renamed = step.builder.create(state);
  step.op->replaceAllUsesWith(renamed->getResults());
  step.op->erase();
  return renamed;
}
