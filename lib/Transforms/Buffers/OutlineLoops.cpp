//===- OutlineLoops.cpp - loops over elements that stand once -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What LLVM spends on a function grows faster than the loops in it, and a graph
// of a thousand small ops is a function of as many. As a private function each
// is optimised by itself, and those that differ in nothing but the memory that
// they are given are one.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/RegionUtils.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "onnxops/Transforms/Passes.h"

namespace mlir::onnxops {
#define GEN_PASS_DEF_OUTLINELOOPS
#include "onnxops/Transforms/Passes.h.inc"
} // namespace mlir::onnxops

using namespace mlir;
using namespace mlir::onnxops;

// Views into one buffer differ in where they begin. A function takes any place.
static Type getArgumentType(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getLayout().isIdentity())
    return type;
  auto layout = dyn_cast<StridedLayoutAttr>(memref.getLayout());
  if (!layout)
    return type;
  return MemRefType::get(memref.getShape(), memref.getElementType(),
                         StridedLayoutAttr::get(type.getContext(),
                                                ShapedType::kDynamic,
                                                layout.getStrides()),
                         memref.getMemorySpace());
}

static void generalizeOperands(Operation *op) {
  OpBuilder builder(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    Type type = getArgumentType(value.getType());
    if (type != value.getType())
      operand.set(memref::CastOp::create(builder, op->getLoc(), type, value));
  }
}

static bool isConstant(Value value) {
  Operation *op = value.getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

// What an op reads from outside, operands first. Its code contains constants.
static SmallVector<Value> findInputs(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

namespace {

// An op that becomes the body of a function.
struct Loops {
  explicit Loops(Operation *op) : op(op), inputs(findInputs(op)) {}

  llvm::hash_code hash() const;
  bool isSameCode(const Loops &other) const;
  SmallVector<Value> getArguments() const {
    return llvm::filter_to_vector(
        inputs, [](Value input) { return !isConstant(input); });
  }

  Operation *op;
  SmallVector<Value> inputs;
};

} // namespace

static llvm::hash_code hashAlone(Operation *op) {
  return OperationEquivalence::computeHash(
      op, OperationEquivalence::ignoreHashValue,
      OperationEquivalence::ignoreHashValue,
      OperationEquivalence::IgnoreLocations);
}

llvm::hash_code Loops::hash() const {
  llvm::hash_code hash = hashAlone(op);
  op->walk([&](Operation *nested) {
    if (nested != op)
      hash = llvm::hash_combine(hash, hashAlone(nested));
  });
  for (Value input : inputs)
    hash = llvm::hash_combine(hash, input.getType());
  return hash;
}

static bool isSameInput(Value lhs, Value rhs) {
  if (isConstant(lhs) || isConstant(rhs)) {
    Attribute left, right;
    return matchPattern(lhs, m_Constant(&left)) &&
           matchPattern(rhs, m_Constant(&right)) && left == right;
  }
  return lhs.getType() == rhs.getType();
}

bool Loops::isSameCode(const Loops &other) const {
  if (inputs.size() != other.inputs.size())
    return false;
  DenseMap<Value, Value> same;
  for (auto [lhs, rhs] : llvm::zip_equal(inputs, other.inputs)) {
    if (!isSameInput(lhs, rhs))
      return false;
    same[lhs] = rhs;
  }
  return OperationEquivalence::isEquivalentTo(
      op, other.op,
      [&](Value lhs, Value rhs) { return success(same.lookup(lhs) == rhs); },
      [&](Value lhs, Value rhs) { same[lhs] = rhs; },
      OperationEquivalence::IgnoreLocations);
}

// What calls the run-time library would need its function's context.
static bool isLoops(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureBufferSemantics())
    return false;
  return !op->walk([](Operation *nested) {
              return WalkResult(
                  failure(isa<OnnxOpsDialect>(nested->getDialect())));
            }).wasInterrupted();
}

namespace {

// The private functions of a module, by what they do.
class LoopFunctions {
public:
  explicit LoopFunctions(ModuleOp module) : symbols(module) {}

  // Calls what does the same as `op`, which stays for others to compare with.
  void call(Operation *op);

private:
  func::FuncOp create(const Loops &loops);

  SymbolTable symbols;
  // With the op that each was made of, by hash.
  DenseMap<size_t, SmallVector<std::pair<Loops, func::FuncOp>>> functions;
};

} // namespace

func::FuncOp LoopFunctions::create(const Loops &loops) {
  auto module = cast<ModuleOp>(symbols.getOp());
  OpBuilder builder(module.getContext());
  SmallVector<Value> arguments = loops.getArguments();
  auto function =
      func::FuncOp::create(builder, loops.op->getLoc(), "onnxops_loops",
                           builder.getFunctionType(TypeRange(arguments), {}));
  function.setPrivate();
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  // Its callers are long.
  function.setNoInline(true);
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  symbols.insert(function, module.getBody()->end());
  builder.setInsertionPointToStart(function.addEntryBlock());
  IRMapping map;
  map.map(arguments, function.getArguments());
  for (Value input : loops.inputs)
    if (isConstant(input))
      builder.clone(*input.getDefiningOp(), map);
  builder.clone(*loops.op, map);
  func::ReturnOp::create(builder, loops.op->getLoc());
  return function;
}

void LoopFunctions::call(Operation *op) {
  generalizeOperands(op);
  Loops loops(op);
  auto &known = functions[loops.hash()];
  auto it = llvm::find_if(
      known, [&](auto &entry) { return entry.first.isSameCode(loops); });
  func::FuncOp function = it == known.end() ? create(loops) : it->second;
  OpBuilder builder(op);
  SmallVector<Value> arguments = loops.getArguments();
  func::CallOp::create(builder, op->getLoc(), function, arguments);
  if (it == known.end())
    known.push_back({std::move(loops), function});
}

namespace {
struct OutlineLoops : public onnxops::impl::OutlineLoopsBase<OutlineLoops> {
  using Base::Base;

  void runOnOperation() override {
    LoopFunctions functions(getOperation());
    SmallVector<Operation *> outlined;
    // Taken beforehand, since functions are added to the module.
    for (auto function :
         llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      SmallVector<Operation *> found;
      function.walk([&](Operation *op) {
        if (isLoops(op))
          found.push_back(op);
      });
      if (found.size() < outOfLineThreshold)
        continue;
      llvm::for_each(found, [&](Operation *op) { functions.call(op); });
      llvm::append_range(outlined, found);
    }
    for (Operation *op : outlined)
      op->erase();
  }
};
} // namespace
