//===- Memory.h - memory that knows what was written to it ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The memory of an interpreted program. It is stricter than that of a machine:
// an element that nothing was stored to is no number, freed memory stays known
// as such, and constants cannot be overwritten.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_INTERPRETER_MEMORY_H
#define ONNXOPS_TEST_INTERPRETER_MEMORY_H

#include "mlir/IR/Operation.h"

#include <deque>
#include <optional>

namespace mlir::onnxops::interpreter {

/// What one allocation or one global holds.
struct Buffer {
  /// None as long as nothing was stored. Integers of any width are kept
  /// sign-extended.
  std::vector<std::optional<int64_t>> elements;
  /// What no other allocation has, for code that compares pointers.
  int64_t address = 0;
  /// The memref.alloc, or the memref.get_global.
  Operation *origin = nullptr;
  bool isGlobal = false;
  bool isConstant = false;
  bool isFreed = false;
};

/// A memref: what it is a view of, and where its elements are.
struct View {
  Buffer *buffer = nullptr;
  int64_t offset = 0;
  SmallVector<int64_t, 4> sizes;
  SmallVector<int64_t, 4> strides;

  bool isEmpty() const { return llvm::is_contained(sizes, 0); }
};

/// The strides of contiguous memory with these sizes.
SmallVector<int64_t, 4> getContiguousStrides(ArrayRef<int64_t> sizes);

/// Calls `visit` for all indices below `sizes`, the last one running fastest,
/// up to the first failure.
LogicalResult
forEachIndex(ArrayRef<int64_t> sizes,
             llvm::function_ref<LogicalResult(ArrayRef<int64_t>)> visit);

/// All buffers of a program. What goes wrong is reported at the op `user`.
class Memory {
public:
  /// New memory of which nothing is written, seen as a whole.
  FailureOr<View> allocate(Operation *user, ArrayRef<int64_t> sizes);
  LogicalResult free(Operation *user, const View &view);

  /// The element at `indices`.
  FailureOr<int64_t> load(Operation *user, const View &view,
                          ArrayRef<int64_t> indices);
  LogicalResult store(Operation *user, const View &view,
                      ArrayRef<int64_t> indices, int64_t value);
  /// Copies all elements. What was never written stays so in the copy:
  /// bufferization copies tensors of which only a part has a value.
  LogicalResult copy(Operation *user, const View &source, const View &target);

  /// How many buffers were made so far.
  size_t getNumBuffers() const { return buffers.size(); }
  /// Frees what was allocated from buffer number `first` on.
  void dropFrom(size_t first);

  /// Reports what was allocated and never freed.
  LogicalResult checkLeaks() const;

private:
  // The element that `indices` name, after all checks.
  std::optional<int64_t> *find(Operation *user, const View &view,
                               ArrayRef<int64_t> indices, bool isWritten);

  std::deque<Buffer> buffers; // stay where they are
};

} // namespace mlir::onnxops::interpreter

#endif // ONNXOPS_TEST_INTERPRETER_MEMORY_H
