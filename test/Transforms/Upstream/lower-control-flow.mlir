// Loops and branches are lowered to blocks, including nested and parallel ones.
//
// RUN: onnxops-opt %s -onnxops-lower-control-flow -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func @one_after_the_other(
//  CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32
func.func @one_after_the_other(%m: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: cf.br ^[[FIRST:.*]](%c0
  // CHECK: ^[[FIRST]](%[[I:.*]]: index):
  // CHECK: arith.cmpi slt, %[[I]], %[[N]]
  // CHECK: cf.cond_br %{{.*}}, ^[[BODY:.*]], ^[[BEHIND:.*]]
  // CHECK: ^[[BODY]]:
  // CHECK: memref.store %[[X]], %[[M]][%[[I]]]
  // CHECK: cf.br ^[[FIRST]]
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  // CHECK: ^[[BEHIND]]:
  // CHECK: cf.br ^[[SECOND:.*]](%c0{{.*}}, %[[X]]
  // CHECK: ^[[SECOND]](%[[J:.*]]: index, %[[SUM:.*]]: f32):
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f32 {
    %e = memref.load %m[%i] : memref<?xf32>
    %t = arith.addf %s, %e : f32
    scf.yield %t : f32
  }
  // CHECK: return %[[SUM]]
  return %sum : f32
}

// -----

// CHECK-LABEL: func @nested(
//  CHECK-SAME:   %[[C:.*]]: i1
func.func @nested(%c: i1, %m: memref<?x?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: cf.cond_br %[[C]]
  // CHECK-COUNT-2: arith.cmpi slt
  // CHECK: memref.store
  // CHECK-NOT: scf.
  scf.if %c {
    scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c1) {
      memref.store %x, %m[%i, %j] : memref<?x?xf32>
      scf.reduce
    }
  }
  return
}

// -----

// A parallel loop with a shared tensor cannot be lowered.
func.func @shared(%n: index, %t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot be lowered to branches}}
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xf32> {
    scf.forall.in_parallel {}
  }
  return %r : tensor<4xf32>
}

// -----

// An annotation is under the name that llvm.br has for it.

// CHECK: #[[ANNOTATION:.*]] = #llvm.loop_annotation<unroll = #{{.*}}>
// CHECK-LABEL: func @annotated(
func.func @annotated(%m: memref<?xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: memref.store
  // CHECK: cf.br ^{{.*}} {loop_annotation = #[[ANNOTATION]]}
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  } {llvm.loop_annotation = #llvm.loop_annotation<unroll = <disable = true>>}
  // CHECK: memref.store
  // CHECK-NOT: loop_annotation
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}
