//===- NumpyShardsTest.cpp - parts of .npy files --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shards along each dimension, of short rows and of long ones.
//
//===----------------------------------------------------------------------===//

#include "DataTest.h"
#include "onnxops/Data/NumpyFile.h"
#include "onnxops/Data/TensorShards.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

namespace {

struct Case {
  int32_t elementType;
  llvm::SmallVector<int64_t> sizes;
};

const Case kCases[] = {
    {ONNXOPS_UINT8, {7}},
    {ONNXOPS_INT32, {0}},
    {ONNXOPS_BOOL, {5, 3}},
    {ONNXOPS_COMPLEX128, {2, 3, 4}},
    {ONNXOPS_INT16, {3, 0, 2}},
    {ONNXOPS_FLOAT32, {3, 5000}},     // long rows
    {ONNXOPS_INT64, {5000, 1, 3}},    // short ones
    {ONNXOPS_UINT8, {600, 4095}},     // more than a buffer has
    {ONNXOPS_UINT8, {3, 4097, 2, 2}}, // both
};

} // namespace

static TensorData makeTensor(const Case &c) {
  TensorData tensor =
      llvm::cantFail(TensorData::create(c.elementType, c.sizes));
  llvm::MutableArrayRef<char> bytes = tensor.getMutableBytes();
  for (size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = c.elementType == ONNXOPS_BOOL ? i % 3 == 0 : i * 31 + i / 251;
  return tensor;
}

static std::string printFile(const TensorData &tensor) {
  std::string text;
  llvm::raw_string_ostream os(text);
  EXPECT_FALSE(printNumpyFile(os, tensor));
  return text;
}

/// The elements with the first dimension varying fastest.
static std::string printFortranFile(const TensorData &tensor) {
  std::string text = printFile(tensor);
  size_t at = text.find("False");
  text.replace(at, 5, "True ");
  size_t elementBytes = onnxopsElementBytes(tensor.getElementType());
  size_t header = text.size() - tensor.getBytes().size();
  llvm::ArrayRef<int64_t> sizes = tensor.getSizes();
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    int64_t rest = i, to = 0;
    for (size_t d = sizes.size(); d-- > 0; rest /= sizes[d]) {
      int64_t stride = 1;
      for (int64_t size : sizes.take_front(d))
        stride *= size;
      to += rest % sizes[d] * stride;
    }
    std::memcpy(&text[header + to * elementBytes],
                tensor.getBytes().data() + i * elementBytes, elementBytes);
  }
  return text;
}

template <typename Visit>
static void visitShards(int64_t size, Visit visit) {
  const int64_t cuts[] = {0, 0, size / 3, size - size / 4, size};
  for (int i = 0; i < 4; ++i)
    visit(cuts[i], cuts[i + 1]);
}

/// Visits the boxes that are cut along one dimension, and along two.
template <typename Visit>
static void visitBoxes(llvm::ArrayRef<int64_t> sizes, Visit visit) {
  for (size_t first = 0; first < sizes.size(); ++first)
    for (size_t second = first; second < sizes.size(); ++second)
      visitShards(sizes[first], [&](int64_t begin, int64_t end) {
        TensorBox box = TensorBox::all(sizes);
        box.begins[first] = begin;
        box.ends[first] = end;
        if (second == first)
          return visit(box);
        visitShards(sizes[second], [&](int64_t begin, int64_t end) {
          box.begins[second] = begin;
          box.ends[second] = end;
          visit(box);
        });
      });
}

static TensorData slice(const TensorData &tensor, const TensorBox &box) {
  TensorData slice = tensor.shareAs(tensor.getElementType(), tensor.getSizes());
  for (size_t d = 0; d < box.begins.size(); ++d)
    slice = llvm::cantFail(sliceTensor(slice, d, box.begins[d], box.ends[d]));
  return slice;
}

TEST(NumpyShardsTest, Reads) {
  for (const Case &c : kCases) {
    TensorData tensor = makeTensor(c);
    for (bool isFortran : {false, true}) {
      TemporaryFile file(isFortran ? printFortranFile(tensor)
                                   : printFile(tensor));
      visitBoxes(c.sizes, [&](const TensorBox &box) {
        auto shard =
            readNumpyShard(file.getPath(), [&](int32_t elementType,
                                               llvm::ArrayRef<int64_t> sizes) {
              EXPECT_EQ(elementType, c.elementType);
              EXPECT_EQ(sizes, llvm::ArrayRef(c.sizes));
              return llvm::Expected<TensorBox>(box);
            });
        ASSERT_TRUE(bool(shard)) << llvm::toString(shard.takeError());
        EXPECT_EQ(shard->sizes, c.sizes);
        TensorData expected = slice(tensor, box);
        EXPECT_EQ(describeType(shard->tensor), describeType(expected));
        EXPECT_TRUE(shard->tensor.getBytes() == expected.getBytes());
      });
    }
  }
}

TEST(NumpyShardsTest, Writes) {
  for (const Case &c : kCases) {
    TensorData tensor = makeTensor(c);
    std::string header;
    llvm::raw_string_ostream os(header);
    EXPECT_FALSE(printNumpyHeader(os, c.elementType, c.sizes));
    TemporaryFile file(header);
    visitBoxes(c.sizes, [&](const TensorBox &box) {
      EXPECT_EQ(llvm::toString(writeNumpyShard(file.getPath(),
                                               {c.elementType, c.sizes, box},
                                               slice(tensor, box).getBytes())),
                "");
    });
    EXPECT_TRUE(file.read() == printFile(tensor));
  }
}

TEST(NumpyShardsTest, WritesNothingElse) {
  TensorData tensor = makeTensor({ONNXOPS_UINT8, {4, 5, 6}});
  const TensorBox box = {{1, 2, 3}, {3, 5, 5}};
  std::string empty = printFile(tensor);
  const size_t header = empty.size() - tensor.getBytes().size();
  std::fill(empty.begin() + header, empty.end(), 0);
  TemporaryFile file(empty);
  EXPECT_EQ(llvm::toString(writeNumpyShard(
                file.getPath(), {ONNXOPS_UINT8, tensor.getSizes(), box},
                slice(tensor, box).getBytes())),
            "");
  std::string written = file.read();
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    const int64_t at[] = {i / 30, i / 6 % 5, i % 6};
    bool isInside = true;
    for (int d = 0; d < 3; ++d)
      isInside &= at[d] >= box.begins[d] && at[d] < box.ends[d];
    EXPECT_EQ(written[header + i], isInside ? tensor.getBytes()[i] : 0);
  }
}

TEST(NumpyShardsTest, Refuses) {
  auto all = [](int32_t, llvm::ArrayRef<int64_t> sizes) {
    return llvm::Expected<TensorBox>(TensorBox::all(sizes));
  };
  TensorData tensor = makeTensor({ONNXOPS_INT32, {2, 3}});
  TemporaryFile file(printFile(tensor));
  auto refuse = [](int32_t, llvm::ArrayRef<int64_t>) {
    return llvm::Expected<TensorBox>(llvm::createStringError("no box"));
  };
  EXPECT_EQ(getError(readNumpyShard(file.getPath(), refuse)), "no box");
  TemporaryFile shorter(printFile(tensor).substr(0, 150));
  EXPECT_EQ(getError(readNumpyShard(shorter.getPath(), all)),
            "expected 24 bytes of data, but got 22");
  EXPECT_EQ(getError(readNumpyShard("/nonexistent", all)),
            "No such file or directory");
  NumpyPart part = {ONNXOPS_INT32, tensor.getSizes(),
                    TensorBox::all(tensor.getSizes())};
  EXPECT_EQ(
      llvm::toString(writeNumpyShard("/nonexistent", part, tensor.getBytes())),
      "No such file or directory");
  EXPECT_EQ(
      llvm::toString(writeNumpyShard("/dev/full", part, tensor.getBytes())),
      "No space left on device");
  std::string text;
  llvm::raw_string_ostream os(text);
  EXPECT_EQ(llvm::toString(printNumpyHeader(os, ONNXOPS_BFLOAT16, {2, 3})),
            "a .npy file cannot hold tensor<2x3xbf16>");
}
