// RUN: onnxops-opt %s --onnxops-pass-arguments-by-value | FileCheck %s

// CHECK-LABEL: llvm.func @small(
// CHECK-SAME:  %{{.*}}: !llvm.ptr {llvm.align = 8 : i64, llvm.byval = !llvm.array<3 x i64>}, %{{.*}}: i64)
// CHECK-NOT:   onnxops.parameter_words
// CHECK:       llvm.func @large(%{{.*}}: !llvm.ptr, %{{.*}}: i64)
gpu.module @kernels {
  llvm.func @small(%arguments: !llvm.ptr, %words: i64)
      attributes {gpu.kernel, nvvm.kernel, onnxops.parameter_words = 3 : i64} {
    llvm.return
  }
  llvm.func @large(%arguments: !llvm.ptr, %words: i64)
      attributes {gpu.kernel, nvvm.kernel} {
    llvm.return
  }
}
