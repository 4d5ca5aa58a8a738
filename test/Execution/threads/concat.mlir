// A concat through the whole pipeline, on an embedder's pool, under
// ThreadSanitizer, which looks at accesses of 16 bytes at most: vectors are no
// wider.
//
// DEFINE: %{lower} = onnxops-opt --onnxops-to-llvm-pipeline="threads=4 parallel-threshold=1 vector-bytes=16"
// RUN: %{lower} %s | mlir-translate --mlir-to-llvmir -o %t.ll
// RUN: %llvm_tools/opt -passes=forceattrs -force-attribute=sanitize_thread %t.ll -o %t.bc
// RUN: %llvm_tools/clang -fsanitize=thread -g -O1 -Wno-override-module -I%root/include %S/Inputs/concat.c %S/Inputs/pool.c %root/lib/Runtime/*.c %root/lib/Runtime/Device/*.c %t.bc -o %t
// RUN: %t 2>&1 | FileCheck %s
// CHECK-NOT: {{.}}
// CHECK: status 0, 0 elements wrong
// CHECK-NOT: {{WARNING|ERROR}}
func.func @main(%a: tensor<?x17xf32>, %b: tensor<?x40xf32>) -> tensor<?x57xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x17xf32>, tensor<?x40xf32>) -> tensor<?x57xf32>
  return %0 : tensor<?x57xf32>
}
