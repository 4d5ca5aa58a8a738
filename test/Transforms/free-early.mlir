// RUN: onnxops-opt %s --pass-pipeline="builtin.module(func.func(onnxops-free-early))" | FileCheck %s

// CHECK-LABEL: func @local
//       CHECK:   %[[A:.*]] = memref.alloc
//       CHECK:   %[[V:.*]] = memref.subview %[[A]]
//       CHECK:   memref.load %[[V]]
//  CHECK-NEXT:   memref.dealloc %[[A]]
func.func @local() -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4xi32>
  %v = memref.subview %a[1] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 1>>
  %0 = memref.load %v[%c0] : memref<2xi32, strided<[1], offset: 1>>
  return %0 : i32
}

// A use inside a loop counts until the loop ends.
// CHECK-LABEL: func @in_loop
//       CHECK:   scf.for
//       CHECK:   }
//  CHECK-NEXT:   memref.dealloc
func.func @in_loop(%n: index, %v: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xi32>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %v, %a[%i] : memref<?xi32>
  }
  return
}

// What escapes into a sequence, a result or a loop's values is the context's.
// CHECK-LABEL: func @escaping
//   CHECK-NOT:   memref.dealloc
//       CHECK:   return
func.func @escaping(%s: !onnxops.handle, %n: index) -> memref<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  onnxops.rt.sequence_push %s of 1, %a : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %b) -> memref<4xi32> {
    scf.yield %c : memref<4xi32>
  }
  return %r : memref<4xi32>
}
