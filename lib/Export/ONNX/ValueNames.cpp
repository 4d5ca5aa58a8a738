//===- ValueNames.cpp - names of values in a model ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assigns names in the order of the module. Original names are collected first,
// so that no invented name conflicts with a later one.
//
//===----------------------------------------------------------------------===//

#include "ValueNames.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Diagnostics.h"

using namespace mlir;
using namespace mlir::onnxops;

std::string mlir::onnxops::makeLabelPrefix(StringRef opType) {
  return (opType + ":").str();
}

ValueNames::ValueNames(func::FuncOp function) {
  auto reserve = [&](DictionaryAttr attributes) {
    if (!attributes)
      return;
    if (auto name = attributes.getAs<StringAttr>(OnnxOpsDialect::kNameAttr))
      reserved.insert(name);
  };
  for (unsigned index = 0; index < function.getNumArguments(); ++index)
    reserve(function.getArgAttrDict(index));
  for (unsigned index = 0; index < function.getNumResults(); ++index)
    reserve(function.getResultAttrDict(index));
  function.walk([&](Operation *op) {
    reserve(op->getDiscardableAttrDictionary());
    // The part of a label that may be the name of a value.
    if (std::optional<ModelName> name = getModelName(op->getLoc()))
      reserved.insert(name->name.substr(name->name.find(':') + 1));
    for (StringRef name : getAllResultNames(op->getLoc()))
      reserved.insert(name);
    for (Region &region : op->getRegions())
      for (BlockArgument argument : region.getArguments())
        if (std::optional<ModelName> name = getModelName(argument.getLoc()))
          reserved.insert(name->name);
  });
}

bool ValueNames::take(StringRef name) {
  bool isTaken = name.empty() || graphs.back().contains(name) ||
                 llvm::any_of(graphs, [&](const llvm::StringMap<bool> &graph) {
                   return graph.lookup(name);
                 });
  if (!isTaken)
    graphs.back()[name] = false;
  return !isTaken;
}

std::string ValueNames::invent(StringRef stem) {
  std::string name;
  do
    name = (stem + Twine(count++)).str();
  while (!reserved.insert(name).second || !take(name));
  return name;
}

void ValueNames::give(Value value, StringRef preferred, StringRef stem) {
  if (!has(value))
    names[value] = take(preferred) ? preferred.str() : invent(stem);
}

StringRef ValueNames::get(Value value) const {
  auto known = names.find(value);
  assert((known != names.end() || isa<NoneType>(value.getType())) &&
         "a value is named before it is used");
  return known == names.end() ? StringRef() : StringRef(known->second);
}
