//===- NumpyShards.cpp - parts of .npy files ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the last dimension that is cut, a shard has a contiguous interval, again
// and again: rows. Where a dimension before it is cut, too, there are blocks of
// rows. Files are read and written, never mapped: a full disk, or a file that
// becomes shorter, would end the process.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/NumpyFile.h"

#include "NumpyHeader.h"
#include "onnxops/Support/OutputFile.h"

#include <cstring>
#include <functional>
#include <numeric>

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

static int64_t product(llvm::ArrayRef<int64_t> sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1),
                         std::multiplies<>());
}

bool Rows::areShort() const { return bytes < kPage && length < bytes; }

// The rows of a block, which is cut along its dimension `cut` alone.
static Rows findRows(uint64_t offset, size_t elementBytes,
                     llvm::ArrayRef<int64_t> sizes, int64_t cut, int64_t begin,
                     int64_t end) {
  Rows rows = {offset, 1, elementBytes, 0, 0};
  for (int64_t size : sizes.take_front(cut))
    rows.count *= size;
  for (int64_t size : sizes.drop_front(cut + 1))
    rows.bytes *= size;
  rows.begin = rows.bytes * begin;
  rows.length = rows.bytes * (end - begin);
  rows.bytes *= sizes[cut];
  if (rows.length == rows.bytes) { // all of the block
    rows.length = rows.bytes *= rows.count;
    rows.count = 1;
  }
  if (rows.length == 0)
    rows.count = 0;
  return rows;
}

// Visits the blocks of a box, from the first to the last, until one fails.
static llvm::Error
visitBlocks(uint64_t offset, int32_t elementType, llvm::ArrayRef<int64_t> sizes,
            const TensorBox &box,
            llvm::function_ref<llvm::Error(const Rows &)> visit) {
  // The last dimension that is cut, and how many there are up to the one
  // before.
  int64_t cut = -1, outer = 0;
  for (int64_t d = 0, rank = sizes.size(); d < rank; ++d) {
    if (box.begins[d] == box.ends[d])
      return llvm::Error::success(); // no elements
    if (box.begins[d] == 0 && box.ends[d] == sizes[d])
      continue;
    outer = cut + 1;
    cut = d;
  }
  const size_t elementBytes = onnxopsElementBytes(elementType);
  if (cut < 0)
    return visit(
        findRows(offset, elementBytes, product(sizes), 0, 0, product(sizes)));
  llvm::ArrayRef<int64_t> inner = sizes.drop_front(outer);
  llvm::SmallVector<int64_t> index(box.begins.begin(),
                                   box.begins.begin() + outer);
  while (true) {
    uint64_t block = 0;
    for (int64_t d = 0; d < outer; ++d)
      block = block * sizes[d] + index[d];
    if (llvm::Error error = visit(findRows(
            offset + block * product(inner) * elementBytes, elementBytes, inner,
            cut - outer, box.begins[cut], box.ends[cut])))
      return error;
    int64_t next = outer - 1;
    for (; next >= 0 && ++index[next] == box.ends[next]; --next)
      index[next] = box.begins[next];
    if (next < 0)
      return llvm::Error::success();
  }
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

llvm::Expected<NumpyShard> mlir::onnxops::readNumpyShard(StringRef path,
                                                         ChooseBox choose) {
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file)
    return file.takeError();
  llvm::Expected<NumpyHeader> header = readNumpyHeader(*file);
  if (!header)
    return header.takeError();
  llvm::Expected<TensorBox> box = choose(header->elementType, header->sizes);
  if (!box)
    return box.takeError();
  llvm::SmallVector<int64_t> sizes;
  for (auto [begin, end] : llvm::zip_equal(box->begins, box->ends))
    sizes.push_back(end - begin);
  llvm::Expected<TensorData> tensor =
      TensorData::create(header->elementType, sizes);
  if (!tensor)
    return tensor.takeError();
  // Fortran order is C order of the dimensions from the last to the first.
  llvm::SmallVector<int64_t> order(header->sizes);
  if (header->isFortranOrder)
    for (llvm::SmallVector<int64_t> *numbers :
         {&order, &box->begins, &box->ends})
      std::reverse(numbers->begin(), numbers->end());
  char *to = tensor->getMutableBytes().data();
  if (llvm::Error error = visitBlocks(header->end, header->elementType, order,
                                      *box, [&](const Rows &rows) {
                                        char *block = to;
                                        to += rows.count * rows.length;
                                        return readRows(*file, rows, block);
                                      }))
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
  const char *from = elements.data();
  auto writeRows = [&](const Rows &rows) -> llvm::Error {
    for (int64_t i = 0; i < rows.count; ++i, from += rows.length)
      if (llvm::Error error = file->write(
              rows.offset + i * rows.bytes + rows.begin, {from, rows.length}))
        return error;
    return llvm::Error::success();
  };
  if (llvm::Error error = visitBlocks(header->size(), part.elementType,
                                      part.sizes, part.box, writeRows))
    return error;
  assert(from == elements.end() && "not all of a shard");
  return file->close();
}
