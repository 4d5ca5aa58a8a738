//===- NodeCauses.cpp - why nodes change ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A pass that is added to the pipeline needs a cause here.
//
//===----------------------------------------------------------------------===//

#include "NodeCauses.h"

#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

Cause mlir::onnxops::getCauseOfPass(StringRef pass) {
  return llvm::StringSwitch<Cause>(pass)
      .Case("onnxops-fold-onnx", Cause::Folded)
      .Case("onnxops-resolve-sequences", Cause::Sequence)
      .Case("onnxops-join-sequences", Cause::LoopAppends)
      .Case("onnxops-sink-sequence-reads", Cause::MovedReads)
      .Case("onnxops-merge-slices", Cause::Slices)
      .Case("onnxops-fuse", Cause::Concats)
      .Case("onnxops-copy-yielded-values", Cause::Copied)
      .Case("onnxops-upgrade", Cause::Upgraded)
      .Case("onnxops-convert-version", Cause::Converted)
      .Default(Cause::OtherPass);
}

std::pair<StringRef, StringRef> mlir::onnxops::getCauseTexts(Cause cause) {
  switch (cause) {
  case Cause::Unused:
    return {"no output depends on it", ""};
  case Cause::Folded:
    return {"constant folded", "constants are folded"};
  case Cause::KnownCondition:
    return {"condition known", "a condition is known"};
  case Cause::OtherBranch:
    return {"in a branch that is never taken", "a condition is known"};
  case Cause::Sequence:
    return {"sequence resolved", "sequences are resolved"};
  case Cause::LoopAppends:
    return {"Loop appends to a tensor", "a Loop appends to a tensor"};
  case Cause::MovedReads:
    return {"reads of a sequence moved into branches", "reads are in branches"};
  case Cause::Slices:
    return {"slices merged", "slices are merged"};
  case Cause::Concats:
    return {"concats merged", "concats are merged"};
  case Cause::SingleConcat:
    return {"concat of one tensor", "concats are merged"};
  case Cause::RepeatedConcat:
    return {"concat of a tensor with itself is a tile", "concats are merged"};
  case Cause::Tiles:
    return {"tiles merged", "tiles are merged"};
  case Cause::Copied:
    return {"copies an outer value, which a graph may not return", ""};
  case Cause::Upgraded:
    return {"upgraded to the newest version", ""};
  case Cause::Converted:
  case Cause::OtherPass:
    return {"", ""}; // with a number or a name
  }
  llvm_unreachable("all causes are handled");
}
