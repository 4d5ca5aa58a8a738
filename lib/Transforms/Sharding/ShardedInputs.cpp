//===- ShardedInputs.cpp - this rank's part of inputs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of a dimension of unknown size, each rank has any part: these are gathered,
// once for each symbol that the model has for such sizes.
//
//===----------------------------------------------------------------------===//

#include "ShardedInputs.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Escape.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

// The symbol of a dimension of an argument, "" if it has none.
StringRef ShardedInputs::getSymbol(unsigned argument, int64_t dimension) {
  auto dims =
      function.getArgAttrOfType<ArrayAttr>(argument, OnnxOpsDialect::kDimsAttr);
  if (!dims || dimension >= static_cast<int64_t>(dims.size()))
    return "";
  return cast<StringAttr>(dims[dimension]).getValue();
}

void ShardedInputs::removeSymbol(unsigned argument, int64_t dimension) {
  auto dims =
      function.getArgAttrOfType<ArrayAttr>(argument, OnnxOpsDialect::kDimsAttr);
  if (!dims || dimension >= static_cast<int64_t>(dims.size()))
    return;
  SmallVector<Attribute> kept(dims.getValue());
  kept[dimension] = StringAttr::get(function.getContext(), "");
  function.setArgAttr(argument, OnnxOpsDialect::kDimsAttr,
                      ArrayAttr::get(function.getContext(), kept));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

ShardedInputs::ShardedInputs(func::FuncOp function,
                             ArrayRef<WantedInput> inputs, ShardBuilder &shards)
    : function(function), inputs(inputs), shards(shards),
      builder(shards.builder) {
  shards.onChoice = [this](BlockArgument argument, const Layout &layout) {
    for (const ShardedDimension &sharded : layout.getDimensions())
      requireShard(argument, sharded, "");
  };
}

// Checks a size of an input.
void ShardedInputs::requireSize(unsigned index, Value size,
                                OpFoldResult expected, const Twine &message) {
  Location loc = function.getLoc();
  Value number = shards.materialize(loc, expected);
  std::string name = escapeText(getInputName(function, index));
  Value isEqual = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        size, number);
  CheckOp::create(builder, loc, isEqual,
                  "input '" + CheckOp::escape(name) + "': " + message.str(),
                  ValueRange{number, size});
}

// Checks the size of this rank's shard, unless its type has it.
void ShardedInputs::requireShard(BlockArgument argument,
                                 const ShardedDimension &sharded,
                                 const Twine &cause) {
  Location loc = function.getLoc();
  OpFoldResult size =
      tensor::getMixedSize(builder, loc, argument, sharded.dimension);
  if (auto local = dyn_cast<Value>(size))
    requireSize(argument.getArgNumber(), local, shards.getSize(loc, sharded),
                "expected this rank's shard to have the size {0} in "
                "dimension " +
                    Twine(sharded.dimension) + cause + ", but got {1}");
}

// The offsets that are wanted, or even ones of a known size; null if neither is
// known.
Value ShardedInputs::getConstantOffsets(RankedTensorType type,
                                        const WantedDimension &wanted) {
  Location loc = function.getLoc();
  if (!wanted.offsets.empty())
    return shards.getConstantOffsets(loc, wanted.offsets);
  if (type.isDynamicDim(wanted.dimension))
    return {};
  return shards.getEvenOffsets(
      loc, builder.getIndexAttr(type.getDimSize(wanted.dimension)),
      wanted.axis);
}

Value ShardedInputs::gatherOffsets(BlockArgument argument,
                                   const WantedDimension &wanted) {
  Location loc = function.getLoc();
  shards.where = "input '" +
                 escapeText(getInputName(function, argument.getArgNumber())) +
                 "'";
  Value size = tensor::DimOp::create(builder, loc, argument, wanted.dimension);
  return shards.gatherOffsets(loc, size, wanted.axis);
}

Value ShardedInputs::getOffsets(BlockArgument argument,
                                const WantedDimension &wanted) {
  unsigned index = argument.getArgNumber();
  auto type = cast<RankedTensorType>(function.getArgumentTypes()[index]);
  auto [dimension, axis, numbers] = wanted;
  if (Value offsets = getConstantOffsets(type, wanted)) {
    requireShard(argument, {dimension, axis, offsets}, "");
    return offsets;
  }
  StringRef symbol = getSymbol(index, dimension);
  auto known = symbols.find(symbol);
  if (symbol.empty() || known == symbols.end()) {
    Value offsets = gatherOffsets(argument, wanted);
    if (!symbol.empty())
      symbols[symbol] = {index, {dimension, axis, offsets}};
    return offsets;
  }
  const auto &[other, sharded] = known->second;
  std::string name =
      "input '" + CheckOp::escape(escapeText(getInputName(function, other))) +
      "'";
  if (sharded.axis == axis) {
    requireShard(argument, {dimension, axis, sharded.offsets},
                 ", as " + name + " has");
    return sharded.offsets;
  }
  Location loc = function.getLoc();
  ShardedDimension own = {dimension, axis, gatherOffsets(argument, wanted)};
  requireSize(index, shards.materialize(loc, shards.getWholeSize(loc, own)),
              shards.getWholeSize(loc, sharded),
              "expected the shards of dimension " + Twine(dimension) +
                  " to have {0} elements together, as those of " + name +
                  " have, but got {1}");
  return own.offsets;
}

ShardedTensor ShardedInputs::build(BlockArgument argument) {
  Layout layout;
  for (const WantedDimension &wanted : inputs[argument.getArgNumber()].layout)
    layout.add({wanted.dimension, wanted.axis, getOffsets(argument, wanted)});
  return {argument, layout};
}

// Inputs that every rank has have the size of all shards where the model has
// one symbol for both.
void ShardedInputs::compareSymbols() {
  Location loc = function.getLoc();
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i) {
    auto type = dyn_cast<RankedTensorType>(function.getArgumentTypes()[i]);
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim) {
      auto known = symbols.find(getSymbol(i, dim));
      bool isSharded = llvm::any_of(inputs[i].layout, [&](const auto &wanted) {
        return wanted.dimension == dim;
      });
      if (isSharded || known == symbols.end() || !type.isDynamicDim(dim))
        continue;
      const auto &[other, sharded] = known->second;
      requireSize(
          i, tensor::DimOp::create(builder, loc, function.getArgument(i), dim),
          shards.getWholeSize(loc, sharded),
          "expected dimension " + Twine(dim) +
              " to be {0}, the sum of the shards of input '" +
              CheckOp::escape(escapeText(getInputName(function, other))) +
              "', but got {1}");
      removeSymbol(i, dim);
    }
  }
}

// Adds arguments for this rank's part of each argument.
void ShardedInputs::addArguments(Block &block) {
  for (auto [argument, wanted] :
       llvm::zip_equal(function.getArguments(), inputs)) {
    Type type = argument.getType();
    if (!wanted.layout.empty()) {
      auto tensor = cast<RankedTensorType>(type);
      Layout layout;
      for (const WantedDimension &dimension : wanted.layout)
        if (Value offsets = getConstantOffsets(tensor, dimension))
          layout.add({dimension.dimension, dimension.axis, offsets});
      type = shards.getLocalType(tensor, layout);
    }
    BlockArgument local = block.addArgument(type, argument.getLoc());
    if (wanted.isFree)
      shards.addFreeArgument(local);
  }
}

Attribute mlir::onnxops::getShardAttribute(Builder &builder,
                                           const Layout &layout, size_t axes) {
  SmallVector<int64_t> dimensions(axes, -1);
  for (const ShardedDimension &sharded : layout.getDimensions())
    dimensions[sharded.axis] = sharded.dimension;
  if (axes == 1)
    return builder.getI64IntegerAttr(dimensions[0]);
  return builder.getDenseI64ArrayAttr(dimensions);
}

void ShardedInputs::setAttributes(unsigned index, const Layout &layout) {
  if (!layout.isSharded())
    return;
  for (const ShardedDimension &sharded : layout.getDimensions())
    removeSymbol(index, sharded.dimension);
  function.setArgAttr(index, OnnxOpsDialect::kShardAttr,
                      getShardAttribute(builder, layout, shards.grid.size()));
}
