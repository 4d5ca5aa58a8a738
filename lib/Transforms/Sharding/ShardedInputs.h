//===- ShardedInputs.h - this rank's part of inputs -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The arguments of a function of shards, and what they must have in common.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDEDINPUTS_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDEDINPUTS_H

#include "ShardBuilder.h"
#include "WantedLayout.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::onnxops {

/// Makes the arguments of a function of shards, by `shards`.
class ShardedInputs {
public:
  /// `function` is one of whole tensors, whose attributes are read.
  ShardedInputs(func::FuncOp function, ArrayRef<WantedInput> inputs,
                ShardBuilder &shards);

  /// Adds an argument for this rank's part of each argument of the function.
  void addArguments(Block &block);

  /// This rank's part of an input that is not free, with checks of its sizes.
  ShardedTensor build(BlockArgument argument);

  /// Checks that inputs that every rank has have the size of all shards where
  /// the model has one symbol for both. After all others are built, in the
  /// function's first block.
  void compareSymbols();

  /// Says in an attribute how an input is sharded, and forgets the symbols of
  /// sizes that differ on each rank.
  void setAttributes(unsigned index, const Layout &layout);

private:
  StringRef getSymbol(unsigned argument, int64_t dimension);
  void removeSymbol(unsigned argument, int64_t dimension);
  void requireSize(unsigned index, Value size, OpFoldResult expected,
                   const Twine &message);
  void requireShard(BlockArgument argument, const ShardedDimension &sharded,
                    const Twine &cause);
  Value getConstantOffsets(RankedTensorType type,
                           const WantedDimension &wanted);
  Value gatherOffsets(BlockArgument argument, const WantedDimension &wanted);
  Value getOffsets(BlockArgument argument, const WantedDimension &wanted);

  func::FuncOp function;
  ArrayRef<WantedInput> inputs;
  ShardBuilder &shards;
  OpBuilder &builder;
  /// Of each symbol, the first input that it shards.
  llvm::StringMap<std::pair<unsigned, ShardedDimension>> symbols;
};

/// How a tensor is sharded, as an attribute: the dimension, or for a grid of
/// several axes one for each axis.
Attribute getShardAttribute(Builder &builder, const Layout &layout,
                            size_t axes);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_SHARDEDINPUTS_H
