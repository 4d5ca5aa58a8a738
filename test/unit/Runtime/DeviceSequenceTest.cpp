//===- DeviceSequenceTest.cpp - sequences of tensors on a device ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are device memory, in sequences of a caller and of a call.
//
//===----------------------------------------------------------------------===//

#include "DeviceTest.h"

using namespace mlir::onnxops::test;

namespace {

class DeviceSequenceTest : public AnyDeviceTest {
protected:
  static Signature oneSequence() {
    return Signature({}, {sequenceOf(unranked("s", ONNXOPS_INT32))});
  }

  /// A tensor of i32 on the device, for a caller's sequence.
  int32_t append(OnnxopsSequence *sequence, void *data, Sizes sizes,
                 Sizes strides = {}) {
    OnnxopsValue value = {};
    value.elementType = ONNXOPS_INT32;
    value.rank = sizes.size();
    value.data = data;
    value.sizes = sizes.data();
    value.strides = strides.empty() ? nullptr : strides.data();
    return onnxopsSequenceAppend(sequence, &value);
  }

  std::vector<int32_t> elementOf(const OnnxopsSequence *sequence,
                                 int64_t position) {
    OnnxopsValue element = onnxopsSequenceElement(sequence, position);
    int64_t count = 1;
    for (int64_t i = 0; i < element.rank; ++i)
      count *= element.sizes[i];
    return download(element.data, count);
  }

  /// The columns [position, position + 1) of a matrix 4x3, as a view.
  void pushColumn(OnnxopsSequence *sequence, char *data, int64_t position) {
    const int64_t sizes[] = {4, 1}, strides[] = {3, 1};
    ASSERT_EQ(onnxopsRtSequencePush(context, sequence, data + 4 * position, 2,
                                    sizes, strides),
              0)
        << error();
  }
};

TEST_P(DeviceSequenceTest, AppendCopiesOnTheDevice) {
  OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT32, device);
  void *data = upload(countFrom(0, 6));
  ASSERT_EQ(append(sequence, data, {2, 3}), 0) << onnxopsDeviceError(device);
  ASSERT_EQ(append(sequence, data, {3, 2}, {1, 3}), 0);
  ASSERT_EQ(append(sequence, nullptr, {0, 2}), 0);
  ASSERT_EQ(append(sequence, data, {}), 0);
  EXPECT_EQ(elementOf(sequence, 0), countFrom(0, 6));
  EXPECT_EQ(elementOf(sequence, 1), (std::vector<int32_t>{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(elementOf(sequence, 3), countFrom(0, 1));
  EXPECT_EQ(onnxopsSequenceLength(sequence), 4);
  onnxopsSequenceDestroy(sequence);
}

TEST_P(DeviceSequenceTest, HostMemoryIsRefused) {
  OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT32, device);
  int32_t value = 0;
  EXPECT_EQ(append(sequence, &value, {}), 1);
  EXPECT_EQ(onnxopsSequenceLength(sequence), 0);
  EXPECT_NE(std::string(onnxopsDeviceError(device)).find(foreign(4)),
            std::string::npos);
  onnxopsSequenceDestroy(sequence);
}

TEST_P(DeviceSequenceTest, StringsAreRefused) {
  EXPECT_EQ(onnxopsSequenceCreateOn(ONNXOPS_STRING, device), nullptr);
  EXPECT_EQ(onnxopsDeviceError(device),
            label() + ": expected elements of a fixed width, but got strings");
}

TEST_P(DeviceSequenceTest, AppendSaysWhatIsWrong) {
  OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT64, device);
  EXPECT_EQ(append(sequence, upload(countFrom(0, 4)), {4}), 1);
  EXPECT_NE(std::string(onnxopsDeviceError(device))
                .find("expected a whole tensor of the sequence's type"),
            std::string::npos);
  onnxopsSequenceDestroy(sequence);
}

TEST_P(DeviceSequenceTest, NullDeviceIsTheHost) {
  OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT32, nullptr);
  int32_t value = 7;
  ASSERT_EQ(append(sequence, &value, {}), 0);
  EXPECT_EQ(elements<int32_t>(onnxopsSequenceElement(sequence, 0)),
            std::vector<int32_t>{7});
  onnxopsSequenceDestroy(sequence);
}

TEST_P(DeviceSequenceTest, ManyRunsAreCopied) {
  OnnxopsSequence *sequence = onnxopsSequenceCreateOn(ONNXOPS_INT32, device);
  void *data = upload(countFrom(0, 3000));
  ASSERT_EQ(append(sequence, data, {3, 10, 100}, {1, 300, 3}), 0);
  std::vector<int32_t> expected;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 1000; ++j)
      expected.push_back(i + 3 * j);
  EXPECT_EQ(elementOf(sequence, 0), expected);
  onnxopsSequenceDestroy(sequence);
}

TEST_P(DeviceSequenceTest, InputMustBeOnTheDevice) {
  Signature signature({sequenceOf(unranked("s", ONNXOPS_INT32))}, {});
  OnnxopsSequence *onHost = onnxopsSequenceCreate(ONNXOPS_INT32);
  OnnxopsSequence *onDevice = onnxopsSequenceCreateOn(ONNXOPS_INT32, device);
  std::vector<OnnxopsValue> table(1);
  table[0].kind = ONNXOPS_SEQUENCE;
  table[0].data = onHost;
  EXPECT_EQ(enterDevice(signature, table), 1);
  EXPECT_EQ(error(), "input 's': expected a sequence in memory of " + label() +
                         ", but got one of the host");
  table[0].data = onDevice;
  EXPECT_EQ(enterDevice(signature, table), 0) << error();
  EXPECT_EQ(leave(), 0);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  EXPECT_EQ(enter(signature, table), 1);
  EXPECT_EQ(error(), "input 's': expected a sequence in memory of the host, "
                     "but got one of " +
                         label());
  onnxopsSequenceDestroy(onHost);
  onnxopsSequenceDestroy(onDevice);
}

TEST_P(DeviceSequenceTest, ChunksLeaveTheCall) {
  std::vector<OnnxopsValue> table(1);
  char *data = static_cast<char *>(upload(countFrom(0, 12)));
  void *before = nullptr;
  for (int run = 0; run < 2; ++run) {
    ASSERT_EQ(enterDevice(oneSequence(), table), 0);
    OnnxopsSequence *sequence =
        onnxopsRtSequenceCreate(context, ONNXOPS_INT32, 3);
    for (int64_t i = 0; i < 3; ++i)
      pushColumn(sequence, data, i);
    ASSERT_EQ(outputSequence(context, 0, sequence), 0) << error();
    ASSERT_EQ(leave(), 0) << error();
    for (int32_t i = 0; i < 3; ++i)
      EXPECT_EQ(elementOf(static_cast<OnnxopsSequence *>(table[0].data), i),
                (std::vector<int32_t>{i, i + 3, i + 6, i + 9}));
    // The second call finds the memory of the first.
    void *first =
        onnxopsSequenceElement(static_cast<OnnxopsSequence *>(table[0].data), 0)
            .data;
    EXPECT_TRUE(!before || first == before);
    before = first;
  }
  onnxopsValueRelease(&table[0]);
}

TEST_P(DeviceSequenceTest, SequenceOfTheHostIsReplaced) {
  std::vector<OnnxopsValue> table(1);
  onnxopsContextSetDevice(context, nullptr, nullptr);
  int32_t values[12] = {};
  ASSERT_EQ(enter(oneSequence(), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_INT32, 1);
  pushColumn(sequence, reinterpret_cast<char *>(values), 0);
  ASSERT_EQ(outputSequence(context, 0, sequence), 0);
  ASSERT_EQ(leave(), 0);

  onnxopsContextSetDevice(context, device, nullptr);
  ASSERT_EQ(enterDevice(oneSequence(), table), 0);
  sequence = onnxopsRtSequenceCreate(context, ONNXOPS_INT32, 1);
  pushColumn(sequence, static_cast<char *>(upload(countFrom(0, 12))), 2);
  ASSERT_EQ(outputSequence(context, 0, sequence), 0) << error();
  ASSERT_EQ(leave(), 0) << error();
  EXPECT_EQ(elementOf(static_cast<OnnxopsSequence *>(table[0].data), 0),
            (std::vector<int32_t>{2, 5, 8, 11}));
  onnxopsValueRelease(&table[0]);
}

TEST_P(DeviceSequenceTest, ForeignElementsFailTheCall) {
  std::vector<OnnxopsValue> table(1);
  int32_t values[12] = {};
  ASSERT_EQ(enterDevice(oneSequence(), table), 0);
  OnnxopsSequence *sequence =
      onnxopsRtSequenceCreate(context, ONNXOPS_INT32, 1);
  pushColumn(sequence, reinterpret_cast<char *>(values), 0);
  EXPECT_EQ(outputSequence(context, 0, sequence), 1);
  EXPECT_EQ(leave(), 1);
  EXPECT_NE(error().find(foreign(4)), std::string::npos) << error();
  EXPECT_EQ(table[0].data, nullptr);
}

ONNXOPS_FOR_ALL_DEVICES(DeviceSequenceTest);

} // namespace
