//===- OutlinedLoop.h - linalg.generic ops as a kernel ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that a loop needs in a kernel's table, the text that tells one loop
// from another, and the loop over a part of its range.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H
#define ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H

#include "onnxops/Transforms/Buffers/KernelMemRef.h"
#include "onnxops/Transforms/Buffers/LoopGroups.h"

#include <variant>

namespace mlir::onnxops {

/// Whether a kernel's table can hold a value: a memref that isKernelMemRef, an
/// index, or a number of at most 64 bits.
bool isKernelValue(Value value);

/// The number that stands for a scalar that isKernelValue in a table.
Number toWord(CodeWriter &writer, Value scalar);

/// The number of iterations of each loop of an op on memrefs.
SmallVector<Number> getLoopSizes(CodeWriter &writer, linalg::GenericOp op);

/// Values from outside that the body reads, in the order in which it does.
/// Constants become part of the body.
SetVector<Value> takeCaptures(linalg::GenericOp op, IRRewriter &rewriter);

/// A text for what the body computes and where it reads and writes. Two ops of
/// one text differ in their operands at most. `getNumber` tells values of
/// outside apart, which have a number each.
std::string
describeBody(linalg::GenericOp op,
             llvm::function_ref<std::optional<int64_t>(Value)> getNumber);

/// A value of the function, in the kernel.
struct KernelValue {
  Type type;
  std::variant<Word, KernelMemRef> words;
};

/// A group of loops on memrefs, with its words. The maps are projected
/// permutations, all operands and captures, the values that bodies read from
/// outside, isKernelValue.
class OutlinedLoop {
public:
  /// `loop` is the one of which a range is the kernel's, the outermost of more
  /// than one op.
  OutlinedLoop(CodeWriter &writer, const LoopGroup &ops,
               const SetVector<Value> &captures, unsigned loop);

  const KernelCall &getCall() const { return call; }
  /// Writes the kernel's part of the loop.
  void write(CodeWriter &writer, KernelFrame &frame,
             const LLVMTypeConverter &types);

private:
  void add(CodeWriter &writer, Value value);
  std::string describe(linalg::GenericOp op, const SetVector<Value> &captures);

  const LoopGroup &ops;
  unsigned loop;
  KernelCall call;
  llvm::MapVector<Value, KernelValue> values;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H
