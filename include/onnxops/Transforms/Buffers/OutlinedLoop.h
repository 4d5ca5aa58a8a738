//===- OutlinedLoop.h - linalg.generic ops as a kernel ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The kernel arguments of a loop, the text that identifies its kernel, and the
// code of a part of its range.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H
#define ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H

#include "onnxops/Transforms/Buffers/KernelMemRef.h"
#include "onnxops/Transforms/Buffers/LoopGroups.h"

#include <variant>

namespace mlir::onnxops {

/// Whether a value can be a kernel argument: a memref that isKernelMemRef, an
/// index, or a number of at most 64 bits.
bool isKernelValue(Value value);

/// Converts a scalar that isKernelValue to the number that is its argument.
Number toArgument(CodeWriter &writer, Value scalar);

/// The number of iterations of each loop of an op on memrefs.
SmallVector<Number> getLoopSizes(CodeWriter &writer, linalg::GenericOp op);

/// The values captured by the body, in order of use. Captured constants are
/// cloned into the body.
SetVector<Value> takeCaptures(linalg::GenericOp op, IRRewriter &rewriter);

/// A text that describes the body and its indexing maps. Ops with the same text
/// differ at most in their operands. `getNumber` numbers the captured values.
std::string
describeBody(linalg::GenericOp op,
             llvm::function_ref<std::optional<int64_t>(Value)> getNumber);

/// A value of the function, in the kernel.
struct KernelValue {
  Type type;
  std::variant<KernelArgument, KernelMemRef> argument;
};

/// A group of loops on memrefs, with its kernel arguments. Indexing maps are
/// projected permutations; all operands and captured values are isKernelValue.
class OutlinedLoop {
public:
  /// `loop` is the loop whose range the kernel divides; the outermost one if
  /// there is more than one op. If `streams`, an i1, holds, results are written
  /// with non-temporal stores of `vectorBytes`; it is false unless all ops can
  /// be staged.
  OutlinedLoop(CodeWriter &writer, const LoopGroup &ops,
               const SetVector<Value> &captures, unsigned loop, Value streams,
               int64_t vectorBytes);

  const KernelCall &getCall() const { return call; }
  /// Writes the kernel's part of the loop.
  void write(CodeWriter &writer, KernelFrame &frame,
             const LLVMTypeConverter &types);

private:
  void add(CodeWriter &writer, Value value);
  std::string describe(linalg::GenericOp op, const SetVector<Value> &captures);

  const LoopGroup &ops;
  unsigned loop;
  KernelArgument streams;
  int64_t vectorBytes;
  KernelCall call;
  llvm::MapVector<Value, KernelValue> values;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_TRANSFORMS_BUFFERS_OUTLINEDLOOP_H
