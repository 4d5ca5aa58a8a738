//===- CodeWriter.cpp - builder of loops over bytes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One short function for each operation.
//
//===----------------------------------------------------------------------===//

#include "onnxops/Copies/CodeWriter.h"

#include "LoopUnrolling.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::onnxops;

Number::Number(Value value) : unknown(value) {
  assert(value.getType().isInteger(64) && "expected an i64");
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    known = constant.getSExtValue();
    unknown = nullptr;
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value CodeWriter::materialize(Number number) {
  if (number.value())
    return number.value();
  return arith::ConstantIntOp::create(builder, loc, *number.constant(), 64);
}

Number CodeWriter::fromIndex(Value index) {
  APInt constant;
  if (matchPattern(index, m_ConstantInt(&constant)))
    return Number(constant.getSExtValue());
  return Number(
      arith::IndexCastOp::create(builder, loc, builder.getI64Type(), index)
          .getResult());
}

Value CodeWriter::toIndex(Number number) {
  if (std::optional<int64_t> constant = number.constant())
    return arith::ConstantIndexOp::create(builder, loc, *constant);
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    number.value());
}

template <typename Op>
static Number binary(CodeWriter &writer, Number lhs, Number rhs) {
  return Number(writer.getBuilder().createOrFold<Op>(
      writer.getLoc(), writer.materialize(lhs), writer.materialize(rhs)));
}

// Known numbers wrap around as those of generated code do: a model may declare
// any sizes, and an allocation of too many bytes fails before it is copied to.
// These functions of LLVM store the wrapped result.
template <typename Compute>
static Number wrap(Number lhs, Number rhs, Compute compute) {
  int64_t result;
  (void)compute(*lhs.constant(), *rhs.constant(), result);
  return result;
}

Number CodeWriter::add(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return wrap(lhs, rhs, llvm::AddOverflow<int64_t>);
  if (lhs.is(0))
    return rhs;
  return rhs.is(0) ? lhs : binary<arith::AddIOp>(*this, lhs, rhs);
}

Number CodeWriter::sub(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return wrap(lhs, rhs, llvm::SubOverflow<int64_t>);
  if (lhs == rhs)
    return 0;
  return rhs.is(0) ? lhs : binary<arith::SubIOp>(*this, lhs, rhs);
}

Number CodeWriter::mul(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return wrap(lhs, rhs, llvm::MulOverflow<int64_t>);
  if (lhs.is(0) || rhs.is(0))
    return 0;
  if (lhs.is(1))
    return rhs;
  return rhs.is(1) ? lhs : binary<arith::MulIOp>(*this, lhs, rhs);
}

Number CodeWriter::div(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant() && !rhs.is(0))
    return *lhs.constant() / *rhs.constant();
  return rhs.is(1) ? lhs : binary<arith::DivUIOp>(*this, lhs, rhs);
}

Number CodeWriter::rem(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant() && !rhs.is(0))
    return *lhs.constant() % *rhs.constant();
  return rhs.is(1) ? Number(0) : binary<arith::RemUIOp>(*this, lhs, rhs);
}

Number CodeWriter::ceilDiv(Number lhs, Number rhs) {
  return div(add(lhs, sub(rhs, 1)), rhs);
}

Number CodeWriter::bitOr(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return *lhs.constant() | *rhs.constant();
  return binary<arith::OrIOp>(*this, lhs, rhs);
}

Number CodeWriter::min(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return std::min(*lhs.constant(), *rhs.constant());
  return binary<arith::MinSIOp>(*this, lhs, rhs);
}

Number CodeWriter::max(Number lhs, Number rhs) {
  if (lhs.constant() && rhs.constant())
    return std::max(*lhs.constant(), *rhs.constant());
  return binary<arith::MaxSIOp>(*this, lhs, rhs);
}

Value CodeWriter::compare(arith::CmpIPredicate predicate, Number lhs,
                          Number rhs) {
  // A value equals itself, whatever it is.
  if (lhs == rhs)
    rhs = lhs = 0;
  if (lhs.constant() && rhs.constant()) {
    bool holds = arith::applyCmpPredicate(predicate, APInt(64, *lhs.constant()),
                                          APInt(64, *rhs.constant()));
    return arith::ConstantIntOp::create(builder, loc, holds, 1);
  }
  return builder.createOrFold<arith::CmpIOp>(loc, predicate, materialize(lhs),
                                             materialize(rhs));
}

Number CodeWriter::fromCondition(Value condition) {
  APInt known;
  if (matchPattern(condition, m_ConstantInt(&known)))
    return known.getZExtValue();
  return Number(
      arith::ExtUIOp::create(builder, loc, builder.getI64Type(), condition)
          .getResult());
}

Value CodeWriter::negate(Value condition) {
  Value isTrue = arith::ConstantIntOp::create(builder, loc, true, 1);
  return builder.createOrFold<arith::XOrIOp>(loc, condition, isTrue);
}

Value CodeWriter::both(Value lhs, Value rhs) {
  return builder.createOrFold<arith::AndIOp>(loc, lhs, rhs);
}

Value CodeWriter::andThen(Value lhs, llvm::function_ref<Value()> rhs) {
  APInt known;
  if (matchPattern(lhs, m_ConstantInt(&known)))
    return known.isOne() ? rhs() : lhs;
  auto write = [&](llvm::function_ref<Value()> branch) {
    return [this, branch](OpBuilder &nested, Location) {
      OpBuilder::InsertionGuard guard(builder);
      builder.restoreInsertionPoint(nested.saveInsertionPoint());
      scf::YieldOp::create(builder, loc, branch());
    };
  };
  auto isFalse = [&] { return equal(0, 1); };
  return scf::IfOp::create(builder, loc, lhs, write(rhs), write(isFalse))
      .getResult(0);
}

Value CodeWriter::either(Value lhs, Value rhs) {
  return builder.createOrFold<arith::OrIOp>(loc, lhs, rhs);
}

Number CodeWriter::select(Value condition, Number lhs, Number rhs) {
  APInt known;
  if (matchPattern(condition, m_ConstantInt(&known)))
    return known.isOne() ? lhs : rhs;
  return Number(builder.createOrFold<arith::SelectOp>(
      loc, condition, materialize(lhs), materialize(rhs)));
}

Number CodeWriter::toInteger(Value pointer) {
  return Number(
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), pointer)
          .getResult());
}

Value CodeWriter::isAligned(Value pointer, int64_t bytes) {
  return equal(rem(toInteger(pointer), bytes), 0);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Value CodeWriter::getPointer(Value memref, Number bytes) {
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value pointer = LLVM::IntToPtrOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      materialize(fromIndex(address)));
  return advance(pointer, bytes);
}

Value CodeWriter::advance(Value pointer, Number bytes) {
  if (bytes.is(0))
    return pointer;
  SmallVector<LLVM::GEPArg, 1> distance;
  if (std::optional<int64_t> constant = bytes.constant();
      constant && llvm::isInt<30>(*constant))
    distance.push_back(static_cast<int32_t>(*constant));
  else
    distance.push_back(materialize(bytes));
  return LLVM::GEPOp::create(builder, loc, pointer.getType(),
                             builder.getI8Type(), pointer, distance);
}

Type CodeWriter::getBytesType(int64_t bytes) {
  if (bytes <= 8)
    return builder.getIntegerType(8 * bytes);
  return VectorType::get(bytes, builder.getI8Type());
}

Value CodeWriter::load(Type type, Value pointer) {
  return LLVM::LoadOp::create(builder, loc, type, pointer, /*alignment=*/1);
}

// The bytes of an integer or of a vector of integers.
static unsigned getBytes(Type type) {
  unsigned elements = 1;
  if (auto vector = dyn_cast<VectorType>(type))
    elements = vector.getNumElements();
  return elements * getElementTypeOrSelf(type).getIntOrFloatBitWidth() / 8;
}

void CodeWriter::store(Value value, Value pointer, bool streams) {
  unsigned bytes = 1;
  if (streams)
    bytes = getBytes(value.getType());
  LLVM::StoreOp::create(builder, loc, value, pointer, /*alignment=*/bytes,
                        /*isVolatile=*/false, /*isNonTemporal=*/streams);
}

void CodeWriter::prefetch(Value pointer) {
  LLVM::Prefetch::create(builder, loc, pointer, /*rw=*/0, /*hint=*/3,
                         /*cache=*/1);
}

Value CodeWriter::allocateWords(int64_t words) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(entry);
  return LLVM::AllocaOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()),
      builder.getI64Type(), materialize(words));
}

void CodeWriter::memcpy(Value target, Value source, Number bytes) {
  LLVM::MemcpyOp::create(builder, loc, target, source, materialize(bytes),
                         /*isVolatile=*/false);
}

void CodeWriter::fence() {
  LLVM::FenceOp::create(builder, loc, LLVM::AtomicOrdering::seq_cst);
}

//===----------------------------------------------------------------------===//
// Control
//===----------------------------------------------------------------------===//

static SmallVector<Number> toNumbers(ValueRange values) {
  return llvm::map_to_vector(values, [](Value v) { return Number(v); });
}

void CodeWriter::loop(Number begin, Number end, Number step,
                      llvm::function_ref<void(Number)> body) {
  loop(begin, end, step, {}, [&](Number i, ArrayRef<Number>) {
    body(i);
    return SmallVector<Number>();
  });
}

void CodeWriter::loopParts(
    Number begin, Number end, Number size,
    llvm::function_ref<void(Number begin, Number size)> body) {
  Number total = sub(end, begin);
  if (total.constant() && size.constant()) {
    if (*total.constant() > 0 && *total.constant() <= *size.constant())
      return body(begin, total);
    if (*total.constant() % *size.constant() == 0)
      return loop(begin, end, size, [&](Number i) { body(i, size); });
  }
  loop(begin, end, size, [&](Number i) { body(i, min(size, sub(end, i))); });
}

SmallVector<Number> CodeWriter::loop(
    Number begin, Number end, Number step, ArrayRef<Number> inits,
    llvm::function_ref<SmallVector<Number>(Number, ArrayRef<Number>)> body) {
  SmallVector<Value> values;
  for (Number init : inits)
    values.push_back(materialize(init));
  auto write = [&](OpBuilder &nested, Location, Value i, ValueRange carried) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(nested.saveInsertionPoint());
    SmallVector<Value> results;
    for (Number result : body(Number(i), toNumbers(carried)))
      results.push_back(materialize(result));
    scf::YieldOp::create(builder, loc, results);
  };
  auto loop =
      scf::ForOp::create(builder, loc, materialize(begin), materialize(end),
                         materialize(step), values, write);
  limitUnrolling(loop);
  return toNumbers(loop.getResults());
}

SmallVector<Number> CodeWriter::loopWhile(
    ArrayRef<Number> inits,
    llvm::function_ref<Value(ArrayRef<Number>)> condition,
    llvm::function_ref<SmallVector<Number>(ArrayRef<Number>)> body) {
  SmallVector<Value> values;
  for (Number init : inits)
    values.push_back(materialize(init));
  auto inside = [&](OpBuilder &nested, auto write) {
    OpBuilder::InsertionGuard guard(builder);
    builder.restoreInsertionPoint(nested.saveInsertionPoint());
    write();
  };
  auto loop = scf::WhileOp::create(
      builder, loc, ValueRange(values).getTypes(), values,
      [&](OpBuilder &nested, Location, ValueRange carried) {
        inside(nested, [&] {
          scf::ConditionOp::create(builder, loc, condition(toNumbers(carried)),
                                   carried);
        });
      },
      [&](OpBuilder &nested, Location, ValueRange carried) {
        inside(nested, [&] {
          SmallVector<Value> results;
          for (Number result : body(toNumbers(carried)))
            results.push_back(materialize(result));
          scf::YieldOp::create(builder, loc, results);
        });
      });
  return toNumbers(loop.getResults());
}

void CodeWriter::ifThen(Value condition, llvm::function_ref<void()> then,
                        llvm::function_ref<void()> otherwise) {
  APInt known;
  if (matchPattern(condition, m_ConstantInt(&known))) {
    if (known.isOne())
      then();
    else if (otherwise)
      otherwise();
    return;
  }
  auto write = [&](llvm::function_ref<void()> branch) {
    return [this, branch](OpBuilder &nested, Location) {
      OpBuilder::InsertionGuard guard(builder);
      builder.restoreInsertionPoint(nested.saveInsertionPoint());
      branch();
      scf::YieldOp::create(builder, loc);
    };
  };
  if (otherwise)
    scf::IfOp::create(builder, loc, condition, write(then), write(otherwise));
  else
    scf::IfOp::create(builder, loc, condition, write(then));
}

void CodeWriter::call(StringRef key, ValueRange arguments,
                      PrivateFunctions::WriteBody body) {
  func::FuncOp function = functions.get(key, arguments.getTypes(), body,
                                        /*areSizesKnown=*/false);
  func::CallOp::create(builder, loc, function, arguments);
}

void CodeWriter::callShared(StringRef key, ValueRange arguments,
                            PrivateFunctions::WriteBody body,
                            ArrayRef<StringRef> attributes) {
  func::FuncOp function =
      functions.getShared(key, arguments.getTypes(), body, attributes);
  func::CallOp::create(builder, loc, function, arguments);
}

Number CodeWriter::ask(StringRef function, ArrayRef<Number> numbers) {
  SmallVector<Value> arguments;
  for (Number number : numbers)
    arguments.push_back(materialize(number));
  auto call = func::CallOp::create(
      builder, loc, functions.getQuery(function, arguments.size()), arguments);
  return Number(call.getResult(0));
}
