//===- AssignShards.cpp - functions of tensors to functions of shards -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the code of a rank op by op, in the order of the function. Values that
// do not depend on a sharded tensor are computed by every rank.
//
//===----------------------------------------------------------------------===//

#include "Partition.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "onnxops/Conversion/Checks.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Escape.h"
#include "onnxops/Transforms/Sharding/Passes.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_ASSIGNSHARDS
#include "onnxops/Transforms/Sharding/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

// As tools name an input.
static std::string getName(func::FuncOp function, unsigned argument) {
  auto name = function.getArgAttrOfType<StringAttr>(argument,
                                                    OnnxOpsDialect::kNameAttr);
  return name ? name.str() : "arg" + std::to_string(argument);
}

// The symbol of a dimension of an argument, "" if it has none.
static StringRef getSymbol(func::FuncOp function, unsigned argument,
                           int64_t dimension) {
  auto dims =
      function.getArgAttrOfType<ArrayAttr>(argument, OnnxOpsDialect::kDimsAttr);
  if (!dims || dimension >= static_cast<int64_t>(dims.size()))
    return "";
  return cast<StringAttr>(dims[dimension]).getValue();
}

static void removeSymbol(func::FuncOp function, unsigned argument,
                         int64_t dimension) {
  auto dims =
      function.getArgAttrOfType<ArrayAttr>(argument, OnnxOpsDialect::kDimsAttr);
  if (!dims || dimension >= static_cast<int64_t>(dims.size()))
    return;
  SmallVector<Attribute> kept(dims.getValue());
  kept[dimension] = StringAttr::get(function.getContext(), "");
  function.setArgAttr(argument, OnnxOpsDialect::kDimsAttr,
                      ArrayAttr::get(function.getContext(), kept));
}

// Reads NAME:DIMENSION, of which the name may have colons, for each argument of
// the function; -1 for those that are not named.
static FailureOr<SmallVector<int64_t>>
readShards(func::FuncOp function, ArrayRef<std::string> shards) {
  SmallVector<int64_t> dimensions(function.getNumArguments(), -1);
  llvm::StringMap<unsigned> arguments;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    arguments.try_emplace(getName(function, i), i);
  for (StringRef text : shards) {
    auto [name, number] = text.rsplit(':');
    auto found = arguments.find(name);
    if (name.empty() || found == arguments.end())
      return function.emitError("shard: the function has no input '")
             << escapeText(name) << "'";
    Type type = function.getArgumentTypes()[found->second];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || isa<StringType>(tensor.getElementType()))
      return function.emitError("shard: expected input '")
             << escapeText(name)
             << "' to be a tensor of numbers of known rank, but got " << type;
    int64_t &dimension = dimensions[found->second];
    if (dimension >= 0)
      return function.emitError("shard: input '")
             << escapeText(name) << "' is given twice";
    if (number.getAsInteger(10, dimension) || dimension < 0 ||
        dimension >= tensor.getRank())
      return function.emitError("shard: expected a dimension of ")
             << tensor << ", input '" << escapeText(name) << "', but got '"
             << escapeText(number) << "'";
  }
  return dimensions;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {

/// Replaces the body of one function.
class FunctionPartition {
public:
  FunctionPartition(func::FuncOp function, int64_t ranks,
                    ArrayRef<int64_t> dimensions)
      : function(function), old(function.front()), dimensions(dimensions),
        builder(function.getContext()), shards(builder, ranks),
        partition(shards, map) {}

  /// On failure, which was reported, the function is not valid.
  LogicalResult run();

  /// Along which dimension each result is sharded, or -1.
  SmallVector<int64_t> results;

private:
  void addArguments();
  ShardedTensor shardArgument(BlockArgument argument, unsigned index);
  Value getOffsets(BlockArgument argument, unsigned index);
  void requireSize(unsigned index, Value size, Value expected,
                   const Twine &message);
  void compareSymbols();
  bool dependsOnShards(Operation *op) const;
  LogicalResult buildOp(Operation *op);
  void buildReturn(func::ReturnOp op);

  func::FuncOp function;
  Block &old;
  ArrayRef<int64_t> dimensions;
  OpBuilder builder;
  ShardBuilder shards;
  IRMapping map;
  Partition partition;
  llvm::StringMap<std::pair<unsigned, Value>> symbols;
};

} // namespace

// The size of a sharded dimension of an input on this rank, as it should be.
void FunctionPartition::requireSize(unsigned index, Value size, Value expected,
                                    const Twine &message) {
  Location loc = function.getLoc();
  std::string name = escapeText(getName(function, index));
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        size, expected);
  CheckOp::create(builder, loc, isEqual,
                  "input '" + CheckOp::escape(name) + "': " + message.str(),
                  ValueRange{expected, size});
}

Value FunctionPartition::getOffsets(BlockArgument argument, unsigned index) {
  Location loc = function.getLoc();
  int64_t dimension = dimensions[index];
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
  OpFoldResult size = tensor::getMixedSize(builder, loc, argument, dimension);
  if (!type.isDynamicDim(dimension)) {
    Value offsets = shards.getEvenOffsets(
        loc, builder.getIndexAttr(type.getDimSize(dimension)));
    if (auto local = dyn_cast<Value>(size))
      requireSize(index, local,
                  shards.materialize(loc, shards.getSize(loc, offsets)),
                  "expected this rank's shard to have the size {0} in "
                  "dimension " +
                      Twine(dimension) + ", but got {1}");
    return offsets;
  }
  StringRef symbol = getSymbol(function, index, dimension);
  auto known = symbols.find(symbol);
  if (!symbol.empty() && known != symbols.end()) {
    Value offsets = known->second.second;
    requireSize(index, cast<Value>(size),
                shards.materialize(loc, shards.getSize(loc, offsets)),
                "expected this rank's shard to have the size {0} in "
                "dimension " +
                    Twine(dimension) + ", as input '" +
                    CheckOp::escape(
                        escapeText(getName(function, known->second.first))) +
                    "' has, but got {1}");
    return offsets;
  }
  shards.where = "input '" + escapeText(getName(function, index)) + "'";
  Value offsets = shards.gatherOffsets(loc, cast<Value>(size));
  if (!symbol.empty())
    symbols[symbol] = {index, offsets};
  return offsets;
}

ShardedTensor FunctionPartition::shardArgument(BlockArgument argument,
                                               unsigned index) {
  return {argument, {dimensions[index], getOffsets(argument, index)}};
}

// Inputs that every rank has have the size of all shards where the model has
// one symbol for both.
void FunctionPartition::compareSymbols() {
  Location loc = function.getLoc();
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      auto known = symbols.find(getSymbol(function, i, dim));
      if (dim == dimensions[i] || known == symbols.end() ||
          !type.isDynamicDim(dim))
        continue;
      auto [other, offsets] = known->second;
      requireSize(
          i, tensor::DimOp::create(builder, loc, function.getArgument(i), dim),
          shards.materialize(loc, shards.getWholeSize(loc, offsets)),
          "expected dimension " + Twine(dim) +
              " to be {0}, the sum of the shards of input '" +
              CheckOp::escape(escapeText(getName(function, other))) +
              "', but got {1}");
      removeSymbol(function, i, dim);
    }
  }
}

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
  if (!dependsOnShards(op)) {
    builder.clone(*op, map);
    return success();
  }
  shards.where = describeOperation(op);
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
             << partition.getDimension(operand);
  return op->emitError("unsupported: '")
         << op->getName() << "' that uses a sharded tensor inside";
}

void FunctionPartition::buildReturn(func::ReturnOp op) {
  SmallVector<Value> values;
  for (Value value : op.getOperands()) {
    ShardedTensor part = partition.lookup(value);
    values.push_back(part.local);
    results.push_back(part.layout.dimension);
  }
  func::ReturnOp::create(builder, op.getLoc(), values);
}

LogicalResult FunctionPartition::run() {
  auto *block = new Block();
  function.getBody().push_back(block);
  builder.setInsertionPointToStart(block);
  SmallVector<Type> types;
  for (auto [index, argument] : llvm::enumerate(old.getArguments())) {
    Type type = argument.getType();
    if (dimensions[index] >= 0) {
      auto tensor = cast<RankedTensorType>(type);
      int64_t dimension = dimensions[index];
      Layout layout = {dimension, {}};
      if (!tensor.isDynamicDim(dimension))
        layout.offsets = shards.getEvenOffsets(
            function.getLoc(),
            builder.getIndexAttr(tensor.getDimSize(dimension)));
      type = shards.getLocalType(tensor, layout);
    }
    types.push_back(type);
    block->addArgument(type, argument.getLoc());
  }
  for (auto [index, argument] : llvm::enumerate(block->getArguments())) {
    Value value = old.getArgument(index);
    if (dimensions[index] >= 0)
      partition.replace(value, shardArgument(argument, index));
    else
      map.map(value, argument);
  }
  // The arguments of the function are those of its first block.
  block->moveBefore(&old);
  compareSymbols();
  for (auto [index, dimension] : llvm::enumerate(dimensions)) {
    if (dimension < 0)
      continue;
    removeSymbol(function, index, dimension);
    function.setArgAttr(index, OnnxOpsDialect::kShardAttr,
                        builder.getI64IntegerAttr(dimension));
  }
  for (Operation &op : old.without_terminator())
    if (failed(buildOp(&op)))
      return failure();
  buildReturn(cast<func::ReturnOp>(old.getTerminator()));
  old.erase();
  function.setFunctionType(builder.getFunctionType(
      types, block->getTerminator()->getOperandTypes()));
  for (auto [index, dimension] : llvm::enumerate(results))
    if (dimension >= 0)
      function.setResultAttr(index, OnnxOpsDialect::kShardAttr,
                             builder.getI64IntegerAttr(dimension));
  function->setAttr(OnnxOpsDialect::kRanksAttr,
                    builder.getI64IntegerAttr(shards.ranks));
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
    constexpr int64_t kMostRanks = 1 << 20;
    if (ranks < 1 || ranks > kMostRanks) {
      module.emitError("ranks: expected 1 to ")
          << kMostRanks << ", but got " << ranks.getValue();
      return signalPassFailure();
    }
    SmallVector<func::FuncOp> functions;
    for (auto function : module.getOps<func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        functions.push_back(function);
    for (func::FuncOp function : functions)
      if (failed(partition(function, functions.size() == 1)))
        return signalPassFailure();
  }

  LogicalResult partition(func::FuncOp function, bool isOnly) {
    if (!llvm::hasSingleElement(function.getBody()))
      return function.emitError(
          "unsupported: branches in a function for several ranks");
    if (function->hasAttr(OnnxOpsDialect::kRanksAttr))
      return function.emitError(
          "expected a function of whole tensors, but got one of shards");
    FailureOr<SmallVector<int64_t>> dimensions = readShards(function, shard);
    if (failed(dimensions))
      return failure();
    FunctionPartition partition(function, ranks, *dimensions);
    if (failed(partition.run()))
      return failure();
    if (isOnly)
      getOperation()->setAttr(
          kOutputShardsAttr,
          Builder(&getContext()).getDenseI64ArrayAttr(partition.results));
    return success();
  }
};

} // namespace
