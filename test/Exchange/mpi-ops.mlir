// Exchanges as ops of upstream's dialect mpi, in a program that has no library of
// ours, with messages of 12 bytes at most.
//
// REQUIRES: openmpi || mpich
// DEFINE: %{implementation} = unset
// DEFINE: %{shards} = ranks=4 shard=x:0
// DEFINE: %{object} = \
// DEFINE:   onnxops-opt %s --onnxops-to-linalg-pipeline="checks=assert %{shards}" --onnxops-exchange-to-mpi=most-bytes=12 \
// DEFINE:   | sed 's/^module attributes {.*}/module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "%{implementation}">}/; s/^module {/module attributes {dlti.map = #dlti.map<"MPI:Implementation" = "%{implementation}">} {/' \
// DEFINE:   | onnxops-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' --convert-linalg-to-loops --expand-strided-metadata --lower-affine --convert-scf-to-cf --llvm-request-c-wrappers --convert-to-llvm --reconcile-unrealized-casts \
// DEFINE:   | sed 's/, *dlti.map *= *#[a-z.]*map[0-9]*//; s/dlti.map = #dlti.map<[^>]*>//' \
// DEFINE:   | mlir-translate --mlir-to-llvmir -o %t.%{implementation}.ll
//
// REDEFINE: %{implementation} = OpenMPI
// RUN: %if openmpi %{ %{object} %}
// RUN: %if openmpi %{ %cc %S/Inputs/mpi-ops.c -Wno-override-module -x ir %t.OpenMPI.ll -x none -isystem %openmpi_include %openmpi_library -lm -o %t.openmpi %}
// RUN: %if openmpi %{ %openmpi -np 4 %t.openmpi 2 0,1,2,3,3 | sort | FileCheck %s %}
// REDEFINE: %{implementation} = MPICH
// RUN: %if mpich %{ %{object} %}
// RUN: %if mpich %{ %cc %S/Inputs/mpi-ops.c -Wno-override-module -x ir %t.MPICH.ll -x none -isystem %mpich_include %mpich_library -lm -o %t.mpich %}
// RUN: %if mpich %{ %mpich -np 4 %t.mpich 2 0,1,2,3,3 | sort | FileCheck %s %}
//
// As many bytes as the lower bound.
// RUN: onnxops-run %s --function join --explain --ranks 4 --shard x=0 | FileCheck %s --check-prefix=BOUND

// CHECK:      rank 0: 2x2: 0 1 2 3
// CHECK-NEXT: rank 1: 2x2: 4 5 0 1
// CHECK-NEXT: rank 2: 2x2: 2 3 4 5
// CHECK-NEXT: rank 3: 1x2: 2 3
// CHECK-NEXT: sent: 56
// BOUND: tile
// BOUND: send 40 bytes; the lower bound is 40
// BOUND: concat
// BOUND: send 16 bytes; the lower bound is 16
func.func @join(%x: tensor<3x2xi32> {onnxops.name = "x"}) -> tensor<7x2xi32> {
  %repeats = arith.constant dense<[2, 1]> : tensor<2xi64>
  %tile = onnxops.tile_v13 %x, %repeats : (tensor<3x2xi32>, tensor<2xi64>) -> tensor<6x2xi32>
  %row = tensor.extract_slice %x[1, 0] [1, 2] [1, 1] : tensor<3x2xi32> to tensor<1x2xi32>
  %0 = onnxops.concat_v13 %tile, %row axis = 0 : (tensor<6x2xi32>, tensor<1x2xi32>) -> tensor<7x2xi32>
  return %0 : tensor<7x2xi32>
}
