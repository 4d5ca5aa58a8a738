//===- WantedLayout.h - how tensors shall be sharded ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What options of a pass, or ops of upstream's dialect shard, ask for.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_SHARDING_WANTEDLAYOUT_H
#define ONNXOPS_LIB_TRANSFORMS_SHARDING_WANTEDLAYOUT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"

namespace mlir::onnxops {

/// A dimension that the ranks along an axis of the grid shall share: in shards
/// that begin at `offsets`, of which the last is the size, or, if there are
/// none, evenly.
struct WantedDimension {
  int64_t dimension;
  int64_t axis;
  SmallVector<int64_t> offsets;
};

/// At most one for each dimension and each axis; none if each rank shall have
/// all of the tensor.
using WantedLayout = SmallVector<WantedDimension, 2>;

/// What a function asks for of an argument.
struct WantedInput {
  WantedLayout layout;
  /// Whether the first op that reads it chooses the layout, which is empty.
  bool isFree = false;
};

/// The name of an input in messages.
std::string getInputName(func::FuncOp function, unsigned argument);

/// Adds what `shards`, each NAME:DIMENSION, NAME:DIMENSION@AXIS or NAME:free,
/// ask for to a function's arguments. Errors are reported.
LogicalResult readShardOptions(func::FuncOp function,
                               ArrayRef<std::string> shards, int64_t axes,
                               MutableArrayRef<WantedInput> inputs);

/// Refuses grids of unknown sizes, and those that code for ranks cannot have.
/// `emit` begins errors.
LogicalResult verifyGrid(ArrayRef<int64_t> grid,
                         llvm::function_ref<InFlightDiagnostic()> emit);

/// The shape of the grid of a module's annotations; empty without any. Errors
/// are reported.
FailureOr<SmallVector<int64_t>> readAnnotatedGrid(ModuleOp module);

/// What a sharding asks for of a tensor of `type`, on a grid; nothing if it is
/// null. `emit` begins errors.
FailureOr<WantedLayout>
readSharding(const shard::Sharding &sharding, Type type, ArrayRef<int64_t> grid,
             llvm::function_ref<InFlightDiagnostic()> emit);

/// What an annotation asks for, on the grid that `readAnnotatedGrid` found.
/// Errors are reported.
FailureOr<WantedLayout> readAnnotation(shard::ShardOp op,
                                       ArrayRef<int64_t> grid);

/// Whether all annotations of a function can be read, and nothing else needs
/// their shardings. Errors are reported.
LogicalResult verifyAnnotations(func::FuncOp function, ArrayRef<int64_t> grid);

/// The annotation that says how a value is sharded where it is defined; null
/// without any. Others say how users need it.
shard::ShardOp findAnnotation(Value value);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_SHARDING_WANTEDLAYOUT_H
