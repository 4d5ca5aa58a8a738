//===- OperatorTable.cpp - operators to ops of the dialect ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the versions of every family from the registered ops.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/OperatorTable.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::onnxops;

OperatorTable::OperatorTable(MLIRContext *context) {
  // Not getRegisteredOperationsByDialect: its search misses in MLIR 22.1.
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (auto *version = name.getInterface<VersionedOpInterface>())
      versions[version->getFamily()].push_back(name);
}

StringRef OperatorTable::getFamilyOfOnnx(StringRef opType) {
  return llvm::StringSwitch<StringRef>(opType)
      .Case("Concat", "concat")
      .Case("Tile", "tile")
      .Case("SplitToSequence", "split_to_sequence")
      .Case("SequenceAt", "sequence_at")
      .Case("SequenceLength", "sequence_length")
      .Case("SequenceConstruct", "sequence_construct")
      .Case("SequenceEmpty", "sequence_empty")
      .Case("SequenceInsert", "sequence_insert")
      .Case("SequenceErase", "sequence_erase")
      .Case("ConcatFromSequence", "concat_from_sequence")
      .Default("");
}

std::optional<RegisteredOperationName>
OperatorTable::lookUp(StringRef family, int64_t opset) const {
  auto known = versions.find(family);
  if (known == versions.end())
    return std::nullopt;
  for (RegisteredOperationName name : known->second) {
    auto *version = name.getInterface<VersionedOpInterface>();
    if (version->getFirstOpset() <= opset && opset <= version->getLastOpset())
      return name;
  }
  return std::nullopt;
}

int64_t OperatorTable::getFirstOpset(StringRef family) const {
  int64_t first = OnnxOpsDialect::kLatestOpset;
  for (RegisteredOperationName name : versions.lookup(family))
    first = std::min(
        first, name.getInterface<VersionedOpInterface>()->getFirstOpset());
  return first;
}
