//===- Transpose.cpp - rules of Transpose ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Permutes the dimensions.
//
//===----------------------------------------------------------------------===//

#include "../OperatorRules.h"

using namespace mlir;
using namespace mlir::onnxops;

static SmallVector<Type> inferTranspose(Operation *op, const InferenceMode &) {
  TensorType input = getTensorType(op, 0);
  if (!input.hasRank())
    return {input};
  int64_t rank = input.getRank();
  SmallVector<int64_t> shape(llvm::reverse(input.getShape()));
  ValueReader reader;
  if (hasEntries(op, "perm", 1)) {
    std::optional<KnownElements> perm = getEntries(op, "perm", 1, reader);
    if (!perm || static_cast<int64_t>(perm->size()) != rank ||
        !getDimensions(*perm, rank))
      return {makeUnknownShape(rank, input.getElementType())};
    for (auto [size, dim] : llvm::zip_equal(shape, *perm))
      size = input.getDimSize(*normalizeAxis(*dim, rank));
  }
  return {RankedTensorType::get(shape, input.getElementType())};
}

// Only for a scalar or vector, which is unchanged.
static std::optional<KnownElements> readTranspose(Operation *op, unsigned index,
                                                  ValueReader &reader) {
  TensorType data = getTensorType(op, 0);
  if (!data.hasRank() || data.getRank() > 1)
    return std::nullopt;
  return readSame(op, index, reader);
}

static constexpr OnnxOperator kOperators[] = {
    {"Transpose", 1, 1, 1, inferTranspose, readTranspose},
};

ArrayRef<OnnxOperator> mlir::onnxops::getTransposeOperators() {
  return kOperators;
}
