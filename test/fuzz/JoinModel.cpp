//===- JoinModel.cpp - what the compiled function must give ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinModel.h"

#include <algorithm>

using namespace mlir::onnxops::fuzz;

Matrix::Matrix(int64_t rows, float first)
    : sizes{rows, kColumns}, strides{kColumns, 1},
      data(new float[rows * kColumns]) {
  for (int64_t i = 0; i < rows * kColumns; ++i)
    data[i] = first + float(i);
}

std::vector<float> Matrix::values() const {
  return std::vector<float>(data.get(), data.get() + sizes[0] * kColumns);
}

Texts::Texts(int64_t count)
    : sizes{count}, data(new const OnnxopsString *[count]) {
  for (int64_t i = 0; i < count; ++i)
    values.push_back(std::string(i, 'a'));
  for (const std::string &value : values)
    strings.push_back({int64_t(value.size()), value.data()});
  for (int64_t i = 0; i < count; ++i)
    data[i] = &strings[i];
}

static int64_t chooseRows(FuzzedDataProvider &program) {
  // Some that are worth a copy past the caches, or work for vectors.
  static const int64_t rows[] = {0, 1, 2, 3, 5, 8, 33, 200};
  return program.PickValueInArray(rows);
}

static std::vector<Matrix> makeElements(FuzzedDataProvider &program) {
  std::vector<Matrix> elements;
  for (int i = program.ConsumeIntegralInRange(0, 3); i > 0; --i)
    elements.emplace_back(chooseRows(program), 3000.f * i);
  return elements;
}

JoinInputs::JoinInputs(FuzzedDataProvider &program)
    : a(chooseRows(program), 0.f), b(chooseRows(program), 1000.f),
      elements(makeElements(program)), texts(a.sizes[0]) {}

int64_t mlir::onnxops::fuzz::chooseEdge(FuzzedDataProvider &program) {
  static const int64_t edges[] = {-1,
                                  -2,
                                  INT64_MIN,
                                  INT64_MAX,
                                  INT64_MAX - 1,
                                  1ll << 62,
                                  (1ll << 61) + 1,
                                  1ll << 60,
                                  6148914691236517206ll, // a third of 2^64
                                  3074457345618258603ll};
  return program.PickValueInArray(edges);
}

static void requireMatrix(const OnnxopsValue &value,
                          const std::vector<float> &expected,
                          const char *rule) {
  require(value.kind == ONNXOPS_TENSOR &&
              value.elementType == ONNXOPS_FLOAT32 && value.rank == 2 &&
              value.sizes[0] * kColumns == int64_t(expected.size()) &&
              value.sizes[1] == kColumns,
          rule, "shape");
  require(std::equal(expected.begin(), expected.end(),
                     static_cast<const float *>(value.data)),
          rule, "elements");
}

static std::vector<float> join(const JoinInputs &inputs) {
  std::vector<float> joined = inputs.a.values(), rest = inputs.b.values();
  joined.insert(joined.end(), rest.begin(), rest.end());
  return joined;
}

void mlir::onnxops::fuzz::requireJoined(const OnnxopsValue &joined,
                                        const JoinInputs &inputs) {
  requireMatrix(joined, join(inputs), "an output has its values");
}

void mlir::onnxops::fuzz::requireMore(const OnnxopsValue &element,
                                      int64_t position,
                                      const JoinInputs &inputs) {
  const bool isLast = position == int64_t(inputs.elements.size());
  requireMatrix(element,
                isLast ? join(inputs) : inputs.elements[position].values(),
                "an element of an output has its values");
}

void mlir::onnxops::fuzz::requireTexts(const OnnxopsValue &texts,
                                       const JoinInputs &inputs) {
  const int64_t count = inputs.texts.sizes[0];
  require(texts.kind == ONNXOPS_TENSOR && texts.elementType == ONNXOPS_STRING &&
              texts.rank == 1 && texts.sizes[0] == 2 * count,
          "an output of strings has its shape");
  auto *strings = static_cast<const OnnxopsString *const *>(texts.data);
  for (int64_t i = 0; i < 2 * count; ++i)
    require(std::string(strings[i]->data, strings[i]->size) ==
                inputs.texts.values[i % count],
            "an output of strings has its values");
}
