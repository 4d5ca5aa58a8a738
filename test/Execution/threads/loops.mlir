// Elementwise loops that write a concat, shared by an embedder's pool, under
// ThreadSanitizer, which looks at accesses of 16 bytes at most: vectors are no
// wider. The operands are their own negatives' negatives, so that the numbers
// are those of the concat alone.
//
// DEFINE: %{lower} = onnxops-opt --allow-unregistered-dialect --onnxops-to-llvm-pipeline="threads=4 parallel-threshold=1 vector-bytes=16"
// RUN: %{lower} %s -o %t.mlir
// RUN: FileCheck %s --check-prefix=SHARED < %t.mlir
// SHARED: llvm.mlir.addressof @onnxops_loops
// RUN: mlir-translate --mlir-to-llvmir %t.mlir -o %t.ll
// RUN: %llvm_tools/opt -passes=forceattrs -force-attribute=sanitize_thread %t.ll -o %t.bc
// RUN: %llvm_tools/clang -fsanitize=thread -g -O1 -Wno-override-module -I%root/include %S/Inputs/concat.c %S/Inputs/pool.c %root/lib/Runtime/*.c %root/lib/Runtime/Device/*.c %t.bc -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: {{.}}
// CHECK: status 0, 0 elements wrong
// CHECK-NOT: {{WARNING|ERROR}}
module attributes {onnxops.opset = 17 : i64} {
  func.func @main(%a: tensor<?x17xf32>, %b: tensor<?x40xf32>) -> tensor<?x57xf32> {
    %0 = "onnx.Neg"(%a) : (tensor<?x17xf32>) -> tensor<?x17xf32>
    %1 = "onnx.Neg"(%b) : (tensor<?x40xf32>) -> tensor<?x40xf32>
    %2 = onnxops.concat_v13 %0, %1 axis = 1 : (tensor<?x17xf32>, tensor<?x40xf32>) -> tensor<?x57xf32>
    %3 = "onnx.Neg"(%2) : (tensor<?x57xf32>) -> tensor<?x57xf32>
    return %3 : tensor<?x57xf32>
  }
}
