//===- ConcatOperands.cpp - operands computed in place --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One-Shot Bufferize tracks tensors, not the buffers of a to_tensor: it does
// not know that an operand computed in place aliases the result of the concat.
// The conditions here ensure that this does not matter: after the concat,
// either nothing else reads the operand, or nothing writes to the memory,
// through either tensor.
//
//===----------------------------------------------------------------------===//

#include "ConcatOperands.h"
#include "Destinations.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define DEBUG_TYPE "concat-in-place"

using namespace mlir;
using namespace mlir::onnxops;
using bufferization::AnalysisState;

/// Maximum number of readers that are followed per operand. The bound keeps the
/// pass linear if many concats share one operand with many users.
static constexpr unsigned kMaxReaders = 64;

Operation *ConcatOperand::getFirstWriter() const {
  return kind == Kind::Produced ? firstDestination->getOwner() : nullptr;
}

/// Reading a size does not access the memory.
static bool readsMemory(OpOperand &use) {
  return !isa<tensor::DimOp>(use.getOwner());
}

bool mlir::onnxops::onlyReads(OpOperand &use, const AnalysisState &state) {
  Operation *op = use.getOwner();
  // Inserted by an earlier step of this pass to copy an operand.
  if (auto copy = dyn_cast<bufferization::MaterializeInDestinationOp>(op))
    return &use == &copy.getSourceMutable();
  return state.getOptions().dynCastBufferizableOp(op) &&
         isMemoryEffectFree(op) && !op->hasTrait<OpTrait::IsTerminator>() &&
         !isa<RegionBranchOpInterface>(op) &&
         !state.bufferizesToMemoryWrite(use);
}

namespace {
enum class OtherUses { None, Readers, Unsafe };
} // namespace

/// Classifies the uses of `operand` besides the concat, through views.
static OtherUses classifyOtherUses(OpOperand &operand,
                                   const AnalysisState &state) {
  SmallVector<Value> worklist = {operand.get()};
  unsigned readers = 0;
  while (!worklist.empty()) {
    for (OpOperand &use : worklist.pop_back_val().getUses()) {
      if (&use == &operand || !readsMemory(use))
        continue;
      bool isSecondOperand =
          use.getOwner() == operand.getOwner() && use.get() == operand.get();
      if (isSecondOperand || ++readers > kMaxReaders || !onlyReads(use, state))
        return OtherUses::Unsafe;
      for (const bufferization::AliasingValue &alias :
           state.getAliasingValues(use))
        worklist.push_back(alias.value);
    }
  }
  return readers ? OtherUses::Readers : OtherUses::None;
}

/// True if exactly one op reads `value`, so that it can be part of a chain.
static bool hasOneReader(Value value) {
  auto readers = llvm::make_filter_range(value.getUses(), readsMemory);
  return llvm::hasSingleElement(readers);
}

/// Follows destinations from `result` back to a tensor.empty within `block`.
/// Returns the operand that holds the tensor.empty, or null.
///
/// Each tensor on the way has one reader. A second one would read overwritten
/// memory: One-Shot Bufferize would move the write elsewhere, but not the copy
/// back into the destination, which it does not know to be an alias.
static OpOperand *findFirstDestination(Value value, Block *block,
                                       const AnalysisState &state) {
  while (true) {
    OpOperand *destination = getDestination(value);
    if (!destination)
      return nullptr;
    Operation *writer = destination->getOwner();
    if (writer->getBlock() != block || !isMemoryEffectFree(writer) ||
        !state.getOptions().dynCastBufferizableOp(writer))
      return nullptr;
    value = destination->get();
    if (value.getDefiningOp<tensor::EmptyOp>())
      return destination;
    if (!hasOneReader(value))
      return nullptr;
  }
}

ConcatOperand mlir::onnxops::makeCopied(StringRef why) {
  ConcatOperand operand;
  operand.whyCopied = why;
  return operand;
}

// The reason why a tensor without a writing producer is copied.
static StringRef explainProducer(Operation *producer) {
  if (!producer || isa<bufferization::ToTensorOp>(producer))
    return "function argument";
  if (producer->hasTrait<OpTrait::ConstantLike>())
    return "constant";
  return "producer has no destination";
}

bool mlir::onnxops::hasBufferizableResult(tensor::ConcatOp concat) {
  RankedTensorType type = concat.getResultType();
  return !type.getEncoding() &&
         BaseMemRefType::isValidElementType(type.getElementType());
}

ConcatOperand mlir::onnxops::classifyConcatOperand(OpOperand &operand,
                                                   const AnalysisState &state) {
  Block *block = operand.getOwner()->getBlock();
  Operation *producer = operand.get().getDefiningOp();
  // Within one block the memory is allocated anew for each execution of the
  // concat. With a producer outside of a loop, iterations would share it.
  if (!producer)
    return makeCopied(isa<func::FuncOp>(block->getParentOp())
                          ? "function argument"
                          : "argument of a loop");
  if (producer->getBlock() != block)
    return makeCopied(isa<bufferization::ToTensorOp>(producer) ||
                              producer->hasTrait<OpTrait::ConstantLike>()
                          ? explainProducer(producer)
                          : "made in another block");
  OtherUses others = classifyOtherUses(operand, state);
  if (others == OtherUses::Unsafe)
    return makeCopied("has another user that may write or keep it");

  ConcatOperand found;
  found.isShared = others == OtherUses::Readers;
  if (auto nested = dyn_cast<tensor::ConcatOp>(producer)) {
    if (!hasBufferizableResult(nested))
      return makeCopied("has no memref type");
    found.kind = ConcatOperand::Kind::Nested;
    return found;
  }

  found.produced = operand.get();
  while (auto reshape =
             found.produced.getDefiningOp<tensor::CollapseShapeOp>()) {
    // Another reader would need the reshaped memory, which may not be
    // contiguous.
    if (!found.produced.hasOneUse() || reshape->getBlock() != block)
      return makeCopied("has another reader in another shape");
    found.reshapes.push_back(reshape);
    found.produced = reshape.getSrc();
  }
  if (!found.reshapes.empty() && !hasOneReader(found.produced))
    return makeCopied("has another reader in another shape");
  found.firstDestination = findFirstDestination(found.produced, block, state);
  if (!found.firstDestination)
    return makeCopied(explainProducer(found.produced.getDefiningOp()));
  found.kind = ConcatOperand::Kind::Produced;
  return found;
}

// The bytes of a tensor of static size.
static std::optional<int64_t> getBytes(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.hasStaticShape() || !type.getElementType().isIntOrFloat())
    return std::nullopt;
  return type.getNumElements() *
         llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

void mlir::onnxops::remarkOn(tensor::ConcatOp concat,
                             ArrayRef<ConcatOperand> operands) {
  auto options = remark::RemarkOpts::name("ConcatOperand").category(DEBUG_TYPE);
  for (auto [number, operand] : llvm::enumerate(operands)) {
    bool isCopied = operand.kind == ConcatOperand::Kind::Copied;
    if (isCopied && operand.whyCopied.empty())
      continue;
    auto remark = isCopied ? remark::missed(concat.getLoc(), options)
                           : remark::passed(concat.getLoc(), options);
    if (!remark)
      return;
    remark << remark::metric("operand", int64_t(number))
           << remark::metric("action", isCopied ? "copied" : "in place");
    if (isCopied)
      remark << remark::metric("reason", operand.whyCopied);
    if (std::optional<int64_t> bytes = getBytes(concat.getInputs()[number]))
      remark << remark::metric("bytes", *bytes);
  }
}
