//===- SplitReads.cpp - tensors with many readers -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For each user of a tensor, One-Shot Bufferize visits all others: five
// thousand outputs of one value, or the slices of a wide Split, are quadratic.
// It does not compare users of separate read-only tensors of the same memory.
//
//===----------------------------------------------------------------------===//

#include "SplitReads.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::bufferization;

// Whether `tensor` is the only tensor of its memory since the allocation:
// otherwise a write to an alias would not be known to affect the readers here.
static bool isExclusive(Value tensor, const AnalysisState &state) {
  while (true) {
    Operation *op = tensor.getDefiningOp();
    if (isa_and_nonnull<ToTensorOp>(op))
      return true;
    if (!isa_and_nonnull<BufferizableOpInterface>(op))
      return false;
    AliasingOpOperandList sources = state.getAliasingOpOperands(tensor);
    if (sources.getNumAliases() == 0)
      return true;
    Value source = (*sources.begin()).opOperand->get();
    if (sources.getNumAliases() > 1 || !source.hasOneUse())
      return false;
    tensor = source;
  }
}

// The memory of a tensor, read-only.
static Value buildMemory(OpBuilder &builder, Value tensor) {
  if (auto op = tensor.getDefiningOp<ToTensorOp>())
    return op.getBuffer();
  BaseMemRefType type = getMemRefTypeWithFullyDynamicLayout(
      cast<RankedTensorType>(tensor.getType()));
  return ToBufferOp::create(builder, tensor.getLoc(), type, tensor,
                            /*read_only=*/true);
}

static void splitUses(Value tensor, size_t maxUses) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : tensor.getUses())
    uses.push_back(&use);
  OpBuilder builder(tensor.getContext());
  builder.setInsertionPointAfterValue(tensor);
  Value memory = buildMemory(builder, tensor);
  Value part;
  // Roughly in program order, which is the reverse of the use list.
  for (auto [index, use] : llvm::enumerate(llvm::reverse(uses))) {
    if (index % maxUses == 0)
      part = ToTensorOp::create(builder, tensor.getLoc(), tensor.getType(),
                                memory, /*restrict=*/true, /*writable=*/false);
    use->set(part);
  }
}

void mlir::onnxops::splitReads(func::FuncOp function, size_t maxUses) {
  BufferizationOptions options;
  AnalysisState state(options);
  SmallVector<Value> tensors;
  function.walk([&](Operation *op) {
    for (Value result : op->getResults())
      if (isa<RankedTensorType>(result.getType()) &&
          result.hasNUsesOrMore(maxUses + 1) && isExclusive(result, state))
        tensors.push_back(result);
  });
  for (Value tensor : tensors)
    splitUses(tensor, maxUses);
}
