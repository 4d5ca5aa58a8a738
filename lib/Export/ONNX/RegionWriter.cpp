//===- RegionWriter.cpp - write regions as graphs in attributes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Subgraphs use outer values by name. The importer copies an empty sequence for
// each use that needs another type; these copies are merged here.
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/Limits.h"
#include "llvm/ADT/ScopeExit.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Empty sequences
//===----------------------------------------------------------------------===//

// Whether the op is a copy of one that has been written, which is the case if
// both are from the same node. Then the copy gets the name of the other.
bool GraphWriter::isCopyOfEmpty(SequenceEmptyV11Op op) {
  bool isOutput = names.has(op) && op->getParentOp() == function;
  if (names.has(op) && !isOutput)
    return true; // Replaces an argument of a loop's body.
  std::optional<ModelName> place = getModelName(op.getLoc());
  if (!place || !place->isNode)
    return false;
  auto isSame = [&](SequenceEmptyV11Op other) {
    return other.getLoc() == op.getLoc() && other.getDtype() == op.getDtype();
  };
  auto *original = llvm::find_if(empties, isSame);
  if (!isOutput && original != empties.end()) {
    names.assign(op, names.get(*original));
    return true;
  }
  empties.push_back(op);
  return false;
}

// The op that creates a known empty sequence.
static SequenceEmptyV11Op getEmpty(Value sequence) {
  while (auto cast = sequence.getDefiningOp<SequenceCastOp>())
    sequence = cast.getSource();
  return sequence.getDefiningOp<SequenceEmptyV11Op>();
}

// The ops at the start of a loop's body with which the importer replaces
// arguments that are empty sequences in every iteration.
static SmallVector<std::pair<Operation *, BlockArgument>>
findEmptyArguments(Operation *loop, Block &body) {
  // Trip count and condition come before the carried values; a body yields only
  // the condition.
  constexpr unsigned numControls = 2;
  SmallVector<std::pair<Operation *, BlockArgument>> pairs;
  Operation *end = body.getTerminator();
  auto next = body.begin();
  for (unsigned index = numControls; index < loop->getNumOperands(); ++index) {
    if (index >= body.getNumArguments() || index > end->getNumOperands())
      break;
    BlockArgument argument = body.getArgument(index);
    if (!argument.use_empty() || !isEmptySequence(loop->getOperand(index)) ||
        !isEmptySequence(end->getOperand(index - 1)))
      continue;
    auto copy = dyn_cast<SequenceEmptyV11Op>(&*next);
    if (!copy ||
        copy.getDtype() != getEmpty(loop->getOperand(index)).getDtype())
      break;
    pairs.emplace_back(copy, argument);
    ++next;
  }
  return pairs;
}

//===----------------------------------------------------------------------===//
// Graphs
//===----------------------------------------------------------------------===//

// Whether the op is a supported Loop, whose types the importer infers.
static bool isKnownLoop(Operation *op) {
  return isOnnxOperator(op) && op->getName().stripDialect() == "Loop" &&
         !op->hasAttr(kOnnxRegionsAttr);
}

// Writes inputs, nodes and outputs.
LogicalResult GraphWriter::writeSubgraph(Operation *op, Block &block,
                                         onnx::GraphProto &graph) {
  for (BlockArgument argument : block.getArguments()) {
    std::optional<ModelName> place = getModelName(argument.getLoc());
    names.give(argument, place && !place->isNode ? place->name : "", "arg");
    names.define(argument);
    if (failed(declare(op, argument, *graph.add_input())))
      return failure();
  }
  if (isKnownLoop(op))
    for (auto [copy, argument] : findEmptyArguments(op, block))
      names.assign(copy->getResult(0), names.get(argument));
  if (failed(writeOps(block, graph)))
    return failure();
  Operation *end = block.getTerminator();
  if (auto doc = end->getAttrOfType<StringAttr>(metadata::kDocAttr))
    graph.set_doc_string(doc.str());
  for (Value value : end->getOperands())
    if (failed(declare(end, value, *graph.add_output())))
      return failure();
  return success();
}

LogicalResult GraphWriter::writeRegion(Operation *op, Region &region,
                                       StringRef name,
                                       onnx::GraphProto &graph) {
  if (!region.hasOneBlock() || region.front().empty() ||
      region.front().back().getName().getStringRef() != "onnx.Yield")
    return emitUnwritable(op) << "expected region '" << name
                              << "' to be one block that ends in 'onnx.Yield'";
  if (depth == kMaxGraphDepth)
    return emitUnwritable(op)
           << "expected graphs to be nested " << kMaxGraphDepth
           << " deep at most, but '" << name << "' is one more";
  names.enterGraph();
  ++depth;
  size_t numEmpties = empties.size();
  bool wasAtStart = std::exchange(isAtStart, true);
  llvm::scope_exit leave([&] {
    isAtStart = wasAtStart;
    empties.truncate(numEmpties);
    --depth;
    names.leaveGraph();
  });
  graph.set_name(name.str());
  return writeSubgraph(op, region.front(), graph);
}

LogicalResult GraphWriter::writeRegions(Operation *op, onnx::NodeProto &node) {
  SmallVector<StringRef> attributes = getRegionNames(op);
  if (attributes.size() != op->getNumRegions() ||
      llvm::is_contained(attributes, ""))
    return emitUnwritable(op)
           << "expected " << kOnnxRegionsAttr << " to have "
           << op->getNumRegions() << " names, one for each region";
  for (auto [name, region] : llvm::zip_equal(attributes, op->getRegions())) {
    onnx::AttributeProto &attribute = *node.add_attribute();
    attribute.set_name(name.str());
    attribute.set_type(onnx::AttributeProto::GRAPH);
    if (failed(writeRegion(op, region, name, *attribute.mutable_g())))
      return failure();
  }
  return success();
}
