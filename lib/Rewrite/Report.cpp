//===- Report.cpp - what rewriting a model changed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts operators and bytes, and prints them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Rewrite/Report.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Escape.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

// Whether an operator writes elements of its operands, and nothing else.
static bool movesData(StringRef opType) {
  static const llvm::StringSet<> operators = {
      "Concat",       "ConcatFromSequence",
      "DepthToSpace", "Expand",
      "Gather",       "Pad",
      "SequenceAt",   "SequenceConstruct",
      "Slice",        "SpaceToDepth",
      "Split",        "SplitToSequence",
      "Tile",         "Transpose"};
  return operators.contains(opType);
}

// The bits of an element, none of a string.
static std::optional<int64_t> countBits(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * complex.getElementType().getIntOrFloatBitWidth();
  if (!element.isIntOrFloat())
    return std::nullopt;
  return element.getIntOrFloatBitWidth();
}

// The bytes of a tensor, none if they are not known. Smaller elements take a
// byte each, as in memory.
static std::optional<int64_t> countBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  std::optional<int64_t> bits = tensor && tensor.hasStaticShape()
                                    ? countBits(tensor.getElementType())
                                    : std::nullopt;
  if (!bits)
    return std::nullopt;
  FailureOr<int64_t> bytes = llvm::divideCeil(*bits, 8);
  for (int64_t size : tensor.getShape())
    if (failed(bytes = multiplySizes(*bytes, size)))
      return std::nullopt;
  return *bytes;
}

// The bytes of the tensors that such an operator writes: those of its results,
// or those that are put into its sequence.
static std::optional<int64_t> countWritten(Operation *op) {
  bool makesSequence = isa<SequenceType>(op->getResultTypes().front());
  ValueRange written = op->getResults();
  if (makesSequence)
    written = isa<SequenceConstructV11Op>(op) ? ValueRange(op->getOperands())
                                              : op->getOperands().take_front();
  int64_t total = 0;
  for (Type type : written.getTypes()) {
    std::optional<int64_t> bytes = countBytes(type);
    if (!bytes || llvm::AddOverflow(total, *bytes, total))
      return std::nullopt;
  }
  return total;
}

ModelSummary mlir::onnxops::summarize(ModuleOp module) {
  ModelSummary summary;
  module.walk([&](Operation *op) {
    std::string opType = getNodeOperator(op);
    if (opType.empty())
      return;
    ++summary.nodes[opType];
    ++summary.numNodes;
    if (!movesData(opType) || op->getNumResults() == 0)
      return;
    std::optional<int64_t> bytes = countWritten(op);
    if (!bytes ||
        llvm::AddOverflow(summary.bytesMoved, *bytes, summary.bytesMoved))
      ++summary.numUnknown;
  });
  return summary;
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static int64_t getCount(const ModelSummary &summary, const std::string &name) {
  auto found = summary.nodes.find(name);
  return found == summary.nodes.end() ? 0 : found->second;
}

// The operators of both summaries, in order.
static std::map<std::string, std::pair<int64_t, int64_t>>
joinNodes(const RewriteReport &report) {
  std::map<std::string, std::pair<int64_t, int64_t>> joined;
  for (const auto *summary : {&report.before, &report.after})
    for (const auto &[name, count] : summary->nodes)
      joined[name] = {getCount(report.before, name),
                      getCount(report.after, name)};
  return joined;
}

void mlir::onnxops::printText(const RewriteReport &report,
                              llvm::raw_ostream &os) {
  auto printRow = [&](StringRef name, const auto &before, const auto &after) {
    os << llvm::formatv("{0,-24}{1,14}{2,14}", name, before, after) << "\n";
  };
  printRow("operator", "before", "after");
  int64_t unchanged = 0;
  for (const auto &[name, counts] : joinNodes(report)) {
    if (counts.first != counts.second)
      printRow(escapeText(name), counts.first, counts.second);
    else
      unchanged += counts.first;
  }
  if (unchanged)
    printRow("unchanged", unchanged, unchanged);
  printRow("all", report.before.numNodes, report.after.numNodes);
  printRow("bytes moved", report.before.bytesMoved, report.after.bytesMoved);
  if (report.before.numUnknown || report.after.numUnknown)
    printRow("nodes of unknown bytes", report.before.numUnknown,
             report.after.numUnknown);
  for (const RemainingSequence &sequence : report.sequences) {
    std::string place = describeLocation(sequence.loc);
    os << "left: " << place << (place.empty() ? "" : ": ") << sequence.name
       << ": " << sequence.reason << "\n";
  }
}

void mlir::onnxops::printJSON(const RewriteReport &report,
                              llvm::raw_ostream &os) {
  llvm::json::OStream json(os, /*IndentSize=*/2);
  auto printPair = [&](StringRef name, int64_t before, int64_t after) {
    json.attributeObject(llvm::json::fixUTF8(name), [&] {
      json.attribute("before", before);
      json.attribute("after", after);
    });
  };
  json.object([&] {
    json.attributeObject("nodes", [&] {
      for (const auto &[name, counts] : joinNodes(report))
        printPair(name, counts.first, counts.second);
    });
    printPair("total", report.before.numNodes, report.after.numNodes);
    printPair("bytes_moved", report.before.bytesMoved, report.after.bytesMoved);
    printPair("unknown_bytes", report.before.numUnknown,
              report.after.numUnknown);
    json.attributeArray("sequences", [&] {
      for (const RemainingSequence &sequence : report.sequences)
        json.object([&] {
          json.attribute("location", describeLocation(sequence.loc));
          json.attribute("name", llvm::json::fixUTF8(sequence.name));
          json.attribute("reason", llvm::json::fixUTF8(sequence.reason));
        });
    });
  });
  os << "\n";
}
