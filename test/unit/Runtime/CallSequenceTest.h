//===- CallSequenceTest.h - sequences of scalars inside a call --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The fixture of the tests of sequences inside a call, and the plain array that
// they are compared with.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_CALLSEQUENCETEST_H
#define ONNXOPS_TEST_UNIT_RUNTIME_CALLSEQUENCETEST_H

#include "RuntimeTest.h"

namespace mlir::onnxops::test {

class CallSequenceTest : public RuntimeTest {
protected:
  OnnxopsSequence *create(int64_t capacity) {
    return onnxopsRtSequenceCreate(context, ONNXOPS_FLOAT32, capacity);
  }

  /// Elements are scalars; which float an element views identifies it.
  int32_t push(OnnxopsSequence *sequence, float *scalar) {
    return onnxopsRtSequencePush(context, sequence, scalar, 0, nullptr,
                                 nullptr);
  }

  OnnxopsSequence *insert(const OnnxopsSequence *sequence, int64_t position,
                          float *scalar) {
    return onnxopsRtSequenceInsert(context, sequence, position, scalar, 0,
                                   nullptr, nullptr);
  }

  OnnxopsSequence *erase(const OnnxopsSequence *sequence, int64_t position) {
    return onnxopsRtSequenceErase(context, sequence, position);
  }

  /// What an element views.
  struct View {
    void *data;
    Sizes sizes, strides;

    bool operator==(const View &other) const {
      return data == other.data && sizes == other.sizes &&
             strides == other.strides;
    }
  };

  View viewOf(const OnnxopsSequence *sequence, int64_t position, int64_t rank) {
    View view{nullptr, Sizes(size_t(rank)), Sizes(size_t(rank))};
    EXPECT_EQ(onnxopsRtSequenceAt(context, sequence, position, rank, nullptr,
                                  "at", &view.data, view.sizes.data(),
                                  view.strides.data()),
              0);
    return view;
  }

  std::vector<int> content(const OnnxopsSequence *sequence) {
    std::vector<int> result;
    for (int64_t i = 0; i < onnxopsSequenceLength(sequence); ++i) {
      void *data = nullptr;
      EXPECT_EQ(onnxopsRtSequenceAt(context, sequence, i, 0, nullptr, "at",
                                    &data, nullptr, nullptr),
                0);
      result.push_back(int(static_cast<float *>(data) - pool.data()));
    }
    return result;
  }

  std::vector<float> pool = std::vector<float>(100);
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_CALLSEQUENCETEST_H
