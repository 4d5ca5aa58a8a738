// RUN: onnxops-opt %s --onnxops-lower-runtime-ops -split-input-file -verify-diagnostics

// A kernel gets no context, so it cannot call the run-time library.
func.func private @kernel(%table: !llvm.ptr, %begin: i64, %end: i64) {
  %a = memref.alloc() : memref<4xi32>
  return
}
func.func private @allocating_kernel(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{'onnxops.rt.parallel_for' op expected kernel @kernel to call nothing of the run-time library, but it does}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func @memory_space(%n: index) {
  // expected-error@+1 {{'memref.alloc' op expected the default memory space, but got 'memref<?xf32, 1>'}}
  %a = memref.alloc(%n) : memref<?xf32, 1>
  return
}
