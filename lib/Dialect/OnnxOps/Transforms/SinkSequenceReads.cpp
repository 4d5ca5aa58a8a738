//===- SinkSequenceReads.cpp - read sequences in branches -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Moves the ops that read a sequence which an If returns into both branches,
// where its content is known.
//
//===----------------------------------------------------------------------===//

#include "KnownSequences.h"
#include "RegionTypes.h"
#include "SequenceReaders.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_SINKSEQUENCEREADS
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Whether the op has the form of an If whose branches yield its results.
static bool isIf(Operation *op) {
  return isOperator(op, "If") && op->getNumRegions() == 2 &&
         llvm::all_of(op->getRegions(), [&](Region &region) {
           return region.hasOneBlock() && !region.front().empty() &&
                  isOnnxOp(&region.front().back()) &&
                  region.front().back().getNumOperands() == op->getNumResults();
         });
}

static Operation &getYield(Operation *op, unsigned branch) {
  return op->getRegion(branch).front().back();
}

// Whether a read of the sequence will be replaced: its elements are known, or
// the chunks of a tensor.
static bool isReadable(const KnownSequences &known, Value sequence) {
  return known.getLength(sequence).value_or(0) > 0 ||
         lookThroughCasts(sequence).getDefiningOp<NewestSplitToSequenceOp>();
}

namespace {

/// Moves the readers of the sequences that an If returns.
class ReadSinker {
public:
  ReadSinker(const KnownSequences &known, DominanceInfo &dominance)
      : known(known), dominance(dominance) {}

  /// Replaces the If, if there are such readers.
  void sink(Operation *op);

private:
  bool canSink(Operation *op, Operation *reader) const;
  SmallVector<Operation *> findReaders(Operation *op, Value result) const;

  const KnownSequences &known;
  DominanceInfo &dominance;
};

} // namespace

static bool isConstant(Value value) {
  return value.getDefiningOp() &&
         value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

// A reader that always runs after the If may run before its end.
bool ReadSinker::canSink(Operation *op, Operation *reader) const {
  return reader->getBlock() == op->getBlock() &&
         llvm::all_of(reader->getOperands().drop_front(), [&](Value operand) {
           return isConstant(operand) ||
                  dominance.properlyDominates(operand, op);
         });
}

// The readers of a sequence, empty if not all users are readers that can be
// moved.
SmallVector<Operation *> ReadSinker::findReaders(Operation *op,
                                                 Value result) const {
  if (!isa<SequenceType>(result.getType()))
    return {};
  unsigned index = cast<OpResult>(result).getResultNumber();
  for (unsigned branch : {0, 1})
    if (!isReadable(known, getYield(op, branch).getOperand(index)))
      return {};
  SequenceReaders readers = collectReaders(result);
  if (!readers.insertions.empty() || !readers.others.empty())
    return {};
  SmallVector<Operation *> found(readers.elements.begin(),
                                 readers.elements.end());
  found.append(readers.lengths.begin(), readers.lengths.end());
  found.append(readers.joins.begin(), readers.joins.end());
  bool canSinkAll = llvm::all_of(
      found, [&](Operation *reader) { return canSink(op, reader); });
  return canSinkAll ? found : SmallVector<Operation *>();
}

// Yields in each branch what a reader reads there.
static void readInBranches(Operation *op, unsigned index, Operation *reader) {
  for (unsigned branch : {0, 1}) {
    Operation &yield = getYield(op, branch);
    OpBuilder builder(&yield);
    IRMapping constants; // may follow the If
    for (Value operand : reader->getOperands())
      if (isConstant(operand))
        builder.clone(*operand.getDefiningOp(), constants)
            ->removeAttr(OnnxOpsDialect::kNameAttr);
    Operation *copy = builder.clone(*reader, constants);
    copy->setLoc(getHelperLoc(reader));
    copy->setOperand(0, lookThroughCasts(yield.getOperand(index)));
    yield.insertOperands(yield.getNumOperands(), copy->getResult(0));
  }
}

void ReadSinker::sink(Operation *op) {
  SmallVector<Operation *> readers;
  SmallVector<unsigned> left; // results of the If that stay
  for (OpResult result : op->getResults()) {
    SmallVector<Operation *> found = findReaders(op, result);
    for (Operation *reader : found)
      readInBranches(op, result.getResultNumber(), reader);
    readers.append(found);
    if (found.empty())
      left.push_back(result.getResultNumber());
  }
  if (readers.empty())
    return;
  SmallVector<StringRef> oldNames =
      getAllResultNames(renameNode(op->getLoc(), "If"));
  oldNames.resize(op->getNumResults());
  SmallVector<StringRef> names;
  SmallVector<Type> types;
  for (unsigned index : left) {
    names.push_back(oldNames[index]);
    types.push_back(op->getResult(index).getType());
  }
  for (Operation *reader : readers) {
    names.push_back(getResultName(reader));
    types.push_back(reader->getResult(0).getType());
  }
  for (unsigned branch : {0, 1}) {
    Operation &yield = getYield(op, branch);
    SmallVector<Value> yielded;
    for (unsigned index : left)
      yielded.push_back(yield.getOperand(index));
    llvm::append_range(yielded,
                       yield.getOperands().drop_front(op->getNumResults()));
    yield.setOperands(yielded);
  }

  OperationState state(nameResults(getUnnamedLoc(op->getLoc()), "If", names),
                       op->getName());
  state.addOperands(op->getOperands());
  state.addTypes(types);
  state.addAttributes(op->getAttrs());
  for (Region &region : op->getRegions())
    state.addRegion()->takeBody(region);
  OpBuilder builder(op);
  Operation *reading = builder.create(state);
  for (auto [number, index] : llvm::enumerate(left))
    op->getResult(index).replaceAllUsesWith(reading->getResult(number));
  for (auto [number, reader] : llvm::enumerate(readers)) {
    reader->getResult(0).replaceAllUsesWith(
        reading->getResult(left.size() + number));
    reader->erase();
  }
  for (Value result : op->getResults())
    eraseCasts(result);
  op->erase();
}

namespace {

struct SinkSequenceReads
    : onnxops::impl::SinkSequenceReadsBase<SinkSequenceReads> {
  void getDependentDialects(DialectRegistry &registry) const override {
    SinkSequenceReadsBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    KnownSequences known(/*needsLengths=*/false);
    SmallVector<Operation *> ifs;
    getOperation().walk([&](Operation *op) {
      known.visit(op);
      if (isIf(op))
        ifs.push_back(op);
    });
    DominanceInfo dominance(getOperation());
    ReadSinker sinker(known, dominance);
    for (Operation *op : ifs)
      sinker.sink(op);
  }
};

} // namespace
