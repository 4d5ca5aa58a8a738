//===- ModelFunction.cpp - the C function of a model ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One call of the run-time library, however many inputs there are: it reads
// their descriptions from the signature against which the entry checks its
// table.
//
//===----------------------------------------------------------------------===//

#include "ModelFunction.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::onnxops;

// Operands of onnxopsRtEnter: the signature and the names.
static constexpr unsigned kSignature = 3, kNames = 4;

// The call at the start of an entry.
static LLVM::CallOp findEnter(LLVM::LLVMFuncOp entry) {
  LLVM::CallOp enter;
  entry.walk([&](LLVM::CallOp call) {
    if (!call.getCallee() || !call.getCallee()->starts_with("onnxopsRtEnter"))
      return WalkResult::advance();
    enter = call;
    return WalkResult::interrupt();
  });
  return enter;
}

// Frees `name` for the new function: one of this name in the model is renamed,
// as it is not exported.
static void freeName(ModuleOp module, StringRef name) {
  SymbolTable symbols(module);
  Operation *taken = symbols.lookup(name);
  if (!taken)
    return;
  SmallVector<SymbolTable *> others;
  [[maybe_unused]] auto renamed = symbols.renameToUnique(taken, others);
  assert(succeeded(renamed) && "expected references that can be renamed");
}

// The function that calls an entry on tensors, on one rank of several if the
// entry is for them.
static LLVM::LLVMFuncOp declareCallTensors(OpBuilder &builder, Location loc,
                                           LLVM::CallOp enter) {
  bool hasRanks = *enter.getCallee() == "onnxopsRtEnterShards";
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                          SmallVector<Type>(6, pointer));
  return LLVM::LLVMFuncOp::create(
      builder, loc, hasRanks ? "onnxopsRtCallShards" : "onnxopsRtCallTensors",
      type);
}

void mlir::onnxops::addModelFunction(ModuleOp module, StringRef function,
                                     StringRef name) {
  freeName(module, name);
  std::string symbol = ("onnxops_" + function).str();
  auto entry = module.lookupSymbol<LLVM::LLVMFuncOp>(symbol);
  assert(entry && "expected a lowered module");
  LLVM::CallOp enter = findEnter(entry);
  assert(enter && "expected an entry that checks its table");
  OpBuilder builder(module.getBodyRegion());
  Location loc = entry.getLoc();
  LLVM::LLVMFuncOp callTensors = declareCallTensors(builder, loc, enter);
  Type pointer = LLVM::LLVMPointerType::get(builder.getContext());
  auto type = LLVM::LLVMFunctionType::get(builder.getI32Type(),
                                          SmallVector<Type>(3, pointer));
  auto callee = LLVM::LLVMFuncOp::create(builder, loc, name, type);
  Block *block = callee.addEntryBlock(builder);
  builder.setInsertionPointToStart(block);
  auto copy = [&](unsigned operand) {
    auto address =
        enter.getArgOperands()[operand].getDefiningOp<LLVM::AddressOfOp>();
    assert(address && "expected the address of a constant");
    return builder.clone(*address)->getResult(0);
  };
  Value address = LLVM::AddressOfOp::create(builder, loc, entry);
  Value status = LLVM::CallOp::create(builder, loc, callTensors,
                                      ValueRange{block->getArgument(0), address,
                                                 copy(kSignature), copy(kNames),
                                                 block->getArgument(1),
                                                 block->getArgument(2)})
                     .getResult();
  LLVM::ReturnOp::create(builder, loc, status);
}
