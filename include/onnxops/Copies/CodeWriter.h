//===- CodeWriter.h - builder of loops over bytes ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies are loops around loads and stores of bytes. CodeWriter builds them
// from scf, arith and the memory operations of the LLVM dialect, and folds
// constants, so that the same calls serve static and dynamic sizes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_COPIES_CODEWRITER_H
#define ONNXOPS_COPIES_CODEWRITER_H

#include "onnxops/Copies/PrivateFunctions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace mlir::onnxops {

/// A 64-bit number of the generated code: a constant or an i64 value.
class Number {
public:
  Number(int64_t constant) : known(constant) {}
  Number(Value value);

  std::optional<int64_t> constant() const { return known; }
  bool is(int64_t constant) const { return known == constant; }
  /// Null for a constant.
  Value value() const { return unknown; }
  /// The same constant or the same value; two values may still be equal.
  bool operator==(const Number &other) const {
    return known == other.known && unknown == other.unknown;
  }

private:
  std::optional<int64_t> known;
  Value unknown;
};

/// Writes code at the insertion point of `builder`, in a function that begins
/// with the block `entry`. Pointers are !llvm.ptr, distances are bytes, numbers
/// are signed.
class CodeWriter {
public:
  CodeWriter(OpBuilder &builder, Location loc, Block *entry,
             PrivateFunctions &functions)
      : builder(builder), loc(loc), entry(entry), functions(functions) {}

  OpBuilder &getBuilder() { return builder; }
  Location getLoc() const { return loc; }
  Block *getEntry() const { return entry; }
  const CodeTuning &getTuning() const { return functions.getTuning(); }

  Value materialize(Number number);
  Number fromIndex(Value index);
  Value toIndex(Number number);

  Number add(Number lhs, Number rhs);
  Number sub(Number lhs, Number rhs);
  Number mul(Number lhs, Number rhs);
  /// Operands are not negative, divisors positive.
  Number div(Number lhs, Number rhs);
  Number rem(Number lhs, Number rhs);
  Number ceilDiv(Number lhs, Number rhs);
  Number bitOr(Number lhs, Number rhs);
  Number min(Number lhs, Number rhs);
  Number max(Number lhs, Number rhs);

  /// The result is an i1.
  Value compare(arith::CmpIPredicate predicate, Number lhs, Number rhs);
  Value equal(Number lhs, Number rhs) {
    return compare(arith::CmpIPredicate::eq, lhs, rhs);
  }
  Value atMost(Number lhs, Number rhs) {
    return compare(arith::CmpIPredicate::sle, lhs, rhs);
  }
  Value less(Number lhs, Number rhs) {
    return compare(arith::CmpIPredicate::slt, lhs, rhs);
  }
  /// 1 for true, 0 for false.
  Number fromCondition(Value condition);
  Number toInteger(Value pointer);
  /// Whether an address is a multiple of `bytes`.
  Value isAligned(Value pointer, int64_t bytes);
  Value negate(Value condition);
  Value both(Value lhs, Value rhs);
  /// The same, but the code of `rhs` runs only if `lhs` holds.
  Value andThen(Value lhs, llvm::function_ref<Value()> rhs);
  Value either(Value lhs, Value rhs);
  Number select(Value condition, Number lhs, Number rhs);

  /// A pointer `bytes` after the aligned pointer of a memref.
  Value getPointer(Value memref, Number bytes);
  Value advance(Value pointer, Number bytes);
  /// A type of 1, 2, 4, 8, ... bytes.
  Type getBytesType(int64_t bytes);
  /// No alignment is assumed.
  Value load(Type type, Value pointer);
  /// A store, non-temporal if `streams`; the address must then be aligned to
  /// the size of the type.
  void store(Value value, Value pointer, bool streams = false);
  /// Prefetches the cache line at an address, which need not be valid.
  void prefetch(Value pointer);
  /// Allocates memory in the stack frame, in the entry block.
  Value allocateWords(int64_t words);
  void memcpy(Value target, Value source, Number bytes);
  /// Orders non-temporal stores before all later ones.
  void fence();

  /// Calls `body` with begin, begin + step, ... below `end`.
  void loop(Number begin, Number end, Number step,
            llvm::function_ref<void(Number)> body);
  /// Calls `body` with parts of [begin, end) of `size` each; the last part may
  /// be smaller.
  void loopParts(Number begin, Number end, Number size,
                 llvm::function_ref<void(Number begin, Number size)> body);
  /// The same as `loop`, with loop-carried numbers.
  SmallVector<Number>
  loop(Number begin, Number end, Number step, ArrayRef<Number> inits,
       llvm::function_ref<SmallVector<Number>(Number, ArrayRef<Number>)> body);
  /// Repeats `body` while `condition`, an i1, holds for the loop-carried
  /// numbers; returns those for which it does not.
  SmallVector<Number>
  loopWhile(ArrayRef<Number> inits,
            llvm::function_ref<Value(ArrayRef<Number>)> condition,
            llvm::function_ref<SmallVector<Number>(ArrayRef<Number>)> body);
  void ifThen(Value condition, llvm::function_ref<void()> then,
              llvm::function_ref<void()> otherwise = nullptr);
  /// What a function of the run-time library returns for some numbers.
  Number ask(StringRef function, ArrayRef<Number> numbers);
  /// Calls the private function of that key, which `body` writes on first use:
  /// for code that is too long to be inlined everywhere.
  void call(StringRef key, ValueRange arguments,
            PrivateFunctions::WriteBody body);
  /// The same for a function as for PrivateFunctions::getShared.
  void callShared(StringRef key, ValueRange arguments,
                  PrivateFunctions::WriteBody body,
                  ArrayRef<StringRef> attributes = {});

private:
  OpBuilder &builder;
  Location loc;
  Block *entry;
  PrivateFunctions &functions;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_COPIES_CODEWRITER_H
