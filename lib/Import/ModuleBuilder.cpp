//===- ModuleBuilder.cpp - a graph to a module ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the function around the nodes: arguments, constants, results. Checks
// that every value is defined once and before it is used.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/ModuleBuilder.h"

#include "NodeBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Import/OperatorTable.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
class ModuleBuilder {
public:
  ModuleBuilder(const Model &model, MLIRContext &context,
                const ImportOptions &options)
      : model(model), graph(model.graph), options(options), context(context),
        builder(&context), table(&context), values(graph.values.size()) {}

  OwningOpRef<ModuleOp> build();

private:
  void collectDefaults();
  LogicalResult addInput(ValueId id);
  LogicalResult addInitializer(const GraphInitializer &initializer);
  LogicalResult addNode(const GraphNode &node, unsigned number);
  LogicalResult addResults(func::FuncOp function);

  FailureOr<SmallVector<Value>> getOperands(Location loc,
                                            const GraphNode &node);
  LogicalResult defineResults(Location loc, const GraphNode &node,
                              ValueRange results);
  FailureOr<SmallVector<Value>> buildNode(Location loc, const GraphNode &node,
                                          ValueRange operands);
  FailureOr<SmallVector<Value>>
  buildUnknown(Location loc, const GraphNode &node, ValueRange operands);

  LogicalResult define(Location loc, ValueId id, Value value);
  DictionaryAttr makeValueAttrs(ValueId id,
                                const std::optional<DeclaredType> &declared,
                                Type type, ElementsAttr defaultValue);
  Type getDeclaredType(ValueId id);
  Location getLoc(ValueId id) {
    return getValueLoc(&context, model.file, graph.values[id].name);
  }

  const Model &model;
  const Graph &graph;
  const ImportOptions &options;
  MLIRContext &context;
  OpBuilder builder;
  OperatorTable table;

  SmallVector<Value> values; // by ValueId, null while not defined
  // The initializers of graph inputs, unless they are frozen.
  DenseMap<ValueId, const TensorData *> defaults;
  Block *body = nullptr;
  SmallVector<Attribute> argumentAttrs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

LogicalResult ModuleBuilder::define(Location loc, ValueId id, Value value) {
  if (values[id])
    return emitError(loc) << "value '" << graph.values[id].name
                          << "' is defined twice";
  values[id] = value;
  return success();
}

Type ModuleBuilder::getDeclaredType(ValueId id) {
  if (id == kNoValue || !graph.values[id].type)
    return Type();
  return convertType(*graph.values[id].type, &context);
}

// The attributes of an argument or result: its name, the symbols among its
// dimensions, and the value that it has by default. Symbols inside a sequence
// bind nothing, so they are not kept.
DictionaryAttr
ModuleBuilder::makeValueAttrs(ValueId id,
                              const std::optional<DeclaredType> &declared,
                              Type type, ElementsAttr defaultValue) {
  NamedAttrList attrs;
  attrs.set(OnnxOpsDialect::kNameAttr,
            builder.getStringAttr(graph.values[id].name));
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && declared && declared->dimensions &&
      declared->dimensions->size() == static_cast<size_t>(tensor.getRank())) {
    auto symbols = llvm::map_to_vector(*declared->dimensions,
                                       [](const GraphDimension &dimension) {
                                         return StringRef(dimension.symbol);
                                       });
    if (!llvm::all_of(symbols, [](StringRef name) { return name.empty(); }))
      attrs.set(OnnxOpsDialect::kDimsAttr, builder.getStrArrayAttr(symbols));
  }
  if (defaultValue)
    attrs.set(OnnxOpsDialect::kDefaultAttr, defaultValue);
  return attrs.getDictionary(&context);
}

//===----------------------------------------------------------------------===//
// Inputs and initializers
//===----------------------------------------------------------------------===//

void ModuleBuilder::collectDefaults() {
  llvm::DenseSet<ValueId> inputs(graph.inputs.begin(), graph.inputs.end());
  for (const GraphInitializer &initializer : graph.initializers)
    if (inputs.contains(initializer.value))
      defaults[initializer.value] = &initializer.data;
}

// Both ways to use an initializer as an input need its type to be right.
static LogicalResult checkDefault(Location loc, const TensorData &data,
                                  Type declared) {
  Type type = getTensorType(data, loc.getContext());
  if (areCompatibleTypes(declared, type))
    return success();
  return emitError(loc) << "expected an initializer of type " << declared
                        << ", as the graph input has, but got " << type;
}

LogicalResult ModuleBuilder::addInput(ValueId id) {
  Location loc = getLoc(id);
  const GraphValue &input = graph.values[id];
  Type type = convertType(*input.type, &context);
  ElementsAttr defaultValue;
  if (const TensorData *data = defaults.lookup(id)) {
    if (failed(checkDefault(loc, *data, type)))
      return failure();
    if (options.freezeInitializers)
      return success(); // addInitializer defines it
    defaultValue = makeElementsAttr(*data, input.name, &context);
  }
  if (failed(define(loc, id, body->addArgument(type, loc))))
    return failure();
  argumentAttrs.push_back(makeValueAttrs(id, input.type, type, defaultValue));
  return success();
}

LogicalResult
ModuleBuilder::addInitializer(const GraphInitializer &initializer) {
  ValueId id = initializer.value;
  const TensorData *defaultValue = defaults.lookup(id);
  if (defaultValue == &initializer.data && !options.freezeInitializers)
    return success();
  Location loc = getLoc(id);
  // Of two initializers of one input, one is not its default.
  if (defaultValue && defaultValue != &initializer.data)
    return emitError(loc) << "value '" << graph.values[id].name
                          << "' has two initializers";
  return define(
      loc, id,
      buildConstant(builder, loc, initializer.data, graph.values[id].name));
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>>
ModuleBuilder::getOperands(Location loc, const GraphNode &node) {
  SmallVector<Value> operands;
  for (auto [index, id] : llvm::enumerate(node.inputs)) {
    Value operand = id == kNoValue ? Value() : values[id];
    if (id != kNoValue && !operand)
      return emitError(loc)
             << "operand #" << index << ": value '" << graph.values[id].name
             << "' is not defined before its use";
    operands.push_back(operand);
  }
  // Operands at the end that are not given are as good as not there.
  while (!operands.empty() && !operands.back())
    operands.pop_back();
  return operands;
}

LogicalResult ModuleBuilder::defineResults(Location loc, const GraphNode &node,
                                           ValueRange results) {
  for (auto [id, result] : llvm::zip_equal(node.outputs, results))
    if (id != kNoValue && failed(define(loc, id, result)))
      return failure();
  return success();
}

// Keeps an operator that is not known, or refuses it.
FailureOr<SmallVector<Value>> ModuleBuilder::buildUnknown(Location loc,
                                                          const GraphNode &node,
                                                          ValueRange operands) {
  if (!options.allowUnsupported) {
    InFlightDiagnostic error = emitError(loc);
    error << "operator " << node.opType;
    if (node.domain.empty())
      error << " of opset " << model.opset;
    else
      error << " of domain '" << node.domain << "'";
    return error << " is not supported";
  }
  auto declared = llvm::map_to_vector(
      node.outputs, [&](ValueId id) { return getDeclaredType(id); });
  FailureOr<Operation *> op =
      buildUnsupported(builder, loc, node, operands, declared);
  if (failed(op))
    return failure();
  return SmallVector<Value>((*op)->getResults());
}

FailureOr<SmallVector<Value>> ModuleBuilder::buildNode(Location loc,
                                                       const GraphNode &node,
                                                       ValueRange operands) {
  StringRef family;
  if (node.domain.empty())
    family = OperatorTable::getFamilyOfOnnx(node.opType);
  ValueId output = node.outputs.empty() ? kNoValue : node.outputs.front();
  FailureOr<Value> result = failure();
  if (!family.empty()) {
    int64_t opset = std::min(model.opset, OnnxOpsDialect::kLatestOpset);
    std::optional<RegisteredOperationName> name = table.lookUp(family, opset);
    if (!name)
      return emitError(loc) << node.opType << " exists from opset "
                            << table.getFirstOpset(family)
                            << " on, but the model's opset is " << model.opset;
    result = buildVersionedOp(builder, loc, *name, node, operands,
                              getDeclaredType(output));
  } else if (node.domain.empty() && node.opType == "Constant") {
    StringRef name;
    if (output != kNoValue)
      name = graph.values[output].name;
    result = buildConstantNode(builder, loc, node, name);
  } else if (node.domain.empty() && node.opType == "Identity") {
    result = buildIdentity(builder, loc, node, operands, model.opset);
  } else {
    return buildUnknown(loc, node, operands);
  }
  if (failed(result))
    return failure();
  return SmallVector<Value>{*result};
}

LogicalResult ModuleBuilder::addNode(const GraphNode &node, unsigned number) {
  Location loc = getNodeLoc(&context, model.file, number, node.label);
  FailureOr<SmallVector<Value>> operands = getOperands(loc, node);
  if (failed(operands))
    return failure();
  FailureOr<SmallVector<Value>> results = buildNode(loc, node, *operands);
  if (failed(results))
    return failure();
  return defineResults(loc, node, *results);
}

//===----------------------------------------------------------------------===//
// Results and the whole
//===----------------------------------------------------------------------===//

LogicalResult ModuleBuilder::addResults(func::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> attrs;
  llvm::DenseSet<ValueId> seen;
  for (const GraphOutput &output : graph.outputs) {
    Location loc = getLoc(output.value);
    Value value = values[output.value];
    if (!value)
      return emitError(loc) << "the graph output is not defined";
    if (!seen.insert(output.value).second)
      return emitError(loc) << "the graph output is listed twice";
    Type declared =
        output.type ? convertType(*output.type, &context) : value.getType();
    if (!areCompatibleTypes(declared, value.getType()))
      return emitError(loc)
             << "expected the graph output to have type " << value.getType()
             << ", but it is declared as " << declared;
    results.push_back(value);
    attrs.push_back(makeValueAttrs(output.value, output.type, value.getType(),
                                   /*defaultValue=*/{}));
  }
  func::ReturnOp::create(builder, getModelLoc(&context, model.file), results);
  function.setType(builder.getFunctionType(body->getArgumentTypes(),
                                           ValueRange(results).getTypes()));
  function.setArgAttrsAttr(builder.getArrayAttr(argumentAttrs));
  function.setAllResultAttrs(attrs);
  return success();
}

OwningOpRef<ModuleOp> ModuleBuilder::build() {
  Location loc = getModelLoc(&context, model.file);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  (*module)->setAttr(OnnxOpsDialect::kOpsetAttr,
                     builder.getI64IntegerAttr(model.opset));
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(builder, loc, "main",
                                       builder.getFunctionType({}, {}));
  body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);

  collectDefaults();
  for (ValueId id : graph.inputs)
    if (failed(addInput(id)))
      return nullptr;
  for (const GraphInitializer &initializer : graph.initializers)
    if (failed(addInitializer(initializer)))
      return nullptr;
  for (auto [index, node] : llvm::enumerate(graph.nodes))
    if (failed(addNode(node, index + 1)))
      return nullptr;
  if (failed(addResults(function)) || failed(verify(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> mlir::onnxops::buildModule(const Model &model,
                                                 MLIRContext &context,
                                                 const ImportOptions &options) {
  context.loadDialect<OnnxOpsDialect, arith::ArithDialect, func::FuncDialect>();
  context.allowUnregisteredDialects();
  return ModuleBuilder(model, context, options).build();
}
