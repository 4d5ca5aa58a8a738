//===- RemainingSequences.cpp - sequences in a module ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Finds for each op that reads or builds a sequence what is not known about it.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/Transforms/RemainingSequences.h"

#include "KnownSequences.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Escape.h"

using namespace mlir;
using namespace mlir::onnxops;

// Of a longer chain of insertions and erasures, one in the middle is named.
static constexpr unsigned kMaxSteps = 100;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string mlir::onnxops::getNodeOperator(Operation *op) {
  if (auto versioned = dyn_cast<VersionedOpInterface>(op))
    return OperatorTable::getOnnxOfFamily(versioned.getFamily()).str();
  StringRef opType = op->getName().stripDialect();
  if (isOnnxOperator(op))
    return opType.str();
  StringRef domain = isOnnxOp(op) ? getOnnxDomain(op) : StringRef();
  return domain.empty() ? "" : (domain + ":" + opType).str();
}

// "Loop 'decode'", or "'Loop:y'" for a node that only its results name.
static std::string describeOp(Operation *op) {
  std::string text = getNodeOperator(op);
  std::optional<ModelName> place = getModelName(op->getLoc());
  if (!place)
    return text;
  std::string name = "'" + escapeText(place->name) + "'";
  return place->name.starts_with(text + ":") ? name : text + " " + name;
}

static std::string describeArgument(func::FuncOp function, unsigned index,
                                    StringRef kind, DictionaryAttr attributes) {
  auto name = attributes
                  ? attributes.getAs<StringAttr>(OnnxOpsDialect::kNameAttr)
                  : StringAttr();
  return (kind + " " + (name ? "'" + escapeText(name) + "'" : Twine(index)))
      .str();
}

static bool isSequence(Type type) { return isa<SequenceType>(type); }

static bool hasSequence(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isSequence) ||
         llvm::any_of(op->getResultTypes(), isSequence);
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

// Why the content of a sequence that `op` splits is not known.
static std::string explainSplit(NewestSplitToSequenceOp op) {
  Value lengths = op.getSplit();
  auto type = lengths ? dyn_cast<RankedTensorType>(lengths.getType())
                      : RankedTensorType();
  if (lengths && !type)
    return "the rank of the lengths of " + describeOp(op) + " is not known";
  if (type && type.getRank() == 1 && !type.hasStaticShape())
    return "the number of lengths of " + describeOp(op) + " is not known";
  return "the number of chunks of " + describeOp(op) + " is not known";
}

// Why the content of a sequence is not known.
static std::string explainContent(const KnownSequences &known, Value sequence) {
  // Back to the first op whose content is not known.
  for (unsigned steps = 0;; ++steps) {
    sequence = lookThroughCasts(sequence);
    Operation *producer = sequence.getDefiningOp();
    if (!producer) {
      Operation *parent = sequence.getParentRegion()->getParentOp();
      if (isa<func::FuncOp>(parent))
        return "its sequence is an input";
      return "its sequence is carried by " + describeOp(parent);
    }
    if (auto split = dyn_cast<NewestSplitToSequenceOp>(producer))
      return explainSplit(split);
    bool isEdit = isa<NewestSequenceInsertOp, NewestSequenceEraseOp>(producer);
    if (!isEdit || steps == kMaxSteps)
      return "its sequence is a result of " + describeOp(producer);
    Value source = producer->getOperand(0);
    if (known.getLength(source))
      return "the position of " + describeOp(producer) +
             " is out of range, or not known";
    sequence = source;
  }
}

static std::string explainAt(const KnownSequences &known,
                             NewestSequenceAtOp op) {
  std::optional<int64_t> length = known.getLength(op.getInputSequence());
  if (!length)
    return explainContent(known, op.getInputSequence());
  std::optional<int64_t> position = getKnownScalar(op.getPosition());
  if (!position)
    return "its position is not known, and its elements have no equal, known "
           "sizes";
  if (*position < -*length || *position >= *length)
    return ("its position is " + Twine(*position) + ", but the sequence has " +
            Twine(*length) + " elements")
        .str();
  ElementRun run = *known.getElement(op.getInputSequence(), *position);
  auto split = dyn_cast<NewestSplitToSequenceOp>(run.maker);
  if (split && !known.hasChunkRanges(split))
    return ("the lengths of " + describeOp(split) +
            " are not known, which needs opset " +
            Twine(opsets::kFirstSplitOperand))
        .str();
  return "its declared type contradicts that of the element";
}

static std::string explain(const KnownSequences &known, Operation *op) {
  if (auto at = dyn_cast<NewestSequenceAtOp>(op))
    return explainAt(known, at);
  auto concat = dyn_cast<NewestConcatFromSequenceOp>(op);
  if (concat && known.getLength(concat.getInputSequence()) == 0)
    return "its sequence has no elements";
  if (concat && known.getLength(concat.getInputSequence()))
    return "the ranks, lengths or types of its elements are not known, or "
           "contradict each other";
  if (concat || isa<NewestSequenceLengthOp>(op))
    return explainContent(known, op->getOperand(0));
  if (isa<VersionedOpInterface>(op))
    return "its sequence leaves its graph";
  return "it takes or returns a sequence";
}

// Whether what reads the sequence of an op tells why it is left.
static bool isExplainedByReaders(Operation *op) {
  return isa<VersionedOpInterface>(op) &&
         isa<SequenceType>(op->getResultTypes().front()) &&
         llvm::any_of(op->getUsers(), [](Operation *user) {
           return !getNodeOperator(user).empty() || isa<SequenceCastOp>(user);
         });
}

//===----------------------------------------------------------------------===//
// The module
//===----------------------------------------------------------------------===//

static void findInFunction(func::FuncOp function,
                           std::vector<RemainingSequence> &found) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    if (isSequence(type))
      found.push_back({function.getArgument(index).getLoc(),
                       describeArgument(function, index, "input",
                                        function.getArgAttrDict(index)),
                       "it is a sequence"});
  for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
    if (isSequence(type))
      found.push_back({function.getLoc(),
                       describeArgument(function, index, "output",
                                        function.getResultAttrDict(index)),
                       "it is a sequence"});
}

std::vector<RemainingSequence>
mlir::onnxops::findRemainingSequences(ModuleOp module) {
  std::vector<RemainingSequence> found;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      findInFunction(function, found);
  KnownSequences known(/*needsLengths=*/false);
  module.walk([&](Operation *op) { known.visit(op); });
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!getNodeOperator(op).empty() && hasSequence(op) &&
        !isExplainedByReaders(op))
      found.push_back({op->getLoc(), getNodeOperator(op), explain(known, op)});
  });
  return found;
}
