//===- RandomInputs.h - random values for inputs ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Makes reproducible values of the types that a model declares.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_EXECUTION_RANDOMINPUTS_H
#define ONNXOPS_EXECUTION_RANDOMINPUTS_H

#include "onnxops/Data/TensorData.h"
#include "onnxops/Model/Model.h"
#include "llvm/ADT/StringMap.h"

#include <random>

namespace mlir::onnxops {

/// The values of one run: a symbol has one size in all of them.
class RandomInputs {
public:
  /// `dims` are sizes of symbols, as "N=8". Any other unknown size, and the
  /// length of a sequence, is random if `choosesSizes`, and an error otherwise.
  /// Fails if `dims` are not of this form.
  static llvm::Expected<RandomInputs>
  create(uint64_t seed, ArrayRef<std::string> dims, bool choosesSizes = false);

  /// A value for an input. Floats are in [0, 1), integers in [0, 4): small
  /// enough for repeats and positions. Fails for unknown ranks, for what
  /// create() says, and if sizes are chosen, for more than 2^28 elements; the
  /// errors name the input.
  llvm::Expected<HostValue> make(const ValueInfo &info);

private:
  int64_t chooseSize(uint64_t count);
  llvm::Expected<SmallVector<int64_t>> chooseShape(const ValueInfo &info);
  llvm::Expected<TensorData> makeTensor(const ValueInfo &info);
  template <typename T>
  void fillWith(TensorData &tensor, double scale);
  void fill(TensorData &tensor);

  std::mt19937_64 generator;
  llvm::StringMap<int64_t> sizes;
  bool choosesSizes = false;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_EXECUTION_RANDOMINPUTS_H
