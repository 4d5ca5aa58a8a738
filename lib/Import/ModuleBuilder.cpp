//===- ModuleBuilder.cpp - build a module from a graph --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the function that contains the nodes: arguments with the model's names
// and defaults, and results.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Import/ModuleBuilder.h"

#include "GraphBuilder.h"
#include "NodeBuilders.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "onnxops/Data/ElementsAttr.h"
#include "onnxops/Dialect/OnnxOps/IR/ModelMetadata.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

namespace {
class ModuleBuilder {
public:
  ModuleBuilder(const FileModel &model, MLIRContext &context,
                const ImportOptions &options)
      : model(model), graph(model.graph), options(options), context(context),
        builder(&context), nodes(model, options, builder) {}

  OwningOpRef<ModuleOp> build();

private:
  void collectDefaults();
  LogicalResult addInput(ValueId id);
  LogicalResult addInitializer(const GraphInitializer &initializer);
  LogicalResult addResults(func::FuncOp function);
  ModelMetadata getMetadata() const;

  DictionaryAttr makeValueAttrs(ValueId id,
                                const std::optional<DeclaredType> &declared,
                                Type type, StringRef doc,
                                ElementsAttr defaultValue);
  DictionaryAttr makeResultAttrs(const GraphOutput &output, Type type);

  const FileModel &model;
  const Graph &graph;
  const ImportOptions &options;
  MLIRContext &context;
  OpBuilder builder;
  GraphBuilder nodes;

  // The initializers of graph inputs, unless they are frozen.
  DenseMap<ValueId, const GraphInitializer *> defaults;
  Block *body = nullptr;
  SmallVector<Attribute> argumentAttrs;
};
} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

// The attributes of an argument or result: its name, documentation, dimension
// symbols and default value. Drops symbols of sequences, which have no effect.
DictionaryAttr ModuleBuilder::makeValueAttrs(
    ValueId id, const std::optional<DeclaredType> &declared, Type type,
    StringRef doc, ElementsAttr defaultValue) {
  NamedAttrList attrs;
  attrs.set(OnnxOpsDialect::kNameAttr,
            builder.getStringAttr(model.values[id].name));
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
  if (declared && !declared->otherKind.empty() && isa<AnyType>(type))
    attrs.set(metadata::kTypeProtoAttr,
              builder.getStringAttr(declared->otherKind));
  if (!doc.empty())
    attrs.set(metadata::kDocAttr, builder.getStringAttr(doc));
  if (defaultValue)
    attrs.set(OnnxOpsDialect::kDefaultAttr, defaultValue);
  return attrs.getDictionary(&context);
}

void ModuleBuilder::collectDefaults() {
  llvm::DenseSet<ValueId> inputs(graph.inputs.begin(), graph.inputs.end());
  for (const GraphInitializer &initializer : graph.initializers)
    if (inputs.contains(initializer.value))
      defaults[initializer.value] = &initializer;
}

// Checks the type of the initializer of an input, for frozen inputs and
// defaults.
static LogicalResult
checkDefault(Location loc, const GraphInitializer &initializer, Type declared) {
  Type type;
  if (auto *stored = std::get_if<StoredTensor>(&initializer.data))
    type = stored->type;
  else
    type =
        getTensorType(std::get<TensorData>(initializer.data), loc.getContext());
  if (areCompatibleTypes(declared, type))
    return success();
  return emitError(loc) << "expected an initializer of type " << declared
                        << ", as the graph input has, but got " << type;
}

LogicalResult ModuleBuilder::addInput(ValueId id) {
  Location loc = nodes.getLoc(id);
  const GraphValue &input = model.values[id];
  Type type = convertType(*input.type, &context);
  ElementsAttr defaultValue;
  if (const GraphInitializer *initializer = defaults.lookup(id)) {
    if (failed(checkDefault(loc, *initializer, type)))
      return failure();
    if (options.freezeInitializers)
      return success(); // addInitializer defines it
    defaultValue = buildElements(nodes.getElements(), *initializer, input.name);
  }
  if (failed(nodes.define(loc, id, body->addArgument(type, loc))))
    return failure();
  argumentAttrs.push_back(
      makeValueAttrs(id, input.type, type, input.doc, defaultValue));
  return success();
}

LogicalResult
ModuleBuilder::addInitializer(const GraphInitializer &initializer) {
  ValueId id = initializer.value;
  const GraphInitializer *defaultValue = defaults.lookup(id);
  if (defaultValue == &initializer && !options.freezeInitializers)
    return success();
  // An input may have only one initializer.
  if (defaultValue && defaultValue != &initializer)
    return emitError(nodes.getLoc(id))
           << "value '" << model.values[id].name << "' has two initializers";
  return nodes.addInitializer(initializer);
}

//===----------------------------------------------------------------------===//
// Results and the module
//===----------------------------------------------------------------------===//

// The rank that a model declares for a result is not used, but kept for export,
// since other readers of the model need it.
DictionaryAttr ModuleBuilder::makeResultAttrs(const GraphOutput &output,
                                              Type type) {
  NamedAttrList attrs = makeValueAttrs(output.value, output.type, type,
                                       output.doc, /*defaultValue=*/{});
  if (isa<UnrankedTensorType>(type) && output.type && output.type->dimensions)
    attrs.set(metadata::kDeclaredAttr,
              TypeAttr::get(convertType(*output.type, &context)));
  return attrs.getDictionary(&context);
}

LogicalResult ModuleBuilder::addResults(func::FuncOp function) {
  SmallVector<Value> results;
  SmallVector<DictionaryAttr> attrs;
  llvm::DenseSet<ValueId> seen;
  for (const GraphOutput &output : graph.outputs) {
    FailureOr<Value> value = nodes.getOutput(output);
    if (failed(value))
      return failure();
    if (!seen.insert(output.value).second)
      return emitError(nodes.getLoc(output.value))
             << "the graph output is listed twice";
    results.push_back(*value);
    attrs.push_back(makeResultAttrs(output, value->getType()));
  }
  func::ReturnOp::create(builder, getModelLoc(&context, model.file), results);
  function.setType(builder.getFunctionType(body->getArgumentTypes(),
                                           ValueRange(results).getTypes()));
  function.setArgAttrsAttr(builder.getArrayAttr(argumentAttrs));
  function.setAllResultAttrs(attrs);
  return success();
}

// The metadata of the file, with a format that can hold the module: the first
// ones have no opsets, or no constants that are not inputs.
ModelMetadata ModuleBuilder::getMetadata() const {
  ModelMetadata metadata = model.metadata;
  if (model.format == ModelFormat::ONNX)
    metadata.irVersion =
        std::max(metadata.irVersion.value_or(0),
                 nodes.hasInitializers() ? metadata::kFormatOfConstants
                                         : metadata::kFirstFormat);
  return metadata;
}

OwningOpRef<ModuleOp> ModuleBuilder::build() {
  Location loc = getModelLoc(&context, model.file);
  OwningOpRef<ModuleOp> module = ModuleOp::create(loc);
  if (model.format == ModelFormat::ONNX)
    (*module)->setAttr(OnnxOpsDialect::kOpsetAttr,
                       builder.getI64IntegerAttr(model.opset));
  builder.setInsertionPointToStart(module->getBody());
  auto function = func::FuncOp::create(builder, loc, "main",
                                       builder.getFunctionType({}, {}));
  setDoc(function, graph.doc);
  body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);

  collectDefaults();
  for (ValueId id : graph.inputs)
    if (failed(addInput(id)))
      return nullptr;
  for (const GraphInitializer &initializer : graph.initializers)
    if (failed(addInitializer(initializer)))
      return nullptr;
  if (failed(nodes.addNodes(graph)) || failed(addResults(function)))
    return nullptr;
  setMetadata(*module, getMetadata());
  if (failed(verify(*module)))
    return nullptr;
  return module;
}

OwningOpRef<ModuleOp> mlir::onnxops::buildModule(const FileModel &model,
                                                 MLIRContext &context,
                                                 const ImportOptions &options) {
  DialectRegistry registry;
  registerOnnxOperators(registry);
  context.appendDialectRegistry(registry);
  context.loadDialect<OnnxOpsDialect, arith::ArithDialect, func::FuncDialect>();
  context.allowUnregisteredDialects();
  return ModuleBuilder(model, context, options).build();
}
