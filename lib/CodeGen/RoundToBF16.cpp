//===- RoundToBF16.cpp - what libraries of compilers may lack -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The call comes up when instructions are selected, so the function is added
// wherever it may.
//
//===----------------------------------------------------------------------===//

#include "RoundToBF16.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

using namespace mlir::onnxops;

static bool hasBF16(const llvm::Module &module) {
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function))
      if (instruction.getType()->getScalarType()->isBFloatTy())
        return true;
  return false;
}

// To nearest even. What is a bf16 already stays as it is, a signalling NaN too;
// any other NaN becomes a quiet one.
static llvm::Value *round(llvm::IRBuilder<> &builder, llvm::Value *value) {
  auto constant = [&](uint32_t number) { return builder.getInt32(number); };
  llvm::Value *bits = builder.CreateBitCast(value, builder.getInt32Ty());
  llvm::Value *isNaN = builder.CreateICmpUGT(
      builder.CreateAnd(bits, constant(0x7FFFFFFF)), constant(0x7F800000));
  llvm::Value *isExact = builder.CreateICmpEQ(
      builder.CreateAnd(bits, constant(0xFFFF)), constant(0));
  llvm::Value *quiet = builder.CreateSelect(
      isExact, bits, builder.CreateOr(bits, constant(0x400000)));
  llvm::Value *isOdd =
      builder.CreateAnd(builder.CreateLShr(bits, constant(16)), constant(1));
  llvm::Value *rounded =
      builder.CreateAdd(builder.CreateAdd(bits, constant(0x7FFF)), isOdd);
  llvm::Value *result = builder.CreateSelect(isNaN, quiet, rounded);
  return builder.CreateTrunc(builder.CreateLShr(result, constant(16)),
                             builder.getInt16Ty());
}

void mlir::onnxops::addRoundToBF16(llvm::Module &module) {
  constexpr const char *name = "__truncsfbf2";
  if (!hasBF16(module) || module.getFunction(name))
    return;
  llvm::LLVMContext &context = module.getContext();
  llvm::Type *bf16 = llvm::Type::getBFloatTy(context);
  auto *type = llvm::FunctionType::get(bf16, {llvm::Type::getFloatTy(context)},
                                       /*isVarArg=*/false);
  auto *function = llvm::Function::Create(
      type, llvm::GlobalValue::WeakAnyLinkage, name, module);
  function->setVisibility(llvm::GlobalValue::HiddenVisibility);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", function));
  llvm::Value *bits = round(builder, function->getArg(0));
  builder.CreateRet(builder.CreateBitCast(bits, bf16));
}
