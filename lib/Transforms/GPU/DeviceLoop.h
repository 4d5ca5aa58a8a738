//===- DeviceLoop.h - an elementwise loop as a kernel -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Iterations of parallel loops are numbered as they run, the innermost fastest,
// which is where elements lie side by side; a thread runs all iterations of the
// other loops. What the body reads besides its operands is in the table as
// well: scalars, and memrefs that it reads at computed places.
//
// A thread takes several iterations of the innermost loop at once, its lanes,
// where their elements are one access of memory. Whether they are depends on
// addresses and sizes: the kernel has the code for one at a time, too.
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

/// The loop of one op: the words of its table, and its kernel.
class DeviceLoop {
public:
  /// `op` has pure buffer semantics and maps that are projected permutations.
  DeviceLoop(CodeWriter &writer, linalg::GenericOp op,
             const SetVector<Value> &captures);

  const KernelCall &getCall() const { return call; }
  /// What its threads share.
  Number getUnits() const { return units; }
  void write(DeviceWriter &writer);

private:
  struct Memory {
    Word address;
    SmallVector<Word> strides; // bytes, one for each dimension
  };
  using Operand = std::variant<Memory, Word>; // a word is a scalar

  // On the host, in DeviceLoop.cpp.
  Memory addMemory(CodeWriter &writer, TypedValue<MemRefType> memref);
  Operand addOperand(CodeWriter &writer, Value value);
  void addLanes(CodeWriter &writer);
  std::string describe();

  // In the kernel, in DeviceLoopCode.cpp.
  void writeLoop(DeviceWriter &writer, int64_t lanes);
  void writeIteration(DeviceWriter &writer, Value at, int64_t lanes);
  void writeElements(DeviceWriter &writer, ArrayRef<Value> indices,
                     int64_t lanes);
  SmallVector<Value> readOperand(DeviceWriter &writer, const Memory &memory,
                                 OpOperand &use, ArrayRef<Value> indices,
                                 int64_t lanes, Value &address);
  Value getWord(DeviceWriter &writer, const Word &word);
  Value getAddress(DeviceWriter &writer, const Memory &memory,
                   ValueRange indices);
  Value readScalar(DeviceWriter &writer, const Word &word, Type type);
  Value readCaptured(DeviceWriter &writer, memref::LoadOp load,
                     const IRMapping &values);
  void writeBody(DeviceWriter &writer, IRMapping &values,
                 ArrayRef<Value> indices);

  bool isParallel(unsigned loop) {
    return op.getIteratorTypesArray()[loop] == utils::IteratorType::parallel;
  }
  // Whether an operand has another element for each lane.
  bool hasLanes(OpOperand &use);

  linalg::GenericOp op;
  SmallVector<Number> loopSizes;
  Number count;      // of iterations of parallel loops
  int64_t lanes = 1; // of a thread, where nothing prevents it
  Number obstacles = 0;
  Number units;
  KernelCall call;
  Word countWord, obstaclesWord;
  SmallVector<Word> sizes;
  SmallVector<Operand> operands;
  llvm::MapVector<Value, Memory> memrefs; // captured
  llvm::MapVector<Value, Word> scalars;   // captured
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_TRANSFORMS_GPU_DEVICELOOP_H
