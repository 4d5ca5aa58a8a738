//===- OperatorTable.cpp - maps operators to ops of the dialect -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Collects the versions of every family from the registered ops.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"

using namespace mlir;
using namespace mlir::onnxops;

OperatorTable::OperatorTable(MLIRContext *context) {
  // Not getRegisteredOperationsByDialect: its search misses in MLIR 22.1.
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (auto *version = name.getInterface<VersionedOpInterface>())
      versions[version->getFamily()].push_back(name);
}

// ONNX operators and their families.
static constexpr std::pair<StringLiteral, StringLiteral> kFamilies[] = {
    {"Concat", "concat"},
    {"ConcatFromSequence", "concat_from_sequence"},
    {"SequenceAt", "sequence_at"},
    {"SequenceConstruct", "sequence_construct"},
    {"SequenceEmpty", "sequence_empty"},
    {"SequenceErase", "sequence_erase"},
    {"SequenceInsert", "sequence_insert"},
    {"SequenceLength", "sequence_length"},
    {"SplitToSequence", "split_to_sequence"},
    {"Tile", "tile"},
};

StringRef OperatorTable::getFamilyOfOnnx(StringRef opType) {
  for (const auto &[onnx, family] : kFamilies)
    if (onnx == opType)
      return family;
  return "";
}

StringRef OperatorTable::getOnnxOfFamily(StringRef family) {
  for (const auto &[onnx, known] : kFamilies)
    if (known == family)
      return onnx;
  return "";
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
