//===- RuntimeSymbols.cpp - addresses of the run-time library -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses for the names of ExternalSymbols.def.
//
//===----------------------------------------------------------------------===//

#include "RuntimeSymbols.h"

#include "onnxops/ABI/GeneratedCode.h"
#include "onnxops/ABI/ShardedCode.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <strings.h>

using namespace mlir::onnxops;

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
  return symbols;
}
