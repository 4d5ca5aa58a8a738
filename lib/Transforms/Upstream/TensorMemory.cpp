//===- TensorMemory.cpp - which tensors may share memory ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The effect of an op on its operands' memory is taken from its
// BufferizableOpInterface; that of control flow from its own interfaces.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

TensorMemory::TensorMemory(ModuleOp module) : state(options) {
  options.bufferizeFunctionBoundaries = true;
  module.walk([&](RegionBranchOpInterface op) { addBranches(op); });
  addCalls(module);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void TensorMemory::connect(OpOperand &operand, Value target) {
  targets[&operand].push_back(target);
  origins[target].push_back(&operand);
}

void TensorMemory::addBranches(Operation *op) {
  RegionBranchSuccessorMapping mapping;
  cast<RegionBranchOpInterface>(op).getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping)
    if (isTensor(operand->get()))
      for (Value input : inputs)
        connect(*operand, input);
}

void TensorMemory::addCalls(ModuleOp module) {
  llvm::StringMap<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>())
    functions[function.getName()] = function;
  module.walk([&](func::CallOp call) {
    func::FuncOp callee = functions.lookup(call.getCallee());
    if (!callee || callee.isExternal())
      return;
    for (auto [index, operand] : llvm::enumerate(call->getOpOperands()))
      if (isTensor(operand.get()))
        connect(operand, callee.getArgument(index));
    callee.walk([&](func::ReturnOp op) {
      for (auto [index, operand] : llvm::enumerate(op->getOpOperands()))
        if (isTensor(operand.get()))
          connect(operand, call.getResult(index));
    });
  });
}

ArrayRef<Value> TensorMemory::getTargets(OpOperand &operand) const {
  auto known = targets.find(&operand);
  if (known == targets.end())
    return {};
  Operation *terminator = operand.getOwner();
  if (isa<func::ReturnOp>(terminator))
    return known->second;
  auto loop = dyn_cast<RegionBranchOpInterface>(terminator->getParentOp());
  bool isInLoop =
      terminator->hasTrait<OpTrait::IsTerminator>() && loop && loop.hasLoop();
  return isInLoop ? ArrayRef<Value>(known->second) : ArrayRef<Value>();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

bool TensorMemory::isEscape(OpOperand &operand) {
  return isTensor(operand.get()) &&
         isa<RtSequencePushOp, RtSequencePushChunksOp, RtSequenceInsertOp>(
             operand.getOwner());
}

SmallVector<Value> TensorMemory::getDerived(OpOperand &operand) const {
  if (auto known = targets.find(&operand); known != targets.end())
    return llvm::to_vector_of<Value>(known->second);
  SmallVector<Value> derived;
  for (bufferization::AliasingValue alias : state.getAliasingValues(operand))
    derived.push_back(alias.value);
  return derived;
}

// An operand that control flow only forwards counts as written at its target,
// if at all. A function outside the module may do anything.
bool TensorMemory::isWrite(OpOperand &operand) const {
  if (targets.contains(&operand))
    return false;
  return isa<CallOpInterface>(operand.getOwner()) ||
         state.bufferizesToMemoryWrite(operand);
}

bool TensorMemory::isAllocation(Value value) const {
  auto op = options.dynCastBufferizableOp(value);
  return op && isa<OpResult>(value) && op.bufferizesToAllocation(value);
}

//===----------------------------------------------------------------------===//
// Following memory
//===----------------------------------------------------------------------===//

const TensorMemory::Uses &TensorMemory::follow(Value value) {
  std::unique_ptr<Uses> &known = followed[value];
  if (known)
    return *known;
  known = std::make_unique<Uses>();
  SetVector<Value> derived;
  derived.insert(value);
  for (size_t i = 0; i < derived.size(); ++i) {
    for (OpOperand &operand : derived[i].getUses()) {
      if (isEscape(operand))
        known->escapes.push_back(&operand);
      if (!getTargets(operand).empty())
        known->transfers.push_back(&operand);
      if (isWrite(operand)) {
        Operation *&last = known->writers[operand.getOwner()->getBlock()];
        if (!last || last->isBeforeInBlock(operand.getOwner()))
          last = operand.getOwner();
      }
      derived.insert_range(getDerived(operand));
    }
  }
  return *known;
}

SmallVector<Value> TensorMemory::findRoots(Value value, Value stop) const {
  SmallVector<Value> roots;
  SetVector<Value> sources;
  sources.insert(value);
  for (size_t i = 0; i < sources.size(); ++i) {
    Value source = sources[i];
    SmallVector<OpOperand *> operands;
    if (source != stop) {
      if (auto known = origins.find(source); known != origins.end())
        llvm::append_range(operands, known->second);
      else if (isa<OpResult>(source))
        for (bufferization::AliasingOpOperand alias :
             state.getAliasingOpOperands(source))
          operands.push_back(alias.opOperand);
    }
    if (operands.empty())
      roots.push_back(source);
    for (OpOperand *operand : operands)
      sources.insert(operand->get());
  }
  return roots;
}
