//===- Widths.h - the kernels of each width ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One list for each file that includes Kernels.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_BENCHMARK_FLOORS_WIDTHS_H
#define ONNXOPS_BENCHMARK_FLOORS_WIDTHS_H

#include "Floors.h"

namespace bench {

llvm::ArrayRef<FloorKernel> getBaselineKernels();
llvm::ArrayRef<FloorKernel> getAVX2Kernels();   ///< x86-64 with AVX2
llvm::ArrayRef<FloorKernel> getAVX512Kernels(); ///< and with AVX-512 VBMI

} // namespace bench

#endif // ONNXOPS_BENCHMARK_FLOORS_WIDTHS_H
