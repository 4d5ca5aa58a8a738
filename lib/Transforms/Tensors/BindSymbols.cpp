//===- BindSymbols.cpp - one value for each symbolic size -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An entry point first rejects arguments that disagree about a symbol. After
// that the sizes are equal, so comparisons between them fold. Sizes of results
// must be traced to those of arguments before.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Support/SymbolUsers.h"
#include "onnxops/Transforms/Tensors/EarlySizes.h"
#include "onnxops/Transforms/Tensors/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_BINDSYMBOLS
#include "onnxops/Transforms/Tensors/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Sizes of results
//===----------------------------------------------------------------------===//

static bool readsSameSize(Value value, tensor::DimOp reader) {
  auto other = value.getDefiningOp<tensor::DimOp>();
  return other && other.getSource() == reader.getSource() &&
         other.getConstantIndex() == reader.getConstantIndex();
}

/// Reads the sizes of results from the operands of their producers.
///   %0 = tensor.empty(%n) : tensor<?xf32>
///   %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
///   %m = tensor.dim %1, %c0 : tensor<?xf32>  ==>  %n
static void traceSizes(func::FuncOp function) {
  EarlySizes sizes(function.getContext());
  SmallVector<tensor::DimOp> readers;
  function.walk([&](tensor::DimOp reader) {
    std::optional<int64_t> dim = reader.getConstantIndex();
    auto type = dyn_cast<RankedTensorType>(reader.getSource().getType());
    if (type && dim && *dim >= 0 && *dim < type.getRank() &&
        reader.getSource().getDefiningOp())
      readers.push_back(reader);
  });
  for (tensor::DimOp reader : readers) {
    OpFoldResult size =
        sizes.get(reader.getSource(), *reader.getConstantIndex());
    if (auto value = dyn_cast<Value>(size);
        value && readsSameSize(value, reader))
      continue;
    OpBuilder builder(reader);
    reader.getResult().replaceAllUsesWith(
        getValueOrCreateConstantIndexOp(builder, reader.getLoc(), size));
  }
  sizes.eraseUnused();
}

//===----------------------------------------------------------------------===//
// Sizes of arguments
//===----------------------------------------------------------------------===//

namespace {

/// The symbols of one function's arguments.
class Symbols {
public:
  explicit Symbols(func::FuncOp function) : function(function) {}

  /// Reads each symbol from the first argument that has it.
  void bind() {
    for (BlockArgument argument : function.getArguments())
      if (auto names = function.getArgAttrOfType<ArrayAttr>(
              argument.getArgNumber(), OnnxOpsDialect::kDimsAttr))
        bindArgument(argument, names);
  }

private:
  void bindArgument(BlockArgument argument, ArrayAttr names);
  Value readSize(StringRef name, BlockArgument argument, int64_t dim);

  func::FuncOp function;
  llvm::StringMap<Value> sizes;
};

} // namespace

// The value of a symbol, read at the top of the function from the argument of
// the first request.
Value Symbols::readSize(StringRef name, BlockArgument argument, int64_t dim) {
  auto [entry, isNew] = sizes.try_emplace(name);
  if (isNew) {
    OpBuilder builder = OpBuilder::atBlockBegin(&function.getBody().front());
    entry->second =
        tensor::DimOp::create(builder, argument.getLoc(), argument, dim);
  }
  return entry->second;
}

void Symbols::bindArgument(BlockArgument argument, ArrayAttr names) {
  auto type = dyn_cast<RankedTensorType>(argument.getType());
  if (!type)
    return;
  SmallVector<tensor::DimOp> readers;
  for (Operation *user : argument.getUsers())
    if (auto reader = dyn_cast<tensor::DimOp>(user))
      readers.push_back(reader);
  for (tensor::DimOp reader : readers) {
    std::optional<int64_t> dim = reader.getConstantIndex();
    if (!dim || *dim < 0 || *dim >= type.getRank() || !type.isDynamicDim(*dim))
      continue;
    StringRef name = cast<StringAttr>(names[*dim]).getValue();
    if (name.empty())
      continue;
    reader.getResult().replaceAllUsesWith(readSize(name, argument, *dim));
    reader.erase();
  }
}

namespace {

struct BindSymbols : onnxops::impl::BindSymbolsBase<BindSymbols> {
  void runOnOperation() override {
    const SymbolUsers users(getOperation());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      traceSizes(function);
      // Calls within the module do not use the entry point.
      if (function.isPublic() && users.of(function).empty())
        Symbols(function).bind();
    }
  }
};

} // namespace
