//===- SizeOrigins.cpp - sizes as sizes of inputs -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A size that is computed, such as the larger one of a dimension and 512, is
// not that of the dimension in both copies.
//
//===----------------------------------------------------------------------===//

#include "SizeOrigins.h"

#include "RegionTypes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "onnxops/Dialect/OnnxOps/IR/KnownValues.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Support/Diagnostics.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::onnxops;

// Marks the op of a tensor in the copy.
static constexpr StringLiteral kMark = "onnxops.size_origins";

// The sizes that stand for dimensions: a first one, and how far each is from
// the next. No tensor with data has the large ones.
static constexpr int64_t kFirstSmall = 3, kSmallStep = 4;
static constexpr int64_t kFirstLarge = (int64_t(1) << 40) + 15;
static constexpr int64_t kLargeStep = 1000003;

namespace {

/// Gives the dimensions of arguments sizes that stand for them.
class Substitution {
public:
  Substitution(int64_t firstSize, int64_t step)
      : firstSize(firstSize), step(step) {}

  void apply(func::FuncOp function, func::FuncOp original);
  /// The dimension that a size stands for, none if it is a size itself.
  std::optional<SizeOrigin> lookUp(int64_t size) const {
    auto found = origins.find(size);
    return found == origins.end() ? std::nullopt : std::optional(found->second);
  }

private:
  int64_t getSize(StringRef symbol, SizeOrigin origin);

  int64_t firstSize, step;
  llvm::StringMap<int64_t> sizes;
  DenseMap<int64_t, SizeOrigin> origins;
};

} // namespace

// Dimensions of one symbol have one size.
int64_t Substitution::getSize(StringRef symbol, SizeOrigin origin) {
  int64_t next = firstSize + step * static_cast<int64_t>(origins.size());
  int64_t size =
      symbol.empty() ? next : sizes.try_emplace(symbol, next).first->second;
  origins.try_emplace(size, origin);
  return size;
}

void Substitution::apply(func::FuncOp function, func::FuncOp original) {
  SmallVector<Type> types(function.getArgumentTypes());
  for (auto [index, type] : llvm::enumerate(types)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      continue;
    DictionaryAttr attributes = function.getArgAttrDict(index);
    auto symbols = attributes
                       ? attributes.getAs<ArrayAttr>(OnnxOpsDialect::kDimsAttr)
                       : ArrayAttr();
    SmallVector<int64_t> shape(tensor.getShape());
    for (auto [dim, size] : llvm::enumerate(shape)) {
      if (!ShapedType::isDynamic(size))
        continue;
      StringRef symbol =
          symbols ? cast<StringAttr>(symbols[dim]).strref() : StringRef();
      size = getSize(symbol,
                     {original.getArgument(index), static_cast<int64_t>(dim)});
    }
    type = tensor.clone(shape);
    refineInPlace(function.getArgument(index), type);
  }
  function.setFunctionType(FunctionType::get(function.getContext(), types,
                                             function.getResultTypes()));
}

// The number of Ifs whose condition is known, which inference relies on.
static int64_t countKnownIfs(ModuleOp module) {
  int64_t count = 0;
  module.walk([&](Operation *op) {
    if (isOperator(op, "If") && op->getNumOperands() == 1 &&
        getKnownScalar(op->getOperand(0)))
      ++count;
  });
  return count;
}

SizeOrigins::Origins SizeOrigins::infer(ModuleOp module,
                                        ArrayRef<OpOperand *> tensors,
                                        int64_t firstSize, int64_t step) {
  OwningOpRef<ModuleOp> copy = module.clone();
  Substitution substitution(firstSize, step);
  for (auto [function, original] : llvm::zip_equal(
           copy->getOps<func::FuncOp>(), module.getOps<func::FuncOp>()))
    if (!function.isExternal())
      substitution.apply(function, original);
  // Sizes of different symbols may contradict each other where a model needs
  // them to be equal.
  ThreadDiagnosticHandler ignore(module.getContext(), [](Diagnostic &) {});
  Origins origins;
  if (failed(inferShapes(*copy)) ||
      countKnownIfs(*copy) != countKnownIfs(module))
    return origins;
  copy->walk([&](Operation *op) {
    auto index = op->getAttrOfType<IntegerAttr>(kMark);
    if (!index)
      return;
    OpOperand *tensor = tensors[index.getInt()];
    Value value = lookThroughCasts(op->getOperand(tensor->getOperandNumber()));
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (auto [dim, size] : llvm::enumerate(type.getShape()))
        if (std::optional<SizeOrigin> origin = substitution.lookUp(size))
          origins.try_emplace({tensor, dim}, *origin);
  });
  return origins;
}

SizeOrigins::SizeOrigins(ModuleOp module, ArrayRef<OpOperand *> tensors) {
  Builder builder(module);
  for (auto [index, tensor] : llvm::enumerate(tensors))
    tensor->getOwner()->setAttr(kMark, builder.getIndexAttr(index));
  Origins small = infer(module, tensors, kFirstSmall, kSmallStep);
  Origins large = infer(module, tensors, kFirstLarge, kLargeStep);
  for (OpOperand *tensor : tensors)
    tensor->getOwner()->removeAttr(kMark);
  for (const auto &[key, origin] : large)
    if (auto other = small.find(key);
        other != small.end() && other->second.argument == origin.argument &&
        other->second.dim == origin.dim)
      origins.try_emplace(key, origin);
}

std::optional<SizeOrigin> SizeOrigins::find(OpOperand *tensor,
                                            int64_t dim) const {
  auto found = origins.find({tensor, dim});
  return found == origins.end() ? std::nullopt : std::optional(found->second);
}
