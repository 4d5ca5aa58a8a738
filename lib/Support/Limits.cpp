//===- Limits.cpp - limits of models --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The messages of refusals.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Limits.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir::onnxops;
using llvm::createStringError;
using llvm::Twine;

llvm::Error mlir::onnxops::checkRank(uint64_t rank, uint64_t limit) {
  if (rank <= limit)
    return llvm::Error::success();
  return createStringError("expected a rank of " + Twine(limit) +
                           " or less, but got " + Twine(rank));
}

llvm::Error mlir::onnxops::checkShape(llvm::ArrayRef<int64_t> sizes,
                                      const ModelLimits &limits) {
  if (llvm::Error error = checkRank(sizes.size(), limits.maxRank))
    return error;
  uint64_t count = 1;
  bool isKnown = true;
  for (int64_t size : sizes) {
    if (size == 0)
      return llvm::Error::success();
    isKnown &= size > 0;
    if (size > 0)
      count = llvm::SaturatingMultiply(count, static_cast<uint64_t>(size));
  }
  if (count <= limits.maxElements)
    return llvm::Error::success();
  isKnown &= count != UINT64_MAX;
  return createStringError("expected a number of elements of " +
                           Twine(limits.maxElements) + " or less, but got " +
                           Twine(count) + (isKnown ? "" : " or more"));
}

llvm::Error mlir::onnxops::checkNumNodes(uint64_t count,
                                         const ModelLimits &limits) {
  if (count <= limits.maxNodes)
    return llvm::Error::success();
  return createStringError("expected a number of nodes of " +
                           Twine(limits.maxNodes) + " or less, but got " +
                           Twine(count));
}
