//===- ShardOptions.cpp - inputs that an option shards --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Names of inputs may have any characters: what follows the last ":" counts.
//
//===----------------------------------------------------------------------===//

#include "WantedLayout.h"

#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/Escape.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::onnxops;

std::string mlir::onnxops::getInputName(func::FuncOp function,
                                        unsigned argument) {
  auto name = function.getArgAttrOfType<StringAttr>(argument,
                                                    OnnxOpsDialect::kNameAttr);
  return name ? name.str() : "arg" + std::to_string(argument);
}

// Reads DIMENSION or DIMENSION@AXIS.
static FailureOr<WantedDimension> readDimension(func::FuncOp function,
                                                StringRef name, StringRef text,
                                                RankedTensorType type,
                                                int64_t axes) {
  auto [number, axisText] = text.split('@');
  WantedDimension wanted = {0, 0, {}};
  if (number.getAsInteger(10, wanted.dimension) || wanted.dimension < 0 ||
      wanted.dimension >= type.getRank())
    return function.emitError("shard: expected a dimension of ")
           << type << ", input '" << escapeText(name) << "', but got '"
           << escapeText(number) << "'";
  bool hasAxis = number.size() != text.size();
  if (hasAxis && (axisText.getAsInteger(10, wanted.axis) || wanted.axis < 0 ||
                  wanted.axis >= axes))
    return function.emitError("shard: input '")
           << escapeText(name) << "': expected an axis of a grid of " << axes
           << ", but got '" << escapeText(axisText) << "'";
  return wanted;
}

LogicalResult
mlir::onnxops::readShardOptions(func::FuncOp function,
                                ArrayRef<std::string> shards, int64_t axes,
                                MutableArrayRef<WantedInput> inputs) {
  llvm::StringMap<unsigned> arguments;
  for (unsigned i = 0, e = function.getNumArguments(); i < e; ++i)
    arguments.try_emplace(getInputName(function, i), i);
  for (StringRef text : shards) {
    StringRef name, numbers;
    std::tie(name, numbers) = text.rsplit(':');
    auto found = arguments.find(name);
    if (name.empty() || found == arguments.end())
      return function.emitError("shard: the function has no input '")
             << escapeText(name) << "'";
    Type type = function.getArgumentTypes()[found->second];
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || isa<StringType>(tensor.getElementType()))
      return function.emitError("shard: expected input '")
             << escapeText(name)
             << "' to be a tensor of numbers of known rank, but got " << type;
    WantedInput &input = inputs[found->second];
    auto emitTwice = [&] {
      return function.emitError("shard: input '")
             << escapeText(name) << "' is given twice";
    };
    if (numbers == "free") {
      if (input.isFree || !input.layout.empty())
        return emitTwice();
      if (!tensor.hasStaticShape())
        return function.emitError("shard: expected free input '")
               << escapeText(name) << "' to have known sizes, but got " << type;
      input.isFree = true;
      continue;
    }
    FailureOr<WantedDimension> wanted =
        readDimension(function, name, numbers, tensor, axes);
    if (failed(wanted))
      return failure();
    if (input.isFree)
      return emitTwice();
    if (llvm::any_of(input.layout, [&](const WantedDimension &known) {
          return known.dimension == wanted->dimension ||
                 known.axis == wanted->axis;
        }))
      return emitTwice() << (axes > 1 ? " for one dimension or one axis" : "");
    input.layout.push_back(*wanted);
  }
  return success();
}
