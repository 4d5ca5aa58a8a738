//===- DeviceLoop.h - an elementwise loop as a kernel -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations of parallel loops are numbered in order, the innermost loop
// fastest, along which elements are contiguous; a thread runs all iterations of
// the other loops. Captured values of the body are arguments too: scalars, and
// memrefs that it reads at computed positions.
//
// A thread runs several iterations of the innermost loop at once, if one memory
// access covers their elements. Since that depends on addresses and sizes, the
// kernel also contains code for one iteration at a time.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_TRANSFORMS_GPU_DEVICELOOP_H
#define ONNXOPS_LIB_TRANSFORMS_GPU_DEVICELOOP_H

#include "DeviceKernels.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

#include <variant>

namespace mlir::onnxops {

/// The loop of one op: its kernel and the arguments of the kernel.
class DeviceLoop {
public:
  /// `op` has pure buffer semantics and maps that are projected permutations.
  DeviceLoop(CodeWriter &writer, linalg::GenericOp op,
             const SetVector<Value> &captures);

  const KernelCall &getCall() const { return call; }
  /// The units of work that threads share.
  Number getUnits() const { return units; }
  void write(DeviceWriter &writer);

private:
  struct Memory {
    KernelArgument address;
    SmallVector<KernelArgument> strides; // bytes, one for each dimension
  };
  using Operand =
      std::variant<Memory, KernelArgument>; // the latter is a scalar

  // On the host, in DeviceLoop.cpp.
  Memory addMemory(CodeWriter &writer, TypedValue<MemRefType> memref);
  Operand addOperand(CodeWriter &writer, Value value);
  void chooseIterations(CodeWriter &writer);
  std::string describe();

  // In the kernel, in DeviceLoopCode.cpp.
  void writeLoop(DeviceWriter &writer, int64_t iterations);
  void writeIterations(DeviceWriter &writer, Value at, int64_t iterations);
  void writeElements(DeviceWriter &writer, ArrayRef<Value> indices,
                     int64_t iterations);
  SmallVector<Value> readOperand(DeviceWriter &writer, const Memory &memory,
                                 OpOperand &use, ArrayRef<Value> indices,
                                 int64_t iterations, Value &address);
  Value getArgument(DeviceWriter &writer, const KernelArgument &argument);
  Value getAddress(DeviceWriter &writer, const Memory &memory,
                   ValueRange indices);
  Value readScalar(DeviceWriter &writer, const KernelArgument &argument,
                   Type type);
  Value readCaptured(DeviceWriter &writer, memref::LoadOp load,
                     const IRMapping &values);
  void writeBody(DeviceWriter &writer, IRMapping &values,
                 ArrayRef<Value> indices);

  bool isParallel(unsigned loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel;
  }
  // Whether an operand has a separate element for each iteration.
  bool isPerIteration(OpOperand &use);

  linalg::GenericOp op;
  SmallVector<Number> loopSizes;
  Number count;           // of iterations of parallel loops
  int64_t iterations = 1; // per thread, if all obstacles are 0
  Number obstacles = 0;
  Number units;
  KernelCall call;
  KernelArgument countArgument, obstaclesArgument;
  SmallVector<KernelArgument> sizes;
  SmallVector<Operand> operands;
  llvm::MapVector<Value, Memory> memrefs;         // captured
  llvm::MapVector<Value, KernelArgument> scalars; // captured
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICELOOP_H
