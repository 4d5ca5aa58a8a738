//===- RuntimeSymbols.cpp - the run-time library by address ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses for the names of ExternalSymbols.def, and for the functions that
// LLVM's code generator calls on its own account.
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "onnxops/Runtime/GeneratedCode.h"
#include "llvm/ADT/bit.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

using namespace mlir::onnxops;

// What LLVM calls to round an f32 to bf16, to nearest even. One that is a bf16
// already stays as it is, a signalling NaN too. The result stands in the low
// half of the register of a float: not every compiler has the type.
static float roundToBF16(float value) {
  constexpr uint32_t infinity = 0x7F800000, quiet = 0x400000;
  auto bits = llvm::bit_cast<uint32_t>(value);
  bool isNaN = (bits & ~(1u << 31)) > infinity;
  if (isNaN && (bits & 0xFFFF))
    bits |= quiet;
  else if (!isNaN)
    bits += 0x7FFF + (bits >> 16 & 1);
  return llvm::bit_cast<float>(bits >> 16);
}

llvm::orc::SymbolMap mlir::onnxops::getRuntimeSymbols(llvm::orc::LLJIT &jit) {
  llvm::orc::SymbolMap symbols;
  auto add = [&](const char *name, auto *function) {
    symbols[jit.mangleAndIntern(name)] = {
        llvm::orc::ExecutorAddr::fromPtr(function),
        llvm::JITSymbolFlags::Exported | llvm::JITSymbolFlags::Callable};
  };
#define ONNXOPS_RUNTIME(name) add(#name, &name);
#define ONNXOPS_LIBRARY(name) add(#name, &::name);
#define ONNXOPS_MATH_1(name)                                                   \
  add(#name, static_cast<double (*)(double)>(&::name));                        \
  add(#name "f", static_cast<float (*)(float)>(&::name##f));
#define ONNXOPS_MATH_2(name)                                                   \
  add(#name, static_cast<double (*)(double, double)>(&::name));                \
  add(#name "f", static_cast<float (*)(float, float)>(&::name##f));
#define ONNXOPS_MATH_3(name)                                                   \
  add(#name, static_cast<double (*)(double, double, double)>(&::name));        \
  add(#name "f", static_cast<float (*)(float, float, float)>(&::name##f));
#include "onnxops/CodeGen/ExternalSymbols.def"
  add("__truncsfbf2", &roundToBF16);
  return symbols;
}
