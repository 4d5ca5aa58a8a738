//===- Neighbours.cpp - which neighbours are known ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The table of operators that are not ours, and how a generic op is matched
// with it.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/Neighbours.h"

#include "NeighbourRules.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Ranks.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kBranches[] = {"then_branch", "else_branch"};
static constexpr StringLiteral kBody[] = {"body"};

// Name, first opset, operands at least and at most, variadic results, types,
// values.
static constexpr Neighbour kNeighbours[] = {
    {"Abs", 6, 1, 1, false, inferSame, readAbs},
    {"Add", 6, 2, 2, false, inferBroadcast, readAdd},
    {"Cast", 6, 1, 1, false, inferCast, readCast},
    {"Constant", 1, 0, 0, false, inferConstant, readConstant},
    {"ConstantOfShape", 9, 1, 1, false, inferConstantOfShape,
     readConstantOfShape},
    {"Div", 6, 2, 2, false, inferBroadcast, readDiv},
    {"Exp", 6, 1, 1, false, inferSame},
    {"Expand", 8, 2, 2, false, inferExpand, readExpand},
    {"Gather", 1, 2, 2, false, inferGather, readGather},
    {"Identity", 1, 1, 1, false, inferSame, readSame},
    {"If", 6, 1, 1, true, nullptr, nullptr, kBranches},
    {"Loop", 6, 0, ~0u, true, nullptr, nullptr, kBody},
    {"Mul", 6, 2, 2, false, inferBroadcast, readMul},
    {"Neg", 6, 1, 1, false, inferSame, readNeg},
    {"Not", 6, 1, 1, false, inferSame},
    {"Relu", 6, 1, 1, false, inferSame, readRelu},
    {"Reshape", 5, 2, 2, false, inferReshape, readSame},
    {"SequenceMap", 17, 1, ~0u, true, nullptr, nullptr, kBody},
    {"Shape", 6, 1, 1, false, inferShape, readShape},
    {"Sigmoid", 6, 1, 1, false, inferSame},
    {"Size", 6, 1, 1, false, inferSize, readSize},
    {"Slice", 6, 1, 5, false, inferSlice, readSlice},
    {"Split", 1, 1, 2, true, inferSplit},
    {"Sqrt", 6, 1, 1, false, inferSame},
    {"Squeeze", 6, 1, 2, false, inferSqueeze, readSame},
    {"Sub", 6, 2, 2, false, inferBroadcast, readSub},
    {"Tanh", 6, 1, 1, false, inferSame},
    {"Transpose", 1, 1, 1, false, inferTranspose, readTranspose},
    {"Unsqueeze", 6, 1, 2, false, inferUnsqueeze, readSame},
};

// Those that nothing lowers: with --allow-unsupported their types are inferred.
static constexpr Neighbour kUnlowered[] = {
    {"Flatten", 1, 1, 1, false, inferFlatten, readSame, {}, false},
    {"Reciprocal", 6, 1, 1, false, inferSame, nullptr, {}, false},
    {"ReduceMean", 1, 1, 2, false, inferReduceMean, nullptr, {}, false},
};

const Neighbour *mlir::onnxops::findNeighbour(StringRef opType) {
  for (ArrayRef<Neighbour> table :
       {ArrayRef(kNeighbours), ArrayRef(kUnlowered)})
    for (const Neighbour &known : table)
      if (known.opType == opType)
        return &known;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Generic ops
//===----------------------------------------------------------------------===//

bool mlir::onnxops::isOnnxOp(Operation *op) {
  return op->getName().getDialectNamespace() == "onnx";
}

bool mlir::onnxops::isNoValue(Operation *op) {
  return op->getName().getStringRef() == "onnx.NoValue" &&
         op->getNumOperands() == 0 && op->getNumResults() == 1 &&
         isa<NoneType>(op->getResult(0).getType());
}

bool mlir::onnxops::isNoteName(StringRef attribute) {
  return attribute == kOnnxDomainAttr || attribute == kOnnxRegionsAttr ||
         attribute.starts_with("onnxops.");
}

StringRef mlir::onnxops::getOnnxDomain(Operation *op) {
  auto domain = op->getAttrOfType<StringAttr>(kOnnxDomainAttr);
  return !domain || domain == "ai.onnx" ? StringRef() : domain.strref();
}

bool mlir::onnxops::isNeighbour(Operation *op) {
  if (!isOnnxOp(op))
    return false;
  // Of the importer's making, not operators.
  StringRef name = op->getName().stripDialect();
  if (name == "NoValue" || name == "Yield")
    return false;
  // Other domains have opsets of their own, which nothing here knows.
  return getOnnxDomain(op).empty();
}

Value mlir::onnxops::getGivenOperand(Operation *op, unsigned index) {
  if (index >= op->getNumOperands() ||
      isa<NoneType>(op->getOperand(index).getType()))
    return {};
  return op->getOperand(index);
}

const Neighbour *mlir::onnxops::matchNeighbour(Operation *op) {
  if (!isNeighbour(op))
    return nullptr;
  const Neighbour *known = findNeighbour(op->getName().stripDialect());
  unsigned operands = op->getNumOperands(), results = op->getNumResults();
  if (!known || operands < known->minOperands ||
      operands > known->maxOperands || results == 0 ||
      (!known->isVariadic && results > 1))
    return nullptr;
  for (unsigned index = 0; index < known->minOperands; ++index)
    if (!getGivenOperand(op, index))
      return nullptr;
  // Identity and control flow take sequences; no rule asks what they hold.
  bool takesAny = !known->inferTypes || known->inferTypes == inferSame;
  for (Type type : op->getOperandTypes())
    if (!takesAny && !isa<TensorType, NoneType>(type))
      return nullptr;
  return known;
}

SmallVector<Type>
mlir::onnxops::inferNeighbourTypes(Operation *op, const InferenceMode &mode) {
  const Neighbour *known = matchNeighbour(op);
  if (!known || !known->inferTypes || mode.opset < known->firstOpset)
    return {};
  return known->inferTypes(op, mode);
}

std::optional<KnownElements> mlir::onnxops::readNeighbour(Value value,
                                                          ValueReader &reader) {
  auto result = cast<OpResult>(value);
  const Neighbour *known = matchNeighbour(result.getOwner());
  if (!known || !known->readElements)
    return std::nullopt;
  return known->readElements(result.getOwner(), result.getResultNumber(),
                             reader);
}

FailureOr<SmallVector<Type>>
mlir::onnxops::refineTypes(ErrorEmitter emit, ArrayRef<Type> inferred,
                           ArrayRef<Type> declared) {
  for (auto [index, type] : llvm::enumerate(inferred))
    if (failed(verifyRank(emit, "result #" + Twine(index), type)))
      return failure();
  SmallVector<Type> types(inferred);
  // There may be results that the node does not list.
  for (auto [index, declaredType] : llvm::enumerate(declared)) {
    if (!declaredType)
      continue;
    if (!areCompatibleTypes(declaredType, inferred[index]))
      return emitFailure(emit, "expected result #", index, " to have type ",
                         inferred[index], ", but it is declared as ",
                         declaredType);
    // What models say of the elements of sequences does not hold.
    if (!isa<SequenceType>(declaredType))
      types[index] = meetTypes(inferred[index], declaredType);
  }
  return types;
}

int64_t mlir::onnxops::getOpset(Operation *module) {
  auto opset = module->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kOpsetAttr);
  return opset ? opset.getInt() : OnnxOpsDialect::kLatestOpset;
}
