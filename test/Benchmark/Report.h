//===- Report.h - results for people and programs ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tables in Markdown and one JSON file.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_REPORT_H
#define ONNXOPS_BENCHMARK_REPORT_H

#include "RunCase.h"

#include "llvm/Support/raw_ostream.h"

namespace bench {

/// Prints a table of ratios to the floor, one row for each case: the rows can
/// be printed as they come.
void printTableHead(llvm::raw_ostream &os);
void printTableRow(const Result &result, llvm::raw_ostream &os);
void printTableNotes(llvm::ArrayRef<Result> results, llvm::raw_ostream &os);

/// Prints whether the kernels are as good as those that were recorded: ONNX
/// Runtime must be as far from the floor here as it was there. A ratio below
/// 0.85 of the recorded one is a floor to improve.
void printFloorCheck(llvm::ArrayRef<Result> results, llvm::raw_ostream &os);

/// Prints the cases of a sweep that are furthest from the floor, twenty for
/// static shapes and twenty for dynamic ones, with one thread and with each
/// number of them up to `maxThreads`, and how many are within which bar.
void printWorst(llvm::ArrayRef<Result> results, int maxThreads,
                llvm::raw_ostream &os);

/// Prints bytes of machine code for each case, with shapes known and not.
/// Fails where one cannot be compiled.
llvm::Error printCodeSizes(llvm::ArrayRef<Case> cases, llvm::raw_ostream &os);

/// Prints all times.
void printJson(llvm::ArrayRef<Result> results, llvm::raw_ostream &os);

} // namespace bench

#endif // ONNXOPS_BENCHMARK_REPORT_H
