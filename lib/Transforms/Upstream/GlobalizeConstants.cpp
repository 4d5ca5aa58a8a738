//===- GlobalizeConstants.cpp - constant tensors become globals
//---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Does what One-Shot Bufferize does for constants, but with a table of the
// globals: One-Shot Bufferize searches all globals of the module for each.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/SymbolTable.h"
#include "onnxops/Transforms/Upstream/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_GLOBALIZECONSTANTS
#include "onnxops/Transforms/Upstream/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

// The alignment that One-Shot Bufferize uses, for allocations too.
static constexpr int64_t kAlignment = 64;

// Whether upstream's lowering of a global of the type cannot read a resource:
// that of rank 0 reads its element, and complex elements have no conversion.
static bool needsElements(ShapedType type) {
  return type.getRank() == 0 || isa<ComplexType>(type.getElementType());
}

static ElementsAttr makeReadable(ElementsAttr value) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(value);
  ShapedType type = value.getShapedType();
  if (!resource || !needsElements(type))
    return value;
  ArrayRef<char> bytes = resource.getRawHandle().getBlob()->getData();
  // Dense elements of i1 are stored as bits, which MLIR packs itself.
  if (type.getElementType().isInteger(1))
    return DenseElementsAttr::get(type, ArrayRef(bytes.front() != 0));
  return DenseElementsAttr::getFromRawBuffer(type, bytes);
}

namespace {

/// The globals of one symbol table.
class Globals {
public:
  explicit Globals(Operation *table)
      : symbols(table), builder(table->getRegion(0)) {}

  memref::GlobalOp get(Location loc, ElementsAttr value) {
    memref::GlobalOp &global = known[value];
    if (!global)
      global = create(loc, value);
    return global;
  }

private:
  memref::GlobalOp create(Location loc, ElementsAttr value) {
    auto type = MemRefType::get(value.getShapedType().getShape(),
                                value.getElementType());
    auto global = memref::GlobalOp::create(
        builder, loc, "constant", builder.getStringAttr("private"), type,
        makeReadable(value), /*constant=*/true,
        builder.getI64IntegerAttr(kAlignment));
    // Renames the global if the name is taken.
    symbols.insert(global);
    return global;
  }

  SymbolTable symbols;
  OpBuilder builder;
  llvm::DenseMap<Attribute, memref::GlobalOp> known;
};

struct GlobalizeConstants
    : public onnxops::impl::GlobalizeConstantsBase<GlobalizeConstants> {
  void runOnOperation() override {
    // Each symbol table has its own globals.
    DenseMap<Operation *, std::unique_ptr<Globals>> tables;
    WalkResult result = getOperation().walk([&](arith::ConstantOp op) {
      Operation *table = SymbolTable::getNearestSymbolTable(op);
      if (!table || !isPlaceable(op))
        return WalkResult::advance();
      if (failed(checkElements(op)))
        return WalkResult::interrupt();
      std::unique_ptr<Globals> &globals = tables[table];
      if (!globals)
        globals = std::make_unique<Globals>(table);
      place(op, *globals);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

private:
  // Whether the constant is a tensor whose elements a memref can hold.
  static bool isPlaceable(arith::ConstantOp op) {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    return type && isa<ElementsAttr>(op.getValue()) &&
           BaseMemRefType::isValidElementType(type.getElementType());
  }

  // Whether the resource exists and, where its elements are read, holds all.
  static bool isWhole(DenseResourceElementsAttr value) {
    AsmResourceBlob *blob = value.getRawHandle().getBlob();
    if (!blob || !needsElements(value.getType()))
      return blob;
    bool isSplat;
    if (value.getElementType().isInteger(1))
      return blob->getData().size() == 1;
    return DenseElementsAttr::isValidRawBuffer(value.getType(), blob->getData(),
                                               isSplat);
  }

  // A module may have been printed without its resources.
  static LogicalResult checkElements(arith::ConstantOp op) {
    auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
    if (!resource || isWhole(resource))
      return success();
    return op.emitError("expected the elements of a constant in the resource '")
           << resource.getRawHandle().getKey() << "', but got none or others";
  }

  static void place(arith::ConstantOp op, Globals &globals) {
    memref::GlobalOp global =
        globals.get(op.getLoc(), cast<ElementsAttr>(op.getValue()));
    OpBuilder builder(op);
    Value memory = memref::GetGlobalOp::create(
        builder, op.getLoc(), global.getType(), global.getSymName());
    // Read-only: writers get a copy.
    op.replaceAllUsesWith(bufferization::ToTensorOp::create(
                              builder, op.getLoc(), op.getType(), memory,
                              /*restrict=*/true)
                              .getResult());
    op.erase();
  }
};

} // namespace
