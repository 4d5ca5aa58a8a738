//===- BuildEntries.cpp - entry points of public functions ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Replaces the tensor arguments of a function by a pointer to an array of
// descriptors: with one group of arguments per tensor, a function of 10,000
// operands takes minutes to compile. Runs before bufferization, so that inputs
// are known to be read-only and outputs to be memory of the caller.
//
//===----------------------------------------------------------------------===//

#include "Signature.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/ElementTypes.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Calls/Passes.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_BUILDENTRIES
#include "onnxops/Transforms/Calls/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Inputs and outputs
//===----------------------------------------------------------------------===//

// Reads the attributes that the importer and the conversion set on a value.
static FailureOr<EntryValue> describeValue(func::FuncOp function, Type type,
                                           DictionaryAttr attributes,
                                           const Twine &what) {
  EntryValue value = {type, {}, {}, 0};
  if (attributes) {
    if (auto original = attributes.getAs<TypeAttr>(OnnxOpsDialect::kTypeAttr))
      value.type = original.getValue();
    value.name = attributes.getAs<StringAttr>(OnnxOpsDialect::kNameAttr);
    value.dims = attributes.getAs<ArrayAttr>(OnnxOpsDialect::kDimsAttr);
  }
  Type element;
  if (auto sequence = dyn_cast<SequenceType>(value.type))
    element = sequence.getTensorType().getElementType();
  else if (auto tensor = dyn_cast<TensorType>(value.type))
    element = tensor.getElementType();
  else
    return function.emitError("expected ")
           << what << " of a public function to be a tensor or a sequence, "
           << "but got " << type;
  std::optional<int64_t> number = getOnnxOfElementType(element);
  if (!number)
    return function.emitError("expected ")
           << what << " of a public function to have an element type of ONNX, "
           << "but got " << element;
  if (isa<UnrankedTensorType>(type))
    return function.emitError("expected ")
           << what << " of a public function to have a known rank, but got "
           << type;
  value.elementType = *number;
  return value;
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

// Reads input `index`.
static Value buildArgument(OpBuilder &builder, Location loc, int64_t index,
                           Type type, int64_t elementType) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return ArgumentOp::create(builder, loc, type, index, elementType);
  auto memref = MemRefType::get(tensor.getShape(), tensor.getElementType());
  Value memory = ArgumentOp::create(builder, loc, memref, index, elementType);
  // Restrict: no other op of the function accesses the memory. Not writable:
  // it is the caller's.
  return bufferization::ToTensorOp::create(builder, loc, tensor, memory,
                                           /*restrict=*/true);
}

// Returns `value` to the caller as output `index`.
static void buildOutput(OpBuilder &builder, Location loc, int64_t index,
                        Value value, int64_t elementType) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor) {
    OutputSequenceOp::create(builder, loc, index, value);
    return;
  }
  SmallVector<Value> sizes;
  for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
    if (tensor.isDynamicDim(dim))
      sizes.push_back(tensor::DimOp::create(builder, loc, value, dim));
  auto memref = MemRefType::get(tensor.getShape(), tensor.getElementType());
  Value memory =
      OutputOp::create(builder, loc, memref, index, elementType, sizes);
  bufferization::MaterializeInDestinationOp::create(
      builder, loc, /*result=*/Type(), value, memory, /*restrict=*/true,
      /*writable=*/true);
}

// Replaces a return of values by output ops and a return of success.
static void buildReturn(func::ReturnOp op, ArrayRef<EntryValue> outputs) {
  OpBuilder builder(op);
  for (auto [index, value] : llvm::enumerate(op.getOperands()))
    buildOutput(builder, op.getLoc(), index, value, outputs[index].elementType);
  Value ok = arith::ConstantIntOp::create(builder, op.getLoc(), 0, 32);
  func::ReturnOp::create(builder, op.getLoc(), ok);
  op.erase();
}

static LogicalResult buildEntry(func::FuncOp function, bool hasCallers) {
  SmallVector<EntryValue> inputs, outputs;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    FailureOr<EntryValue> value =
        describeValue(function, type, function.getArgAttrDict(index),
                      "argument " + Twine(index));
    if (failed(value))
      return failure();
    inputs.push_back(*value);
  }
  for (auto [index, type] : llvm::enumerate(function.getResultTypes())) {
    FailureOr<EntryValue> value =
        describeValue(function, type, function.getResultAttrDict(index),
                      "result " + Twine(index));
    if (failed(value))
      return failure();
    outputs.push_back(*value);
  }

  OpBuilder builder(function);
  Location loc = function.getLoc();
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  Type i64 = builder.getI64Type(), i32 = builder.getI32Type();
  auto entry = func::FuncOp::create(
      builder, loc, ("onnxops_" + function.getName()).str(),
      builder.getFunctionType({pointer, i64, pointer}, i32));
  Block *block = entry.addEntryBlock();
  builder.setInsertionPointToStart(block);
  Signature signature(function.getName(), inputs, outputs);
  EnterOp::create(
      builder, loc, signature.getNumbers(), signature.getNames(),
      function->getAttrOfType<IntegerAttr>(OnnxOpsDialect::kRanksAttr));
  SmallVector<Value> arguments;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
    arguments.push_back(
        buildArgument(builder, loc, index, type, inputs[index].elementType));

  if (hasCallers) {
    auto call = func::CallOp::create(builder, loc, function, arguments);
    buildReturn(func::ReturnOp::create(builder, loc, call.getResults()),
                outputs);
    function.setPrivate();
    return success();
  }
  // Without callers, the body follows in the entry point's first block.
  Block &first = function.front();
  for (auto [argument, value] :
       llvm::zip_equal(first.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  block->getOperations().splice(block->end(), first.getOperations());
  entry.getBody().getBlocks().splice(
      entry.getBody().end(), function.getBody().getBlocks(),
      std::next(function.getBody().begin()), function.getBody().end());
  for (auto op : llvm::make_early_inc_range(entry.getOps<func::ReturnOp>()))
    buildReturn(op, outputs);
  function.erase();
  return success();
}

// A declared function would be defined outside of the module, without our
// convention for errors.
static LogicalResult refuseUnknownCallees(ModuleOp module) {
  llvm::StringSet<> declared;
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isExternal())
      declared.insert(function.getName());
  WalkResult refused = module.walk([&](Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op);
        call && declared.contains(call.getCallee())) {
      op->emitError("expected a call of a function with a body, but '")
          << call.getCallee() << "' has none";
      return WalkResult::interrupt();
    }
    if (isa<func::CallIndirectOp, func::ConstantOp>(op)) {
      op->emitError("functions as values cannot be lowered");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(refused.wasInterrupted());
}

// Prefixes reserved for entry points and the run-time library.
static LogicalResult refuseReservedNames(ModuleOp module) {
  for (auto function : module.getOps<func::FuncOp>())
    if (function.getName().starts_with("onnxops"))
      return function.emitError("expected a name of a function that does not "
                                "begin with 'onnxops', but got '")
             << function.getName() << "'";
  return success();
}

static DictionaryAttr removeInterfaceAttributes(MLIRContext *context,
                                                DictionaryAttr attributes) {
  SmallVector<NamedAttribute> kept;
  if (attributes)
    for (NamedAttribute attribute : attributes)
      if (!isa_and_nonnull<OnnxOpsDialect>(attribute.getNameDialect()))
        kept.push_back(attribute);
  return DictionaryAttr::getWithSorted(context, kept);
}

// The entry points have read the attributes, and LLVM would warn of each. All
// at once, since setting those of one argument rewrites the list of all.
static void removeInterfaceAttributes(func::FuncOp function) {
  SmallVector<DictionaryAttr> kept;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    kept.push_back(removeInterfaceAttributes(function.getContext(),
                                             function.getArgAttrDict(i)));
  function.setAllArgAttrs(kept);
  kept.clear();
  function->removeAttr(OnnxOpsDialect::kRanksAttr);
  for (unsigned i = 0, e = function.getNumResults(); i < e; ++i)
    kept.push_back(removeInterfaceAttributes(function.getContext(),
                                             function.getResultAttrDict(i)));
  function.setAllResultAttrs(kept);
}

// What onnxops-assign-shards or shard-partition would have read.
static LogicalResult refuseAnnotations(ModuleOp module) {
  WalkResult walked = module.walk([](shard::ShardOp op) -> WalkResult {
    return op.emitError("unsupported: an annotation in code for one rank: "
                        "pipelines take the option ranks");
  });
  return failure(walked.wasInterrupted());
}

// The entry points have the number of ranks, and MLIR's translation to LLVM IR
// does not take grids, which no pass of upstream erases.
static void eraseGrids(ModuleOp module) {
  for (auto grid : llvm::make_early_inc_range(module.getOps<shard::GridOp>()))
    if (SymbolTable::symbolKnownUseEmpty(grid, module))
      grid.erase();
}

namespace {

struct BuildEntries : onnxops::impl::BuildEntriesBase<BuildEntries> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(refuseReservedNames(module)) ||
        failed(refuseUnknownCallees(module)) ||
        failed(refuseAnnotations(module)))
      return signalPassFailure();
    llvm::StringSet<> called;
    module.walk([&](func::CallOp call) { called.insert(call.getCallee()); });
    for (auto function :
         llvm::make_early_inc_range(module.getOps<func::FuncOp>())) {
      if (function.isExternal() || !function.isPublic())
        continue;
      if (failed(buildEntry(function, called.contains(function.getName()))))
        return signalPassFailure();
    }
    for (auto function : module.getOps<func::FuncOp>())
      removeInterfaceAttributes(function);
    eraseGrids(module);
  }
};

} // namespace
