//===- GraphWriter.cpp - write blocks as graphs ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes inputs, constants and outputs, and selects the writer of each op.
//
//===----------------------------------------------------------------------===//

#include "GraphWriter.h"

#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"
#include "onnxops/Support/Diagnostics.h"

#include <onnx/onnx_pb.h>

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

static StringRef getText(DictionaryAttr attributes, StringRef attribute) {
  auto text =
      attributes ? attributes.getAs<StringAttr>(attribute) : StringAttr();
  return text ? text.strref() : StringRef();
}

// The value that is written for `value`: casts have no ONNX equivalent, and are
// skipped.
static Value getWritten(Value value) {
  while (Value source = value.getDefiningOp()
                            ? getCastSource(value.getDefiningOp())
                            : Value())
    value = source;
  return value;
}

LogicalResult GraphWriter::declare(Operation *op, Value value,
                                   onnx::ValueInfoProto &proto) {
  proto.set_name(names.get(value).str());
  return writeType([&] { return emitUnwritable(op); }, value.getType(),
                   /*dims=*/{}, /*prefersSymbols=*/false,
                   *proto.mutable_type());
}

// Writes the type that the model declared, in text.
static LogicalResult writeDeclared(func::FuncOp function, StringRef name,
                                   StringRef text, onnx::TypeProto &proto) {
  if (succeeded(parseType(text, proto)))
    return success();
  return emitUnwritable(function)
         << "'" << name << "': expected " << metadata::kTypeProtoAttr
         << " to be a TypeProto in text, but got \"" << text << "\"";
}

// Declares an argument or a result of the function. For a result of unknown
// rank, uses the type that the original model declared.
static LogicalResult declareFunctionValue(func::FuncOp function, StringRef name,
                                          Type type, DictionaryAttr attributes,
                                          bool isResult,
                                          onnx::ValueInfoProto &proto) {
  proto.set_name(name.str());
  if (StringRef doc = getText(attributes, metadata::kDocAttr); !doc.empty())
    proto.set_doc_string(doc.str());
  if (StringRef text = getText(attributes, metadata::kTypeProtoAttr);
      isa<AnyType>(type) && !text.empty())
    return writeDeclared(function, name, text, *proto.mutable_type());
  ArrayAttr dims;
  if (attributes)
    dims = attributes.getAs<ArrayAttr>(OnnxOpsDialect::kDimsAttr);
  if (attributes && isa<UnrankedTensorType>(type))
    if (auto declared = attributes.getAs<TypeAttr>(metadata::kDeclaredAttr);
        declared && areCompatibleTypes(declared.getValue(), type))
      type = declared.getValue();
  return writeType(
      [&] { return emitUnwritable(function) << "'" << name << "': "; }, type,
      dims, /*prefersSymbols=*/isResult, *proto.mutable_type());
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static StringRef getArgumentName(func::FuncOp function, unsigned index) {
  return getText(function.getArgAttrDict(index), OnnxOpsDialect::kNameAttr);
}

static StringRef getResultName(func::FuncOp function, unsigned index) {
  return getText(function.getResultAttrDict(index), OnnxOpsDialect::kNameAttr);
}

// The name of an argument or result without one, the same as in onnxops-run
// unless it is taken.
static std::string getFallback(StringRef kind, unsigned index) {
  return (kind + Twine(index)).str();
}

LogicalResult GraphWriter::nameInputs() {
  for (BlockArgument argument : function.getArguments()) {
    StringRef name = getArgumentName(function, argument.getArgNumber());
    if (name.empty())
      continue;
    if (!names.take(name))
      return emitUnwritable(function)
             << "two inputs are called '" << name << "'";
    names.assign(argument, name);
  }
  return success();
}

LogicalResult GraphWriter::writeInputs(onnx::GraphProto &graph) {
  for (BlockArgument argument : function.getArguments()) {
    DictionaryAttr attributes =
        function.getArgAttrDict(argument.getArgNumber());
    if (failed(declareFunctionValue(function, names.get(argument),
                                    argument.getType(), attributes,
                                    /*isResult=*/false, *graph.add_input())))
      return failure();
    auto value =
        attributes
            ? attributes.getAs<ElementsAttr>(OnnxOpsDialect::kDefaultAttr)
            : ElementsAttr();
    if (!value)
      continue;
    onnx::TensorProto &proto = *graph.add_initializer();
    proto.set_name(names.get(argument).str());
    if (failed(constants.writeInitializer(function, value, proto)))
      return failure();
  }
  return success();
}

// Names of outputs have precedence over those of other values. A value may
// already have the name of an input or of another output.
LogicalResult GraphWriter::nameOutputs() {
  Operation *end = function.getBody().front().getTerminator();
  llvm::StringSet<> known;
  for (auto [index, operand] : llvm::enumerate(end->getOperands())) {
    std::string &name =
        outputNames.emplace_back(getResultName(function, index).str());
    if (name.empty())
      continue;
    if (!known.insert(name).second)
      return emitUnwritable(function)
             << "two outputs are called '" << name << "'";
    Value value = getWritten(operand);
    if (names.get(value) == name)
      continue;
    if (!names.take(name))
      return emitUnwritable(function) << "an input and another output are both "
                                         "called '"
                                      << name << "'";
    if (!names.has(value))
      names.assign(value, name);
  }
  return success();
}

// Inputs and outputs with a name keep it, all others get a new one.
LogicalResult GraphWriter::nameInputsAndOutputs() {
  if (failed(nameInputs()) || failed(nameOutputs()))
    return failure();
  for (BlockArgument argument : function.getArguments()) {
    names.give(argument, getFallback("arg", argument.getArgNumber()), "arg");
    names.define(argument);
  }
  Operation *end = function.getBody().front().getTerminator();
  for (auto [index, operand] : llvm::enumerate(end->getOperands())) {
    std::string &name = outputNames[index];
    if (!name.empty())
      continue;
    name = getFallback("result", index);
    if (!names.take(name))
      name = names.invent("result");
    Value value = getWritten(operand);
    if (!names.has(value))
      names.assign(value, name);
  }
  return success();
}

// Gives a value another name by an Identity, for a value that is two outputs,
// or an input and an output.
LogicalResult GraphWriter::writeIdentity(Value value, StringRef name,
                                         onnx::GraphProto &graph) {
  if (isa<SequenceType>(value.getType()) &&
      opset < opsets::kFirstIdentityOfSequence)
    return emitUnwritable(function)
           << "output '" << name << "' is also '" << names.get(value)
           << "', and below opset " << opsets::kFirstIdentityOfSequence
           << " a sequence cannot have two names";
  onnx::NodeProto &node = *graph.add_node();
  node.set_op_type("Identity");
  node.add_input(names.get(value).str());
  node.add_output(name.str());
  return success();
}

LogicalResult GraphWriter::writeOutputs(onnx::GraphProto &graph) {
  Operation *end = function.getBody().front().getTerminator();
  for (auto [index, operand] : llvm::enumerate(end->getOperands())) {
    StringRef name = outputNames[index];
    Value value = getWritten(operand);
    if (name != names.get(value) && failed(writeIdentity(value, name, graph)))
      return failure();
    if (failed(declareFunctionValue(function, name, operand.getType(),
                                    function.getResultAttrDict(index),
                                    /*isResult=*/true, *graph.add_output())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

// Whether a constant was a node. A constant that was not in the model is an
// initializer; without a location, the constant's position in the order
// decides.
static bool isConstantNode(arith::ConstantOp op, StringAttr name,
                           bool isAtStart) {
  if (!name)
    return false;
  if (name.empty())
    return true;
  std::optional<ModelName> place = getModelName(op.getLoc());
  return place ? place->isNode : !isAtStart;
}

LogicalResult GraphWriter::writeConstant(arith::ConstantOp op,
                                         onnx::GraphProto &graph) {
  auto elements = dyn_cast<ElementsAttr>(op.getValue());
  if (!elements || !isa<RankedTensorType>(op.getType()))
    return emitUnwritable(op)
           << "expected a constant to be a tensor, but got " << op.getType();
  auto name = op->getAttrOfType<StringAttr>(OnnxOpsDialect::kNameAttr);
  if (isConstantNode(op, name, isAtStart)) {
    onnx::NodeProto &node = startNode(op, "Constant", graph);
    NamedAttribute value(StringAttr::get(op.getContext(), "value"), elements);
    return writeAttribute(op, value, constants, node);
  }
  names.give(op, name ? name.strref() : "", "constant");
  usesInitializers = true;
  onnx::TensorProto &proto = *graph.add_initializer();
  proto.set_name(names.get(op).str());
  if (auto doc = op->getAttrOfType<StringAttr>(metadata::kDocAttr))
    proto.set_doc_string(doc.str());
  return constants.writeInitializer(op, elements, proto);
}

//===----------------------------------------------------------------------===//
// Any graph
//===----------------------------------------------------------------------===//

LogicalResult GraphWriter::verifyOperands(Operation *op) {
  for (auto [index, operand] : llvm::enumerate(op->getOperands()))
    if (!names.has(operand) && !isa<NoneType>(operand.getType()))
      return emitUnwritable(op)
             << "operand #" << index << " is not defined before its use";
  return success();
}

LogicalResult GraphWriter::writeOp(Operation *op, onnx::GraphProto &graph) {
  if (Value source = getCastSource(op)) {
    names.assign(op->getResult(0), names.get(source));
    return success();
  }
  if (auto empty = dyn_cast<SequenceEmptyV11Op>(op);
      empty && isCopyOfEmpty(empty))
    return success();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return writeConstant(constant, graph);
  // Absent operands have no name and no node.
  if (isNoValue(op))
    return success();
  if (auto version = dyn_cast<VersionedOpInterface>(op))
    return writeVersioned(version, graph);
  if (isOnnxOp(op) && op->getName().stripDialect() != "Yield")
    return writeOnnxOperator(op, graph);
  return emitUnwritable(op) << "it has no ONNX equivalent";
}

LogicalResult GraphWriter::writeOps(Block &block, onnx::GraphProto &graph) {
  // Not without_terminator(), since an unregistered op may end the region.
  for (Operation &op : llvm::drop_end(block)) {
    if (failed(verifyOperands(&op)) || failed(writeOp(&op, graph)))
      return failure();
    for (Value result : op.getResults())
      names.define(result);
  }
  return verifyOperands(block.getTerminator());
}

LogicalResult GraphWriter::write(onnx::GraphProto &graph) {
  names.enterGraph();
  if (failed(nameInputsAndOutputs()) || failed(writeInputs(graph)) ||
      failed(writeOps(function.getBody().front(), graph)) ||
      failed(writeOutputs(graph)))
    return failure();
  names.leaveGraph();
  return success();
}
