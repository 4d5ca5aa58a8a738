// A function in a program of somebody else's, which has a communicator for each
// pair of processes.
//
// REQUIRES: openmpi || mpich
// RUN: onnxops-opt %s --onnxops-to-llvm-pipeline="ranks=2 shard=x:0" -o %t.mlir
// RUN: mlir-translate --mlir-to-llvmir %t.mlir -o %t.ll
// RUN: %if openmpi %{ %cc %S/Inputs/pairs.c -Wno-override-module -x ir %t.ll -x none -isystem %openmpi_include %build/lib/libonnxops_exchange.a %runtime %openmpi_library -lpthread -ldl -o %t.openmpi %}
// RUN: %if openmpi %{ %openmpi -np 4 %t.openmpi %build/lib/libonnxops_mpi_openmpi.so | sort | FileCheck %s %}
// RUN: %if mpich %{ %cc %S/Inputs/pairs.c -Wno-override-module -x ir %t.ll -x none -isystem %mpich_include %build/lib/libonnxops_exchange.a %runtime %mpich_library -lpthread -ldl -o %t.mpich %}
// RUN: %if mpich %{ %mpich -np 4 %t.mpich %build/lib/libonnxops_mpi_mpich.so | sort | FileCheck %s %}

// CHECK:      process 0 has 0
// CHECK-NEXT: process 0 has 1
// CHECK-NEXT: process 0 has 10
// CHECK-NEXT: process 1 has 0
// CHECK-NEXT: process 1 has 1
// CHECK-NEXT: process 1 has 10
// CHECK-NEXT: process 2 has 20
// CHECK-NEXT: process 2 has 21
// CHECK-NEXT: process 2 has 30
// CHECK-NEXT: process 3 has 20
// CHECK-NEXT: process 3 has 21
// CHECK-NEXT: process 3 has 30
func.func @twice(%x: tensor<3xi32> {onnxops.name = "x"}) -> tensor<6xi32> {
  %0 = onnxops.concat_v13 %x, %x axis = 0 : (tensor<3xi32>, tensor<3xi32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
