//===- Regret.h - what the choices of the tuning cost -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The run-time library chooses stores and memcpy by what it measured of the
// machine. This times the same code with its choice and with others: the regret
// of a case is the time with the choice, divided by that with the best one.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_REGRET_H
#define ONNXOPS_BENCHMARK_REGRET_H

#include "Case.h"
#include "Memory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace bench {

/// Measures this machine, and prints its tuning and the head of the table.
void printRegretHead(int maxThreads, llvm::raw_ostream &os);

/// Times one case, static shapes, on 1 to `maxThreads` threads, and prints a
/// row: the time with the choice, the regret, and the value that was best.
/// Fails when the case cannot be compiled or its call fails.
llvm::Error printRegret(const Case &c, int maxThreads, Arena &input,
                        Arena &output, llvm::raw_ostream &os);

/// Whether the tuning may change how a case is copied: not below 24 KB.
bool isTuned(const Case &c);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_REGRET_H
