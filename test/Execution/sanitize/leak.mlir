// A leak in a call that fails fails the run: what a call allocates has to be
// freed on the way out, and this allocation bypasses the context.
//
// REQUIRES: sanitize
// RUN: not --crash onnxops-run %s 2>&1 | FileCheck %s
// CHECK: error: {{.*}}: the call fails
// CHECK: LeakSanitizer: detected memory leaks

llvm.func @malloc(i64) -> !llvm.ptr

func.func @main() -> tensor<4xi32> {
  %size = llvm.mlir.constant(1000 : i64) : i64
  %lost = llvm.call @malloc(%size) : (i64) -> !llvm.ptr
  %one = llvm.mlir.constant(1 : i8) : i8
  llvm.store volatile %one, %lost : i8, !llvm.ptr
  %false = arith.constant false
  onnxops.check %false, "the call fails"
  %0 = tensor.empty() : tensor<4xi32>
  return %0 : tensor<4xi32>
}
