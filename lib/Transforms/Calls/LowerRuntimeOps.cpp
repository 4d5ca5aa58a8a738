//===- LowerRuntimeOps.cpp - checks to branches, run-time ops to calls ----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The last pass that deals with failing calls. Control flow is already cf, so a
// check can leave a loop; the context of the call lists all allocations, so
// that the failing exit of a function need not free them one by one.
//
//===----------------------------------------------------------------------===//

#include "FailingExits.h"
#include "PollLoops.h"
#include "RuntimeCalls.h"
#include "RuntimeOpLowering.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "onnxops/Dialect/OnnxOps/IR/LoweredModule.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Calls/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_LOWERRUNTIMEOPS
#include "onnxops/Transforms/Calls/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// On a device, the context owns memory and kernels as well, except memory that
// only the host reads.
static bool needsContext(Operation *op, bool isOnDevice) {
  if (isOnDevice && isa<gpu::LaunchFuncOp, memref::GetGlobalOp, memref::LoadOp,
                        memref::StoreOp>(op))
    return !RuntimeOpLowering::isOfHost(op);
  return isPoll(op) || isa<memref::AllocOp, memref::DeallocOp>(op) ||
         isa_and_nonnull<OnnxOpsDialect>(op->getDialect());
}

/// Functions by name, in the order of the module.
using Functions = llvm::MapVector<StringRef, func::FuncOp>;

// The functions that need the context, themselves or through their callees.
static Functions findFunctions(ModuleOp module, bool isOnDevice) {
  Functions functions;
  llvm::StringMap<SmallVector<func::FuncOp>> callers;
  for (auto function : module.getOps<func::FuncOp>()) {
    function.walk([&](Operation *op) {
      if (needsContext(op, isOnDevice))
        functions.insert({function.getName(), function});
      if (auto call = dyn_cast<func::CallOp>(op))
        callers[call.getCallee()].push_back(function);
    });
  }
  for (size_t i = 0; i < functions.size(); ++i)
    for (func::FuncOp caller : callers.lookup(functions.begin()[i].first))
      functions.insert({caller.getName(), caller});
  return functions;
}

// The start of the call in an entry point; null in other functions.
static EnterOp getEnter(func::FuncOp function) {
  auto enters = function.getBody().getOps<EnterOp>();
  return enters.empty() ? EnterOp() : *enters.begin();
}

// Replaces handle types by pointers.
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
        // A split whose users were all folded leaves an unused handle.
        if (isa<ub::PoisonOp>(op)) {
          OpBuilder builder(op);
          result.replaceAllUsesWith(
              LLVM::PoisonOp::create(builder, op->getLoc(), pointer)
                  .getResult());
        }
      }
  });
}

// A pointer and the number of 64-bit words, or a memref cast from these.
static bool isArgumentArray(ValueRange arguments) {
  if (arguments.size() == 2)
    return isa<LLVM::LLVMPointerType>(arguments[0].getType()) &&
           arguments[1].getType().isInteger(64);
  if (arguments.size() != 1)
    return false;
  auto cast = arguments[0].getDefiningOp<UnrealizedConversionCastOp>();
  auto memref = dyn_cast<MemRefType>(arguments[0].getType());
  return cast && cast.getInputs().size() == 1 && memref &&
         memref.getRank() == 1 &&
         isa<LLVM::LLVMStructType>(cast.getInputs()[0].getType());
}

// A kernel cannot take the context.
static LogicalResult verifyKernel(RtParallelForOp op, const Functions &all) {
  if (!all.contains(op.getKernel()))
    return success();
  return op.emitOpError("expected kernel ")
         << op.getKernelAttr()
         << " to call nothing of the run-time library, but it does";
}

// Whether an op is a binary with the code of one device.
static bool isBinary(Operation *op) {
  auto binary = dyn_cast_or_null<gpu::BinaryOp>(op);
  return binary && binary.getObjects().size() == 1 &&
         isa<gpu::ObjectAttr>(binary.getObjects()[0]);
}

static LogicalResult verifyOutput(OutputSequenceOp op, bool isOnDevice) {
  std::optional<SymbolRefAttr> kernel = op.getKernel();
  if (!kernel || (isOnDevice && isBinary(SymbolTable::lookupNearestSymbolFrom(
                                    op, kernel->getRootReference()))))
    return success();
  return op.emitOpError("expected a kernel in a gpu.binary of one object, on a "
                        "device, but got ")
         << *kernel;
}

// Shards are in the host's memory.
static LogicalResult refuseRanksOnDevice(Operation *op) {
  auto enter = dyn_cast<EnterOp>(op);
  if (!(enter && enter.getRanks()) &&
      !isa<ExchangeOp, GatherOffsetsOp, RankOp>(op))
    return success();
  return op->emitError("unsupported: code for several ranks on a device");
}

// The run-time library has a single memory space.
static LogicalResult verifyAllocation(Operation *op) {
  Type type;
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    type = alloc.getType();
  else if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    type = dealloc.getMemref().getType();
  if (!type || !cast<BaseMemRefType>(type).getMemorySpace())
    return success();
  return op->emitOpError("expected the default memory space, but got ") << type;
}

// The run-time library launches kernels of a gpu.binary in one dimension, with
// blocks of a constant size and an argument array.
static LogicalResult verifyLaunch(gpu::LaunchFuncOp op) {
  if (!isBinary(
          SymbolTable::lookupNearestSymbolFrom(op, op.getKernelModuleName())))
    return op.emitOpError("expected a kernel in a gpu.binary of one object, "
                          "but got ")
           << op.getKernelAttr();
  if (!isArgumentArray(op.getKernelOperands()))
    return op.emitOpError("expected a table and its length as arguments, but "
                          "got (")
           << op.getKernelOperands().getTypes() << ")";
  gpu::KernelDim3 grid = op.getGridSizeOperandValues();
  gpu::KernelDim3 block = op.getBlockSizeOperandValues();
  if (!getConstantIntValue(block.x) ||
      !llvm::all_of(ArrayRef{grid.y, grid.z, block.y, block.z},
                    [](Value size) { return isConstantIntValue(size, 1); }))
    return op.emitOpError(
        "expected blocks of a constant size in one dimension, "
        "but got others");
  if (op.getAsyncToken() || !op.getAsyncDependencies().empty() ||
      op.getAsyncObject() || op.hasClusterSize() ||
      op.getDynamicSharedMemorySize())
    return op.emitOpError("expected a launch of blocks alone, but got tokens, "
                          "a stream, clusters or shared memory");
  return success();
}

static LogicalResult verifyFunction(func::FuncOp function, const Functions &all,
                                    bool isOnDevice) {
  WalkResult walk = function.walk([&](Operation *op) -> WalkResult {
    if (auto kernel = dyn_cast<RtParallelForOp>(op))
      return verifyKernel(kernel, all);
    if (isOnDevice && failed(refuseRanksOnDevice(op)))
      return failure();
    if (auto output = dyn_cast<OutputSequenceOp>(op))
      return verifyOutput(output, isOnDevice);
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op); launch && isOnDevice)
      return verifyLaunch(launch);
    return verifyAllocation(op);
  });
  return failure(walk.wasInterrupted());
}

// Adds the context argument and the status result to a private function;
// returns the context.
static Value extendSignature(func::FuncOp function) {
  Builder builder(function.getContext());
  Type pointer = LLVM::LLVMPointerType::get(function.getContext());
  FunctionType type = function.getFunctionType();
  [[maybe_unused]] LogicalResult argument = function.insertArgument(
      type.getNumInputs(), pointer, DictionaryAttr(), function.getLoc());
  [[maybe_unused]] LogicalResult result = function.insertResult(
      type.getNumResults(), builder.getI32Type(), DictionaryAttr());
  assert(succeeded(argument) && succeeded(result) &&
         "the type of a func.func takes any argument and result");
  return function.getArguments().back();
}

// Lowers a cancellation check to a read of the context's first field.
static void lowerPoll(Operation *poll, RuntimeCalls &calls) {
  OpBuilder builder(poll);
  Location loc = poll->getLoc();
  Value isCancelled = LLVM::LoadOp::create(
      builder, loc, calls.i32, calls.context, /*alignment=*/4,
      /*isVolatile=*/false, /*isNonTemporal=*/false, /*isInvariant=*/false,
      /*isInvariantGroup=*/false, LLVM::AtomicOrdering::monotonic);
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  poll->getResult(0).replaceAllUsesWith(arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::ne, isCancelled, zero));
  poll->erase();
}

// Lowers one function, each block from its end, so that splits move each op
// once.
static LogicalResult lowerFunction(RuntimeModule &module, func::FuncOp function,
                                   const Functions &all,
                                   const LowerRuntimeOpsOptions &options) {
  EnterOp enter = getEnter(function);
  bool entry = static_cast<bool>(enter);
  Value context = entry ? function.getArgument(2) : extendSignature(function);
  RuntimeCalls calls(module, function, context);
  FailingExits exits(calls, enter);
  RuntimeOpLowering lowering(calls, exits, options);
  exits.lowerReturns();
  if (!options.device.empty())
    lowering.separateHostConstants();
  if (entry && !options.device.empty())
    lowering.lowerInputReads();
  for (Block *block : llvm::map_to_vector(
           function.getBody(), [](Block &block) { return &block; })) {
    for (Operation *op = &block->back(); op;) {
      Operation *previous = op->getPrevNode();
      if (auto check = dyn_cast<CheckOp>(op)) {
        previous = exits.lowerChecks(check);
      } else if (isPoll(op)) {
        lowerPoll(op, calls);
      } else if (auto call = dyn_cast<func::CallOp>(op)) {
        if (all.contains(call.getCallee()))
          exits.lowerCall(call);
      } else if (needsContext(op, !options.device.empty())) {
        lowering.lower(op);
      }
      op = previous;
    }
  }
  return success();
}

namespace {

struct LowerRuntimeOps : onnxops::impl::LowerRuntimeOpsBase<LowerRuntimeOps> {
  using Base::Base;

  void runOnOperation() override {
    Functions functions = findFunctions(getOperation(), !device.empty());
    for (auto [name, function] : functions)
      if (failed(verifyFunction(function, functions, !device.empty())))
        return signalPassFailure();
    RuntimeModule module(getOperation());
    for (auto [name, function] : functions)
      convertHandles(function);
    for (auto [name, function] : functions)
      if (failed(
              lowerFunction(module, function, functions,
                            {threads, parallelThreshold, device, testInputs})))
        return signalPassFailure();
    if (auto poll =
            getOperation().lookupSymbol<func::FuncOp>(kIsCancelledFunction)) {
      poll.erase();
      getOperation()->setAttr(kPollsAttr, UnitAttr::get(&getContext()));
    }
    // Launches now refer to copies of the code.
    if (!device.empty())
      for (auto binary :
           llvm::make_early_inc_range(getOperation().getOps<gpu::BinaryOp>()))
        binary.erase();
  }
};

} // namespace
