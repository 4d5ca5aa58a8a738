//===- CopyCode.cpp - code that copies bytes ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops around memcpy, in place or in functions of their own.
//
//===----------------------------------------------------------------------===//

#include "CopyCode.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::onnxops;

//===----------------------------------------------------------------------===//
// Code of one copy
//===----------------------------------------------------------------------===//

static Value toI64(OpBuilder &builder, Location loc, Value index) {
  return arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index);
}

Value mlir::onnxops::advancePointer(OpBuilder &builder, Location loc,
                                    Value pointer, Value bytes) {
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer,
                             toI64(builder, loc, bytes));
}

static Value advance(OpBuilder &builder, Location loc, Value pointer,
                     ValueRange iterations, ValueRange strides) {
  for (auto [iteration, stride] : llvm::zip_equal(iterations, strides))
    pointer =
        advancePointer(builder, loc, pointer,
                       arith::MulIOp::create(builder, loc, iteration, stride));
  return pointer;
}

void mlir::onnxops::emitCopy(OpBuilder &builder, Location loc,
                             const ByteCopy &copy, Value zero, Value one) {
  SmallVector<Value> begins(copy.sizes.size(), zero);
  SmallVector<Value> steps(copy.sizes.size(), one);
  scf::buildLoopNest(builder, loc, begins, copy.sizes, steps,
                     [&](OpBuilder &body, Location loc, ValueRange iterations) {
                       Value target = advance(body, loc, copy.target,
                                              iterations, copy.targetStrides);
                       Value source = advance(body, loc, copy.source,
                                              iterations, copy.sourceStrides);
                       LLVM::MemcpyOp::create(body, loc, target, source,
                                              toI64(body, loc, copy.run),
                                              /*isVolatile=*/false);
                     });
}

//===----------------------------------------------------------------------===//
// Functions that copy
//===----------------------------------------------------------------------===//

func::FuncOp CopyFunctions::create(unsigned loops, std::optional<int64_t> run) {
  auto module = cast<ModuleOp>(symbols.getOp());
  Location loc = module.getLoc();
  OpBuilder builder(module.getContext());
  SmallVector<Type> inputs(2, LLVM::LLVMPointerType::get(module.getContext()));
  inputs.append(3 * loops + !run, builder.getIndexType());

  std::string name = "onnxops_copy_" + std::to_string(loops) + "d";
  if (run)
    name += "_" + std::to_string(*run);
  auto function = func::FuncOp::create(
      builder, loc, name, builder.getFunctionType(inputs, /*results=*/{}));
  function.setPrivate();
  // Inlined again, ten thousand calls take code generation a minute.
  function.setNoInline(true);
  function->setAttr("passthrough", builder.getStrArrayAttr({"noinline"}));
  function->setAttr(
      "llvm.linkage",
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  symbols.insert(function, module.getBody()->end());

  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  ValueRange arguments = body->getArguments();
  ValueRange numbers = arguments.take_back(3 * loops);
  ByteCopy copy{/*target=*/arguments[0],
                /*source=*/arguments[1],
                /*run=*/run ? constant(*run) : arguments[2],
                /*sizes=*/numbers.take_front(loops),
                /*targetStrides=*/numbers.slice(loops, loops),
                /*sourceStrides=*/numbers.take_back(loops)};
  emitCopy(builder, loc, copy, constant(0), constant(1));
  func::ReturnOp::create(builder, loc);
  return function;
}

func::FuncOp CopyFunctions::get(unsigned loops, std::optional<int64_t> run) {
  func::FuncOp &function = functions[{loops, run.value_or(-1)}];
  if (!function)
    function = create(loops, run);
  return function;
}

void CopyFunctions::call(OpBuilder &builder, Location loc,
                         const ByteCopy &copy) {
  constexpr int64_t shortRun = 64;
  std::optional<int64_t> run = getConstantIntValue(copy.run);
  if (run && (*run > shortRun || copy.sizes.empty()))
    run = std::nullopt;
  SmallVector<Value> operands = {copy.target, copy.source};
  if (!run)
    operands.push_back(copy.run);
  llvm::append_range(operands, copy.sizes);
  llvm::append_range(operands, copy.targetStrides);
  llvm::append_range(operands, copy.sourceStrides);
  func::CallOp::create(builder, loc, get(copy.sizes.size(), run), operands);
}
