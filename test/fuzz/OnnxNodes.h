//===- OnnxNodes.h - nodes for mutants of ONNX models -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which operands operators take, so that most nodes that are added to a graph
// are taken by the importer.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TEST_FUZZ_ONNXNODES_H
#define ONNXOPS_TEST_FUZZ_ONNXNODES_H

#include "ProtoMutator.h"

namespace onnx {
class GraphProto;
class NodeProto;
} // namespace onnx

namespace mlir::onnxops::fuzz {

/// The names of values that a node at a place of a graph may use.
struct GraphValues {
  std::vector<std::string> tensors, sequences, constants;
};

/// Those of inputs, constants and the nodes before `end`.
GraphValues listValues(const onnx::GraphProto &graph, int end);

/// A name that no value has yet, most likely.
std::string makeName(Random &random);

/// Adds a constant of few integers to a graph. Returns its name.
std::string addConstant(onnx::GraphProto &graph, Random &random);

/// Makes a node of some operator on these values, adding constants to the graph
/// where it takes them.
void fillNode(onnx::NodeProto &node, const GraphValues &values,
              onnx::GraphProto &graph, Random &random);

} // namespace mlir::onnxops::fuzz

#endif // ONNXOPS_TEST_FUZZ_ONNXNODES_H
