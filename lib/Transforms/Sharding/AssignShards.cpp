//===- AssignShards.cpp - functions of tensors to functions of shards -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the code of a rank op by op, in the order of the function. Values that
// do not depend on a sharded tensor are computed by every rank.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"
#include "ShardedInputs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Exchange/Plan.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Placement.h"
#include "onnxops/Transforms/Sharding/Passes.h"
#include "llvm/ADT/STLExtras.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_ASSIGNSHARDS
#include "onnxops/Transforms/Sharding/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// Replaces the body of one function.
class FunctionPartition {
public:
  FunctionPartition(func::FuncOp function, ArrayRef<int64_t> grid,
                    ArrayRef<WantedInput> inputs)
      : function(function), old(function.front()), inputs(inputs),
        builder(function.getContext()), shards(builder, grid),
        partition(shards, map), arguments(function, inputs, shards) {}

  /// On failure, which was reported, the function is not valid.
  LogicalResult run();

  /// How results are sharded.
  SmallVector<Layout> results;
  /// How inputs are sharded: as is wanted, or as ops have chosen.
  SmallVector<Layout> inputLayouts;

private:
  bool dependsOnShards(Operation *op) const;
  LogicalResult buildOp(Operation *op);
  void buildReturn(func::ReturnOp op);

  func::FuncOp function;
  Block &old;
  ArrayRef<WantedInput> inputs;
  OpBuilder builder;
  ShardBuilder shards;
  IRMapping map;
  Partition partition;
  ShardedInputs arguments;
};

} // namespace

// Whether an op, or one inside of it, has a sharded operand.
bool FunctionPartition::dependsOnShards(Operation *op) const {
  return op
      ->walk([&](Operation *inner) {
        return llvm::any_of(
                   inner->getOperands(),
                   [&](Value value) { return partition.isSharded(value); })
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult FunctionPartition::buildOp(Operation *op) {
  shards.where = describeOperation(op);
  if (isa<shard::ShardingOp>(op))
    return success(); // what annotations have read
  if (auto annotation = dyn_cast<shard::ShardOp>(op)) {
    partitionAnnotation(partition, annotation);
    return success();
  }
  if (!dependsOnShards(op)) {
    // An annotated concat lets free operands have what the annotation asks for.
    bool isAnnotated =
        isa<NewestConcatOp>(op) && findAnnotation(op->getResult(0));
    if (!isAnnotated || failed(partitionConcat(partition, op)))
      builder.clone(*op, map);
    return success();
  }
  if (succeeded(partitionConcat(partition, op)) ||
      succeeded(partitionTile(partition, op)) ||
      succeeded(partitionElementwise(partition, op)) ||
      succeeded(partitionBroadcast(partition, op)) ||
      succeeded(partitionView(partition, op)) ||
      succeeded(partitionSequence(partition, op)))
    return success();
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (partition.isSharded(operand))
      return op->emitError("unsupported: '")
             << op->getName() << "' of operand " << index
             << ", which is sharded along dimension "
             << partition.getLayout(operand).getDimensions()[0].dimension;
  return op->emitError("unsupported: '")
         << op->getName() << "' that uses a sharded tensor inside";
}

void FunctionPartition::buildReturn(func::ReturnOp op) {
  SmallVector<Value> values;
  for (Value value : op.getOperands()) {
    ShardedTensor part = partition.lookup(value);
    values.push_back(part.local);
    results.push_back(part.layout);
  }
  func::ReturnOp::create(builder, op.getLoc(), values);
}

LogicalResult FunctionPartition::run() {
  auto *block = new Block();
  function.getBody().push_back(block);
  builder.setInsertionPointToStart(block);
  arguments.addArguments(*block);
  for (auto [value, argument] :
       llvm::zip_equal(old.getArguments(), block->getArguments()))
    if (inputs[argument.getArgNumber()].layout.empty())
      map.map(value, argument);
    else
      partition.replace(value, arguments.build(argument));
  // The arguments of the function are those of its first block.
  block->moveBefore(&old);
  arguments.compareSymbols();
  for (Operation &op : old.without_terminator())
    if (failed(buildOp(&op)))
      return failure();
  buildReturn(cast<func::ReturnOp>(old.getTerminator()));
  for (BlockArgument argument : old.getArguments()) {
    inputLayouts.push_back(partition.lookup(argument).layout);
    arguments.setAttributes(argument.getArgNumber(), inputLayouts.back());
  }
  old.erase();
  function.setFunctionType(builder.getFunctionType(
      block->getArgumentTypes(), block->getTerminator()->getOperandTypes()));
  for (auto [index, layout] : llvm::enumerate(results))
    if (layout.isSharded())
      function.setResultAttr(
          index, OnnxOpsDialect::kShardAttr,
          getShardAttribute(builder, layout, shards.grid.size()));
  function->setAttr(OnnxOpsDialect::kRanksAttr,
                    builder.getI64IntegerAttr(llvm::product_of(shards.grid)));
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {

struct AssignShards : onnxops::impl::AssignShardsBase<AssignShards> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // Those of a file are not of this module's functions.
    module->removeAttr(kInputShardsAttr);
    module->removeAttr(kOutputShardsAttr);
    FailureOr<SmallVector<int64_t>> grid = getRankGrid();
    if (failed(grid))
      return signalPassFailure();
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(partition(function, *grid, functions.size() == 1)))
        return signalPassFailure();
    for (auto op : llvm::make_early_inc_range(module.getOps<shard::GridOp>()))
      if (SymbolTable::symbolKnownUseEmpty(op, module))
        op.erase();
  }

  // The shape of the grid: of the option or of annotations.
  FailureOr<SmallVector<int64_t>> getRankGrid() {
    ModuleOp module = getOperation();
    FailureOr<SmallVector<int64_t>> annotated = readAnnotatedGrid(module);
    if (failed(annotated))
      return failure();
    SmallVector<int64_t> grid(ranks.begin(), ranks.end());
    if (!grid.empty() && !annotated->empty() && grid != *annotated)
      return module.emitError("ranks: expected those of the module's grid, ")
             << describeGrid(*annotated) << ", but got " << describeGrid(grid);
    if (grid.empty())
      grid = annotated->empty() ? SmallVector<int64_t>{1} : *annotated;
    if (failed(verifyGrid(grid, [&] { return module.emitError("ranks: "); })))
      return failure();
    return grid;
  }

  LogicalResult partition(func::FuncOp function, ArrayRef<int64_t> grid,
                          bool isOnly) {
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitError(
          "unsupported: branches in a function for several ranks");
    if (function->hasAttr(OnnxOpsDialect::kRanksAttr))
      return function.emitError(
          "expected a function of whole tensors, but got one of shards");
    if (failed(verifyAnnotations(function, grid)))
      return failure();
    SmallVector<WantedInput> inputs(function.getNumArguments());
    if (failed(readShardOptions(function, shard, grid.size(), inputs)))
      return failure();
    for (auto [argument, wanted] :
         llvm::zip_equal(function.getArguments(), inputs))
      if (shard::ShardOp annotation = findAnnotation(argument)) {
        if (wanted.isFree || !wanted.layout.empty())
          return annotation.emitError(
              "expected an input that no option shards, too");
        wanted.layout = *readAnnotation(annotation, grid);
      }
    FunctionPartition partition(function, grid, inputs);
    if (failed(partition.run()))
      return failure();
    if (isOnly)
      setShards(partition, grid.size());
    return success();
  }

  // Whether shards begin where even ones do; also if that is not known.
  static bool isEven(ArrayRef<int64_t> offsets) {
    for (auto [index, offset] : llvm::enumerate(offsets))
      if (offset !=
          onnxopsEvenOffset(offsets.back(), offsets.size() - 1, index))
        return false;
    return true;
  }

  void setShards(const FunctionPartition &partition, size_t axes) {
    Builder builder(&getContext());
    SmallVector<Attribute> inputs(partition.inputLayouts.size() * axes,
                                  builder.getDenseI64ArrayAttr(-1));
    for (auto [index, layout] : llvm::enumerate(partition.inputLayouts))
      for (const ShardedDimension &sharded : layout.getDimensions()) {
        SmallVector<int64_t> numbers = {sharded.dimension};
        SmallVector<int64_t> offsets = getConstantNumbers(sharded.offsets);
        if (!isEven(offsets))
          llvm::append_range(numbers, offsets);
        inputs[index * axes + sharded.axis] =
            builder.getDenseI64ArrayAttr(numbers);
      }
    SmallVector<int64_t> outputs(partition.results.size() * axes, -1);
    for (auto [index, layout] : llvm::enumerate(partition.results))
      for (const ShardedDimension &sharded : layout.getDimensions())
        outputs[index * axes + sharded.axis] = sharded.dimension;
    ModuleOp module = getOperation();
    module->setAttr(kInputShardsAttr, builder.getArrayAttr(inputs));
    module->setAttr(kOutputShardsAttr, builder.getDenseI64ArrayAttr(outputs));
  }
};

} // namespace
