//===- CompareGraphs.h - nodes before and after -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Joins the graphs of a model before and after with what passes did to nodes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_REWRITE_COMPAREGRAPHS_H
#define ONNXOPS_LIB_REWRITE_COMPAREGRAPHS_H

#include "NodeHistory.h"
#include "onnxops/Rewrite/ModelGraph.h"

namespace mlir::onnxops {

/// Sets the status, reason and counterparts of all nodes, and returns the
/// changes: those of the model's nodes in their order, then those that are new.
std::vector<NodeChange> compareGraphs(ModelGraph &before, ModelGraph &after,
                                      const NodeHistory &history);

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_REWRITE_COMPAREGRAPHS_H
