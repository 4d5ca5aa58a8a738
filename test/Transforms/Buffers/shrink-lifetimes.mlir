// RUN: onnxops-opt %s --pass-pipeline="builtin.module(func.func(onnxops-shrink-lifetimes))" | FileCheck %s

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

// A use in a loop lasts until the end of the loop.
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

// The context frees what escapes into a sequence, a result or a loop.
// CHECK-LABEL: func @escaping
//   CHECK-NOT:   memref.dealloc
//       CHECK:   return
func.func @escaping(%s: !onnxops.handle, %n: index) -> memref<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi32>
  onnxops.rt.sequence_push %s of 1, %a : memref<4xi32>
  %d = memref.alloc() : memref<4xi32>
  onnxops.rt.sequence_push_chunks %s of 1, %d axis 0 size %c1 : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %b) -> memref<4xi32> {
    scf.yield %c : memref<4xi32>
  }
  return %r : memref<4xi32>
}

// Memory that an iteration carries to the next is freed at the end of the next,
// except the initial value.
// CHECK-LABEL: func @carried
//       CHECK:   %[[INIT:.*]] = memref.alloc
//       CHECK:   scf.for {{.*}} iter_args(%[[C:.*]] = %[[INIT]])
//       CHECK:     %[[A:.*]] = memref.alloc
//       CHECK:     %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[C]]
//       CHECK:     %[[Q:.*]] = memref.extract_aligned_pointer_as_index %[[INIT]]
//       CHECK:     %[[NE:.*]] = arith.cmpi ne, %[[P]], %[[Q]]
//       CHECK:     scf.if %[[NE]] {
//  CHECK-NEXT:       memref.dealloc %[[C]]
//       CHECK:     scf.yield %[[A]]
func.func @carried(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<4xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %b) -> memref<4xi32> {
    %a = memref.alloc() : memref<4xi32>
    memref.copy %c, %a : memref<4xi32> to memref<4xi32>
    scf.yield %a : memref<4xi32>
  }
  %v = memref.load %r[%c0] : memref<4xi32>
  return %v : i32
}

// CHECK-LABEL: func @carried_by_while
//       CHECK:   } do {
//       CHECK:     memref.dealloc
//       CHECK:     scf.yield
func.func @carried_by_while(%n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %b = memref.alloc() : memref<4xi32>
  %r = scf.while (%x = %b) : (memref<4xi32>) -> memref<4xi32> {
    %v = memref.load %x[%c0] : memref<4xi32>
    %w = arith.trunci %v : i32 to i1
    scf.condition(%w) %x : memref<4xi32>
  } do {
  ^bb0(%x: memref<4xi32>):
    %a = memref.alloc() : memref<4xi32>
    memref.copy %x, %a : memref<4xi32> to memref<4xi32>
    scf.yield %a : memref<4xi32>
  }
  %v = memref.load %r[%c0] : memref<4xi32>
  return %v : i32
}

// Kept by a sequence, yielded twice, yielded as another value, or not allocated.
// CHECK-LABEL: func @carried_and_kept
//   CHECK-NOT:   memref.dealloc
//       CHECK:   return
func.func @carried_and_kept(%s: !onnxops.handle, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<4xi32>
  %r:6 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %b, %q = %b, %t = %b, %u = %b, %v = %b, %w = %b) -> (memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>) {
    %a = memref.alloc() : memref<4xi32>
    onnxops.rt.sequence_push %s of 1, %a : memref<4xi32>
    %d = memref.alloc() : memref<4xi32>
    %e = memref.alloc() : memref<4xi32>
    onnxops.rt.sequence_push %s of 1, %w : memref<4xi32>
    scf.yield %a, %d, %d, %t, %v, %e : memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>, memref<4xi32>
  }
  return
}

// A result that all branches allocate is freed after its last use.
// CHECK-LABEL: func @branches
//       CHECK:   %[[R:.*]] = scf.if
//   CHECK-NOT:     memref.dealloc
//       CHECK:   memref.load %[[R]]
//  CHECK-NEXT:   memref.dealloc %[[R]]
//   CHECK-NOT:   memref.dealloc
func.func @branches(%c: i1, %d: i1, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %a = scf.if %c -> (memref<?xi32>) {
    %0 = memref.alloc(%n) : memref<?xi32>
    scf.yield %0 : memref<?xi32>
  } else {
    %1 = scf.if %d -> (memref<?xi32>) {
      %0 = memref.alloc() : memref<2x3xi32>
      %2 = memref.collapse_shape %0 [[0, 1]] : memref<2x3xi32> into memref<6xi32>
      %3 = memref.cast %2 : memref<6xi32> to memref<?xi32>
      scf.yield %3 : memref<?xi32>
    } else {
      %0 = memref.alloc(%n) : memref<?xi32>
      scf.yield %0 : memref<?xi32>
    }
    scf.yield %1 : memref<?xi32>
  }
  %0 = memref.load %a[%c0] : memref<?xi32>
  return %0 : i32
}

// If a branch yields memory that it has not allocated, nothing is freed.
// CHECK-LABEL: func @one_branch
//   CHECK-NOT:   memref.dealloc
//       CHECK:   return
func.func @one_branch(%c: i1, %b: memref<?xi32>, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %a = scf.if %c -> (memref<?xi32>) {
    %0 = memref.alloc(%n) : memref<?xi32>
    scf.yield %0 : memref<?xi32>
  } else {
    scf.yield %b : memref<?xi32>
  }
  %0 = memref.load %a[%c0] : memref<?xi32>
  return %0 : i32
}
