//===- NumpyFileTest.cpp - .npy files -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files as numpy writes them, and invalid ones.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Data/NumpyFile.h"
#include "DataTest.h"
#include "onnxops/Data/Compare.h"

using namespace mlir::onnxops;
using namespace mlir::onnxops::test;

/// A file of the given version, with a verbatim header.
static std::string makeFile(int version, const std::string &header,
                            const std::string &data) {
  std::string file = "\x93NUMPY";
  file += static_cast<char>(version);
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
    file += static_cast<char>(header.size() >> (8 * i));
  return file + header + data;
}

static std::string makeFile(const std::string &header,
                            const std::string &data) {
  return makeFile(1, header, data);
}

static std::string readError(const std::string &content) {
  TemporaryFile file(content);
  return getError(readNumpyFile(file.getPath()));
}

static std::string readElements(const std::string &content) {
  TemporaryFile file(content);
  llvm::Expected<TensorData> tensor = readNumpyFile(file.getPath());
  if (!tensor)
    return llvm::toString(tensor.takeError());
  return describeType(*tensor) + " " + print(*tensor);
}

TEST(NumpyFileTest, ReadsVersions1To3) {
  for (int version : {1, 2, 3})
    EXPECT_EQ(readElements(makeFile(version,
                                    "{'descr': '<i2', 'fortran_order': False, "
                                    "'shape': (2, 1), }   \n",
                                    std::string("\1\0\2\0", 4))),
              "tensor<2x1xi16> [[1], [2]]");
}

TEST(NumpyFileTest, ReadsFortranOrder) {
  EXPECT_EQ(readElements(
                makeFile("{'shape':(2,3),'fortran_order':True,\"descr\":'|i1'}",
                         "\1\4\2\5\3\6")),
            "tensor<2x3xi8> [[1, 2, 3], [4, 5, 6]]");
}

TEST(NumpyFileTest, ReadsScalarsVectorsAndNothing) {
  EXPECT_EQ(readElements(makeFile(
                "{'descr': '|u1', 'fortran_order': False, 'shape': ()}", "\7")),
            "tensor<ui8> 7");
  EXPECT_EQ(readElements(makeFile(
                "{'descr': '|u1', 'fortran_order': False, 'shape': (2L,)}",
                "\7\x08")),
            "tensor<2xui8> [7, 8]");
  EXPECT_EQ(
      readElements(makeFile(
          "{'descr': '<f8', 'fortran_order': True, 'shape': (0, 3)}", "")),
      "tensor<0x3xf64> []");
}

TEST(NumpyFileTest, TakesAnyByteButZeroForTrue) {
  EXPECT_EQ(readElements(makeFile(
                "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}",
                std::string("\0\1\2", 3))),
            "tensor<3xi1> [false, true, true]");
}

TEST(NumpyFileTest, RefusesOtherFiles) {
  EXPECT_EQ(readError(""), "not a .npy file");
  EXPECT_EQ(readError("garbage garbage"), "not a .npy file");
  EXPECT_EQ(readError(makeFile(4, "", "")), "unsupported .npy version 4.0");
  EXPECT_EQ(readError(std::string("\x93NUMPY\1\0\xff\xff{", 11)),
            "the file ends inside its header");
  EXPECT_EQ(getError(readNumpyFile("/nonexistent")),
            "No such file or directory");
}

TEST(NumpyFileTest, RefusesOtherHeaders) {
  std::string rest = ", 'fortran_order': False, 'shape': (1,)}";
  EXPECT_EQ(readError(makeFile("{'descr': '>f4'" + rest, "0000")),
            "expected little-endian data, but got >f4");
  EXPECT_EQ(readError(makeFile("{'descr': '|O'" + rest, "0000")),
            "unsupported element type '|O'");
  EXPECT_EQ(readError(makeFile("{'descr': '<U4'" + rest, "0000")),
            "unsupported element type '<U4'");
  EXPECT_EQ(readError(makeFile("{'descr': ''" + rest, "0000")),
            "unsupported element type ''");
  EXPECT_EQ(readError(makeFile("{'descr': [('a', '<f4')]" + rest, "0000")),
            "bad header: expected one element type");
  EXPECT_EQ(readError(makeFile("{'descr': '<f4'}", "0000")),
            "bad header: expected descr, fortran_order and shape");
  EXPECT_EQ(readError(makeFile("{'other': '<f4'" + rest, "0000")),
            "bad header: unknown key 'other'");
  EXPECT_EQ(readError(makeFile("{'descr': '<f4' 'shape': ()}", "0000")),
            "bad header: expected ',' or '}'");
  EXPECT_EQ(readError(makeFile("{'descr': '<f4', 'shape': (-1,)}", "0000")),
            "bad header: expected a size of 0 or more in shape");
  EXPECT_EQ(readError(makeFile("{'descr': '<f4', 'shape': (1", "0000")),
            "bad header: expected ',' or ')' in shape");
  EXPECT_EQ(readError(makeFile("{'descr': '<f4', 'shape': 1}", "0000")),
            "bad header: expected shape to be a tuple");
  EXPECT_EQ(readError(makeFile("{'fortran_order': 0}", "0000")),
            "bad header: expected fortran_order to be True or False");
  EXPECT_EQ(readError(makeFile("{'descr", "0000")),
            "bad header: expected a key and ':'");
  EXPECT_EQ(readError(makeFile("", "")), "bad header: expected a dictionary");
}

TEST(NumpyFileTest, RefusesDataOfAnotherLength) {
  std::string header =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2,)}";
  EXPECT_EQ(readError(makeFile(header, "1234567")),
            "expected 8 bytes of data, but got 7");
  EXPECT_EQ(readError(makeFile(header, "123456789")),
            "expected 8 bytes of data, but got 9");
  // Fails before allocating memory.
  EXPECT_EQ(readError(makeFile("{'descr': '|i1', 'fortran_order': False, "
                               "'shape': (4000000000000000000,)}",
                               "")),
            "expected 4000000000000000000 bytes of data, but got 0");
}

TEST(NumpyFileTest, WritesTheBytesOfNumpy) {
  TemporaryFile file;
  TensorData tensor = makeTensor<int16_t>(ONNXOPS_INT16, {2}, {1, -2});
  ASSERT_FALSE(writeNumpyFile(file.getPath(), tensor));
  std::string header = "{'descr': '<i2', 'fortran_order': False, "
                       "'shape': (2,), }";
  header.resize(128 - 10 - 1, ' ');
  EXPECT_EQ(file.read(),
            makeFile(header + "\n", std::string("\1\0\xfe\xff", 4)));
}

TEST(NumpyFileTest, ReadsWhatItWrites) {
  for (int32_t type :
       {ONNXOPS_FLOAT32, ONNXOPS_UINT8, ONNXOPS_INT8, ONNXOPS_UINT16,
        ONNXOPS_INT16, ONNXOPS_INT32, ONNXOPS_INT64, ONNXOPS_BOOL,
        ONNXOPS_FLOAT16, ONNXOPS_FLOAT64, ONNXOPS_UINT32, ONNXOPS_UINT64,
        ONNXOPS_COMPLEX64, ONNXOPS_COMPLEX128}) {
    TensorData tensor = llvm::cantFail(TensorData::create(type, {2, 0, 3}));
    TensorData one = llvm::cantFail(TensorData::create(type, {1, 2}));
    for (char &byte : one.getMutableBytes())
      byte = 1;
    for (TensorData *written : {&tensor, &one}) {
      TemporaryFile file;
      ASSERT_FALSE(writeNumpyFile(file.getPath(), *written));
      HostValue read = llvm::cantFail(readNumpyFile(file.getPath()));
      EXPECT_EQ(findDifference(read, std::move(*written)), std::nullopt);
    }
  }
}

TEST(NumpyFileTest, WritesTheHighestRank) {
  TemporaryFile file;
  TensorData tensor = llvm::cantFail(
      TensorData::create(ONNXOPS_INT8, llvm::SmallVector<int64_t>(64, 1)));
  ASSERT_FALSE(writeNumpyFile(file.getPath(), tensor));
  TensorData read = llvm::cantFail(readNumpyFile(file.getPath()));
  EXPECT_EQ(read.getSizes(), tensor.getSizes());
  EXPECT_EQ(llvm::toString(TensorData::create(ONNXOPS_INT8,
                                              llvm::SmallVector<int64_t>(65, 1))
                               .takeError()),
            "expected a rank of 64 or less, but got 65");
}

TEST(NumpyFileTest, DoesNotWriteStringsAndBFloat) {
  TemporaryFile file("as it was");
  EXPECT_EQ(
      llvm::toString(writeNumpyFile(file.getPath(), makeStrings({1}, {"x"}))),
      "a .npy file cannot hold tensor<1x!onnxops.string>");
  EXPECT_EQ(
      llvm::toString(writeNumpyFile(
          file.getPath(), makeTensor<uint16_t>(ONNXOPS_BFLOAT16, {}, {0}))),
      "a .npy file cannot hold tensor<bf16>");
  EXPECT_EQ(file.read(), "as it was");
}
