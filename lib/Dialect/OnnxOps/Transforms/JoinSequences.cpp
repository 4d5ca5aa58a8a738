//===- JoinSequences.cpp - tensors in place of carried sequences ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sequence that a Loop carries, and to which each iteration appends, becomes
// one tensor: its elements concatenated along the axis along which the readers
// concatenate them, or stacked along a new first axis. If the sequence is empty
// at first and not read in the loop, the tensor is a scan output.
//
//===----------------------------------------------------------------------===//

#include "CarriedSequences.h"
#include "KnownSequences.h"
#include "SizeOrigins.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/OperatorBuilder.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_JOINSEQUENCES
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// The initial value
//===----------------------------------------------------------------------===//

namespace {

/// Rewrites the loops of a module.
class SequenceJoiner {
public:
  SequenceJoiner(ModuleOp module, const KnownSequences &known)
      : module(module), known(known), opset(getOpset(module)) {}

  void run();

private:
  Value buildInitial(const CarriedSequence &carried, const Joined &form);
  Value buildEmpty(const CarriedSequence &carried, const Joined &form);
  Value buildShape(OperatorBuilder &onnx, OpBuilder &builder, Location loc,
                   const CarriedSequence &carried, const Joined &form);
  Operation *join(const CarriedSequence &carried);
  void carryTensor(const CarriedSequence &carried, const Joined &form,
                   Value initial);
  Operation *scan(const CarriedSequence &carried, const Joined &form);
  Value buildElement(OpBuilder &builder, NewestSequenceInsertOp insert,
                     const Joined &form);
  void replaceReaders(const SequenceReaders &readers, Value joined,
                      const Joined &form);

  ModuleOp module;
  const KnownSequences &known;
  int64_t opset;
  std::optional<SizeOrigins> origins;
};

} // namespace

// The first opset whose Expand takes bf16.
static constexpr int64_t kFirstExpandOfBF16 = 13;

// A constant of zeros, or of empty strings.
static Value createZeros(OpBuilder &builder, Location loc,
                         RankedTensorType type) {
  TypedAttr value;
  if (isa<StringType>(type.getElementType())) {
    SmallVector<StringRef> strings(type.getNumElements());
    value = DenseStringElementsAttr::get(type, strings);
  } else {
    // Enough for one element of any type.
    static constexpr char kZeros[16] = {};
    Type element = type.getElementType();
    if (auto complex = dyn_cast<ComplexType>(element))
      element = complex.getElementType();
    size_t bytes = llvm::divideCeil(element.getIntOrFloatBitWidth(), 8) *
                   (isa<ComplexType>(type.getElementType()) ? 2 : 1) *
                   type.getNumElements();
    value = DenseElementsAttr::getFromRawBuffer(type, ArrayRef(kZeros, bytes));
  }
  return arith::ConstantOp::create(builder, loc, value);
}

// The sizes of the initial tensor; null if one is not known before the loop.
Value SequenceJoiner::buildShape(OperatorBuilder &onnx, OpBuilder &builder,
                                 Location loc, const CarriedSequence &carried,
                                 const Joined &form) {
  NewestSequenceInsertOp insert = carried.insertions.front();
  OpOperand &inserted = insert.getTensorMutable();
  SmallVector<Value> sizes;
  RankedTensorType type = form.getType(/*size=*/0);
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(size)) {
      sizes.push_back(onnx.createVector(size));
      continue;
    }
    std::optional<SizeOrigin> origin =
        origins->find(&inserted, form.axis ? dim : dim - 1);
    if (!origin)
      return {};
    sizes.push_back(
        onnx.createReshape(onnx.createSize(origin->argument, origin->dim), 1));
  }
  auto shapeType = RankedTensorType::get(type.getRank(), builder.getI64Type());
  return NewestConcatOp::create(builder, loc, shapeType, sizes, /*axis=*/0);
}

// A tensor without elements; null if its sizes are not known.
Value SequenceJoiner::buildEmpty(const CarriedSequence &carried,
                                 const Joined &form) {
  OpBuilder builder(carried.loop);
  Location loc = getHelperLoc(carried.loop);
  RankedTensorType type = form.getType(/*size=*/0);
  Type element = type.getElementType();
  if (carried.insertions.empty())
    return {};
  if (type.hasStaticShape())
    return createZeros(builder, loc, type);
  if (element.isBF16() && opset < kFirstExpandOfBF16)
    return {};
  OperatorBuilder onnx(builder, loc, opset);
  Value shape = buildShape(onnx, builder, loc, carried, form);
  if (!shape)
    return {};
  Value one = createZeros(builder, loc, RankedTensorType::get(1, element));
  Value empty = onnx.create("Expand", {one, shape}, element)->getResult(0);
  empty.setType(type);
  return empty;
}

// The initial elements, joined; null if it is not known whether there are any.
Value SequenceJoiner::buildInitial(const CarriedSequence &carried,
                                   const Joined &form) {
  Value initial = carried.getInitial();
  if (isAlwaysEmptySequence(initial))
    return buildEmpty(carried, form);
  if (known.getLength(initial).value_or(0) == 0)
    return {};
  OpBuilder builder(carried.loop);
  return NewestConcatFromSequenceOp::create(
      builder, getHelperLoc(carried.loop), form.getType(), initial,
      form.getAxis(), /*new_axis=*/!form.axis);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

static NamedAttribute makeOrder(OpBuilder &builder, ArrayRef<int64_t> order) {
  return builder.getNamedAttr("perm", builder.getI64ArrayAttr(order));
}

// Moves the first dimension before dimension `to`.
static Value moveFirst(OpBuilder &builder, OperatorBuilder &onnx, Value stacked,
                       int64_t to) {
  auto type = cast<RankedTensorType>(stacked.getType());
  auto order = llvm::to_vector(llvm::seq<int64_t>(1, type.getRank()));
  order.insert(order.begin() + to, 0);
  return onnx
      .create("Transpose", stacked, type.getElementType(),
              makeOrder(builder, order))
      ->getResult(0);
}

// Stacked elements of known sizes, concatenated along `axis`.
static Value concatStacked(OpBuilder &builder, Operation *reader, Value stacked,
                           RankedTensorType element, int64_t axis,
                           int64_t opset) {
  OperatorBuilder onnx(builder, renameNode(reader->getLoc(), "Reshape"), opset);
  if (axis != 0)
    stacked = moveFirst(builder, onnx, stacked, axis);
  SmallVector<int64_t> shape(element.getShape());
  shape[axis] = -1;
  return onnx.createReshape(stacked, shape);
}

// What a join reads of stacked elements.
static Value readStacked(OpBuilder &builder, NewestConcatFromSequenceOp join,
                         Value stacked, RankedTensorType element,
                         int64_t opset) {
  if (join.getNewAxis() == 0)
    return concatStacked(builder, join, stacked, element,
                         *normalizeAxis(join.getAxis(), element.getRank()),
                         opset);
  int64_t axis = *normalizeAxis(join.getAxis(), element.getRank() + 1);
  if (axis == 0)
    return stacked;
  OperatorBuilder onnx(builder, renameNode(join.getLoc(), "Transpose"), opset);
  return moveFirst(builder, onnx, stacked, axis);
}

void SequenceJoiner::replaceReaders(const SequenceReaders &readers,
                                    Value joined, const Joined &form) {
  for (NewestConcatFromSequenceOp join : readers.joins) {
    OpBuilder builder(join);
    Value value = form.axis
                      ? joined
                      : readStacked(builder, join, joined, form.element, opset);
    replaceReader(builder, join, value);
  }
  for (NewestSequenceAtOp at : readers.elements) {
    OpBuilder builder(at);
    OperatorBuilder onnx(builder, renameNode(at.getLoc(), "Gather"), opset);
    Value position = onnx.createReshape(at.getPosition(), {});
    replaceReader(builder, at, onnx.createGather(joined, position, 0));
  }
  for (NewestSequenceLengthOp length : readers.lengths) {
    OpBuilder builder(length);
    OperatorBuilder onnx(builder, renameNode(length.getLoc(), "Gather"), opset);
    replaceReader(builder, length, onnx.createSize(joined, 0));
  }
}

// What is appended to the tensor.
Value SequenceJoiner::buildElement(OpBuilder &builder,
                                   NewestSequenceInsertOp insert,
                                   const Joined &form) {
  Value tensor = lookThroughCasts(insert.getTensor());
  if (form.axis)
    return tensor;
  OperatorBuilder onnx(builder, renameNode(insert.getLoc(), "Concat"), opset);
  return onnx.createUnsqueeze(tensor, 0);
}

void SequenceJoiner::carryTensor(const CarriedSequence &carried,
                                 const Joined &form, Value initial) {
  Type type = form.getType();
  OpBuilder before(carried.loop);
  carried.loop->setOperand(
      kNumLoopControls + carried.index,
      buildCast(before, carried.loop->getLoc(), initial, type));
  // The argument and the result stand for the sequence until nothing reads it.
  BlockArgument argument = carried.getArgument();
  argument.setType(type);
  Value current = argument;
  replaceReaders(carried.inLoop.front(), current, form);
  for (size_t i = 0; i < carried.insertions.size(); ++i) {
    NewestSequenceInsertOp insert = carried.insertions[i];
    OpBuilder builder(insert);
    Value element = buildElement(builder, insert, form);
    current = NewestConcatOp::create(
        builder, renameNode(insert.getLoc(), "Concat"), type,
        ValueRange{current, element}, form.getAxis());
    replaceReaders(carried.inLoop[i + 1], current, form);
  }
  carried.getBody().back().setOperand(1 + carried.index, current);
  for (NewestSequenceInsertOp insert : llvm::reverse(carried.insertions)) {
    eraseCasts(insert.getResult());
    insert.erase();
  }
  eraseCasts(argument);
  carried.getResult().setType(type);
  replaceReaders(carried.after, carried.getResult(), form);
  eraseCasts(carried.getResult());
}

// The location of a loop whose result `index` is the last one now.
static Location moveResultName(Operation *loop, unsigned index) {
  SmallVector<StringRef> names =
      getAllResultNames(renameNode(loop->getLoc(), "Loop"));
  if (index >= names.size())
    return loop->getLoc();
  StringRef name = names[index];
  names.erase(names.begin() + index);
  names.resize(loop->getNumResults() - 1);
  names.push_back(name);
  return nameResults(getUnnamedLoc(loop->getLoc()), "Loop", names);
}

// Makes the sequence a scan output, and returns the new loop.
Operation *SequenceJoiner::scan(const CarriedSequence &carried,
                                const Joined &form) {
  Operation *loop = carried.loop;
  unsigned index = carried.index;
  Block &body = carried.getBody();
  NewestSequenceInsertOp insert = carried.insertions.front();
  Operation &yield = body.back();
  SmallVector<Value> yielded(yield.getOperands());
  yielded.erase(yielded.begin() + 1 + index);
  yielded.push_back(lookThroughCasts(insert.getTensor()));
  yield.setOperands(yielded);
  eraseCasts(insert.getResult());
  insert.erase();
  eraseCasts(carried.getArgument());
  body.eraseArgument(kNumLoopControls + index);

  OperationState state(moveResultName(loop, index), loop->getName());
  SmallVector<Value> operands(loop->getOperands());
  operands.erase(operands.begin() + kNumLoopControls + index);
  SmallVector<Type> types(loop->getResultTypes());
  types.erase(types.begin() + index);
  types.push_back(form.getType());
  state.addOperands(operands);
  state.addTypes(types);
  state.addAttributes(loop->getAttrs());
  state.addRegion()->takeBody(loop->getRegion(0));
  OpBuilder builder(loop);
  Operation *scanning = builder.create(state);
  replaceReaders(carried.after, scanning->getResults().back(), form);
  eraseCasts(carried.getResult());
  for (unsigned i = 0; i < loop->getNumResults(); ++i)
    if (i != index)
      loop->getResult(i).replaceAllUsesWith(
          scanning->getResult(i < index ? i : i - 1));
  loop->erase();
  return scanning;
}

// Returns the loop without the sequence, or the same loop if it has to stay.
Operation *SequenceJoiner::join(const CarriedSequence &carried) {
  if (std::optional<Joined> form = chooseScan(carried))
    return scan(carried, *form);
  std::optional<Joined> form = chooseForm(carried);
  if (Value initial = form ? buildInitial(carried, *form) : Value())
    carryTensor(carried, *form, initial);
  return carried.loop;
}

void SequenceJoiner::run() {
  // Inner loops first: what they carry may be what an outer one carries.
  SmallVector<Operation *> loops;
  module.walk([&](Operation *op) {
    if (isLoop(op))
      loops.push_back(op);
  });
  SmallVector<OpOperand *> inserted;
  for (Operation *loop : loops)
    for (unsigned i = 0; i < loop->getNumOperands() - kNumLoopControls; ++i)
      if (std::optional<CarriedSequence> carried = findCarried(loop, i))
        for (NewestSequenceInsertOp insert : carried->insertions)
          inserted.push_back(&insert.getTensorMutable());
  if (inserted.empty())
    return;
  origins.emplace(module, inserted);
  // From the last value on: those before keep their numbers.
  for (Operation *loop : loops)
    for (unsigned i = loop->getNumOperands() - kNumLoopControls; i-- > 0;)
      if (std::optional<CarriedSequence> carried = findCarried(loop, i))
        loop = join(*carried);
}

namespace {

struct JoinSequences : onnxops::impl::JoinSequencesBase<JoinSequences> {
  void getDependentDialects(DialectRegistry &registry) const override {
    JoinSequencesBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    KnownSequences known(/*needsLengths=*/false);
    getOperation().walk([&](Operation *op) { known.visit(op); });
    SequenceJoiner(getOperation(), known).run();
  }
};

} // namespace
