//===- DeviceLoop.cpp - the arguments of an elementwise loop --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The host's code for a loop on a device.
//
//===----------------------------------------------------------------------===//

#include "DeviceLoop.h"

#include "onnxops/Support/ElementBytes.h"
#include "onnxops/Transforms/Buffers/OutlinedLoop.h"

using namespace mlir;
using namespace mlir::onnxops;

// Maximum number of elements of a vector on all devices, and of bytes of one
// access.
static constexpr int64_t kMostIterations = 4;
static constexpr int64_t kWidestAccess = 16;

//===----------------------------------------------------------------------===//
// Iterations per thread
//===----------------------------------------------------------------------===//

bool DeviceLoop::isPerIteration(OpOperand &use) {
  AffineMap map = op.getMatchingIndexingMap(&use);
  return isa<MemRefType>(use.get().getType()) &&
         map.isFunctionOfDim(map.getNumDims() - 1);
}

// More than 1 only if the elements of several iterations are contiguous in each
// operand, or the same.
static int64_t
getIterationsPerThread(linalg::GenericOp op,
                       llvm::function_ref<bool(OpOperand &)> isPerIteration) {
  if (op.getNumLoops() == 0 || op.getNumParallelLoops() != op.getNumLoops())
    return 1;
  int64_t widest = kWidestAccess / kMostIterations;
  for (OpOperand &use : op->getOpOperands()) {
    if (!isPerIteration(use)) {
      if (op.isDpsInit(&use))
        return 1;
      continue;
    }
    AffineMap map = op.getMatchingIndexingMap(&use);
    if (map.getDimPosition(map.getNumResults() - 1) != map.getNumDims() - 1)
      return 1;
    widest = std::max<int64_t>(
        widest, *getDeviceBytes(getElementTypeOrSelf(use.get().getType())));
  }
  return std::max<int64_t>(kWidestAccess / widest, 1);
}

// Numbers that are all 0 if one aligned access covers the elements of all
// iterations.
static SmallVector<Number> findObstacles(CodeWriter &writer, Value operand,
                                         int64_t iterations) {
  auto memref = cast<TypedValue<MemRefType>>(operand);
  int64_t bytes = *getDeviceBytes(memref.getType().getElementType());
  MemRefNumbers numbers = readNumbers(writer, memref);
  SmallVector<Number> obstacles = {
      writer.sub(numbers.strides.pop_back_val(), 1),
      writer.rem(writer.toInteger(numbers.pointer), iterations * bytes)};
  for (Number stride : numbers.strides)
    obstacles.push_back(writer.rem(stride, iterations));
  return obstacles;
}

void DeviceLoop::chooseIterations(CodeWriter &writer) {
  int64_t possible = getIterationsPerThread(
      op, [&](OpOperand &use) { return isPerIteration(use); });
  if (possible == 1)
    return;
  SmallVector<Number> found = {writer.rem(loopSizes.back(), possible)};
  for (OpOperand &use : op->getOpOperands())
    if (isPerIteration(use))
      llvm::append_range(found, findObstacles(writer, use.get(), possible));
  bool isPrevented = llvm::any_of(
      found, [](Number number) { return number.constant() && !number.is(0); });
  if (isPrevented)
    return;
  iterations = possible;
  for (Number number : found)
    if (!number.is(0))
      obstacles = writer.bitOr(obstacles, number);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

DeviceLoop::Memory DeviceLoop::addMemory(CodeWriter &writer,
                                         TypedValue<MemRefType> memref) {
  MemRefNumbers numbers = readNumbers(writer, memref);
  int64_t bytes = getElementBytes(op, memref.getType());
  Memory memory;
  memory.address = call.addPointer(numbers.pointer);
  for (Number stride : numbers.strides)
    memory.strides.push_back(call.add(writer.mul(stride, bytes)));
  return memory;
}

DeviceLoop::Operand DeviceLoop::addOperand(CodeWriter &writer, Value value) {
  if (auto memref = dyn_cast<TypedValue<MemRefType>>(value))
    return addMemory(writer, memref);
  return call.add(toArgument(writer, value));
}

DeviceLoop::DeviceLoop(CodeWriter &writer, linalg::GenericOp op,
                       const SetVector<Value> &captures)
    : op(op), loopSizes(getLoopSizes(writer, op)), count(1), units(0),
      call("") {
  for (auto [loop, size] : llvm::enumerate(loopSizes))
    if (isParallel(loop))
      count = writer.mul(count, size);
  chooseIterations(writer);
  units = writer.ceilDiv(count, iterations);
  call = DeviceKernels::begin(writer, "loop", units);
  countArgument = call.add(count);
  for (Number size : loopSizes)
    sizes.push_back(call.add(size));
  for (Value operand : op->getOperands())
    operands.push_back(addOperand(writer, operand));
  for (Value value : captures) {
    Operand operand = addOperand(writer, value);
    if (auto *memory = std::get_if<Memory>(&operand))
      memrefs.insert({value, *memory});
    else
      scalars.insert({value, std::get<KernelArgument>(operand)});
  }
  call.choose("iterations", iterations);
  obstaclesArgument = call.add(obstacles);
  call.describe(describe());
}

std::string DeviceLoop::describe() {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Type type : op->getOperandTypes())
    os << " " << getElementTypeOrSelf(type);
  os << op.getIteratorTypes()
     << describeBody(op, [&](Value value) -> std::optional<int64_t> {
          if (auto *found = memrefs.find(value); found != memrefs.end())
            return found - memrefs.begin();
          if (auto *found = scalars.find(value); found != scalars.end())
            return memrefs.size() + (found - scalars.begin());
          return std::nullopt;
        });
  return text;
}
