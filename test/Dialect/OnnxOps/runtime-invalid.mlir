// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

func.func @no_kernel(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{'onnxops.rt.parallel_for' op expected kernel @kernel to be a function, but got none}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : !llvm.ptr
  return
}

// -----

memref.global "private" @kernel : memref<4xf32>
func.func @no_function(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be a function, but got none}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func @kernel(%table: !llvm.ptr, %begin: i64, %end: i64) { return }
func.func @public_kernel(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be private, but got a public function}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, index, index)
func.func @other_operands(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be '(!llvm.ptr, i64, i64) -> ()', but got '(!llvm.ptr, index, index) -> ()'}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64) -> i32
func.func @result(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be '(!llvm.ptr, i64, i64) -> ()', but got '(!llvm.ptr, i64, i64) -> i32'}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64)
func.func @no_threads(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{attribute 'threads' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 0 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64)
func.func @no_table(%table: memref<4xi64>, %n: index) {
  // expected-error@+1 {{operand #0 must be LLVM pointer type}}
  onnxops.rt.parallel_for @kernel(%table, %n) grain %n threads 4 : memref<4xi64>
  return
}
