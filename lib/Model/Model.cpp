//===- Model.cpp - a model, its inputs and outputs ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Distinguishes the kinds of model files, and reads the attributes that
// importers attach to functions.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Model/Model.h"

#include "mlir/Pass/PassManager.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Model/ModuleFile.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Support/InputFile.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::onnxops;

bool ValueInfo::isSequence() const { return isa<SequenceType>(type); }

TensorType ValueInfo::getTensorType() const {
  if (auto sequence = dyn_cast<SequenceType>(type))
    return sequence.getTensorType();
  return cast<TensorType>(type);
}

// A module may be one of onnx-mlir or of torch-mlir's importer, whose types the
// calling convention lacks.
static OwningOpRef<ModuleOp> readMLIR(std::unique_ptr<llvm::MemoryBuffer> file,
                                      MLIRContext &context,
                                      bool allowBytecode) {
  auto module = parseModule(std::move(file), context, allowBytecode);
  if (!module)
    return {};
  PassManager pm(&context);
  pm.addPass(createConvertTorchOnnxToOnnx());
  pm.addPass(createConvertOnnxToOnnxOps());
  if (failed(pm.run(*module)))
    return {};
  return module;
}

static void refuse(Location loc, llvm::Error error) {
  emitError(loc) << "cannot read the model: "
                 << llvm::toString(std::move(error));
}

OwningOpRef<ModuleOp> mlir::onnxops::readModule(StringRef path,
                                                MLIRContext &context,
                                                const ImportOptions &import) {
  Location loc = getModelLoc(&context, path);
  StringRef extension = llvm::sys::path::extension(path);
  if (!llvm::is_contained({".onnx", ".xml", ".mlir", ".mlirbc"}, extension)) {
    emitError(loc, "expected a model that ends in .onnx, .xml or .mlir");
    return {};
  }
  llvm::Expected<InputFile> file = InputFile::open(path);
  if (!file) {
    refuse(loc, file.takeError());
    return {};
  }
  if (extension == ".onnx")
    return importONNX(path, context, import);
  if (extension == ".xml")
    return importOpenVINO(path, context, import);
  auto text = file->readAll(kAnyBytes);
  if (text)
    return readMLIR(std::move(*text), context, import.allowBytecode);
  refuse(loc, text.takeError());
  return {};
}

// Describes one argument or result.
static FailureOr<ValueInfo> describeValue(func::FuncOp function, Type type,
                                          DictionaryAttr attributes,
                                          const Twine &fallback) {
  ValueInfo info = {fallback.str(), type, 0, {}, {}};
  if (attributes) {
    if (auto name = attributes.getAs<StringAttr>(OnnxOpsDialect::kNameAttr))
      info.name = name.str();
    if (auto dims = attributes.getAs<ArrayAttr>(OnnxOpsDialect::kDimsAttr))
      for (Attribute dim : dims)
        info.symbols.push_back(isa<StringAttr>(dim)
                                   ? cast<StringAttr>(dim).getValue()
                                   : StringRef());
    info.defaultValue =
        attributes.getAs<ElementsAttr>(OnnxOpsDialect::kDefaultAttr);
  }
  if (!isa<TensorType, SequenceType>(type))
    return function.emitError("expected '")
           << info.name << "' to be a tensor or a sequence, but got " << type;
  std::optional<int64_t> element =
      getOnnxOfElementType(info.getTensorType().getElementType());
  if (!element)
    return function.emitError("expected '")
           << info.name << "' to have an element type of ONNX, but got "
           << info.getTensorType().getElementType();
  info.elementType = *element;
  return info;
}

// Results of arithmetic are compared with a tolerance: of other ONNX operators,
// those that libraries round differently.
static bool isArithmetic(Operation *op) {
  if (isOnnxOperator(op))
    return llvm::is_contained({"Exp", "Sigmoid", "Tanh"},
                              op->getName().stripDialect());
  StringRef dialect = op->getName().getDialectNamespace();
  return (dialect == "arith" || dialect == "math" || dialect == "linalg") &&
         !op->hasTrait<OpTrait::ConstantLike>();
}

static LogicalResult describeFunction(Model &model, func::FuncOp function) {
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    FailureOr<ValueInfo> info = describeValue(
        function, type, function.getArgAttrDict(index), "arg" + Twine(index));
    if (failed(info))
      return failure();
    model.inputs.push_back(std::move(*info));
  }
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<ValueInfo> info =
        describeValue(function, type, function.getResultAttrDict(index),
                      "result" + Twine(index));
    if (failed(info))
      return failure();
    model.outputs.push_back(std::move(*info));
  }
  return success();
}

// The chosen function: if `wanted` is empty, `main`, or the only entry of a
// module of onnx-mlir, or the only model of one of torch-mlir's importer.
static std::string chooseFunction(ModuleOp module, StringRef wanted) {
  if (!wanted.empty())
    return wanted.str();
  SmallVector<StringAttr> entries;
  for (Operation &op : *module.getBody()) {
    if (op.getName().getStringRef() == "onnx.EntryPoint")
      if (auto entry = op.getAttrOfType<SymbolRefAttr>("func"))
        entries.push_back(entry.getLeafReference());
    if (auto function = dyn_cast<func::FuncOp>(op);
        function && function.isPublic() &&
        function->hasAttr("torch.onnx_meta.opset_version"))
      entries.push_back(function.getSymNameAttr());
  }
  if (entries.size() == 1 && !module.lookupSymbol("main"))
    return entries.front().str();
  return "main";
}

static FailureOr<Model>
describeModelAt(Location loc, OwningOpRef<ModuleOp> module, StringRef wanted) {
  Model model;
  model.module = std::move(module);
  model.function = chooseFunction(*model.module, wanted);
  auto function = model.module->lookupSymbol<func::FuncOp>(model.function);
  if (!function || function.isExternal() || !function.isPublic())
    return emitError(loc) << "expected a public function '" << model.function
                          << "' with a body, but got none";
  model.module->walk(
      [&](Operation *op) { model.hasArithmetic |= isArithmetic(op); });
  if (failed(checkConstants(*model.module)) ||
      failed(describeFunction(model, function)))
    return failure();
  return model;
}

FailureOr<Model> mlir::onnxops::describeModel(OwningOpRef<ModuleOp> module,
                                              StringRef function) {
  Location loc = module->getLoc();
  return describeModelAt(loc, std::move(module), function);
}

FailureOr<Model> mlir::onnxops::readModel(StringRef path, StringRef function,
                                          MLIRContext &context,
                                          const ImportOptions &import) {
  OwningOpRef<ModuleOp> module = readModule(path, context, import);
  if (!module)
    return failure();
  return describeModelAt(getModelLoc(&context, path), std::move(module),
                         function);
}
