//===- Refinement.cpp - gives values more precise types -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds casts for the users that need them.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Dialect/OnnxOps/IR/Refinement.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Dialect/OnnxOps/IR/TypeRules.h"

using namespace mlir;
using namespace mlir::onnxops;

InferTypeOpInterface mlir::onnxops::getInferredOp(Operation *op) {
  if (!op || !isa_and_nonnull<OnnxOpsDialect>(op->getDialect()))
    return {};
  return dyn_cast<InferTypeOpInterface>(op);
}

Type mlir::onnxops::inferRefinedType(InferTypeOpInterface op) {
  SmallVector<Type> types;
  if (failed(op.inferReturnTypes(
          op->getContext(), /*location=*/std::nullopt, op->getOperands(),
          op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
          op->getRegions(), types)))
    return Type();
  Type declared = op->getResult(0).getType();
  if (failed(verifyDeclaredType(/*emit=*/{}, declared, types.front())))
    return Type();
  return meetTypes(declared, types.front());
}

Value mlir::onnxops::getCastSource(Operation *op) {
  if (isa_and_nonnull<tensor::CastOp, SequenceCastOp>(op))
    return op->getOperand(0);
  return {};
}

// The last non-null value of `value`, step(value), step(step(value)) and so on.
// In unreachable code, and in graph regions, these may form a cycle: then
// `value` itself.
template <typename Step>
static Value followToEnd(Value value, Step step) {
  Value last = value, mark = value;
  // The mark moves after twice as many steps each time (Brent's algorithm).
  for (uint64_t steps = 0, most = 1;; ++steps) {
    Value next = step(last);
    if (!next)
      return last;
    if (next == mark)
      return value;
    last = next;
    if (steps == most) {
      mark = last;
      most *= 2;
      steps = 0;
    }
  }
}

Value mlir::onnxops::lookThroughCasts(Value value) {
  return followToEnd(value, [](Value cast) {
    Value source = getCastSource(cast.getDefiningOp());
    bool isRefined = source && isRefinementOf(source.getType(), cast.getType());
    return isRefined ? source : Value();
  });
}

bool mlir::onnxops::isEmptySequence(Value value) {
  value = followToEnd(value, [](Value sequence) {
    auto cast = sequence.getDefiningOp<SequenceCastOp>();
    return cast ? cast.getSource() : Value();
  });
  auto op = value.getDefiningOp<VersionedOpInterface>();
  return op && op.getFamily() == "sequence_empty";
}

// What the one block of a region yields; null for a region that is not
// complete, as while a model is read.
static Operation *findYield(Region &region) {
  if (!region.hasOneBlock() || region.front().empty())
    return nullptr;
  Operation *last = &region.front().back();
  StringRef name = last->getName().getStringRef();
  return name == "onnx.Yield" || name == "scf.yield" ? last : nullptr;
}

namespace {
/// A value that a loop carries: its number among results, and that of the first
/// one among operands, arguments of the body and what the body yields.
struct Carried {
  Operation *loop;
  unsigned number, firstOperand, firstArgument, firstYielded;
};
} // namespace

static std::optional<Carried> getCarried(Operation *op, unsigned number) {
  StringRef name = op->getName().getStringRef();
  bool isOnnx = name == "onnx.Loop";
  if ((!isOnnx && name != "scf.for") || op->getNumRegions() != 1)
    return std::nullopt;
  Operation *yield = findYield(op->getRegion(0));
  if (!yield)
    return std::nullopt;
  Carried carried =
      isOnnx ? Carried{op, number, 2, 2, 1} : Carried{op, number, 3, 1, 0};
  Block &body = op->getRegion(0).front();
  bool isValid = carried.firstOperand + number < op->getNumOperands() &&
                 carried.firstArgument + number < body.getNumArguments() &&
                 carried.firstYielded + number < yield->getNumOperands();
  return isValid ? std::optional(carried) : std::nullopt;
}

// The carried value that is a result of a loop, or an argument of its body.
static std::optional<Carried> findCarried(Value value) {
  if (auto result = dyn_cast<OpResult>(value))
    return getCarried(result.getOwner(), result.getResultNumber());
  auto argument = cast<BlockArgument>(value);
  Operation *loop = argument.getOwner()->getParentOp();
  if (!loop)
    return std::nullopt;
  std::optional<Carried> first = getCarried(loop, 0);
  if (!first || argument.getArgNumber() < first->firstArgument)
    return std::nullopt;
  return getCarried(loop, argument.getArgNumber() - first->firstArgument);
}

static bool isAlwaysEmpty(Value value, unsigned depth);

// By induction: before the first iteration, and after each one.
static bool isAlwaysEmpty(const Carried &carried, unsigned depth) {
  Block &body = carried.loop->getRegion(0).front();
  Value yielded = body.back().getOperand(carried.firstYielded + carried.number);
  return isAlwaysEmpty(
             carried.loop->getOperand(carried.firstOperand + carried.number),
             depth) &&
         (yielded == body.getArgument(carried.firstArgument + carried.number) ||
          isAlwaysEmpty(yielded, depth));
}

static bool isAlwaysEmpty(Value value, unsigned depth) {
  if (isEmptySequence(value))
    return true;
  if (depth == 0)
    return false;
  if (std::optional<Carried> carried = findCarried(value))
    return isAlwaysEmpty(*carried, depth - 1);
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  StringRef name = op->getName().getStringRef();
  if (name == "onnx.Identity" && op->getNumOperands() == 1)
    return isAlwaysEmpty(op->getOperand(0), depth - 1);
  if (name != "onnx.If" && name != "scf.if")
    return false;
  unsigned number = cast<OpResult>(value).getResultNumber();
  return llvm::all_of(op->getRegions(), [&](Region &region) {
    Operation *yield = findYield(region);
    return yield && number < yield->getNumOperands() &&
           isAlwaysEmpty(yield->getOperand(number), depth - 1);
  });
}

bool mlir::onnxops::isAlwaysEmptySequence(Value value) {
  return isAlwaysEmpty(value, /*depth=*/8);
}

Type mlir::onnxops::joinValues(Value lhs, Value rhs) {
  Type joined = joinTypes(lhs.getType(), rhs.getType());
  if (joined && isAlwaysEmptySequence(lhs))
    return rhs.getType();
  if (joined && isAlwaysEmptySequence(rhs))
    return lhs.getType();
  return joined;
}

Value mlir::onnxops::buildCast(OpBuilder &builder, Location loc, Value value,
                               Type type) {
  if (value.getType() == type)
    return value;
  if (!isa<SequenceType>(type))
    return tensor::CastOp::create(builder, loc, type, value);
  // The type of a sequence without elements can contradict: it is forgotten.
  if (!areCompatibleTypes(value.getType(), type))
    value = SequenceCastOp::create(builder, loc,
                                   joinTypes(value.getType(), type), value);
  return SequenceCastOp::create(builder, loc, type, value);
}

bool mlir::onnxops::acceptsRefinement(OpOperand &use, Type refined) {
  Operation *user = use.getOwner();
  if (getCastSource(user) && (!isa<FunctionOpInterface>(user->getParentOp()) ||
                              isEmptySequence(use.get())))
    return areCompatibleTypes(user->getResult(0).getType(), refined);
  return !user->isRegistered() || isa<OnnxOpsDialect>(user->getDialect()) ||
         isa<tensor::CastOp, tensor::DimOp, tensor::RankOp, tensor::ExtractOp>(
             user);
}

SmallVector<OpOperand *> mlir::onnxops::collectUses(Value value) {
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  return uses;
}

Operation *mlir::onnxops::replaceUses(OpBuilder &builder,
                                      ArrayRef<OpOperand *> uses, Value refined,
                                      Type old) {
  Value cast;
  for (OpOperand *use : uses) {
    if (refined.getType() == old ||
        acceptsRefinement(*use, refined.getType())) {
      use->set(refined);
      continue;
    }
    if (!cast)
      cast = buildCast(builder, refined.getLoc(), refined, old);
    use->set(cast);
  }
  return cast ? cast.getDefiningOp() : nullptr;
}

Operation *mlir::onnxops::refineInPlace(Value value, Type type) {
  Type old = value.getType();
  if (type == old)
    return nullptr;
  SmallVector<OpOperand *> uses = collectUses(value);
  value.setType(type);
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  return replaceUses(builder, uses, value, old);
}
