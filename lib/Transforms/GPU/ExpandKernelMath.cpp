//===- ExpandKernelMath.cpp - math without a device library ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// CPU code calls libm. Devices have libraries of their toolkits, or functions
// whose precision each driver chooses; here functions become polynomials, the
// same on all devices. Operations on bf16 become integer and f32 arithmetic.
//
//===----------------------------------------------------------------------===//

#include "RequireGPUTarget.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "onnxops/Transforms/GPU/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_EXPANDKERNELMATH
#include "onnxops/Transforms/GPU/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;

//===----------------------------------------------------------------------===//
// bf16
//===----------------------------------------------------------------------===//

static Value toBits(OpBuilder &builder, Location loc, Value value) {
  return builder.createOrFold<arith::BitcastOp>(loc, builder.getI16Type(),
                                                value);
}

static Value fromBits(OpBuilder &builder, Location loc, Value bits) {
  return arith::BitcastOp::create(builder, loc, builder.getBF16Type(), bits);
}

// Lowers an op that moves a bf16 or changes its sign to one on its bits.
// Returns null for other ops.
static Value expandOnBits(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(
            builder.getI16Type(),
            cast<FloatAttr>(constant.getValue()).getValue().bitcastToAPInt()));
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return arith::SelectOp::create(
        builder, loc, select.getCondition(),
        toBits(builder, loc, select.getTrueValue()),
        toBits(builder, loc, select.getFalseValue()));
  if (auto negation = dyn_cast<arith::NegFOp>(op)) {
    Value sign = arith::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(builder.getI16Type(), APInt::getSignMask(16)));
    return arith::XOrIOp::create(
        builder, loc, toBits(builder, loc, negation.getOperand()), sign);
  }
  return nullptr;
}

// Lowers other ops to f32, which represents every bf16.
static void widen(OpBuilder &builder, Operation *op) {
  Location loc = op->getLoc();
  Type wide = builder.getF32Type();
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getType().isBF16())
      operand.set(arith::ExtFOp::create(builder, loc, wide, operand.get()));
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    if (!result.getType().isBF16())
      continue;
    result.setType(wide);
    Value narrow =
        arith::TruncFOp::create(builder, loc, builder.getBF16Type(), result);
    result.replaceAllUsesExcept(narrow, narrow.getDefiningOp());
  }
}

// Whether upstream expands the op.
static bool isConversionOfF32(Operation *op) {
  return (isa<arith::ExtFOp>(op) && op->getResult(0).getType().isF32()) ||
         (isa<arith::TruncFOp>(op) && op->getOperand(0).getType().isF32());
}

// Leaves only conversions between bf16 and f32 or its bits.
static void expandBF16(Operation *op) {
  auto isBF16 = [](Type type) { return type.isBF16(); };
  bool hasBF16 = llvm::any_of(op->getOperandTypes(), isBF16) ||
                 llvm::any_of(op->getResultTypes(), isBF16);
  if (!hasBF16 || op->getNumRegions() != 0 || isConversionOfF32(op) ||
      !isa<arith::ArithDialect>(op->getDialect()) || isa<arith::BitcastOp>(op))
    return;
  OpBuilder builder(op);
  if (!llvm::any_of(op->getResultTypes(), isBF16))
    return widen(builder, op);
  if (Value bits = expandOnBits(builder, op)) {
    op->replaceAllUsesWith(ValueRange(fromBits(builder, op->getLoc(), bits)));
    op->erase();
    return;
  }
  widen(builder, op);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

template <typename Op>
static void replaceAll(gpu::GPUModuleOp kernels,
                       llvm::function_ref<Value(OpBuilder &, Op)> build) {
  kernels.walk([&](Op op) {
    OpBuilder builder(op);
    op.replaceAllUsesWith(build(builder, op));
    op.erase();
  });
}

// Replaces a function by an equivalent op of the device's dialect.
template <typename From, typename To>
static void replaceAll(gpu::GPUModuleOp kernels) {
  replaceAll<From>(kernels, [](OpBuilder &builder, From op) -> Value {
    return To::create(builder, op.getLoc(), op.getType(), op->getOperands());
  });
}

// The same for an LLVM intrinsic that has no op: upstream's conversions would
// call the device's library.
template <typename Op>
static void replaceByIntrinsic(gpu::GPUModuleOp kernels, StringRef ofF32,
                               StringRef ofF64) {
  replaceAll<Op>(kernels, [&](OpBuilder &builder, Op op) -> Value {
    auto name = builder.getStringAttr(op.getType().isF64() ? ofF64 : ofF32);
    return LLVM::CallIntrinsicOp::create(builder, op.getLoc(), op.getType(),
                                         name, op->getOperands())
        .getResult(0);
  });
}

// Clears the sign bit.
static Value buildAbs(OpBuilder &builder, math::AbsFOp op) {
  Location loc = op.getLoc();
  unsigned width = op.getType().getIntOrFloatBitWidth();
  Type type = builder.getIntegerType(width);
  Value bits = arith::BitcastOp::create(builder, loc, type, op.getOperand());
  Value mask = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(type, APInt::getSignedMaxValue(width)));
  return arith::BitcastOp::create(
      builder, loc, op.getType(),
      arith::AndIOp::create(builder, loc, bits, mask));
}

static void useOwnFunctions(gpu::GPUModuleOp kernels, StringRef target) {
  replaceAll<math::AbsFOp>(kernels, buildAbs);
  if (target == "spirv") {
    replaceAll<math::FloorOp, spirv::GLFloorOp>(kernels);
    replaceAll<math::FmaOp, spirv::GLFmaOp>(kernels);
    replaceAll<math::SqrtOp, spirv::GLSqrtOp>(kernels);
    return;
  }
  replaceAll<math::FmaOp, LLVM::FMAOp>(kernels);
  if (target == "amdgcn") {
    replaceByIntrinsic<math::FloorOp>(kernels, "llvm.floor.f32",
                                      "llvm.floor.f64");
    replaceByIntrinsic<math::SqrtOp>(kernels, "llvm.sqrt.f32", "llvm.sqrt.f64");
    return;
  }
  // Exact; the general intrinsic may be an approximation.
  replaceByIntrinsic<math::FloorOp>(kernels, "llvm.nvvm.floor.f",
                                    "llvm.nvvm.floor.d");
  replaceByIntrinsic<math::SqrtOp>(kernels, "llvm.nvvm.sqrt.rn.f",
                                   "llvm.nvvm.sqrt.rn.d");
}

namespace {
struct ExpandKernelMath
    : onnxops::impl::ExpandKernelMathBase<ExpandKernelMath> {
  using ExpandKernelMathBase::ExpandKernelMathBase;

  void runOnOperation() override {
    if (failed(onnxops::verifyGPUTarget(getOperation(), target)))
      return signalPassFailure();
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      expandBF16(op);
    RewritePatternSet patterns(&getContext());
    auto isExpanded = [](StringRef name) {
      return name == math::ExpOp::getOperationName() ||
             name == math::TanhOp::getOperationName();
    };
    populateMathF32ExpansionPatterns(patterns, isExpanded);
    populateMathPolynomialApproximationPatterns(patterns, isExpanded);
    arith::populateExpandBFloat16Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();
    useOwnFunctions(getOperation(), target);
    getOperation().walk([&](Operation *op) {
      // The remainder of devices is not exact, and NaN by infinity.
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) &&
          !isa<arith::RemFOp>(op))
        return;
      emitError(op->getLoc()) << "no device implementation of " << op->getName()
                              << " of " << op->getResult(0).getType();
      signalPassFailure();
    });
  }
};
} // namespace
