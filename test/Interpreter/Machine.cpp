//===- Machine.cpp - runs bufferized IR -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks ops one after the other. There is no compiled form: the programs that
// this is for run for microseconds, parsing them takes longer.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace mlir::onnxops;
using namespace mlir::onnxops::interpreter;

int64_t interpreter::signExtend(int64_t number, Type type) {
  return type.isIndex()
             ? number
             : llvm::SignExtend64(number, type.getIntOrFloatBitWidth());
}

Machine::Machine(ModuleOp module) : symbols(module) {
  addArithOps(*this);
  addControlFlowOps(*this);
  addMemRefOps(*this);
  addLinalgOps(*this);
}

SmallVector<Slot> Machine::get(ValueRange values) const {
  return llvm::map_to_vector(values, [&](Value value) { return get(value); });
}

SmallVector<int64_t, 4>
Machine::getNumbers(ArrayRef<OpFoldResult> values) const {
  SmallVector<int64_t, 4> numbers;
  for (OpFoldResult value : values) {
    std::optional<int64_t> known;
    if (isa<Attribute>(value))
      known = getConstantIntValue(value);
    numbers.push_back(known ? *known : getNumber(cast<Value>(value)));
  }
  return numbers;
}

void Machine::setNumber(Value value, int64_t number) {
  set(value, {signExtend(number, value.getType()), nullptr});
}

// What the type promises of a dimension holds. Strides along which nobody goes
// are free.
static bool hasType(const View &view, MemRefType type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return false;
  auto agrees = [](int64_t inType, int64_t found) {
    return ShapedType::isDynamic(inType) || inType == found;
  };
  for (auto [inType, found] : llvm::zip_equal(type.getShape(), view.sizes))
    if (!agrees(inType, found))
      return false;
  if (view.isEmpty())
    return true;
  for (auto [inType, found, size] :
       llvm::zip_equal(strides, view.strides, view.sizes))
    if (size > 1 && !agrees(inType, found))
      return false;
  return agrees(offset, view.offset);
}

LogicalResult Machine::setView(Value value, View view) {
  auto type = dyn_cast<MemRefType>(value.getType());
  if (!type || !type.getElementType().isIntOrIndex())
    return emitError(value.getLoc(),
                     "expected a memref of integers of known rank, but got ")
           << value.getType();
  if (!hasType(view, type)) {
    InFlightDiagnostic error = emitError(value.getLoc(), "expected a view of ")
                               << type << ", but got sizes ";
    llvm::interleaveComma(view.sizes, error);
    error << ", strides ";
    llvm::interleaveComma(view.strides, error);
    return error << " and offset " << view.offset;
  }
  views.push_back(std::move(view));
  set(value, {0, &views.back()});
  return success();
}

LogicalResult Machine::runBody(Block &block) {
  for (Operation &op : block.without_terminator()) {
    auto known = handlers.find(op.getName().getTypeID());
    Handler other;
    if (known == handlers.end() && !(other = getLinalgHandler(&op)))
      return op.emitError("expected an op that the interpreter knows, but got ")
             << op.getName();
    const Handler &handler = other ? other : known->second;
    if (failed(handler(*this, &op)))
      return failure();
  }
  return success();
}

// The functions that mlir-runner offers, too.
static bool runExternal(StringRef name, ArrayRef<Slot> arguments) {
  if (name == "printI64")
    llvm::outs() << arguments[0].number;
  else if (name == "printNewline")
    llvm::outs() << "\n";
  else
    return false;
  return true;
}

LogicalResult Machine::call(Operation *user, StringRef name,
                            ArrayRef<Slot> arguments,
                            SmallVectorImpl<Slot> &results) {
  auto function = symbols.lookup<func::FuncOp>(name);
  if (!function || (function.isExternal() && !runExternal(name, arguments)))
    return user->emitError("expected a function with a body, but got @")
           << name;
  if (function.isExternal())
    return success();
  if (!function.getBody().hasOneBlock())
    return function.emitOpError("expected one block, but got several");

  Frame ours;
  llvm::SaveAndRestore<Frame *> scope(frame, &ours);
  llvm::SaveAndRestore<unsigned> nesting(depth, depth + 1);
  size_t numBuffers = memory.getNumBuffers();
  Block &body = function.getBody().front();
  for (auto [parameter, argument] :
       llvm::zip_equal(body.getArguments(), arguments))
    set(parameter, argument);
  if (failed(runBody(body))) {
    if (!hasFailedCheck || depth != 2)
      return failure();
    if (function.getNumResults() != 0)
      return user->emitOpError("expected a check that fails in a function "
                               "without results");
    hasFailedCheck = false;
    memory.dropFrom(numBuffers);
    llvm::outs() << "-1\n";
    return success();
  }
  results.append(get(body.getTerminator()->getOperands()));
  return success();
}

LogicalResult Machine::failCheck(Operation *user, const Twine &message) {
  if (depth < 2)
    return user->emitOpError("failed: ") << message;
  hasFailedCheck = true;
  return failure();
}

LogicalResult Machine::run(StringRef name) {
  auto function = symbols.lookup<func::FuncOp>(name);
  if (!function || function.getNumArguments())
    return symbols.getOp()->emitError(
               "expected a function without arguments of the name ")
           << name;
  SmallVector<Slot> results;
  return call(function, name, {}, results);
}
