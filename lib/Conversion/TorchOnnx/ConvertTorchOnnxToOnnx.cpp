//===- ConvertTorchOnnxToOnnx.cpp - from torch-mlir's ONNX importer -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch-mlir's importer writes an operator of ONNX as a torch.operator, whose
// name and attributes say which: they become generic ops of the dialect onnx.
//
//===----------------------------------------------------------------------===//

#include "TorchOnnx.h"
#include "Types.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "onnxops/Conversion/Passes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OperatorTable.h"
#include "onnxops/Onnx/Operators.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_CONVERTTORCHONNXTOONNX
#include "onnxops/Conversion/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// The operator that a torch.operator is; empty for other ops.
static StringRef getOperator(Operation *op) {
  if (op->getName().getStringRef() != torch::kOperator)
    return "";
  auto name = getAllAttributes(op).getAs<StringAttr>(torch::kName);
  StringRef text = name ? name.strref() : "";
  return text.consume_front("onnx.") ? text : "";
}

// Lists of integers and constants have signed elements in torch-mlir.
static Attribute importAttribute(Attribute attribute) {
  auto list = dyn_cast<ArrayAttr>(attribute);
  if (!list)
    return importTorchConstant(attribute);
  Builder builder(attribute.getContext());
  return builder.getArrayAttr(
      llvm::map_to_vector(list, [&](Attribute element) -> Attribute {
        auto integer = dyn_cast<IntegerAttr>(element);
        return integer && integer.getType().isSignedInteger(64)
                   ? builder.getI64IntegerAttr(integer.getSInt())
                   : importTorchConstant(element);
      }));
}

static FailureOr<NamedAttrList> importAttributes(Operation *op) {
  NamedAttrList attributes;
  for (NamedAttribute attribute : getAllAttributes(op)) {
    StringRef name = attribute.getName();
    if (name == torch::kName)
      continue;
    if (!name.consume_front(torch::kAttributePrefix)) {
      attributes.set(attribute.getName(), attribute.getValue());
      continue;
    }
    if (name.empty() || isReservedAttribute(name))
      return op->emitOpError("unsupported name of an attribute: '")
             << attribute.getName().strref() << "'";
    attributes.set(name, importAttribute(attribute.getValue()));
  }
  return attributes;
}

namespace {

/// Converts the ops of a module.
class TorchOnnxConverter {
public:
  explicit TorchOnnxConverter(MLIRContext *context) : table(context) {}

  LogicalResult convert(Operation *op);

private:
  Value getNoValue(Operation *op);
  SmallVector<Value> getOperands(Operation *op, StringRef opType);
  LogicalResult convertOperator(Operation *op, StringRef opType);

  OperatorTable table;
  /// The value of each block that stands for operands that are not given.
  DenseMap<Block *, Value> noValues;
};

} // namespace

// The one of the block, which the importer writes first; a new one without.
Value TorchOnnxConverter::getNoValue(Operation *op) {
  Value &value = noValues[op->getBlock()];
  if (!value) {
    OpBuilder builder(op);
    OperationState state(op->getLoc(), "onnx.NoValue");
    state.addAttribute("value", builder.getUnitAttr());
    state.addTypes(builder.getNoneType());
    value = builder.create(state)->getResult(0);
  }
  return value;
}

// The operands, with one that is not given where the importer leaves out the
// last of an operator of the dialect.
SmallVector<Value> TorchOnnxConverter::getOperands(Operation *op,
                                                   StringRef opType) {
  SmallVector<Value> operands(op->getOperands());
  StringRef family = OperatorTable::getFamilyOfOnnx(opType);
  if (family.empty())
    return operands;
  auto name = table.lookUp(family, OnnxOpsDialect::kLatestOpset);
  ArrayRef<OperandInfo> infos =
      name->getInterface<VersionedOpInterface>()->getOperandInfos();
  if (!infos.empty() && infos.back().arity == OperandInfo::Optional &&
      operands.size() + 1 == infos.size())
    operands.push_back(getNoValue(op));
  return operands;
}

LogicalResult TorchOnnxConverter::convertOperator(Operation *op,
                                                  StringRef opType) {
  FailureOr<NamedAttrList> attributes = importAttributes(op);
  if (failed(attributes))
    return failure();
  // A result of type !torch.none is one whose type the importer does not know.
  SmallVector<Type> types(op->getResultTypes());
  for (Type &type : types)
    if (isa<NoneType>(type))
      type = AnyType::get(op->getContext());
  OperationState state(op->getLoc(), ("onnx." + opType).str(),
                       getOperands(op, opType), types, attributes->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  OpBuilder builder(op);
  Operation *built = builder.create(state);
  for (auto [index, place] : llvm::enumerate(torch::getRegionOrder(built)))
    built->getRegion(place).takeBody(op->getRegion(index));
  op->replaceAllUsesWith(built);
  op->erase();
  return success();
}

LogicalResult TorchOnnxConverter::convert(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (StringRef opType = getOperator(op); !opType.empty())
    return convertOperator(op, opType);
  Operation *parent = op->getParentOp();
  if (name == torch::kTerminator && parent && !getOperator(parent).empty()) {
    OperationState yield(op->getLoc(), "onnx.Yield");
    yield.addOperands(op->getOperands());
    OpBuilder(op).create(yield);
    op->erase();
  } else if (name == torch::kNone && op->getNumResults() == 1) {
    noValues.erase(op->getBlock());
    op->replaceAllUsesWith(ValueRange(getNoValue(op)));
    op->erase();
  }
  return success();
}

// The opset of the functions becomes that of the module.
static LogicalResult importOpset(ModuleOp module) {
  func::FuncOp first;
  std::optional<int64_t> opset;
  for (auto function : module.getOps<func::FuncOp>()) {
    std::optional<int64_t> given =
        getIntegerValue(function->getAttr(torch::kOpset));
    if (!given)
      continue;
    if (opset && opset != given) {
      InFlightDiagnostic error = function.emitError()
                                 << "expected opset " << *opset
                                 << ", as another function has, but got "
                                 << *given;
      error.attachNote(first.getLoc()) << "the other function";
      return error;
    }
    first = function;
    opset = given;
  }
  if (opset)
    module->setAttr(OnnxOpsDialect::kOpsetAttr,
                    Builder(module).getI64IntegerAttr(*opset));
  return success();
}

namespace {

struct ConvertTorchOnnxToOnnx
    : onnxops::impl::ConvertTorchOnnxToOnnxBase<ConvertTorchOnnxToOnnx> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    WalkResult found = module.walk([](Operation *op) {
      return getOperator(op).empty() ? WalkResult::advance()
                                     : WalkResult::interrupt();
    });
    if (!found.wasInterrupted())
      return; // of other origin
    importTorchTypes(module);
    TorchOnnxConverter converter(&getContext());
    // The ops of a region before the op that has it.
    WalkResult walk = module.walk(
        [&](Operation *op) { return WalkResult(converter.convert(op)); });
    if (walk.wasInterrupted() || failed(importOpset(module)))
      signalPassFailure();
  }
};

} // namespace
