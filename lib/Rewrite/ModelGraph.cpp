//===- ModelGraph.cpp - the nodes of a model ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constants are no nodes, and casts, which export leaves out, are looked
// through.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Rewrite/ModelGraph.h"

#include "NodeBytes.h"
#include "NodePlaces.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/RemainingSequences.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {

class GraphCapture {
public:
  void addFunction(func::FuncOp function);
  ModelGraph take() { return std::move(graph); }

private:
  void addBlock(Block &block, std::optional<size_t> parent, StringRef region);
  void addNode(Operation &op, std::string opType, std::optional<size_t> parent,
               StringRef region);
  ModelValue describe(Value value) const;
  StringRef getConstantName(Operation *op) const;

  ModelGraph graph;
  /// The node and the name of each value that is not a constant.
  DenseMap<Value, ModelValue> values;
};

} // namespace

static StringRef getName(DictionaryAttr attributes) {
  auto name = attributes
                  ? attributes.getAs<StringAttr>(OnnxOpsDialect::kNameAttr)
                  : StringAttr();
  return name ? name.strref() : StringRef();
}

// The value as an operand.
ModelValue GraphCapture::describe(Value value) const {
  value = lookThroughCasts(value);
  auto found = values.find(value);
  if (found != values.end())
    return {found->second.name, value.getType(), found->second.node};
  Operation *constant = value.getDefiningOp();
  return {constant ? getName(constant->getDiscardableAttrDictionary())
                   : StringRef(),
          value.getType()};
}

void GraphCapture::addNode(Operation &op, std::string opType,
                           std::optional<size_t> parent, StringRef region) {
  size_t index = graph.nodes.size();
  ModelNode node{ModelNode::Kind::Node, std::move(opType), op.getLoc()};
  node.parent = parent;
  node.region = region;
  for (Value operand : op.getOperands())
    node.operands.push_back(describe(operand));
  SmallVector<StringRef> names = getNodeResultNames(op.getLoc(), node.opType);
  names.resize(op.getNumResults());
  for (auto [result, name] : llvm::zip_equal(op.getResults(), names)) {
    node.results.push_back({name, result.getType()});
    values[result] = {name, result.getType(), index};
  }
  node.bytes = countWritten(&op);
  graph.nodes.push_back(std::move(node));

  SmallVector<StringRef> regions = getRegionNames(&op);
  regions.resize(op.getNumRegions());
  for (auto [inner, name] : llvm::zip_equal(op.getRegions(), regions))
    for (Block &block : inner) {
      addBlock(block, index, name);
      if (block.empty())
        continue;
      for (Value returned : block.back().getOperands())
        if (std::optional<size_t> producer = describe(returned).node)
          graph.nodes[index].returned.push_back(*producer);
    }
}

void GraphCapture::addBlock(Block &block, std::optional<size_t> parent,
                            StringRef region) {
  for (Operation &op : block) {
    std::string opType = getNodeOperator(&op);
    if (!opType.empty())
      addNode(op, std::move(opType), parent, region);
  }
}

void GraphCapture::addFunction(func::FuncOp function) {
  for (BlockArgument argument : function.getArguments()) {
    ModelValue value{getName(function.getArgAttrDict(argument.getArgNumber())),
                     argument.getType()};
    ModelNode node{ModelNode::Kind::Input, "", argument.getLoc()};
    node.results.push_back(value);
    value.node = graph.nodes.size();
    values[argument] = value;
    graph.nodes.push_back(std::move(node));
  }
  for (Block &block : function.getBody())
    addBlock(block, std::nullopt, "");
  for (Block &block : function.getBody()) {
    auto results = dyn_cast<func::ReturnOp>(block.getTerminator());
    if (!results)
      continue;
    for (OpOperand &operand : results->getOpOperands()) {
      ModelNode node{ModelNode::Kind::Output, "", results.getLoc()};
      node.operands.push_back(describe(operand.get()));
      StringRef name =
          getName(function.getResultAttrDict(operand.getOperandNumber()));
      if (!name.empty())
        node.operands.front().name = name;
      graph.nodes.push_back(std::move(node));
    }
  }
}

ModelGraph mlir::onnxops::captureGraph(ModuleOp module) {
  GraphCapture capture;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function.isExternal())
      capture.addFunction(function);
  return capture.take();
}
