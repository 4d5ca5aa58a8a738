//===- Metadata.cpp - names and symbols as onnx-mlir has them -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnx-mlir writes the symbols of dimensions as one string, "0:batch,2:size",
// which lists the dimensions that have one.
//
//===----------------------------------------------------------------------===//

#include "Metadata.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::onnxops;

static constexpr StringLiteral kName = "onnx.name";
static constexpr StringLiteral kDimParams = "onnx.dim_params";

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

// Prints an array of symbols as onnx-mlir does.
static StringAttr writeSymbols(ArrayAttr symbols) {
  std::string text;
  for (auto [dim, symbol] : llvm::enumerate(symbols.getAsRange<StringAttr>()))
    if (!symbol.empty())
      text +=
          (text.empty() ? "" : ",") + std::to_string(dim) + ":" + symbol.str();
  return StringAttr::get(symbols.getContext(), text);
}

// Parses the symbols of a text, with an entry for each dimension of `type`;
// null if printing them would not restore the text.
static ArrayAttr readSymbols(StringAttr text, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  SmallVector<StringRef> symbols(tensor.getRank());
  for (StringRef entry : llvm::split(text.getValue(), ',')) {
    auto [number, symbol] = entry.split(':');
    size_t dim;
    if (number.getAsInteger(10, dim) || dim >= symbols.size())
      return {};
    symbols[dim] = symbol;
  }
  ArrayAttr array = Builder(text.getContext()).getStrArrayAttr(symbols);
  return writeSymbols(array) == text ? array : ArrayAttr();
}

//===----------------------------------------------------------------------===//
// Attributes of one value
//===----------------------------------------------------------------------===//

// Replaces the attribute `from` by `to`, unless `to` exists or `value` is null.
static void rename(NamedAttrList &attributes, StringRef from, StringRef to,
                   Attribute value) {
  if (!value || attributes.get(to))
    return;
  attributes.erase(from);
  attributes.set(to, value);
}

static void importAttributes(NamedAttrList &attributes, Type type) {
  rename(attributes, kName, OnnxOpsDialect::kNameAttr,
         dyn_cast_or_null<StringAttr>(attributes.get(kName)));
  if (auto text = dyn_cast_or_null<StringAttr>(attributes.get(kDimParams)))
    rename(attributes, kDimParams, OnnxOpsDialect::kDimsAttr,
           readSymbols(text, type));
}

static void exportAttributes(NamedAttrList &attributes, Type) {
  rename(attributes, OnnxOpsDialect::kNameAttr, kName,
         attributes.get(OnnxOpsDialect::kNameAttr));
  if (auto symbols = dyn_cast_or_null<ArrayAttr>(
          attributes.get(OnnxOpsDialect::kDimsAttr)))
    rename(attributes, OnnxOpsDialect::kDimsAttr, kDimParams,
           writeSymbols(symbols));
}

//===----------------------------------------------------------------------===//
// Attributes of a module
//===----------------------------------------------------------------------===//

static void convertMetadata(ModuleOp module,
                            void (*change)(NamedAttrList &, Type)) {
  auto changed = [&](DictionaryAttr attributes, Type type) {
    NamedAttrList list(attributes);
    change(list, type);
    return list.getDictionary(module.getContext());
  };
  module.walk([&](func::FuncOp function) {
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      if (DictionaryAttr attributes = function.getArgAttrDict(index))
        function.setArgAttrs(index, changed(attributes, type));
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      if (DictionaryAttr attributes = function.getResultAttrDict(index))
        function.setResultAttrs(index, changed(attributes, type));
  });
}

void mlir::onnxops::importMetadata(ModuleOp module) {
  convertMetadata(module, importAttributes);
}

void mlir::onnxops::exportMetadata(ModuleOp module) {
  convertMetadata(module, exportAttributes);
}
