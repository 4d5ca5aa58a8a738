//===- FoldOnnx.cpp - fold generic onnx ops -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Evaluates shape arithmetic, takes the branches of known conditions, and
// erases what is not used. What stays is a model that can be exported.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h"
#include "onnxops/Onnx/Operators.h"
#include "onnxops/Onnx/Opsets.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_FOLDONNX
#include "onnxops/Dialect/OnnxOps/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Shape arithmetic has an element for each dimension. A constant with more
// elements could be larger than the ops that it replaces.
static constexpr int64_t kMaxElements = 64;

// Each result is evaluated anew, so that operands must be small too: many reads
// of a large table would take long.
static constexpr int64_t kMaxOperandElements = 1024;

//===----------------------------------------------------------------------===//
// Known results
//===----------------------------------------------------------------------===//

// The value of a small tensor of integers, null unless all elements are known.
static DenseElementsAttr getKnownValue(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() > kMaxElements ||
      !type.getElementType().isSignlessInteger())
    return {};
  FailureOr<KnownElements> known = getKnownElements(value);
  if (failed(known) ||
      static_cast<int64_t>(known->size()) != type.getNumElements() ||
      llvm::is_contained(*known, std::nullopt))
    return {};
  unsigned width = type.getElementTypeBitWidth();
  return DenseElementsAttr::get(
      type, llvm::map_to_vector(*known, [&](std::optional<int64_t> element) {
        return APInt(width, *element, /*isSigned=*/true,
                     /*implicitTrunc=*/true);
      }));
}

// Whether an operand has too many elements to be read for each result.
static bool hasLargeOperand(Operation *op) {
  StringRef name = op->getName().stripDialect();
  if (name == "Shape" || name == "Size") // Only the type is read.
    return false;
  return llvm::any_of(op->getOperands(), [](Value operand) {
    auto type = dyn_cast<RankedTensorType>(lookThroughCasts(operand).getType());
    return type && type.hasStaticShape() &&
           type.getNumElements() > kMaxOperandElements;
  });
}

static void foldResults(Operation *op) {
  bool isConstant = op->getNumOperands() == 0 && op->getNumRegions() == 0;
  if (isConstant || !(isOnnxOperator(op) || isa<VersionedOpInterface>(op)) ||
      hasLargeOperand(op))
    return;
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    DenseElementsAttr known =
        result.use_empty() ? DenseElementsAttr() : getKnownValue(result);
    if (known)
      result.replaceAllUsesWith(
          arith::ConstantOp::create(builder, op->getLoc(), known));
  }
}

//===----------------------------------------------------------------------===//
// Known conditions
//===----------------------------------------------------------------------===//

// Whether `value`, which a branch yields, can replace a result of the If. A
// declared type that is more precise becomes that of a generic op's result, if
// no other result of the If may contradict it; a cast to it could not be
// exported.
static bool canReplace(Value value, Type declared, Block &branch) {
  if (!areCompatibleTypes(value.getType(), declared) ||
      !hasCast(value.getType(), declared))
    return false;
  if (meetTypes(declared, value.getType()) == value.getType())
    return true;
  Operation *producer = value.getDefiningOp();
  return producer && producer->getBlock() == &branch &&
         isOnnxOperator(producer) &&
         llvm::count(branch.back().getOperands(), value) == 1;
}

// Whether `value`, which a branch yields, can have the name of a result of the
// If that leaves its graph. Before opset 14 only a new sequence can: nothing
// copies one.
static bool canName(Value value, Value result, Block &branch, int64_t opset) {
  if (!isa<SequenceType>(value.getType()) ||
      opset >= opsets::kFirstIdentityOfSequence)
    return true;
  bool isOutput = llvm::any_of(result.getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::IsTerminator>() ||
           user == &user->getBlock()->back();
  });
  return !isOutput || (value.getParentBlock() == &branch &&
                       llvm::count(branch.back().getOperands(), value) == 1);
}

// The block of the branch that an If takes. Null if its condition is not known,
// or if the branch cannot replace it.
static Block *getTakenBranch(Operation *op, int64_t opset) {
  if (!isOnnxOperator(op) || op->getName().stripDialect() != "If" ||
      op->getNumOperands() != 1 || op->getNumRegions() != 2)
    return nullptr;
  std::optional<int64_t> condition = getKnownScalar(op->getOperand(0));
  if (!condition)
    return nullptr;
  Region &region = op->getRegion(*condition ? 0 : 1);
  if (!region.hasOneBlock() || region.front().getNumArguments() != 0 ||
      region.front().empty())
    return nullptr;
  Block &branch = region.front();
  Operation &yield = branch.back();
  bool fits =
      isOnnxOp(&yield) && yield.getNumResults() == 0 &&
      yield.getNumOperands() == op->getNumResults() &&
      llvm::all_of(llvm::zip_equal(yield.getOperands(), op->getResults()),
                   [&](auto pair) {
                     auto [value, result] = pair;
                     return canReplace(value, result.getType(), branch) &&
                            canName(value, result, branch, opset);
                   });
  return fits ? &branch : nullptr;
}

// Moves the ops of a branch before the If, and erases the If.
static void inlineBranch(Operation *op, Block &branch) {
  SmallVector<Value> yielded(branch.back().getOperands());
  branch.back().erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         branch.getOperations());
  OpBuilder builder(op);
  for (auto [result, value] : llvm::zip_equal(op->getResults(), yielded)) {
    Type declared = result.getType();
    refineInPlace(value, meetTypes(declared, value.getType()));
    replaceUses(builder, collectUses(result), value, declared);
  }
  op->erase();
}

//===----------------------------------------------------------------------===//
// Unused ops
//===----------------------------------------------------------------------===//

// Custom operators may have effects.
static bool mayHaveEffects(Operation *op) {
  if (isOnnxOp(op))
    return !getOnnxDomain(op).empty();
  return !isMemoryEffectFree(op);
}

static bool isUnused(Operation *op) {
  if (!op->use_empty() || op->getNumResults() == 0)
    return false;
  if (!isOnnxOp(op))
    return isOpTriviallyDead(op);
  WalkResult walk = op->walk([](Operation *inner) {
    return WalkResult(failure(mayHaveEffects(inner)));
  });
  return !walk.wasInterrupted();
}

namespace {

struct FoldOnnx : onnxops::impl::FoldOnnxBase<FoldOnnx> {
  void getDependentDialects(DialectRegistry &registry) const override {
    FoldOnnxBase::getDependentDialects(registry);
    onnxops::registerOnnxOperators(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    module.walk(foldResults);
    // Inner ops first: a branch that is not taken is erased with its Ifs.
    int64_t opset = getOpset(module);
    module.walk([&](Operation *op) {
      if (Block *branch = getTakenBranch(op, opset))
        inlineBranch(op, *branch);
    });
    module.walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isUnused(op))
        op->erase();
    });
  }
};

} // namespace
