//===- PrebuiltKernels.cpp - the kernels of this build --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Archives that the build has written are a part of this object.
//
//===----------------------------------------------------------------------===//

#include "onnxops/PrebuiltKernels/PrebuiltKernels.h"

#include "onnxops/Execution/PrebuiltKernels.h"

using namespace mlir;
using namespace mlir::onnxops;

#ifdef ONNXOPS_KERNELS_DIRECTORY
// Two symbols around the bytes of a file.
#define ONNXOPS_ARCHIVE(name)                                                  \
  extern "C" const char onnxopsKernels_##name[], onnxopsKernelsEnd_##name[];   \
  __asm__(".section .rodata\n"                                                 \
          ".balign 16\n"                                                       \
          ".hidden onnxopsKernels_" #name "\n"                                 \
          ".hidden onnxopsKernelsEnd_" #name "\n"                              \
          ".globl onnxopsKernels_" #name "\n"                                  \
          ".globl onnxopsKernelsEnd_" #name "\n"                               \
          "onnxopsKernels_" #name ":\n"                                        \
          ".incbin \"" ONNXOPS_KERNELS_DIRECTORY "/" #name ".a\"\n"            \
          "onnxopsKernelsEnd_" #name ":\n"                                     \
          ".text\n");
#define ONNXOPS_KERNELS(name, cpu) ONNXOPS_ARCHIVE(name)
#include "Kinds.inc"
#undef ONNXOPS_KERNELS
#endif

bool mlir::onnxops::usePrebuiltKernels() {
  static const bool areAdded = [] {
#ifndef ONNXOPS_KERNELS_DIRECTORY
    return false;
#else
#define ONNXOPS_KERNELS(name, cpu)                                             \
  addPrebuiltKernels(                                                          \
      {cpu, StringRef(onnxopsKernels_##name,                                   \
                      onnxopsKernelsEnd_##name - onnxopsKernels_##name)});
#include "Kinds.inc"
#undef ONNXOPS_KERNELS
    return true;
#endif
  }();
  return areAdded;
}
