//===- Report.h - what rewriting a model changed ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operators of a model before and after, the bytes that they move, and the
// sequences that are left.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_REWRITE_REPORT_H
#define ONNXOPS_REWRITE_REPORT_H

#include "onnxops/Dialect/OnnxOps/Transforms/RemainingSequences.h"
#include "onnxops/Rewrite/ModelGraph.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace mlir::onnxops {

/// The operators of a module. Constants are not counted.
struct ModelSummary {
  /// The number of nodes by operator: "Concat", or "domain:Name" outside of
  /// ONNX's default domain.
  std::map<std::string, int64_t> nodes;
  int64_t numNodes = 0;
  /// The bytes of the results of operators that only move data.
  int64_t bytesMoved = 0;
  /// The number of those operators whose bytes are not known at compile time.
  int64_t numUnknown = 0;
};

ModelSummary summarize(ModuleOp module);

struct RewriteReport {
  ModelSummary before, after;
  /// What is left; empty if sequences are not rewritten.
  std::vector<RemainingSequence> sequences;
  /// What was done to nodes, and the graphs before and after: empty unless
  /// RewriteOptions::recordsNodes.
  std::vector<NodeChange> changes;
  ModelGraph graphBefore, graphAfter;
};

/// Prints a table for people.
void printText(const RewriteReport &report, llvm::raw_ostream &os);

/// Prints the same as one JSON object: "nodes", an object of operators with
/// their numbers "before" and "after"; "total"; "bytes_moved"; "unknown_bytes",
/// the number of nodes of unknown bytes; "sequences", a list of objects with
/// "location", "name" and "reason"; and "changes", one of objects with
/// "location", "operator", "becomes" and "reason" (see NodeChange).
void printJSON(const RewriteReport &report, llvm::raw_ostream &os);

/// Prints a page with the same, and with both graphs: self-contained, and safe
/// for any names in a model. Large graphs are drawn near changes only. Fails
/// where Graphviz cannot lay out a graph (layOutGraph). Needs
/// RewriteOptions::recordsNodes.
llvm::Error printHTML(const RewriteReport &report, llvm::raw_ostream &os);

} // namespace mlir::onnxops

#endif // ONNXOPS_REWRITE_REPORT_H
