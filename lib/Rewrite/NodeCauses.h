//===- NodeCauses.h - why nodes change --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The causes that can be seen from outside of passes, and their texts.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_NODECAUSES_H
#define ONNXOPS_LIB_REWRITE_NODECAUSES_H

#include "mlir/Support/LLVM.h"

#include <utility>

namespace mlir::onnxops {

/// Why a node changed.
enum class Cause {
  Unused,
  Folded,
  KnownCondition,
  OtherBranch,
  Sequence,
  LoopAppends,
  MovedReads,
  Slices,
  Concats,
  SingleConcat,
  RepeatedConcat,
  Tiles,
  Copied,
  Upgraded,
  Converted,
  OtherPass,
};

/// The cause of what a pass does, as far as nothing closer is seen.
Cause getCauseOfPass(StringRef pass);

/// What was done to a node, and why nothing reads one any more, as part of a
/// sentence. Empty for those with a number or a name.
std::pair<StringRef, StringRef> getCauseTexts(Cause cause);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_NODECAUSES_H
