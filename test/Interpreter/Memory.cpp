//===- Memory.cpp - memory that knows what was written to it --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every element that a program touches comes through Memory::find, where all
// checks of an access stand.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

// Programs of the fuzzer are small; a size beyond this one is a bug.
static constexpr int64_t kMaxElements = 1 << 24;

SmallVector<int64_t, 4>
interpreter::getContiguousStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t, 4> strides(sizes.size(), 1);
  for (int64_t dim = int64_t(sizes.size()) - 2; dim >= 0; --dim)
    strides[dim] = strides[dim + 1] * sizes[dim + 1];
  return strides;
}

LogicalResult interpreter::forEachIndex(
    ArrayRef<int64_t> sizes,
    llvm::function_ref<LogicalResult(ArrayRef<int64_t>)> visit) {
  if (llvm::is_contained(sizes, 0))
    return success();
  SmallVector<int64_t, 4> indices(sizes.size(), 0);
  while (true) {
    if (failed(visit(indices)))
      return failure();
    int64_t dim = int64_t(sizes.size()) - 1;
    while (dim >= 0 && ++indices[dim] == sizes[dim])
      indices[dim--] = 0;
    if (dim < 0)
      return success();
  }
}

FailureOr<View> Memory::allocate(Operation *user, ArrayRef<int64_t> sizes) {
  int64_t count = 1;
  for (int64_t size : sizes) {
    if (size < 0)
      return user->emitOpError("expected sizes of at least 0, but got ")
             << size;
    count *= std::min(size, kMaxElements);
    if (count > kMaxElements)
      return user->emitOpError("expected at most ")
             << kMaxElements << " elements, but got more";
  }
  Buffer &buffer = buffers.emplace_back();
  buffer.elements.resize(count);
  buffer.address = int64_t(buffers.size()) << 32;
  buffer.origin = user;
  return View{&buffer, 0, SmallVector<int64_t, 4>(sizes),
              getContiguousStrides(sizes)};
}

// An error about a buffer that says where it comes from.
static InFlightDiagnostic reportBuffer(Operation *user, const Buffer &buffer,
                                       const Twine &message) {
  InFlightDiagnostic error = user->emitOpError(message);
  error.attachNote(buffer.origin->getLoc()) << "memory is made here";
  return error;
}

LogicalResult Memory::free(Operation *user, const View &view) {
  Buffer &buffer = *view.buffer;
  if (buffer.isGlobal)
    return reportBuffer(user, buffer,
                        "expected allocated memory, but got a global");
  if (buffer.isFreed)
    return reportBuffer(user, buffer,
                        "expected memory in use, but got freed memory");
  buffer.isFreed = true;
  return success();
}

std::optional<int64_t> *Memory::find(Operation *user, const View &view,
                                     ArrayRef<int64_t> indices,
                                     bool isWritten) {
  Buffer &buffer = *view.buffer;
  int64_t position = view.offset;
  for (size_t dim = 0; dim < indices.size(); ++dim) {
    if (indices[dim] < 0 || indices[dim] >= view.sizes[dim]) {
      user->emitOpError("expected an index below ")
          << view.sizes[dim] << " in dimension " << dim << ", but got "
          << indices[dim];
      return nullptr;
    }
    position += indices[dim] * view.strides[dim];
  }
  if (buffer.isFreed) {
    reportBuffer(user, buffer, "expected memory in use, but got freed memory");
    return nullptr;
  }
  if (position < 0 || position >= int64_t(buffer.elements.size())) {
    reportBuffer(user, buffer,
                 "expected an element of the " + Twine(buffer.elements.size()) +
                     " in the memory, but got number " + Twine(position));
    return nullptr;
  }
  if (isWritten && buffer.isConstant) {
    reportBuffer(user, buffer,
                 "expected memory to write to, but got a constant");
    return nullptr;
  }
  return &buffer.elements[position];
}

FailureOr<int64_t> Memory::load(Operation *user, const View &view,
                                ArrayRef<int64_t> indices) {
  std::optional<int64_t> *element = find(user, view, indices, false);
  if (!element)
    return failure();
  if (!*element)
    return LogicalResult(
        reportBuffer(user, *view.buffer,
                     "expected an element that was written, but got one that "
                     "never was"));
  return **element;
}

LogicalResult Memory::store(Operation *user, const View &view,
                            ArrayRef<int64_t> indices, int64_t value) {
  std::optional<int64_t> *element = find(user, view, indices, true);
  if (!element)
    return failure();
  *element = value;
  return success();
}

LogicalResult Memory::copy(Operation *user, const View &source,
                           const View &target) {
  if (source.sizes != target.sizes)
    return user->emitOpError("expected a source of the target's sizes");
  std::vector<std::optional<int64_t>> elements;
  auto read = [&](ArrayRef<int64_t> indices) -> LogicalResult {
    std::optional<int64_t> *element = find(user, source, indices, false);
    if (element)
      elements.push_back(*element);
    return success(element);
  };
  if (failed(forEachIndex(source.sizes, read)))
    return failure();
  size_t next = 0;
  return forEachIndex(target.sizes, [&](ArrayRef<int64_t> indices) {
    std::optional<int64_t> *element = find(user, target, indices, true);
    if (element)
      *element = elements[next++];
    return success(element);
  });
}

void Memory::dropFrom(size_t first) {
  for (size_t i = first; i < buffers.size(); ++i)
    buffers[i].isFreed |= !buffers[i].isGlobal;
}

LogicalResult Memory::checkLeaks() const {
  LogicalResult result = success();
  for (const Buffer &buffer : buffers)
    if (!buffer.isGlobal && !buffer.isFreed)
      result = buffer.origin->emitOpError(
          "expected memory to be freed, but it never was");
  return result;
}
