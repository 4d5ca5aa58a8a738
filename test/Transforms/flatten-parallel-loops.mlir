// RUN: onnxops-opt %s --flatten-parallel-loops=block-size=64 -sccp -cse | FileCheck %s

// CHECK-LABEL: @two_dimensions
// CHECK:         scf.if %true
// CHECK:           scf.parallel (%[[BLOCK:.*]]) = (%c0) to (%c6000) step (%c64) {
// CHECK:             scf.parallel (%[[THREAD:.*]]) = (%c0) to (%c64) step (%c1) {
// CHECK:               %[[I:.*]] = arith.addi %[[THREAD]], %[[BLOCK]]
// CHECK:               %[[INSIDE:.*]] = arith.cmpi ult, %{{.*}}, %c6000
// CHECK:               scf.if
// CHECK:                 %[[X:.*]] = arith.remsi %[[I]], %c60
// CHECK:                 %[[Y:.*]] = arith.divsi %[[I]], %c60
// CHECK:                 memref.store %{{.*}}, %{{.*}}[%[[Y]], %[[X]]]
func.func @two_dimensions(%m: memref<100x60xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c60 = arith.constant 60 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%i, %j) = (%c0, %c0) to (%c100, %c60) step (%c1, %c1) {
    memref.store %v, %m[%i, %j] : memref<100x60xf32>
  }
  return
}

// No block is launched for no iterations.

// CHECK-LABEL: @dynamic
// CHECK-SAME:    %[[N:[a-z0-9]*]]: index
// CHECK:         %[[SIZE:.*]] = arith.muli %{{.*}}, %[[N]]
// CHECK:         %[[SOME:.*]] = arith.cmpi sgt, %[[SIZE]], %c0
// CHECK:         scf.if %[[SOME]] {
// CHECK:           scf.parallel (%{{.*}}) = (%c0) to (%[[SIZE]]) step (%c64) {
func.func @dynamic(%m: memref<?xf32>, %n: index, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %v, %m[%i] : memref<?xf32>
  }
  return
}

// What computes a value has no place in a grid.

// CHECK-LABEL: @reduction
// CHECK-NOT:     scf.if
// CHECK:         scf.parallel (%{{.*}}) = (%{{.*}}) to (%{{.*}}) step (%c1) init
func.func @reduction(%m: memref<?xf32>, %n: index, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%v) -> f32 {
    %1 = memref.load %m[%i] : memref<?xf32>
    scf.reduce(%1 : f32) {
    ^bb0(%a: f32, %b: f32):
      %2 = arith.addf %a, %b : f32
      scf.reduce.return %2 : f32
    }
  }
  return %0 : f32
}
