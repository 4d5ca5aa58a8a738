// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

func.func @no_kernel(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{'onnxops.rt.parallel_for' op expected kernel @kernel to be a function, but got none}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

memref.global "private" @kernel : memref<4xf32>
func.func @no_function(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be a function, but got none}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func @kernel(%table: !llvm.ptr, %begin: i64, %end: i64) { return }
func.func @public_kernel(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be private, but got a public function}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, index, index)
func.func @other_operands(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be '(!llvm.ptr, i64, i64) -> ()', but got '(!llvm.ptr, index, index) -> ()'}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64) -> i32
func.func @result(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{expected kernel @kernel to be '(!llvm.ptr, i64, i64) -> ()', but got '(!llvm.ptr, i64, i64) -> i32'}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64)
func.func @no_threads(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{attribute 'threads' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 0 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64)
func.func @negative_words(%table: !llvm.ptr, %n: index) {
  // expected-error@+1 {{attribute 'words' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  onnxops.rt.parallel_for @kernel(%table, %n) words -1 grain %n threads 4 : !llvm.ptr
  return
}

// -----

func.func private @kernel(!llvm.ptr, i64, i64)
func.func @no_table(%table: memref<4xi64>, %n: index) {
  // expected-error@+1 {{operand #0 must be LLVM pointer type}}
  onnxops.rt.parallel_for @kernel(%table, %n) words 2 grain %n threads 4 : memref<4xi64>
  return
}

// -----

func.func @no_axis(%s: !onnxops.handle, %t: tensor<2x3xf32>, %n: index) {
  // expected-error@+1 {{expected axis to be less than 2, but got 2}}
  onnxops.rt.sequence_push_chunks %s of 1, %t axis 2 size %n : tensor<2x3xf32>
  return
}

// -----

func.func @negative_axis(%s: !onnxops.handle, %t: tensor<2x3xf32>, %n: index) {
  // expected-error@+1 {{attribute 'axis' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  onnxops.rt.sequence_push_chunks %s of 1, %t axis -1 size %n : tensor<2x3xf32>
  return
}

// -----

func.func @wide_squeezed(%s: !onnxops.handle, %t: tensor<2x3xf32>) {
  %c2 = arith.constant 2 : index
  // expected-error@+1 {{expected squeezed chunks to have size 1, but got 2}}
  onnxops.rt.sequence_push_chunks %s of 1, %t axis 0 size %c2 squeezed : tensor<2x3xf32>
  return
}
