//===- DataTest.h - tensors for tests ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Helpers to make tensors and files, shared by the tests of lib/Data.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_DATA_DATATEST_H
#define ONNXOPS_TEST_UNIT_DATA_DATATEST_H

#include "onnxops/Data/TensorData.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cstring>

namespace mlir::onnxops::test {

/// A tensor whose elements are stored as `values` are.
template <typename Element>
TensorData makeTensor(int32_t elementType, llvm::ArrayRef<int64_t> sizes,
                      std::initializer_list<Element> values) {
  TensorData tensor = llvm::cantFail(TensorData::create(elementType, sizes));
  EXPECT_EQ(tensor.getBytes().size(), values.size() * sizeof(Element));
  if (values.size())
    std::memcpy(tensor.getMutableBytes().data(), values.begin(),
                values.size() * sizeof(Element));
  return tensor;
}

inline TensorData makeStrings(llvm::ArrayRef<int64_t> sizes,
                              llvm::ArrayRef<std::string> values) {
  TensorData tensor = llvm::cantFail(TensorData::create(ONNXOPS_STRING, sizes));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.setString(i, values[i]);
  return tensor;
}

inline std::string print(const TensorData &tensor, int64_t limit = 100) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printElements(os, tensor, limit);
  return text;
}

/// The message of a failure, "" of a success.
template <typename Value>
std::string getError(llvm::Expected<Value> value) {
  return value ? "" : llvm::toString(value.takeError());
}

/// A path for a file that is removed with this object.
class TemporaryFile {
public:
  explicit TemporaryFile(llvm::StringRef content = "") {
    int descriptor;
    EXPECT_FALSE(llvm::sys::fs::createTemporaryFile("onnxops", "test",
                                                    descriptor, path));
    llvm::raw_fd_ostream os(descriptor, /*shouldClose=*/true);
    os << content;
  }
  ~TemporaryFile() { llvm::sys::fs::remove(path); }

  llvm::StringRef getPath() const { return path; }
  std::string read() const {
    return llvm::cantFail(
               llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(path)))
        ->getBuffer()
        .str();
  }

private:
  llvm::SmallString<128> path;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_DATA_DATATEST_H
