//===- Options.cpp - checks of a run's options ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What can be refused before anything is read.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "Lowering.h"
#include "onnxops/ABI/Limits.h"
#include "onnxops/Model/Shards.h"
#include "onnxops/Support/Placement.h"

using namespace mlir;
using namespace mlir::onnxops;

// Whether anything is sharded is not known before the model is read.
static llvm::Error checkMPI(const RunOptions &options) {
  if (!options.emit.empty())
    return llvm::createStringError("unsupported: --mpi with --emit");
  if (!options.explain.empty())
    return llvm::createStringError("unsupported: --mpi with --explain");
  if (!options.expectDirectory.empty())
    return llvm::createStringError("unsupported: --mpi with --expect-dir");
  if (options.timedRuns)
    return llvm::createStringError("unsupported: --mpi with --time");
  return llvm::Error::success();
}

static llvm::Error checkShards(const RunOptions &options) {
  const int64_t most = options.mpi ? 1 << 20 : ONNXOPS_MAX_THREADS;
  int64_t ranks = 1;
  for (int64_t size : options.ranks) {
    if (size < 1 || size > most / ranks)
      return llvm::createStringError("--ranks: expected 1 to " + Twine(most) +
                                     ", but got " +
                                     describeGrid(options.ranks));
    ranks *= size;
  }
  if (options.mpi)
    if (llvm::Error error = checkMPI(options))
      return error;
  return checkShardOptions(options.shards);
}

llvm::Error mlir::onnxops::checkOptions(const RunOptions &options) {
  if (!options.emit.empty() && !hasStage(options.emit))
    return llvm::createStringError(
        "--emit: expected import, upgrade, shapes, linalg, "
        "buffers, llvm or gpu, but got '" +
        options.emit + "'");
  if (!llvm::is_contained({"", "text", "dot", "svg"}, options.explain))
    return llvm::createStringError(
        "--explain: expected text, dot or svg, but got '" + options.explain +
        "'");
  if (options.timedRuns && *options.timedRuns < 1)
    return llvm::createStringError("--time: expected 1 run or more, but got " +
                                   Twine(*options.timedRuns));
  if (!(options.rtol >= 0))
    return llvm::createStringError("--rtol: expected 0 or more, but got %g",
                                   options.rtol);
  if (llvm::Error error = checkDevice("--device", options.device))
    return error;
  if (llvm::Error error = checkThreads("--threads", options.threads))
    return error;
  if (llvm::Error error = checkShards(options))
    return error;
  if (options.parallelThreshold && *options.parallelThreshold < 0)
    return llvm::createStringError(
        "--parallel-threshold: expected 0 bytes or more, but got " +
        Twine(*options.parallelThreshold));
  // Code that is only printed need not run here.
  auto cpu = options.emit.empty() && options.explain.empty()
                 ? lookUpRunnableCPU(options.cpu)
                 : lookUpCPU(options.cpu);
  if (!cpu)
    return llvm::createStringError("--cpu: " + llvm::toString(cpu.takeError()));
  return llvm::Error::success();
}

CompileOptions mlir::onnxops::getMachine(const RunOptions &options) {
  CompileOptions machine;
  machine.cpu = options.cpu;
  machine.verify = options.verifyPasses;
  machine.cache = options.cache;
  return machine;
}
