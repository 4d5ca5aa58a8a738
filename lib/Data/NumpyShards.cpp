//===- NumpyShards.cpp - parts of .npy files ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A file is rows before the sharded dimension; of each, a shard is contiguous.
// Files are read and written, never mapped: a full disk, or a file that becomes
// shorter, would end the process.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/NumpyFile.h"

#include "NumpyHeader.h"
#include "onnxops/Support/OutputFile.h"

#include <cstring>

using namespace mlir::onnxops;
using llvm::StringRef;

namespace {
/// Where a shard is in a file.
struct Rows {
  uint64_t offset; ///< of the first row
  int64_t count;
  size_t bytes;         ///< of a row
  size_t begin, length; ///< of the shard in a row, in bytes

  bool areShort() const;
};
} // namespace

// What the system reads at once from a disk. Of shorter rows many are read by
// one call, with those of other shards.
static constexpr size_t kPage = 4096;
static constexpr size_t kBufferBytes = 1 << 20;

bool Rows::areShort() const { return bytes < kPage && length < bytes; }

static Rows findRows(uint64_t offset, int32_t elementType,
                     llvm::ArrayRef<int64_t> sizes, int64_t dimension,
                     int64_t begin, int64_t end) {
  const size_t elementBytes = onnxopsElementBytes(elementType);
  Rows rows = {offset, 1, elementBytes, 0, 0};
  for (int64_t size : sizes.take_front(dimension))
    rows.count *= size;
  for (int64_t size : sizes.drop_front(dimension + 1))
    rows.bytes *= size;
  rows.begin = rows.bytes * begin;
  rows.length = rows.bytes * (end - begin);
  rows.bytes *= sizes[dimension];
  if (rows.length == rows.bytes) { // all of the file
    rows.length = rows.bytes *= rows.count;
    rows.count = 1;
  }
  if (rows.length == 0)
    rows.count = 0;
  return rows;
}

// Reads whole rows, and takes a part of each.
static llvm::Error readShortRows(const InputFile &file, const Rows &rows,
                                 char *to) {
  const int64_t most = kBufferBytes / rows.bytes;
  auto buffer = TensorData::create(
      ONNXOPS_UINT8, int64_t(std::min(most, rows.count) * rows.bytes));
  if (!buffer)
    return buffer.takeError();
  for (int64_t first = 0; first < rows.count; first += most) {
    const int64_t count = std::min(most, rows.count - first);
    char *from = buffer->getMutableBytes().data();
    if (llvm::Error error = file.read(rows.offset + first * rows.bytes,
                                      {from, count * rows.bytes}))
      return error;
    for (int64_t i = 0; i < count; ++i, to += rows.length)
      std::memcpy(to, from + i * rows.bytes + rows.begin, rows.length);
  }
  return llvm::Error::success();
}

static llvm::Error readRows(const InputFile &file, const Rows &rows, char *to) {
  if (rows.areShort())
    return readShortRows(file, rows, to);
  for (int64_t i = 0; i < rows.count; ++i, to += rows.length)
    if (llvm::Error error = file.read(rows.offset + i * rows.bytes + rows.begin,
                                      {to, rows.length}))
      return error;
  return llvm::Error::success();
}

llvm::Expected<NumpyShard>
mlir::onnxops::readNumpyShard(StringRef path, int64_t dimension,
                              ChooseInterval choose) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<NumpyHeader> header = readNumpyHeader(*file);
  if (!header)
    return header.takeError();
  const int64_t rank = header->sizes.size();
  if (dimension >= rank)
    return llvm::createStringError(
        "expected a tensor with a dimension " + llvm::Twine(dimension) +
        ", but got " + describeType(header->elementType, header->sizes));
  auto [begin, end] = choose(header->sizes[dimension]);
  llvm::SmallVector<int64_t> sizes(header->sizes);
  sizes[dimension] = end - begin;
  llvm::Expected<TensorData> tensor =
      TensorData::create(header->elementType, sizes);
  if (!tensor)
    return tensor.takeError();
  // Fortran order is C order of the dimensions from the last to the first.
  llvm::SmallVector<int64_t> order(header->sizes);
  if (header->isFortranOrder) {
    std::reverse(order.begin(), order.end());
    dimension = rank - 1 - dimension;
  }
  Rows rows =
      findRows(header->end, header->elementType, order, dimension, begin, end);
  if (llvm::Error error =
          readRows(*file, rows, tensor->getMutableBytes().data()))
    return std::move(error);
  normalizeBools(*tensor);
  if (header->isFortranOrder)
    tensor = copyFromFortranOrder(*tensor);
  if (!tensor)
    return tensor.takeError();
  return NumpyShard{std::move(*tensor), std::move(header->sizes)};
}

llvm::Error mlir::onnxops::writeNumpyShard(StringRef path,
                                           const NumpyPart &part,
                                           llvm::ArrayRef<char> elements) {
  llvm::Expected<std::string> header =
      makeNumpyHeader(part.elementType, part.sizes);
  if (!header)
    return header.takeError();
  llvm::Expected<SharedFile> file = SharedFile::open(path);
  if (!file)
    return file.takeError();
  Rows rows = findRows(header->size(), part.elementType, part.sizes,
                       part.dimension, part.begin, part.end);
  assert(elements.size() == rows.count * rows.length && "not all of a shard");
  const char *from = elements.data();
  for (int64_t i = 0; i < rows.count; ++i, from += rows.length)
    if (llvm::Error error = file->write(
            rows.offset + i * rows.bytes + rows.begin, {from, rows.length}))
      return error;
  return file->close();
}
