//===- Limits.cpp - how much of anything is taken -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words of a refusal.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Support/Limits.h"

llvm::Error mlir::onnxops::checkRank(uint64_t rank) {
  if (rank <= kMaxRank)
    return llvm::Error::success();
  return llvm::createStringError("expected a rank of " + llvm::Twine(kMaxRank) +
                                 " or less, but got " + llvm::Twine(rank));
}
