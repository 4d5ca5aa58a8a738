//===- Notes.cpp - names and symbols as onnx-mlir notes them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// onnx-mlir writes the symbols of dimensions as one string, "0:batch,2:size",
// which names those that have one.
//
//===----------------------------------------------------------------------===//

#include "Notes.h"

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

// The text for an array of symbols.
static StringAttr writeSymbols(ArrayAttr symbols) {
  std::string text;
  for (auto [dim, symbol] : llvm::enumerate(symbols.getAsRange<StringAttr>()))
    if (!symbol.empty())
      text +=
          (text.empty() ? "" : ",") + std::to_string(dim) + ":" + symbol.str();
  return StringAttr::get(symbols.getContext(), text);
}

// The symbols that a text names, an entry for each dimension of `type`; null if
// they cannot be written as that text again.
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
// Notes of one value
//===----------------------------------------------------------------------===//

// Replaces the attribute `from` by `to`, unless there is one or `value` is
// null.
static void rename(NamedAttrList &notes, StringRef from, StringRef to,
                   Attribute value) {
  if (!value || notes.get(to))
    return;
  notes.erase(from);
  notes.set(to, value);
}

static void takeNotesOf(NamedAttrList &notes, Type type) {
  rename(notes, kName, OnnxOpsDialect::kNameAttr,
         dyn_cast_or_null<StringAttr>(notes.get(kName)));
  if (auto text = dyn_cast_or_null<StringAttr>(notes.get(kDimParams)))
    rename(notes, kDimParams, OnnxOpsDialect::kDimsAttr,
           readSymbols(text, type));
}

static void giveNotesOf(NamedAttrList &notes, Type) {
  rename(notes, OnnxOpsDialect::kNameAttr, kName,
         notes.get(OnnxOpsDialect::kNameAttr));
  if (auto symbols =
          dyn_cast_or_null<ArrayAttr>(notes.get(OnnxOpsDialect::kDimsAttr)))
    rename(notes, OnnxOpsDialect::kDimsAttr, kDimParams, writeSymbols(symbols));
}

//===----------------------------------------------------------------------===//
// Notes of a module
//===----------------------------------------------------------------------===//

static void changeNotes(ModuleOp module,
                        void (*change)(NamedAttrList &, Type)) {
  auto changed = [&](DictionaryAttr notes, Type type) {
    NamedAttrList list(notes);
    change(list, type);
    return list.getDictionary(module.getContext());
  };
  module.walk([&](func::FuncOp function) {
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes()))
      if (DictionaryAttr notes = function.getArgAttrDict(index))
        function.setArgAttrs(index, changed(notes, type));
    for (auto [index, type] : llvm::enumerate(function.getResultTypes()))
      if (DictionaryAttr notes = function.getResultAttrDict(index))
        function.setResultAttrs(index, changed(notes, type));
  });
}

void mlir::onnxops::takeNotes(ModuleOp module) {
  changeNotes(module, takeNotesOf);
}

void mlir::onnxops::giveNotes(ModuleOp module) {
  changeNotes(module, giveNotesOf);
}
