//===- TargetCPU.h - properties of the target CPU ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of a CPU, named by the user, that the compiler needs: whether
// it exists, the width of its vectors, the sizes of its caches, whether this
// machine can run its code.
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

/// An instruction that permutes the bytes of a register by another register. A
/// CPU that has one has those before it.
enum class ShuffleKind {
  None,
  SSSE3,      ///< pshufb, of 16 bytes
  AVX512VBMI, ///< vpermb, of 64 bytes
};

/// The same in LLVM IR: takes the bytes, and for each byte of the result an
/// index.
struct ShuffleInstruction {
  int64_t registerBytes; ///< 0 for None
  llvm::StringRef intrinsic;
  llvm::StringRef features; ///< that its function requires, in LLVM's syntax
  bool zeroes;              ///< where an index has its highest bit set
};
ShuffleInstruction getShuffleInstruction(ShuffleKind kind);

/// A CPU of this machine's architecture, or of another one.
struct TargetCPU {
  llvm::Triple triple;
  std::string name;     ///< LLVM's name
  std::string features; ///< in LLVM's syntax, beyond those of the name
  unsigned vectorBytes; ///< of a vector register; 0 if copies use none
  ShuffleKind shuffle;  ///< the widest one
  std::string missing;  ///< a feature that this machine lacks, or empty
};

/// Looks up a CPU by LLVM's name for it, on x86 with features of other CPUs
/// that it has besides, as in `x86-64-v4,+avx512vbmi`, or kHostCPU. Fails if
/// this machine's architecture has none of this name. With a nonempty `triple`,
/// looks up a CPU of that architecture, which must be of 64 bits and
/// little-endian: kHostCPU is then the baseline of all its CPUs and, like all
/// of them, has an empty `missing`.
llvm::Expected<TargetCPU> lookUpCPU(StringRef name, StringRef triple = "");

/// The same, but also fails if this machine cannot run code compiled for it.
llvm::Expected<TargetCPU> lookUpRunnableCPU(StringRef name);

} // namespace mlir::onnxops

#endif // ONNXOPS_SUPPORT_TARGETCPU_H
