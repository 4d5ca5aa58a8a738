//===- SpecializeShapes.cpp - specialize fusible ops by shape
//----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A broadcast that depends on dynamic sizes is in a branch, which prevents
// fusion. This pass replaces all branches between fusible ops by one branch
// around them: the code for the usual shapes has no others.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseConcat.h"
#include "ShapeGroups.h"
#include "onnxops/Support/IndexBuilder.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Transforms/Tensors/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_SPECIALIZESHAPES
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;
using Predicate = arith::CmpIPredicate;

namespace {

/// Specializes one group.
class Specializer {
public:
  Specializer(ShapeGroup &group, EarlySizes &sizes)
      : group(group), sizes(sizes), builder(group.getRoot()),
        loc(group.getRoot()->getLoc()) {}

  void build();

private:
  Value both(Value lhs, Value rhs);
  Value compareSizes(Predicate predicate, Value tensor, ArrayRef<int64_t> dims,
                     int64_t number);
  Value checkBranchesAndConcats();
  Value checkLongPeriods();
  Value checkUnitPeriods();
  Value stretchUnits(tensor::CollapseShapeOp tile);
  void cloneUsual(bool areUnits);
  scf::IfOp choose(Value condition, bool areUnits);

  ShapeGroup &group;
  EarlySizes &sizes;
  OpBuilder builder;
  Location loc;
};

} // namespace

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

// Either may be null: true.
Value Specializer::both(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

static SmallVector<int64_t> getDimsFrom(Value tensor, int64_t begin) {
  int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
  return llvm::to_vector(llvm::seq<int64_t>(begin, rank));
}

// Compares the product of sizes with a number.
Value Specializer::compareSizes(Predicate predicate, Value tensor,
                                ArrayRef<int64_t> dims, int64_t number) {
  OpFoldResult elements = builder.getIndexAttr(1);
  for (int64_t dim : dims)
    elements =
        IndexBuilder(builder, loc).multiply(elements, sizes.get(tensor, dim));
  return builder.createOrFold<arith::CmpIOp>(
      loc, predicate, getValueOrCreateConstantIndexOp(builder, loc, elements),
      arith::ConstantIndexOp::create(builder, loc, number));
}

Value Specializer::checkBranchesAndConcats() {
  llvm::SetVector<Value> conditions;
  for (scf::IfOp branch : group.branches)
    conditions.insert(branch.getCondition());
  for (tensor::ConcatOp concat : group.concats) {
    llvm::SetVector<Value> inputs(concat.getInputs().begin(),
                                  concat.getInputs().end());
    for (Value input : inputs)
      if (getRuns(concat, input) == Runs::Unknown)
        conditions.insert(compareSizes(Predicate::sge, input,
                                       getDimsFrom(input, concat.getDim()),
                                       kMinRun));
  }
  Value all;
  for (Value condition : conditions)
    all = both(all, condition);
  return all;
}

Value Specializer::checkLongPeriods() {
  Value all;
  for (linalg::BroadcastOp repeat : group.repeats) {
    Value input = repeat.getInput();
    all = both(all, compareSizes(Predicate::sge, input,
                                 getDimsFrom(input, getPeriodStart(repeat)),
                                 kMinRun));
  }
  return all;
}

// The tile that begins with a repeat.
static tensor::CollapseShapeOp getTile(linalg::BroadcastOp repeat) {
  return dyn_cast<tensor::CollapseShapeOp>(*repeat->user_begin());
}

// For each dimension of a tile, the dimension of its input, if any; and the
// input dimensions that must be 1 for periods of a single element. Fails if a
// dimension merges several of the input.
static LogicalResult findUnits(tensor::CollapseShapeOp tile,
                               SmallVector<std::optional<int64_t>> &sources,
                               SmallVector<int64_t> &units) {
  auto repeat = tile.getSrc().getDefiningOp<linalg::BroadcastOp>();
  int64_t source = 0, begin = getPeriodStart(repeat);
  for (ArrayRef<int64_t> dims : tile.getReassociationIndices()) {
    auto isAdded = [&](int64_t dim) {
      return llvm::is_contained(repeat.getDimensions(), dim);
    };
    int64_t numAdded = llvm::count_if(dims, isAdded);
    int64_t numSources = dims.size() - numAdded;
    if (numSources > 1)
      return failure();
    sources.push_back(numSources ? std::optional(source) : std::nullopt);
    if (numSources && (numAdded || source >= begin))
      units.push_back(source);
    source += numSources;
  }
  return success();
}

// Whether one of the dimensions is static and not 1.
static bool isKnownLonger(ShapedType type, ArrayRef<int64_t> dims) {
  return llvm::any_of(dims, [&](int64_t dim) {
    return !type.isDynamicDim(dim) && type.getDimSize(dim) != 1;
  });
}

// Null if a repeat cannot have periods of single elements.
Value Specializer::checkUnitPeriods() {
  Value all;
  for (linalg::BroadcastOp repeat : group.repeats) {
    SmallVector<std::optional<int64_t>> sources;
    SmallVector<int64_t> units;
    tensor::CollapseShapeOp tile = getTile(repeat);
    if (!tile || failed(findUnits(tile, sources, units)) ||
        isKnownLonger(repeat.getInput().getType(), units))
      return Value();
    Value isUnit = compareSizes(Predicate::eq, repeat.getInput(), units, 1);
    all = both(all, isUnit);
  }
  return all;
}

//===----------------------------------------------------------------------===//
// Specialization
//===----------------------------------------------------------------------===//

// A tile with periods of single elements, without dimensions of size 1.
Value Specializer::stretchUnits(tensor::CollapseShapeOp tile) {
  auto repeat = tile.getSrc().getDefiningOp<linalg::BroadcastOp>();
  SmallVector<std::optional<int64_t>> sources;
  SmallVector<int64_t> units;
  (void)findUnits(tile, sources, units);
  auto type = cast<RankedTensorType>(repeat.getInput().getType());
  SmallVector<int64_t> shape(type.getShape());
  for (int64_t unit : units)
    shape[unit] = 1;
  Value input = builder.createOrFold<tensor::CastOp>(loc, type.clone(shape),
                                                     repeat.getInput());
  SmallVector<AffineExpr> position;
  SmallVector<OpFoldResult> result;
  for (auto [dim, source] : llvm::enumerate(sources)) {
    result.push_back(sizes.get(tile.getResult(), dim));
    if (source)
      position.push_back(llvm::is_contained(units, *source)
                             ? builder.getAffineConstantExpr(0)
                             : builder.getAffineDimExpr(dim));
  }
  int64_t rank = result.size();
  Value init =
      tensor::EmptyOp::create(builder, loc, result, type.getElementType());
  AffineMap maps[] = {AffineMap::get(rank, 0, position, builder.getContext()),
                      builder.getMultiDimIdentityMap(rank)};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, tile.getLoc(), init.getType(), input, init, maps,
             iterators,
             [](OpBuilder &nested, Location loc, ValueRange elements) {
               linalg::YieldOp::create(nested, loc, elements.front());
             })
      .getResult(0);
}

// Clones the ops without the branches, and yields their result.
void Specializer::cloneUsual(bool areUnits) {
  IRMapping mapping;
  for (Operation *op : llvm::reverse(group.ops)) {
    bool isRepeat = llvm::is_contained(group.repeats, op);
    if (llvm::is_contained(group.branches, op)) {
      Value kept = getKept(op->getResult(0));
      mapping.map(op->getResult(0), mapping.lookupOrDefault(kept));
    } else if (areUnits && isRepeat) {
      tensor::CollapseShapeOp tile = getTile(cast<linalg::BroadcastOp>(op));
      mapping.map(tile.getResult(), stretchUnits(tile));
    } else if (!mapping.contains(op->getResult(0))) {
      Operation *clone = builder.clone(*op, mapping);
      if (isRepeat || llvm::is_contained(group.concats, op))
        clone->setDiscardableAttr(kLongRunsAttr, builder.getUnitAttr());
    }
  }
  scf::YieldOp::create(builder, loc,
                       mapping.lookup(group.getRoot()->getResult(0)));
}

// Creates an scf.if with the specialized ops; the builder is then positioned at
// the other branch.
scf::IfOp Specializer::choose(Value condition, bool areUnits) {
  auto choice =
      scf::IfOp::create(builder, loc, group.getRoot()->getResult(0).getType(),
                        condition, /*withElseRegion=*/true);
  builder.setInsertionPointToStart(choice.thenBlock());
  cloneUsual(areUnits);
  builder.setInsertionPointToStart(choice.elseBlock());
  return choice;
}

void Specializer::build() {
  Value result = group.getRoot()->getResult(0);
  Value isUsual = checkBranchesAndConcats();
  Value areLong = checkLongPeriods();
  Value areUnits = checkUnitPeriods();
  if (areUnits)
    areUnits = both(isUsual, areUnits);
  scf::IfOp choice = choose(both(isUsual, areLong), /*areUnits=*/false);
  result.replaceAllUsesWith(choice.getResult(0));
  if (areUnits) {
    scf::IfOp second = choose(areUnits, /*areUnits=*/true);
    builder.setInsertionPointAfter(second);
    scf::YieldOp::create(builder, loc, second.getResult(0));
    builder.setInsertionPointToStart(second.elseBlock());
  }
  auto yield = scf::YieldOp::create(builder, loc, result);
  for (Operation *op : llvm::reverse(group.ops))
    op->moveBefore(yield);
  choice.getElseRegion().walk(
      [](Operation *op) { op->setLoc(markOtherShapes(op->getLoc())); });
}

namespace {

struct SpecializeShapes
    : onnxops::impl::SpecializeShapesBase<SpecializeShapes> {
  void runOnOperation() override {
    EarlySizes sizes(&getContext());
    for (Block &block : getOperation().getBody())
      for (ShapeGroup &group : findShapeGroups(block)) {
        Specializer(group, sizes).build();
        ++numVersions;
      }
    sizes.eraseUnused();
  }
};

} // namespace
