//===- Report.cpp - what rewriting a model changed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counts operators and bytes, and prints them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Rewrite/Report.h"

#include "NodeBytes.h"
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
    json.attributeArray("changes", [&] {
      for (const NodeChange &change : report.changes)
        json.object([&] {
          json.attribute("location", describeLocation(change.loc));
          json.attribute("operator", llvm::json::fixUTF8(change.opType));
          json.attributeArray("becomes", [&] {
            for (const std::string &opType : change.becomes)
              json.value(llvm::json::fixUTF8(opType));
          });
          json.attribute("reason", change.reason);
        });
    });
  });
  os << "\n";
}
