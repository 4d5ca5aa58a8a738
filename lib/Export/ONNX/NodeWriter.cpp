//===- NodeWriter.cpp - write ops as nodes --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes names, operands and attributes of ops of the dialect and generic ops.
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

// The original name of the first result, if the module has it: the name of a
// constant, or part of a label, since a node without a name is labelled by its
// result.
static StringRef getOriginalName(Operation *op, StringRef opType,
                                 StringRef label) {
  if (auto name = op->getAttrOfType<StringAttr>(OnnxOpsDialect::kNameAttr))
    return name;
  return label.consume_front(makeLabelPrefix(opType)) ? label : "";
}

// Whether a result has no name: an absent operand, or a constant without a name
// in the file.
static bool isUnnamed(OpResult result) {
  auto name =
      result.getOwner()->getAttrOfType<StringAttr>(OnnxOpsDialect::kNameAttr);
  return isa<NoneType>(result.getType()) ||
         (name && name.empty() && result.use_empty());
}

// The number of results that a node lists. A location without their names is
// that of a node with one result, or of none; the importer gives ops with
// regions a result for each output of their graphs.
static unsigned countOutputs(Operation *op) {
  unsigned count = op->getNumResults();
  std::optional<ModelName> place = getModelName(op->getLoc());
  bool isFromNode =
      place && place->isNode && getUnnamedLoc(op->getLoc()) == op->getLoc();
  if (count < 2 || !op->getNumRegions() || !isFromNode)
    return count;
  auto isUnused = [](Value result) { return result.use_empty(); };
  return llvm::all_of(op->getResults().drop_front(), isUnused) ? 1 : count;
}

// Starts a node with its results. Omits its name if the importer would derive
// the same label without it.
onnx::NodeProto &GraphWriter::startNode(Operation *op, StringRef opType,
                                        onnx::GraphProto &graph) {
  isAtStart = false;
  onnx::NodeProto &node = *graph.add_node();
  node.set_op_type(opType.str());
  if (auto doc = op->getAttrOfType<StringAttr>(metadata::kDocAttr))
    node.set_doc_string(doc.str());
  std::optional<ModelName> place = getModelName(op->getLoc());
  bool isNode = place && place->isNode && !isOtherNode(op->getLoc(), opType);
  StringRef label = isNode ? place->name : "";
  std::string emptyLabel = makeLabelPrefix(opType);
  SmallVector<StringRef> resultNames = getResultNames(op->getLoc(), opType);
  for (OpResult result : op->getResults().take_front(countOutputs(op))) {
    unsigned index = result.getResultNumber();
    StringRef name;
    if (index < resultNames.size())
      name = resultNames[index];
    else if (index == 0)
      name = getOriginalName(op, opType, label);
    // The location of a node says whether its result had a name.
    bool hadNone = index < resultNames.size()
                       ? name.empty()
                       : index == 0 && label == emptyLabel;
    if ((hadNone && result.use_empty()) || isUnnamed(result))
      names.assign(result, "");
    else
      names.give(result, name);
    node.add_output(names.get(result).str());
  }
  std::string first = node.output_size() ? node.output(0) : "";
  // Of several ops that a node became, the first has its name.
  if (!label.empty() && label != emptyLabel + first &&
      namedNodes.insert(op->getLoc()).second)
    node.set_name(label.str());
  return node;
}

void GraphWriter::writeOperands(Operation *op, onnx::NodeProto &node) {
  for (Value operand : op->getOperands())
    node.add_input(names.get(operand).str());
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// Whether the importer infers the result types from the op alone.
static bool infersTypes(Operation *op) {
  InferTypeOpInterface inferred = getInferredOp(op);
  SmallVector<Type> types;
  return inferred &&
         succeeded(inferred.inferReturnTypes(
             op->getContext(), /*location=*/std::nullopt, op->getOperands(),
             op->getAttrDictionary(), op->getPropertiesStorage(),
             op->getRegions(), types)) &&
         TypeRange(types) == op->getResultTypes();
}

// Whether the value is an output of its graph, where it is declared.
static bool isOutput(Value value) {
  return llvm::is_contained(value.getUsers(), &value.getParentBlock()->back());
}

// Declares the result types that cannot be inferred.
LogicalResult GraphWriter::writeHints(Operation *op, onnx::GraphProto &graph) {
  if (infersTypes(op))
    return success();
  for (Value result : op->getResults())
    if (!names.get(result).empty() && !isOutput(result) &&
        failed(declare(op, result, *graph.add_value_info())))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult GraphWriter::writeVersioned(VersionedOpInterface op,
                                          onnx::GraphProto &graph) {
  StringRef opType = OperatorTable::getOnnxOfFamily(op.getFamily());
  assert(!opType.empty() && "what is not ONNX's has been refused");
  onnx::NodeProto &node = startNode(op, opType, graph);
  writeOperands(op, node);
  for (StringAttr name : op->getName().getAttributeNames())
    if (Attribute value = op->getInherentAttr(name).value_or(Attribute()))
      if (failed(writeAttribute(op, {name, value}, constants, node)))
        return failure();
  return writeHints(op, graph);
}

// Whether the attribute is metadata, not an attribute of the operator.
static bool isMetadata(NamedAttribute attribute) {
  return isReservedAttribute(attribute.getName());
}

// Verifies that the op has the form that the importer builds and a node can
// represent.
static LogicalResult verifyForm(Operation *op) {
  if (op->getName().stripDialect().empty())
    return emitUnwritable(op)
           << "expected the name of an operator, but got none";
  if (op->getPropertiesAsAttribute())
    return emitUnwritable(op) << "expected attributes, but got properties";
  if (Attribute domain = op->getAttr(kOnnxDomainAttr);
      domain && !isa<StringAttr>(domain))
    return emitUnwritable(op) << "expected " << kOnnxDomainAttr
                              << " to be a string, but got " << domain;
  return success();
}

LogicalResult GraphWriter::writeOnnxOperator(Operation *op,
                                             onnx::GraphProto &graph) {
  if (failed(verifyForm(op)))
    return failure();
  StringRef domain = getOnnxDomain(op);
  auto module = function->getParentOfType<ModuleOp>();
  auto domains = module->getAttrOfType<DictionaryAttr>(metadata::kDomainsAttr);
  if (!domain.empty() && (!domains || !domains.contains(domain)))
    return emitUnwritable(op)
           << "expected " << metadata::kDomainsAttr
           << " to have the opset of domain '" << domain << "', but got none";
  onnx::NodeProto &node = startNode(op, op->getName().stripDialect(), graph);
  if (!domain.empty())
    node.set_domain(domain.str());
  writeOperands(op, node);
  for (NamedAttribute attribute : op->getAttrs())
    if (!isMetadata(attribute) &&
        failed(writeAttribute(op, attribute, constants, node)))
      return failure();
  if (failed(writeRegions(op, node)))
    return failure();
  return writeHints(op, graph);
}
