//===- RuntimeTest.h - emulates compiled code and its caller ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the tests of the runtime: signatures as emitted by LowerRuntimeOps,
// tensors of a caller, and a fixture with a context.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_UNIT_RUNTIME_RUNTIMETEST_H
#define ONNXOPS_TEST_UNIT_RUNTIME_RUNTIMETEST_H

#include "onnxops/ABI/GeneratedCode.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

namespace mlir::onnxops::test {

using Sizes = std::vector<int64_t>;

/// The part of a signature for one input or output.
struct Declaration {
  std::string name;
  int32_t elementType;
  int64_t rank;
  Sizes sizes;
  int32_t kind = ONNXOPS_TENSOR;
};

/// A tensor of known rank; sizes may be -1 and symbol(k).
inline Declaration tensor(std::string name, int32_t elementType, Sizes sizes) {
  int64_t rank = sizes.size();
  return {std::move(name), elementType, rank, std::move(sizes)};
}

inline Declaration unranked(std::string name, int32_t elementType) {
  return {std::move(name), elementType, -1, {}};
}

/// A sequence of elements described by `element`.
inline Declaration sequenceOf(Declaration element) {
  element.kind = ONNXOPS_SEQUENCE;
  return element;
}

/// Symbol `k` as a size in a signature.
inline int64_t symbol(int64_t k) { return -2 - k; }

/// The flat form read by onnxopsRtEnter, with what kinds may say in addition
/// only if `saysMore`.
class Signature {
public:
  Signature(const std::vector<Declaration> &inputs,
            const std::vector<Declaration> &outputs,
            const std::vector<std::string> &symbols = {},
            bool saysMore = true) {
    words = {int64_t(inputs.size()), int64_t(outputs.size()),
             int64_t(symbols.size()), addName("main")};
    for (const std::string &name : symbols)
      words.push_back(addName(name));
    for (const auto *group : {&inputs, &outputs}) {
      for (const Declaration &declaration : *group) {
        int64_t kind = declaration.kind;
        if (saysMore)
          kind |= describeAlike(*group, declaration) |
                  (isFixed(declaration) ? ONNXOPS_KIND_FIXED : 0);
        words.insert(words.end(),
                     {kind, declaration.elementType, declaration.rank,
                      addName(declaration.name)});
        words.insert(words.end(), declaration.sizes.begin(),
                     declaration.sizes.end());
      }
    }
  }

  const int64_t *data() const { return words.data(); }
  const char *names() const { return text.c_str(); }

private:
  /// Sizes in tests are small.
  static bool isFixed(const Declaration &declaration) {
    for (int64_t size : declaration.sizes)
      if (size <= 0)
        return false;
    return declaration.kind == ONNXOPS_TENSOR && declaration.rank >= 0;
  }

  /// How many declarations after one of `group` are alike: equal but for names,
  /// or fixed and equal but for the size in one dimension.
  static int64_t describeAlike(const std::vector<Declaration> &group,
                               const Declaration &declaration) {
    const Declaration *begin = &declaration + 1;
    const Declaration *end = group.data() + group.size();
    auto countAlike = [&](int64_t axis) -> int64_t {
      auto isAlike = [&](const Declaration &other) {
        if (other.kind != declaration.kind ||
            other.elementType != declaration.elementType ||
            other.rank != declaration.rank)
          return false;
        Sizes sizes = other.sizes;
        if (isFixed(declaration) && isFixed(other) && declaration.rank > 0)
          sizes[axis] = declaration.sizes[axis];
        return sizes == declaration.sizes;
      };
      return std::find_if_not(begin, end, isAlike) - begin;
    };
    int64_t best = 0;
    for (int64_t axis = 1; axis < declaration.rank; ++axis)
      if (countAlike(axis) > countAlike(best))
        best = axis;
    const bool differ = std::any_of(begin, begin + countAlike(best),
                                    [&](const Declaration &other) {
                                      return other.sizes != declaration.sizes;
                                    });
    return countAlike(best) << ONNXOPS_KIND_ALIKE_SHIFT |
           (differ ? best + 1 : 0) * ONNXOPS_KIND_AXIS;
  }

  int64_t addName(const std::string &name) {
    int64_t offset = text.size();
    text += name;
    text += '\0';
    return offset;
  }

  std::vector<int64_t> words;
  std::string text;
};

/// A caller's tensor: sizes, and data in row-major order.
template <typename T>
struct Tensor {
  int32_t elementType;
  Sizes sizes;
  std::vector<T> data;

  OnnxopsValue value() {
    OnnxopsValue value = {};
    value.elementType = elementType;
    value.rank = sizes.size();
    value.data = data.data();
    value.sizes = sizes.data();
    return value;
  }
};

/// A caller's tensor of f32 with the values 0, 1, 2, ...
inline Tensor<float> iota(Sizes sizes) {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  Tensor<float> result{ONNXOPS_FLOAT32, std::move(sizes), {}};
  for (int64_t i = 0; i < count; ++i)
    result.data.push_back(float(i));
  return result;
}

/// The elements of an output or of a row-major element.
template <typename T>
std::vector<T> elements(const OnnxopsValue &value) {
  int64_t count = 1;
  for (int64_t i = 0; i < value.rank; ++i)
    count *= value.sizes[i];
  const T *data = static_cast<const T *>(value.data);
  return std::vector<T>(data, data + count);
}

inline Sizes sizesOf(const OnnxopsValue &value) {
  return Sizes(value.sizes, value.sizes + value.rank);
}

/// The strings of a tensor of strings.
inline std::vector<std::string> texts(const OnnxopsValue &value) {
  std::vector<std::string> result;
  for (const OnnxopsString *string : elements<const OnnxopsString *>(value))
    result.emplace_back(string->data, string->size);
  return result;
}

/// Strings of a caller, in memory that the test can overwrite.
struct Strings {
  explicit Strings(std::vector<std::string> values) : texts(values) {
    for (std::string &text : texts)
      strings.push_back({int64_t(text.size()), text.data()});
    for (OnnxopsString &string : strings)
      pointers.push_back(&string);
  }

  /// Overwrites these strings, so that references to them read something else.
  void overwrite() {
    for (std::string &text : texts)
      text.assign(text.size(), '#');
    for (OnnxopsString &string : strings)
      string.size = 0;
  }

  std::vector<std::string> texts;
  std::vector<OnnxopsString> strings;
  std::vector<const OnnxopsString *> pointers;
};

/// Compares all fields of two slots.
inline void expectSameSlot(const OnnxopsValue &actual,
                           const OnnxopsValue &expected) {
  EXPECT_EQ(actual.kind, expected.kind);
  EXPECT_EQ(actual.elementType, expected.elementType);
  EXPECT_EQ(actual.rank, expected.rank);
  EXPECT_EQ(actual.data, expected.data);
  EXPECT_EQ(actual.sizes, expected.sizes);
  EXPECT_EQ(actual.strides, expected.strides);
  EXPECT_EQ(actual.capacity, expected.capacity);
  EXPECT_EQ(actual.owned, expected.owned);
  EXPECT_EQ(actual.reserved, expected.reserved);
}

/// onnxopsRtOutputSequence on the caller's thread.
inline int32_t outputSequence(OnnxopsContext *context, int64_t index,
                              const OnnxopsSequence *sequence) {
  return onnxopsRtOutputSequence(context, index, sequence, /*threads=*/1,
                                 /*sharedBytes=*/0);
}

/// A context and a table of slots, the outputs of which are released at the
/// end; LeakSanitizer then detects leaks of the runtime.
class RuntimeTest : public ::testing::Test {
protected:
  RuntimeTest() : context(onnxopsContextCreate()) {}
  ~RuntimeTest() override { onnxopsContextDestroy(context); }

  /// Keeps the signature, which has to live until the call has ended.
  int32_t enter(Signature signature, std::vector<OnnxopsValue> &table) {
    signatures.push_back(std::make_unique<Signature>(std::move(signature)));
    const Signature &kept = *signatures.back();
    return onnxopsRtEnter(context, table.data(), table.size(), kept.data(),
                          kept.names());
  }

  int32_t leave(int32_t status = 0) { return onnxopsRtLeave(context, status); }

  std::string error() const { return onnxopsContextError(context); }

  OnnxopsContext *context;

private:
  std::vector<std::unique_ptr<Signature>> signatures;
};

} // namespace mlir::onnxops::test

#endif // ONNXOPS_TEST_UNIT_RUNTIME_RUNTIMETEST_H
