//===- MemRefOps.cpp - interpreted ops of memref --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Allocations, globals, accesses and views. A view that leaves its source is an
// error already where it is made.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

// Memory.

static LogicalResult runAlloc(Machine &machine, memref::AllocOp op) {
  FailureOr<View> view =
      machine.memory.allocate(op, machine.getNumbers(op.getMixedSizes()));
  return failed(view) ? failure() : machine.setView(op, *view);
}

static LogicalResult runDealloc(Machine &machine, memref::DeallocOp op) {
  return machine.memory.free(op, machine.getView(op.getMemref()));
}

// Makes the memory of a global.
static FailureOr<View> makeGlobal(Machine &machine, memref::GlobalOp global) {
  FailureOr<View> view =
      machine.memory.allocate(global, global.getType().getShape());
  auto data = dyn_cast_if_present<DenseIntElementsAttr>(
      global.getInitialValue().value_or(nullptr));
  if (failed(view) || !data)
    return global.emitOpError("expected integers as initial value");
  view->buffer->isGlobal = true;
  view->buffer->isConstant = global.getConstant();
  for (auto [element, value] :
       llvm::zip_equal(view->buffer->elements, data.getValues<APInt>()))
    element = value.getSExtValue();
  return view;
}

static LogicalResult runGetGlobal(Machine &machine, memref::GetGlobalOp op) {
  auto global = machine.symbols.lookup<memref::GlobalOp>(op.getName());
  auto [known, isNew] = machine.globals.try_emplace(global);
  if (isNew) {
    FailureOr<View> made = makeGlobal(machine, global);
    if (failed(made))
      return failure();
    known->second = *made;
  }
  return machine.setView(op, known->second);
}

// Accesses.

static LogicalResult runLoad(Machine &machine, memref::LoadOp op) {
  FailureOr<int64_t> number = machine.memory.load(
      op, machine.getView(op.getMemRef()),
      machine.getNumbers(getAsOpFoldResult(op.getIndices())));
  if (succeeded(number))
    machine.setNumber(op, *number);
  return number;
}

static LogicalResult runStore(Machine &machine, memref::StoreOp op) {
  return machine.memory.store(
      op, machine.getView(op.getMemRef()),
      machine.getNumbers(getAsOpFoldResult(op.getIndices())),
      machine.getNumber(op.getValueToStore()));
}

static LogicalResult runCopy(Machine &machine, memref::CopyOp op) {
  return machine.memory.copy(op, machine.getView(op.getSource()),
                             machine.getView(op.getTarget()));
}

// Views.

static LogicalResult runCast(Machine &machine, memref::CastOp op) {
  return machine.setView(op, machine.getView(op.getSource()));
}

static LogicalResult runSubView(Machine &machine, memref::SubViewOp op) {
  const View &source = machine.getView(op.getSource());
  SmallVector<int64_t, 4> offsets = machine.getNumbers(op.getMixedOffsets());
  SmallVector<int64_t, 4> sizes = machine.getNumbers(op.getMixedSizes());
  SmallVector<int64_t, 4> strides = machine.getNumbers(op.getMixedStrides());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  bool isEmpty = llvm::is_contained(sizes, 0);
  View view{source.buffer, source.offset, {}, {}};
  for (size_t dim = 0; dim < sizes.size(); ++dim) {
    int64_t last = offsets[dim] + (sizes[dim] - 1) * strides[dim];
    if (sizes[dim] < 0 ||
        (!isEmpty && (offsets[dim] < 0 || last >= source.sizes[dim])))
      return op.emitOpError("expected elements below ")
             << source.sizes[dim] << " in dimension " << dim << ", but got "
             << sizes[dim] << " from " << offsets[dim];
    view.offset += offsets[dim] * source.strides[dim];
    if (dropped.test(dim))
      continue;
    view.sizes.push_back(sizes[dim]);
    view.strides.push_back(strides[dim] * source.strides[dim]);
  }
  return machine.setView(op, view);
}

static LogicalResult runCollapseShape(Machine &machine,
                                      memref::CollapseShapeOp op) {
  const View &source = machine.getView(op.getSrc());
  View view{source.buffer, source.offset, {}, {}};
  for (ArrayRef<int64_t> group : op.getReassociationIndices()) {
    int64_t size = 1, stride = 1;
    for (int64_t dim : llvm::reverse(group)) {
      if (source.sizes[dim] == 1)
        continue;
      if (size == 1)
        stride = source.strides[dim];
      else if (!source.isEmpty() && source.strides[dim] != size * stride)
        return op.emitOpError("expected contiguous dimensions, but got stride ")
               << source.strides[dim] << " instead of " << size * stride;
      size *= source.sizes[dim];
    }
    view.sizes.push_back(size);
    view.strides.push_back(stride);
  }
  return machine.setView(op, view);
}

static LogicalResult runReinterpretCast(Machine &machine,
                                        memref::ReinterpretCastOp op) {
  const View &source = machine.getView(op.getSource());
  return machine.setView(op.getResult(),
                         {source.buffer,
                          machine.getNumbers(op.getMixedOffsets())[0],
                          machine.getNumbers(op.getMixedSizes()),
                          machine.getNumbers(op.getMixedStrides())});
}

// What code asks of a view.

static LogicalResult runDim(Machine &machine, memref::DimOp op) {
  const View &source = machine.getView(op.getSource());
  int64_t dim = machine.getNumber(op.getIndex());
  if (dim < 0 || dim >= int64_t(source.sizes.size()))
    return op.emitOpError("expected a dimension below ")
           << source.sizes.size() << ", but got " << dim;
  machine.setNumber(op, source.sizes[dim]);
  return success();
}

static LogicalResult runMetadata(Machine &machine,
                                 memref::ExtractStridedMetadataOp op) {
  const View &source = machine.getView(op.getSource());
  machine.setNumber(op.getOffset(), source.offset);
  for (auto [value, size] : llvm::zip_equal(op.getSizes(), source.sizes))
    machine.setNumber(value, size);
  for (auto [value, stride] : llvm::zip_equal(op.getStrides(), source.strides))
    machine.setNumber(value, stride);
  return machine.setView(op.getBaseBuffer(), {source.buffer, 0, {}, {}});
}

static LogicalResult runPointer(Machine &machine,
                                memref::ExtractAlignedPointerAsIndexOp op) {
  machine.setNumber(op, machine.getView(op.getSource()).buffer->address);
  return success();
}

void interpreter::addMemRefOps(Machine &machine) {
  machine.add(runAlloc);
  machine.add(runDealloc);
  machine.add(runGetGlobal);
  machine.add(runLoad);
  machine.add(runStore);
  machine.add(runCopy);
  machine.add(runCast);
  machine.add(runSubView);
  machine.add(runCollapseShape);
  machine.add(runReinterpretCast);
  machine.add(runDim);
  machine.add(runMetadata);
  machine.add(runPointer);
}
