//===- FloatConversionsTest.cpp - 16-bit floats without instructions ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Converts numbers by code for a CPU that has no instruction for it, and
// compares with LLVM's own arithmetic: from every f16, and to f16 and bf16 from
// numbers at, beside and between those.
//
//===----------------------------------------------------------------------===//

#include "mlir/Parser/Parser.h"
#include "onnxops/Execution/Compiler.h"
#include "onnxops/InitAll.h"
#include "llvm/ADT/APFloat.h"

#include <gtest/gtest.h>
#include <numeric>
#include <random>

using namespace mlir;
using namespace mlir::onnxops;
using llvm::APFloat;
using llvm::APInt;

namespace {

/// A float type of MLIR and of LLVM's arithmetic.
struct FloatKind {
  const char *name;
  const llvm::fltSemantics &semantics;
  unsigned bits;
};

} // namespace

static const FloatKind kHalf = {"f16", APFloat::IEEEhalf(), 16};
static const FloatKind kBFloat = {"bf16", APFloat::BFloat(), 16};
static const FloatKind kSingle = {"f32", APFloat::IEEEsingle(), 32};
static const FloatKind kDouble = {"f64", APFloat::IEEEdouble(), 64};

// A function on the bits of numbers: `count` from the first argument to the
// third.
static std::string convertingModule(const FloatKind &from,
                                    const FloatKind &to) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "llvm.func @onnxops_main(%from: !llvm.ptr, %count: i64, %to: !llvm.ptr)"
        " -> i32 {\n"
        "%zero = llvm.mlir.constant(0 : i64) : i64\n"
        "%one = llvm.mlir.constant(1 : i64) : i64\n"
        "llvm.br ^loop(%zero : i64)\n"
        "^loop(%i: i64):\n"
     << "%p = llvm.getelementptr %from[%i] : (!llvm.ptr, i64) -> !llvm.ptr, "
     << from.name << "\n%x = llvm.load %p : !llvm.ptr -> " << from.name
     << "\n%y = llvm." << (from.bits < to.bits ? "fpext" : "fptrunc")
     << " %x : " << from.name << " to " << to.name
     << "\n%q = llvm.getelementptr %to[%i] : (!llvm.ptr, i64) -> !llvm.ptr, "
     << to.name << "\nllvm.store %y, %q : " << to.name << ", !llvm.ptr\n"
     << "%next = llvm.add %i, %one : i64\n"
        "%more = llvm.icmp \"slt\" %next, %count : i64\n"
        "llvm.cond_br %more, ^loop(%next : i64), ^done\n"
        "^done:\n"
        "%status = llvm.mlir.constant(0 : i32) : i32\n"
        "llvm.return %status : i32 }\n";
  return text;
}

static uint64_t readBits(const std::vector<char> &bytes, size_t index,
                         unsigned bits) {
  uint64_t value = 0;
  memcpy(&value, bytes.data() + index * bits / 8, bits / 8);
  return value;
}

// The same number, or a NaN for a NaN.
static bool isSame(const APFloat &expected, uint64_t got,
                   const FloatKind &kind) {
  APFloat value(kind.semantics, APInt(kind.bits, got));
  return expected.isNaN() ? value.isNaN() : value.bitwiseIsEqual(expected);
}

static void compare(const FloatKind &from, const FloatKind &to,
                    const std::vector<uint64_t> &values) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  auto module =
      parseSourceString<ModuleOp>(convertingModule(from, to), &context);
  ASSERT_TRUE(module);
  CompileOptions options;
#if defined(__x86_64__)
  options.cpu = "x86-64";
#endif
  auto compiled = CompiledModule::compile(*module, options);
  ASSERT_TRUE(bool(compiled)) << llvm::toString(compiled.takeError());
  auto function = (*compiled)->lookup("main");
  ASSERT_TRUE(bool(function)) << llvm::toString(function.takeError());

  std::vector<char> given(values.size() * from.bits / 8);
  std::vector<char> got(values.size() * to.bits / 8);
  for (size_t i = 0; i < values.size(); ++i)
    memcpy(given.data() + i * from.bits / 8, &values[i], from.bits / 8);
  (*function)(reinterpret_cast<OnnxopsValue *>(given.data()), values.size(),
              reinterpret_cast<OnnxopsContext *>(got.data()));
  for (size_t i = 0; i < values.size(); ++i) {
    APFloat expected(from.semantics, APInt(from.bits, values[i]));
    bool losesInfo;
    expected.convert(to.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t bits = readBits(got, i, to.bits);
    ASSERT_TRUE(isSame(expected, bits, to))
        << from.name << " 0x" << std::hex << values[i] << " as " << to.name
        << " is 0x" << bits;
  }
}

static std::vector<uint64_t> allHalves() {
  std::vector<uint64_t> values(1 << 16);
  std::iota(values.begin(), values.end(), 0);
  return values;
}

// Numbers of `wide` at, between and just beside those of `narrow`.
static std::vector<uint64_t> valuesAround(const FloatKind &narrow,
                                          const FloatKind &wide) {
  std::vector<uint64_t> values;
  for (uint64_t bits : allHalves()) {
    APFloat value(narrow.semantics, APInt(narrow.bits, bits));
    bool losesInfo;
    value.convert(wide.semantics, APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t at = value.bitcastToAPInt().getZExtValue();
    uint64_t mantissa = APFloat::semanticsPrecision(wide.semantics) -
                        APFloat::semanticsPrecision(narrow.semantics);
    for (uint64_t next : {at, at + (uint64_t(1) << (mantissa - 1))})
      for (int64_t step : {-1, 0, 1})
        values.push_back((next + step) & (~uint64_t(0) >> (64 - wide.bits)));
  }
  std::mt19937_64 random(11);
  for (int i = 0; i < 100000; ++i)
    values.push_back(random() >> (64 - wide.bits));
  return values;
}

TEST(FloatConversionsTest, FromHalf) {
  compare(kHalf, kSingle, allHalves());
  compare(kHalf, kDouble, allHalves());
}

TEST(FloatConversionsTest, ToHalf) {
  compare(kSingle, kHalf, valuesAround(kHalf, kSingle));
  compare(kDouble, kHalf, valuesAround(kHalf, kDouble));
}

TEST(FloatConversionsTest, ToBFloat) {
  compare(kSingle, kBFloat, valuesAround(kBFloat, kSingle));
  compare(kDouble, kBFloat, valuesAround(kBFloat, kDouble));
}
