//===- HostileCallTest.cpp - tables and tensors of any content ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Calls a function with slots and DLPack tensors that are valid except for a
// few fields of random content, while allocations fail at random. Either the
// call fails with a message and unchanged outputs, or all memory that it read
// exists: the function reads every byte that its inputs describe.
//
//===----------------------------------------------------------------------===//

#include "AllocationFailure.h"
#include "RuntimeTest.h"
#include "onnxops/ABI/DLPack.h"

#include <random>

using namespace mlir::onnxops::test;

namespace {

/// The function of two tensors [N, 3] and [N, ?], and a sequence of [?, 3].
const Signature kSignature({tensor("a", ONNXOPS_FLOAT32, {symbol(0), 3}),
                            tensor("b", ONNXOPS_INT64, {symbol(0), -1}),
                            sequenceOf(tensor("s", ONNXOPS_INT16, {-1, 3}))},
                           {tensor("x", ONNXOPS_FLOAT32, {-1, 3}),
                            sequenceOf(unranked("y", ONNXOPS_INT16))},
                           {"N"});

volatile char sink;

/// Whether a caller has as many elements as two sizes declare.
bool isKept(int64_t rows, int64_t columns, int64_t elements) {
  return rows <= 0 || columns <= 0 ||
         (rows <= elements && columns <= elements / rows);
}

void readAll(const OnnxopsValue &value) {
  int64_t bytes = onnxopsElementBytes(value.elementType);
  for (int64_t i = 0; i < value.rank; ++i)
    bytes *= value.sizes[i];
  for (int64_t i = 0; i < bytes; ++i)
    sink = static_cast<const char *>(value.data)[i];
}

int32_t compute(OnnxopsValue *table, OnnxopsContext *context) {
  readAll(table[0]);
  readAll(table[1]);
  auto *sequence = static_cast<OnnxopsSequence *>(table[2].data);
  for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i)
    readAll(onnxopsSequenceElement(sequence, i));
  int64_t bytes = 12 * table[0].sizes[0];
  void *x = onnxopsRtOutput(context, 0, 2, table[0].sizes);
  if (!x || !onnxopsRtAllocate(context, 1, 1, &bytes, "scratch"))
    return 1;
  memcpy(x, table[0].data, bytes);
  // No more than x has.
  int64_t one[2] = {std::min<int64_t>(table[0].sizes[0], 1), 3};
  OnnxopsSequence *longer = onnxopsRtSequenceInsert(
      context, sequence, onnxopsSequenceLength(sequence), x, 2, one, nullptr);
  return !longer || outputSequence(context, 1, longer);
}

int32_t entry(OnnxopsValue *table, int64_t count, OnnxopsContext *context) {
  if (onnxopsRtEnter(context, table, count, kSignature.data(),
                     kSignature.names()))
    return 1;
  return onnxopsRtLeave(context, compute(table, context));
}

class HostileCallTest : public RuntimeTest {
protected:
  /// A number that is often valid, and sometimes absurd.
  int64_t number(int64_t right) {
    const int64_t strange[] = {0,  1,         2,         3,         -1,
                               64, INT64_MAX, INT64_MIN, 1LL << 40, 65};
    return random() % 3 ? right : strange[random() % 10];
  }

  bool oftenNot() { return random() % 6 == 0; }

  void expectMessage(int32_t status) {
    if (status) {
      EXPECT_NE(error().find("expected"), std::string::npos) << error();
    } else {
      EXPECT_EQ(error(), "");
      ++successes;
    }
  }

  std::mt19937 random{5};
  int successes = 0;
  std::vector<float> floats = std::vector<float>(6);
  std::vector<int64_t> integers = std::vector<int64_t>(8);
  std::vector<int16_t> shorts = std::vector<int16_t>(9);
};

TEST_F(HostileCallTest, Tables) {
  OnnxopsSequence *sequence = onnxopsSequenceCreate(ONNXOPS_INT16);
  OnnxopsSequence *other = onnxopsSequenceCreate(ONNXOPS_FLOAT32);
  Sizes three = {3, 3};
  OnnxopsValue element = {};
  element.elementType = ONNXOPS_INT16;
  element.rank = 2;
  element.data = shorts.data();
  element.sizes = three.data();
  ASSERT_EQ(onnxopsSequenceAppend(sequence, &element), 0);
  for (int round = 0; round < 20000; ++round) {
    Sizes sizesOfA = {number(2), number(3)}, sizesOfB = {number(2), number(4)};
    Sizes strides = {number(3), number(1)};
    OnnxopsValue table[5] = {};
    table[0] = {ONNXOPS_TENSOR,
                ONNXOPS_FLOAT32,
                2,
                floats.data(),
                sizesOfA.data(),
                oftenNot() ? strides.data() : nullptr,
                0,
                0,
                0};
    table[1] = {ONNXOPS_TENSOR,
                ONNXOPS_INT64,
                2,
                integers.data(),
                sizesOfB.data(),
                nullptr,
                0,
                0,
                0};
    table[2].kind = ONNXOPS_SEQUENCE;
    table[2].data = oftenNot() ? other : sequence;
    // Memory that a caller lends exists.
    std::vector<float> lent(random() % 12);
    if (oftenNot()) {
      table[3].data = lent.data();
      table[3].capacity = lent.size() * sizeof(float);
    }
    for (int mistakes = random() % 3; mistakes > 0; --mistakes) {
      OnnxopsValue &value = table[random() % 2];
      switch (random() % 6) {
      case 0:
        value.kind = number(0);
        break;
      case 1:
        value.elementType = number(random() % 20);
        break;
      case 2:
        value.rank = std::min<int64_t>(number(2), 2);
        break;
      case 3:
        // An address that does not point into anything.
        value.data = oftenNot() ? nullptr : (void *)((uintptr_t)value.data + 1);
        break;
      case 4:
        value.sizes = nullptr;
        break;
      case 5:
        value.reserved = number(0);
        break;
      }
    }
    // Only the caller can guarantee this: as many bytes as the sizes require.
    if (!isKept(sizesOfA[0], 3, 6) || !isKept(sizesOfB[0], sizesOfB[1], 8))
      continue;
    const OnnxopsValue x = table[3], y = table[4];
    int32_t status;
    {
      AllocationFailure failure(random() % 40);
      status = entry(table, oftenNot() ? number(5) : 5, context);
    }
    expectMessage(status);
    if (status) {
      expectSameSlot(table[3], x);
      expectSameSlot(table[4], y);
    }
    onnxopsValueRelease(&table[3]);
    onnxopsValueRelease(&table[4]);
  }
  EXPECT_GT(successes, 300);
  onnxopsSequenceDestroy(sequence);
  onnxopsSequenceDestroy(other);
}

TEST_F(HostileCallTest, Tensors) {
  struct {
    DLManagedTensor *x;
    OnnxopsTensorList *y;
  } outputs = {};
  for (int round = 0; round < 20000; ++round) {
    Sizes sizes[3] = {
        {number(2), number(3)}, {number(2), number(4)}, {number(3), number(3)}};
    Sizes strides = {number(3), number(1)};
    auto describe = [&](void *data, uint8_t code, uint8_t bits, Sizes &sizes) {
      DLTensor tensor = {};
      tensor.data = oftenNot() ? nullptr : data;
      tensor.device = {
          static_cast<DLDeviceType>(oftenNot() ? random() % 20 : 1), 0};
      tensor.ndim = oftenNot() ? int32_t(number(2)) : 2;
      tensor.dtype = {uint8_t(oftenNot() ? random() : code),
                      uint8_t(oftenNot() ? random() : bits),
                      uint16_t(oftenNot() ? number(1) : 1)};
      tensor.shape = oftenNot() ? nullptr : sizes.data();
      tensor.strides = oftenNot() ? strides.data() : nullptr;
      return tensor;
    };
    DLTensor a = describe(floats.data(), kDLFloat, 32, sizes[0]);
    DLTensor b = describe(integers.data(), kDLInt, 64, sizes[1]);
    DLTensor element = describe(shorts.data(), kDLInt, 16, sizes[2]);
    auto isPromise = [](const DLTensor &tensor, int64_t elements) {
      return !tensor.shape ||
             (tensor.ndim <= 2 &&
              isKept(tensor.shape[0], tensor.shape[1], elements));
    };
    if (!isPromise(a, 6) || !isPromise(b, 8) || !isPromise(element, 9))
      continue;
    OnnxopsTensorList list = {};
    list.length = std::min<int64_t>(number(1), 1);
    list.tensors = oftenNot() ? nullptr : &element;
    const void *inputs[3] = {oftenNot() ? nullptr : &a, &b,
                             oftenNot() ? nullptr : &list};
    auto before = outputs;
    int32_t status;
    {
      AllocationFailure failure(random() % 40);
      status = onnxopsRtCallTensors(context, entry, kSignature.data(),
                                    kSignature.names(), inputs, &outputs);
    }
    expectMessage(status);
    if (status) {
      EXPECT_EQ(outputs.x, before.x);
      EXPECT_EQ(outputs.y, before.y);
    }
    if (oftenNot()) {
      onnxopsTensorRelease(outputs.x);
      onnxopsTensorListRelease(outputs.y);
      outputs = {};
    }
  }
  EXPECT_GT(successes, 30);
  onnxopsTensorRelease(outputs.x);
  onnxopsTensorListRelease(outputs.y);
}

} // namespace
