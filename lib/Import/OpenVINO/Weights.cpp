//===- Weights.cpp - read the .bin file of an OpenVINO model --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads tensors from a file of bytes, at any offset.
//
//===----------------------------------------------------------------------===//

#include "Readers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;
using llvm::createStringError;

Weights::Weights(StringRef model, const ModelLimits &limits) : pool(limits) {
  SmallString<128> sibling(model);
  llvm::sys::path::replace_extension(sibling, ".bin");
  path = std::string(sibling);
}

Weights::Weights(llvm::MemoryBufferRef file, const ModelLimits &limits)
    : path(file.getBufferIdentifier()), memory(file.getBuffer()), pool(limits) {
}

llvm::Error Weights::open() {
  if (file || memory)
    return llvm::Error::success();
  auto opened =
      InputFile::openBelow(llvm::sys::path::parent_path(path),
                           llvm::sys::path::filename(path), "'" + path + "'");
  if (!opened)
    return opened.takeError();
  file.emplace(std::move(*opened));
  return llvm::Error::success();
}

uint64_t Weights::getNumBytes() const {
  return memory ? memory->size() : file->getSize();
}

llvm::Error Weights::copy(uint64_t offset, MutableArrayRef<char> to) const {
  if (memory) {
    llvm::copy(memory->substr(offset, to.size()), to.begin());
    return llvm::Error::success();
  }
  if (llvm::Error error = file->read(offset, to))
    return createStringError("'" + path +
                             "': " + llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Expected<TensorData> Weights::read(int32_t elementType,
                                         ArrayRef<int64_t> sizes,
                                         uint64_t offset, uint64_t size) {
  if (llvm::Error error = open())
    return error;
  llvm::Expected<int64_t> count = countElements(elementType, sizes);
  if (!count)
    return count.takeError();
  // Check everything that needs no memory before allocating any.
  uint64_t needed = *count * onnxopsElementBytes(elementType);
  if (size < needed)
    return createStringError("expected a size of " + Twine(needed) +
                             " bytes or more, as the shape needs, but got " +
                             Twine(size));
  uint64_t end = getNumBytes();
  if (offset > end || size > end - offset)
    return createStringError("expected " + Twine(size) + " bytes at offset " +
                             Twine(offset) + ", but '" + path + "' has " +
                             Twine(end) + " bytes");
  // There is only one file, so no file id is needed.
  return pool.read(
      {llvm::sys::fs::UniqueID(), offset}, elementType, sizes,
      [&](MutableArrayRef<char> bytes) { return copy(offset, bytes); });
}
