//===- TargetCPU.h - what CPU code is made for ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the compiler needs to know of a CPU that a user names: whether there is
// one, how wide its vectors are, what its caches hold, whether this machine can
// run its code.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_SUPPORT_TARGETCPU_H
#define ONNXOPS_SUPPORT_TARGETCPU_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/Error.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::onnxops {

/// The name that stands for the machine that the compiler runs on.
inline constexpr llvm::StringLiteral kHostCPU = "host";

/// From how many bytes on stores had better go around a CPU's caches, and how.
struct CacheTraits {
  /// Read and written by the threads of a call.
  int64_t copied;
  bool copiedIsPerThread; ///< each thread has a cache
  int64_t filled;         ///< written, from little that is read
  /// Pages that such stores fill side by side; 1 is one after the other.
  int64_t streamedPages;
  /// Whether memcpy of the usual C library copies what the nearest cache does
  /// not hold faster than registers do.
  bool libraryIsFast;
};

/// A CPU of this machine's architecture, or of another one.
struct TargetCPU {
  llvm::Triple triple;
  std::string name;     ///< as LLVM spells it
  std::string features; ///< beside those of the name, as LLVM spells them
  unsigned vectorBytes; ///< of a vector register; 0 if copies use none
  CacheTraits caches;
  std::string missing; ///< a feature that this machine lacks, or empty
};

/// Looks up a CPU by LLVM's name for it, or kHostCPU. Fails if there is none of
/// this machine's architecture. With a `triple` that is not empty, one of that
/// architecture, of 64 bits and little-endian: kHostCPU is then the least that
/// every CPU of it has and, like all of them, has `missing` empty.
llvm::Expected<TargetCPU> lookUpCPU(StringRef name, StringRef triple = "");

/// The same, but fails also if this machine cannot run what is compiled for it.
llvm::Expected<TargetCPU> lookUpRunnableCPU(StringRef name);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_TARGETCPU_H
