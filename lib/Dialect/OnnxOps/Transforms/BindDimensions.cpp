//===- BindDimensions.cpp - give symbolic dimensions a size ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Only the types of arguments change: --onnxops-infer-shapes finds what
// follows.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_BINDDIMENSIONS
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

namespace {

struct Binding {
  int64_t size;
  bool isUsed = false;
};

/// The size of each symbol, in the order given.
using Bindings = llvm::MapVector<StringRef, Binding>;

} // namespace

static FailureOr<Bindings> parseBindings(Location loc,
                                         ArrayRef<std::string> texts) {
  Bindings bindings;
  for (StringRef text : texts) {
    auto [symbol, number] = text.rsplit('=');
    int64_t size = 0;
    if (symbol.empty() || number.getAsInteger(10, size) || size < 0)
      return emitError(loc)
             << "expected a dimension as NAME=SIZE, but got '" << text << "'";
    auto [entry, isNew] = bindings.insert({symbol, {size}});
    if (!isNew && entry->second.size != size)
      return emitError(loc)
             << "expected one size of dimension '" << symbol << "', but got "
             << entry->second.size << " and " << size;
  }
  return bindings;
}

// The symbols of the dimensions of an argument or a result; null if it has
// none.
static ArrayAttr getSymbols(DictionaryAttr attributes) {
  return attributes ? attributes.getAs<ArrayAttr>(OnnxOpsDialect::kDimsAttr)
                    : ArrayAttr();
}

// The symbols that are not bound, null if none is left.
static ArrayAttr dropBound(ArrayAttr symbols, const Bindings &bindings) {
  Builder builder(symbols.getContext());
  SmallVector<StringRef> left;
  for (auto symbol : symbols.getAsValueRange<StringAttr>())
    left.push_back(bindings.contains(symbol) ? StringRef() : symbol);
  bool isEmpty =
      llvm::all_of(left, [](StringRef symbol) { return symbol.empty(); });
  return isEmpty ? ArrayAttr() : builder.getStrArrayAttr(left);
}

static Type bindSizes(Type type, ArrayAttr symbols, Bindings &bindings) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() != static_cast<int64_t>(symbols.size()))
    return type;
  SmallVector<int64_t> shape(tensor.getShape());
  for (auto [size, symbol] :
       llvm::zip_equal(shape, symbols.getAsValueRange<StringAttr>())) {
    auto *binding = bindings.find(symbol);
    if (binding == bindings.end())
      continue;
    binding->second.isUsed = true;
    if (ShapedType::isDynamic(size))
      size = binding->second.size;
  }
  return tensor.clone(shape);
}

static void bindArguments(func::FuncOp function, Bindings &bindings) {
  SmallVector<Type> types(function.getArgumentTypes());
  for (auto [index, type] : llvm::enumerate(types)) {
    ArrayAttr symbols = getSymbols(function.getArgAttrDict(index));
    if (!symbols)
      continue;
    type = bindSizes(type, symbols, bindings);
    if (!function.isExternal())
      refineInPlace(function.getArgument(index), type);
    if (ArrayAttr left = dropBound(symbols, bindings))
      function.setArgAttr(index, OnnxOpsDialect::kDimsAttr, left);
    else
      function.removeArgAttr(index, OnnxOpsDialect::kDimsAttr);
  }
  function.setFunctionType(FunctionType::get(function.getContext(), types,
                                             function.getResultTypes()));
}

// The sizes of results follow from inference.
static void unnameResults(func::FuncOp function, const Bindings &bindings) {
  for (unsigned index = 0; index < function.getNumResults(); ++index) {
    ArrayAttr symbols = getSymbols(function.getResultAttrDict(index));
    if (!symbols)
      continue;
    if (ArrayAttr left = dropBound(symbols, bindings))
      function.setResultAttr(index, OnnxOpsDialect::kDimsAttr, left);
    else
      function.removeResultAttr(
          index,
          StringAttr::get(function.getContext(), OnnxOpsDialect::kDimsAttr));
  }
}

// The symbols of all arguments, for a message.
static std::string listSymbols(ModuleOp module) {
  SetVector<StringRef> symbols;
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      if (ArrayAttr names = getSymbols(function.getArgAttrDict(index)))
        for (StringRef symbol : names.getAsValueRange<StringAttr>())
          if (!symbol.empty())
            symbols.insert(symbol);
  return symbols.empty() ? "none" : llvm::join(symbols, ", ");
}

namespace {

struct BindDimensions : onnxops::impl::BindDimensionsBase<BindDimensions> {
  using BindDimensionsBase::BindDimensionsBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<std::string> texts(dims.begin(), dims.end());
    FailureOr<Bindings> bindings = parseBindings(module.getLoc(), texts);
    if (failed(bindings))
      return signalPassFailure();
    std::string known = listSymbols(module);
    for (auto function : module.getOps<func::FuncOp>()) {
      bindArguments(function, *bindings);
      unnameResults(function, *bindings);
    }
    for (const auto &[symbol, binding] : *bindings) {
      if (binding.isUsed)
        continue;
      emitError(module.getLoc())
          << "expected the name of a dimension of an input, but got '" << symbol
          << "'; the names are: " << known;
      return signalPassFailure();
    }
  }
};

} // namespace
