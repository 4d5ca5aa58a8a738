//===- LowerRuntimeOps.cpp - checks to branches, run-time ops to calls ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last pass that knows of calls that may fail. Control flow is already cf,
// so a check can leave a loop; everything allocated is listed in the call's
// context, so that the one failing exit of a function need not know what to
// free.
//
//===----------------------------------------------------------------------===//

#include "FailingExits.h"
#include "RuntimeCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Runtime/Runtime.h"
#include "onnxops/Support/Diagnostics.h"
#include "onnxops/Transforms/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERRUNTIMEOPS
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Generated code reads the table by these offsets.
static_assert(sizeof(OnnxopsValue) == 56, "the table's slots have 56 bytes");
static constexpr int64_t kSlotBytes = sizeof(OnnxopsValue);
static constexpr int64_t kDataOffset = offsetof(OnnxopsValue, data);
static constexpr int64_t kSizesOffset = offsetof(OnnxopsValue, sizes);

//===----------------------------------------------------------------------===//
// Ops that become calls
//===----------------------------------------------------------------------===//

// How a failing allocation calls what it was for.
static std::string describeTemporary(Location loc) {
  std::string place = describeLocation(loc);
  return place.empty() ? "a temporary tensor" : place + ": a temporary tensor";
}

namespace {

/// Replaces the run-time ops of one function. What may fail asks `exits` to
/// branch.
class OpLowering {
public:
  OpLowering(RuntimeCalls &calls, FailingExits &exits)
      : calls(calls), exits(exits) {}

  void lower(Operation *op) {
    OpBuilder builder(op);
    llvm::TypeSwitch<Operation *>(op)
        .Case<EnterOp, ArgumentOp, OutputOp, OutputSequenceOp, CountBytesOp,
              RtSequenceCreateOp, RtSequencePushOp, RtSequenceInsertOp,
              RtSequenceEraseOp, RtSequenceLengthOp, RtSequenceAtOp,
              memref::AllocOp, memref::DeallocOp>(
            [&](auto typed) { lowerOp(builder, typed); });
  }

private:
  // Sizes of a memref type as i64: constants, or taken from `dynamic`.
  SmallVector<Value> getSizes(OpBuilder &builder, Location loc, MemRefType type,
                              ValueRange dynamic) {
    SmallVector<Value> sizes;
    for (int64_t size : type.getShape()) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(calls.constant(builder, loc, size));
        continue;
      }
      sizes.push_back(calls.toI64(builder, loc, dynamic.front()));
      dynamic = dynamic.drop_front();
    }
    return sizes;
  }

  Value loadFrom(OpBuilder &builder, Location loc, Type type, Value base,
                 int64_t offset) {
    Value address = LLVM::GEPOp::create(
        builder, loc, calls.pointer, builder.getI8Type(), base,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(offset)});
    return LLVM::LoadOp::create(builder, loc, type, address);
  }

  void lowerOp(OpBuilder &builder, EnterOp op) {
    Location loc = op.getLoc();
    Value signature = calls.addressOf(
        builder, loc, calls.module.createNumbers(op.getSignature()));
    Value names = calls.string(builder, loc, op.getNames());
    Block *entry = op->getBlock();
    Value status = calls.call(
        builder, loc, "onnxopsRtEnter", calls.i32,
        {entry->getArgument(0), entry->getArgument(1), signature, names});
    exits.branchIfNonzero(op, status);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, ArgumentOp op) {
    Location loc = op.getLoc();
    Value table = op->getParentOfType<func::FuncOp>().getArgument(0);
    int64_t slot = op.getIndex() * kSlotBytes;
    Value data =
        loadFrom(builder, loc, calls.pointer, table, slot + kDataOffset);
    auto type = dyn_cast<MemRefType>(op.getType());
    if (!type) {
      op.replaceAllUsesWith(data);
      op.erase();
      return;
    }
    Value table_sizes;
    SmallVector<Value> sizes;
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      if (!ShapedType::isDynamic(size)) {
        sizes.push_back(calls.constant(builder, loc, size));
        continue;
      }
      if (!table_sizes)
        table_sizes =
            loadFrom(builder, loc, calls.pointer, table, slot + kSizesOffset);
      sizes.push_back(loadFrom(builder, loc, calls.i64, table_sizes,
                               dim * sizeof(int64_t)));
    }
    op.replaceAllUsesWith(calls.makeMemRef(builder, loc, type, data, sizes));
    op.erase();
  }

  void lowerOp(OpBuilder &builder, OutputOp op) {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getType());
    SmallVector<Value> sizes = getSizes(builder, loc, type, op.getSizes());
    int64_t rank = getLogicalRank(type, op.getElementType());
    Value array = calls.storeArray(builder, loc, 0,
                                   ArrayRef<Value>(sizes).take_front(rank));
    Value data = calls.call(builder, loc, "onnxopsRtOutput", calls.pointer,
                            {calls.constant(builder, loc, op.getIndex()),
                             calls.constant(builder, loc, rank), array});
    Value memory = calls.makeMemRef(builder, loc, type, data, sizes);
    exits.branchIfNull(op, data);
    op.replaceAllUsesWith(memory);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, OutputSequenceOp op) {
    Location loc = op.getLoc();
    Value status = calls.call(
        builder, loc, "onnxopsRtOutputSequence", calls.i32,
        {calls.constant(builder, loc, op.getIndex()), op.getSequence()});
    exits.branchIfNonzero(op, status);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, CountBytesOp op) {
    calls.call(builder, op.getLoc(), "onnxopsRtCountBytes", Type(),
               calls.toI64(builder, op.getLoc(), op.getBytes()));
    op.erase();
  }

  void lowerOp(OpBuilder &builder, memref::AllocOp op) {
    Location loc = op.getLoc();
    MemRefType type = op.getType();
    SmallVector<Value> sizes =
        getSizes(builder, loc, type, op.getDynamicSizes());
    int64_t bytes =
        llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
    Value data =
        calls.call(builder, loc, "onnxopsRtAllocate", calls.pointer,
                   {calls.constant(builder, loc, bytes),
                    calls.constant(builder, loc, sizes.size()),
                    calls.storeArray(builder, loc, 0, sizes),
                    calls.string(builder, loc, describeTemporary(loc))});
    Value memory = calls.makeMemRef(builder, loc, type, data, sizes);
    exits.branchIfNull(op, data);
    op.replaceAllUsesWith(memory);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, memref::DeallocOp op) {
    Location loc = op.getLoc();
    Value address = memref::ExtractAlignedPointerAsIndexOp::create(
        builder, loc, op.getMemref());
    Value data = LLVM::IntToPtrOp::create(builder, loc, calls.pointer,
                                          calls.toI64(builder, loc, address));
    calls.call(builder, loc, "onnxopsRtFree", Type(), data);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequenceCreateOp op) {
    Location loc = op.getLoc();
    Value sequence =
        calls.call(builder, loc, "onnxopsRtSequenceCreate", calls.pointer,
                   {calls.constant(builder, loc, op.getElementType(), 32),
                    calls.toI64(builder, loc, op.getCapacity())});
    exits.branchIfNull(op, sequence);
    op.replaceAllUsesWith(sequence);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequencePushOp op) {
    Location loc = op.getLoc();
    RuntimeView view =
        calls.viewOf(builder, loc, op.getTensor(), op.getElementType());
    Value status = calls.call(builder, loc, "onnxopsRtSequencePush", calls.i32,
                              {op.getSequence(), view.data,
                               calls.constant(builder, loc, view.rank),
                               view.sizes, view.strides});
    exits.branchIfNonzero(op, status);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequenceInsertOp op) {
    Location loc = op.getLoc();
    RuntimeView view =
        calls.viewOf(builder, loc, op.getTensor(), op.getElementType());
    Value result = calls.call(
        builder, loc, "onnxopsRtSequenceInsert", calls.pointer,
        {op.getSequence(), calls.toI64(builder, loc, op.getPosition()),
         view.data, calls.constant(builder, loc, view.rank), view.sizes,
         view.strides});
    exits.branchIfNull(op, result);
    op.replaceAllUsesWith(result);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequenceEraseOp op) {
    Location loc = op.getLoc();
    Value result = calls.call(
        builder, loc, "onnxopsRtSequenceErase", calls.pointer,
        {op.getSequence(), calls.toI64(builder, loc, op.getPosition())});
    exits.branchIfNull(op, result);
    op.replaceAllUsesWith(result);
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequenceLengthOp op) {
    Location loc = op.getLoc();
    LLVM::LLVMFuncOp callee =
        calls.module.declare("onnxopsSequenceLength", calls.i64, calls.pointer);
    Value length = LLVM::CallOp::create(builder, loc, callee, op.getSequence())
                       .getResult();
    op.replaceAllUsesWith(builder.createOrFold<arith::IndexCastOp>(
        loc, builder.getIndexType(), length));
    op.erase();
  }

  void lowerOp(OpBuilder &builder, RtSequenceAtOp op) {
    Location loc = op.getLoc();
    auto type = cast<MemRefType>(op.getType());
    int64_t rank = getLogicalRank(type, op.getElementType());
    SmallVector<Value> expected;
    for (int64_t size : type.getShape().take_front(rank))
      expected.push_back(calls.constant(
          builder, loc, ShapedType::isDynamic(size) ? -1 : size));
    Value sizesArray = calls.scratch(builder, 1, rank);
    Value stridesArray = calls.scratch(builder, 2, rank);
    Value dataSlot = calls.scratch(builder, 3, 1);
    Value status = calls.call(builder, loc, "onnxopsRtSequenceAt", calls.i32,
                              {op.getSequence(),
                               calls.toI64(builder, loc, op.getPosition()),
                               calls.constant(builder, loc, rank),
                               calls.storeArray(builder, loc, 0, expected),
                               calls.string(builder, loc, op.getWhere()),
                               dataSlot, sizesArray, stridesArray});
    exits.branchIfNonzero(op, status);
    builder.setInsertionPoint(op);
    Value data = LLVM::LoadOp::create(builder, loc, calls.pointer, dataSlot);
    SmallVector<Value> sizes, strides;
    for (int64_t dim = 0; dim < rank; ++dim) {
      int64_t offset = dim * sizeof(int64_t);
      sizes.push_back(loadFrom(builder, loc, calls.i64, sizesArray, offset));
      strides.push_back(
          loadFrom(builder, loc, calls.i64, stridesArray, offset));
    }
    if (rank != type.getRank()) {
      Value two = calls.constant(builder, loc, 2);
      for (Value &stride : strides)
        stride = LLVM::MulOp::create(builder, loc, stride, two);
      sizes.push_back(two);
      strides.push_back(calls.constant(builder, loc, 1));
    }
    op.replaceAllUsesWith(
        calls.makeMemRef(builder, loc, type, data, sizes, strides));
    op.erase();
  }

  RuntimeCalls &calls;
  FailingExits &exits;
};

} // namespace

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static bool needsContext(Operation *op) {
  return isa<memref::AllocOp, memref::DeallocOp>(op) ||
         isa_and_nonnull<OnnxOpsDialect>(op->getDialect());
}

// The functions that need the context, themselves or through what they call.
static llvm::SetVector<func::FuncOp> findFunctions(ModuleOp module) {
  llvm::SetVector<func::FuncOp> functions;
  llvm::StringMap<SmallVector<func::FuncOp>> callers;
  for (auto function : module.getOps<func::FuncOp>()) {
    function.walk([&](Operation *op) {
      if (needsContext(op))
        functions.insert(function);
      if (auto call = dyn_cast<func::CallOp>(op))
        callers[call.getCallee()].push_back(function);
    });
  }
  for (size_t i = 0; i < functions.size(); ++i) {
    func::FuncOp callee = functions[i];
    for (func::FuncOp caller : callers.lookup(callee.getName()))
      functions.insert(caller);
  }
  return functions;
}

static bool isEntry(func::FuncOp function) {
  return !function.getBody().getOps<EnterOp>().empty();
}

// A handle is a pointer from here on.
static void convertHandles(func::FuncOp function) {
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  auto convert = [&](Type type) {
    return isa<HandleType>(type) ? pointer : type;
  };
  SmallVector<Type> inputs =
      llvm::map_to_vector(function.getFunctionType().getInputs(), convert);
  SmallVector<Type> results =
      llvm::map_to_vector(function.getFunctionType().getResults(), convert);
  function.setFunctionType(
      FunctionType::get(function.getContext(), inputs, results));
  for (Block &block : function.getBody())
    for (BlockArgument argument : block.getArguments())
      argument.setType(convert(argument.getType()));
  function.walk([&](Operation *op) {
    for (OpResult result : op->getResults())
      if (isa<HandleType>(result.getType())) {
        result.setType(pointer);
        // Nothing reads the handle of a split that everyone looks through.
        if (isa<ub::PoisonOp>(op)) {
          OpBuilder builder(op);
          result.replaceAllUsesWith(
              LLVM::PoisonOp::create(builder, op->getLoc(), pointer)
                  .getResult());
        }
      }
  });
}

// Gives a private function the context and the status, returns the context.
static Value extendSignature(func::FuncOp function) {
  Builder builder(function.getContext());
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  FunctionType type = function.getFunctionType();
  if (failed(function.insertArgument(type.getNumInputs(), pointer,
                                     DictionaryAttr(), function.getLoc())) ||
      failed(function.insertResult(type.getNumResults(), builder.getI32Type(),
                                   DictionaryAttr())))
    return Value();
  return function.getArguments().back();
}

// Lowers one function. Ops are taken from the end of each block: each split
// then moves only what the next one does not.
static LogicalResult lowerFunction(RuntimeModule &module, func::FuncOp function,
                                   const llvm::SetVector<func::FuncOp> &all) {
  bool entry = isEntry(function);
  Value context = entry ? function.getArgument(2) : extendSignature(function);
  if (!context)
    return function.emitError("expected a function that can take a context");
  RuntimeCalls calls(module, function, context);
  FailingExits exits(calls, entry);
  OpLowering lowering(calls, exits);
  exits.lowerReturns();
  for (Block *block : llvm::map_to_vector(
           function.getBody(), [](Block &block) { return &block; })) {
    for (Operation *op = &block->back(); op;) {
      Operation *previous = op->getPrevNode();
      if (auto check = dyn_cast<CheckOp>(op)) {
        previous = exits.lowerChecks(check);
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        auto callee =
            module.module.lookupSymbol<func::FuncOp>(call.getCallee());
        if (all.contains(callee))
          exits.lowerCall(call);
      } else if (needsContext(op)) {
        lowering.lower(op);
      }
      op = previous;
    }
  }
  return success();
}

namespace {

struct LowerRuntimeOps : onnxops::impl::LowerRuntimeOpsBase<LowerRuntimeOps> {
  void runOnOperation() override {
    RuntimeModule module(getOperation());
    llvm::SetVector<func::FuncOp> functions = findFunctions(getOperation());
    for (func::FuncOp function : functions)
      convertHandles(function);
    for (func::FuncOp function : functions)
      if (failed(lowerFunction(module, function, functions)))
        return signalPassFailure();
  }
};

} // namespace
