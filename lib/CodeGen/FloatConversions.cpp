//===- FloatConversions.cpp - software float conversions ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls are made during instruction selection, so the functions are added
// wherever they may be needed. They are written in LLVM IR, which has the
// calling convention of 16-bit floats on every machine; C++ compilers may lack
// the types. All round to nearest even, and map NaN to NaN.
//
//===----------------------------------------------------------------------===//

#include "FloatConversions.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Linker/Linker.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir::onnxops;

// From f16. Numbers below 2^-14 are multiples of 2^-24, of which f32 holds
// each.
static constexpr llvm::StringLiteral kFromHalf = R"(
define weak hidden float @__extendhfsf2(half %x) {
  %half = bitcast half %x to i16
  %bits = zext i16 %half to i32
  %sign = and i32 %bits, 32768
  %sign32 = shl i32 %sign, 16
  %size = and i32 %bits, 32767
  %shifted = shl i32 %size, 13
  %normal = add i32 %shifted, 939524096
  %infinite = or i32 %shifted, 2139095040
  %quiet = or i32 %infinite, 4194304
  %count = uitofp i32 %size to float
  %tiny = fmul float %count, 0x3E70000000000000
  %subnormal = bitcast float %tiny to i32
  %isSubnormal = icmp ult i32 %size, 1024
  %isFinite = icmp ult i32 %size, 31744
  %isNaN = icmp ugt i32 %size, 31744
  %finite = select i1 %isSubnormal, i32 %subnormal, i32 %normal
  %number = select i1 %isFinite, i32 %finite, i32 %infinite
  %all = select i1 %isNaN, i32 %quiet, i32 %number
  %result = or i32 %all, %sign32
  %r = bitcast i32 %result to float
  ret float %r
}
define weak hidden double @__extendhfdf2(half %x) {
  %float = call float @__extendhfsf2(half %x)
  %r = fpext float %float to double
  ret double %r
}
)";

// To f16. Numbers below 2^-14 are added to 0.5, whose last bit is 2^-24.
static constexpr llvm::StringLiteral kToHalf = R"(
define weak hidden half @__truncsfhf2(float %x) {
  %bits = bitcast float %x to i32
  %high = lshr i32 %bits, 16
  %sign = and i32 %high, 32768
  %size = and i32 %bits, 2147483647
  %last = lshr i32 %size, 13
  %isOdd = and i32 %last, 1
  %biased = sub i32 %size, 939520001
  %up = add i32 %biased, %isOdd
  %normal = lshr i32 %up, 13
  %abs = bitcast i32 %size to float
  %sum = fadd float %abs, 5.000000e-01
  %sumBits = bitcast float %sum to i32
  %subnormal = sub i32 %sumBits, 1056964608
  %payload = and i32 %last, 1023
  %nan = or i32 %payload, 32256
  %isSubnormal = icmp ult i32 %size, 947912704
  %isFinite = icmp ult i32 %size, 1199566848
  %isNaN = icmp ugt i32 %size, 2139095040
  %finite = select i1 %isSubnormal, i32 %subnormal, i32 %normal
  %number = select i1 %isFinite, i32 %finite, i32 31744
  %all = select i1 %isNaN, i32 %nan, i32 %number
  %result = or i32 %all, %sign
  %half = trunc i32 %result to i16
  %r = bitcast i16 %half to half
  ret half %r
}
)";

static constexpr llvm::StringLiteral kToBFloat = R"(
define weak hidden bfloat @__truncsfbf2(float %x) {
  %bits = bitcast float %x to i32
  %size = and i32 %bits, 2147483647
  %isNaN = icmp ugt i32 %size, 2139095040
  %low = and i32 %bits, 65535
  %isExact = icmp eq i32 %low, 0
  %quieted = or i32 %bits, 4194304
  %quiet = select i1 %isExact, i32 %bits, i32 %quieted
  %last = lshr i32 %bits, 16
  %isOdd = and i32 %last, 1
  %biased = add i32 %bits, 32767
  %up = add i32 %biased, %isOdd
  %result = select i1 %isNaN, i32 %quiet, i32 %up
  %top = lshr i32 %result, 16
  %bfloat = trunc i32 %top to i16
  %r = bitcast i16 %bfloat to bfloat
  ret bfloat %r
}
)";

// From f64 through an f32 that ends in 1 unless it is exact, so that rounding
// it once more gives the same as rounding once.
static constexpr llvm::StringLiteral kToOdd = R"(
define internal float @onnxops.to_odd(double %x) {
  %near = fptrunc double %x to float
  %back = fpext float %near to double
  %isInexact = fcmp one double %back, %x
  %bits = bitcast float %near to i32
  %isOdd = trunc i32 %bits to i1
  %size = call double @llvm.fabs.f64(double %x)
  %nearSize = call double @llvm.fabs.f64(double %back)
  %isBeyond = fcmp ogt double %nearSize, %size
  %step = select i1 %isBeyond, i32 -1, i32 1
  %other = add i32 %bits, %step
  %isEven = xor i1 %isOdd, true
  %change = and i1 %isInexact, %isEven
  %result = select i1 %change, i32 %other, i32 %bits
  %r = bitcast i32 %result to float
  ret float %r
}
declare double @llvm.fabs.f64(double)
)";
static constexpr llvm::StringLiteral kDoubleToHalf = R"(
define weak hidden half @__truncdfhf2(double %x) {
  %float = call float @onnxops.to_odd(double %x)
  %r = call half @__truncsfhf2(float %float)
  ret half %r
}
)";
static constexpr llvm::StringLiteral kDoubleToBFloat = R"(
define weak hidden bfloat @__truncdfbf2(double %x) {
  %float = call float @onnxops.to_odd(double %x)
  %r = call bfloat @__truncsfbf2(float %float)
  ret bfloat %r
}
)";

namespace {

/// The types with which a module computes.
struct FloatUse {
  bool hasHalf = false, hasBFloat = false;
  bool roundsDoubles = false; ///< converts doubles to either
};

} // namespace

static FloatUse findFloats(const llvm::Module &module) {
  FloatUse use;
  auto look = [&](const llvm::Value &value) {
    const llvm::Type *type = value.getType()->getScalarType();
    use.hasHalf |= type->isHalfTy();
    use.hasBFloat |= type->isBFloatTy();
  };
  for (const llvm::Function &function : module)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      look(instruction);
      for (const llvm::Value *operand : instruction.operand_values())
        look(*operand);
      if (llvm::isa<llvm::FPTruncInst>(instruction) &&
          instruction.getOperand(0)->getType()->getScalarType()->isDoubleTy())
        use.roundsDoubles |=
            instruction.getType()->getScalarType()->getScalarSizeInBits() == 16;
    }
  return use;
}

// Whether the machine has instructions between f16 and f32.
static bool convertsHalf(const llvm::TargetMachine &machine) {
  const llvm::Triple &triple = machine.getTargetTriple();
  const llvm::MCSubtargetInfo &features = *machine.getMCSubtargetInfo();
  if (triple.isX86())
    return features.checkFeatures("+f16c");
  if (triple.isRISCV())
    return features.checkFeatures("+zfhmin");
  return triple.isAArch64();
}

void mlir::onnxops::addFloatConversions(llvm::Module &module,
                                        const llvm::TargetMachine &machine) {
  FloatUse use = findFloats(module);
  bool roundsToHalf = use.hasHalf && use.roundsDoubles;
  bool callsHalf = use.hasHalf && !convertsHalf(machine);
  if (!callsHalf && !roundsToHalf && !use.hasBFloat)
    return;
  std::string text;
  if (callsHalf)
    text += kFromHalf;
  if (callsHalf || roundsToHalf)
    text += kToHalf;
  if (use.hasBFloat)
    text += kToBFloat;
  if (use.roundsDoubles)
    text += kToOdd;
  if (roundsToHalf)
    text += kDoubleToHalf;
  if (use.hasBFloat && use.roundsDoubles)
    text += kDoubleToBFloat;
  llvm::SMDiagnostic diagnostic;
  std::unique_ptr<llvm::Module> functions =
      llvm::parseAssemblyString(text, diagnostic, module.getContext());
  assert(functions && "the text above is LLVM IR");
  functions->setDataLayout(module.getDataLayout());
  functions->setTargetTriple(module.getTargetTriple());
  bool failed = llvm::Linker::linkModules(module, std::move(functions));
  assert(!failed && "functions that give way cannot clash");
  (void)failed;
}
