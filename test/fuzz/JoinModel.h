//===- JoinModel.h - what the compiled function must give -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The inputs of Inputs/join.mlir for a few sizes, in blocks of exactly their
// size, so that a sanitizer sees what reads or writes behind their ends; and
// what the outputs must be.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_JOINMODEL_H
#define ONNXOPS_TEST_FUZZ_JOINMODEL_H

#include "Fuzzing.h"
#include "onnxops/ABI/Runtime.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <memory>
#include <vector>

namespace mlir::onnxops::fuzz {

constexpr int64_t kColumns = 3;

/// Rows of three numbers that no other matrix has.
struct Matrix {
  Matrix(int64_t rows, float first);
  int64_t sizes[2], strides[2];
  std::unique_ptr<float[]> data;

  std::vector<float> values() const;
};

/// Strings, one of them empty.
struct Texts {
  explicit Texts(int64_t count);
  int64_t sizes[1];
  std::vector<std::string> values;
  std::vector<OnnxopsString> strings;
  std::unique_ptr<const OnnxopsString *[]> data;
};

struct JoinInputs {
  explicit JoinInputs(FuzzedDataProvider &program);
  Matrix a, b;
  std::vector<Matrix> elements; ///< of the sequence
  Texts texts;
};

/// An edge value for a size, a rank or a stride: one that a tensor can have but
/// this one has not, or none at all. Never one that would ask for memory that a
/// caller might really have.
int64_t chooseEdge(FuzzedDataProvider &program);

/// The outputs must be these.
void requireJoined(const OnnxopsValue &joined, const JoinInputs &inputs);
void requireMore(const OnnxopsValue &element, int64_t position,
                 const JoinInputs &inputs);
void requireTexts(const OnnxopsValue &texts, const JoinInputs &inputs);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_JOINMODEL_H
