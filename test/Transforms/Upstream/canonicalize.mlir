// Cases in which upstream's -canonicalize is wrong, and what replaces its patterns.

// RUN: onnxops-opt %s -split-input-file --onnxops-canonicalize | FileCheck %s

// CHECK-LABEL: func @cast
// CHECK: linalg.exp {{.*}} -> tensor<4xf32>
// CHECK-NOT: tensor.cast {{.*}} to tensor<4xf32>
func.func @cast(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %d = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
  %p = linalg.exp ins(%d : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %p : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// The size may differ: then the check ends the call.
// CHECK-LABEL: func @cast_behind_check
// CHECK: %[[P:.*]] = linalg.exp {{.*}} -> tensor<?xf32>
// CHECK: %[[SAME:.*]] = arith.cmpi eq
// CHECK: onnxops.check %[[SAME]]
// CHECK: tensor.cast %[[P]] : tensor<?xf32> to tensor<4xf32>
func.func @cast_behind_check(%x: tensor<?xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %p, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %d, %c4 : index
  onnxops.check %same, "expected size 4"
  %r = tensor.cast %p : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A cast is folded into a slice, also if it drops a dimension.
// CHECK-LABEL: func @cast_of_slice
// CHECK: tensor.extract_slice %{{.*}}[0, 2] [%{{.*}}, 4] [1, 1] : tensor<?x8xf32> to tensor<?x4xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 2] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<4xf32>
// CHECK-NOT: tensor.cast
func.func @cast_of_slice(%x: tensor<?x8xf32>, %n: index, %m: index)
    -> (tensor<?x4xf32>, tensor<4xf32>) {
  %s = tensor.extract_slice %x[0, 2] [%n, %m] [1, 1] : tensor<?x8xf32> to tensor<?x?xf32>
  %r = tensor.cast %s : tensor<?x?xf32> to tensor<?x4xf32>
  %t = tensor.extract_slice %x[0, 2] [1, %m] [1, 1] : tensor<?x8xf32> to tensor<?xf32>
  %u = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  return %r, %u : tensor<?x4xf32>, tensor<4xf32>
}

// -----

// In a branch that is never taken, the cast may be out of bounds of the source.
// CHECK-LABEL: func @cast_of_slice_in_dead_branch
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<1xf32> to tensor<?xf32>
// CHECK: tensor.cast %[[SLICE]] : tensor<?xf32> to tensor<5xf32>
func.func @cast_of_slice_in_dead_branch(%x: tensor<1xf32>, %y: tensor<5xf32>, %n: index)
    -> tensor<5xf32> {
  %c5 = arith.constant 5 : index
  %s = tensor.extract_slice %x[0] [%n] [1] : tensor<1xf32> to tensor<?xf32>
  %same = arith.cmpi eq, %n, %c5 : index
  %r = scf.if %same -> tensor<5xf32> {
    %u = tensor.cast %s : tensor<?xf32> to tensor<5xf32>
    scf.yield %u : tensor<5xf32>
  } else {
    scf.yield %y : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}

// -----

// A tensor that grows in a loop keeps a dynamic size.
// CHECK-LABEL: func @grows
// CHECK: scf.for {{.*}} -> (tensor<?xf32>)
func.func @grows(%x: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = tensor.cast %x : tensor<1xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<?xf32> {
    %u = tensor.concat dim(0) %t, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %u : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// A cast moves after a reshape.
// CHECK-LABEL: func @cast_before_collapse
// CHECK: memref.collapse_shape %{{.*}} : memref<2x3xf32> into memref<6xf32>
func.func @cast_before_collapse(%m: memref<2x3xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<2x3xf32> to memref<?x?xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %1 : memref<?xf32>
}

// -----

// The product of 0 and a dynamic size is dynamic in memrefs.
// CHECK-LABEL: func @cast_before_empty_collapse
// CHECK: memref.collapse_shape %{{.*}} : memref<?x?xf32> into memref<?xf32>
func.func @cast_before_empty_collapse(%m: memref<0x?xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<0x?xf32> to memref<?x?xf32>
  %1 = memref.collapse_shape %0 [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  return %1 : memref<?xf32>
}

// -----

// CHECK-LABEL: func @empty_collapse
// CHECK: tensor.empty(%{{.*}}) : tensor<?x0xf32>
// CHECK-NOT: tensor.collapse_shape
func.func @empty_collapse(%x: tensor<2x?x0x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x?x0x?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A branch that is never taken: its cast would become a memref.cast that does
// not verify.
// CHECK-LABEL: func @contradictory_cast
// CHECK-NOT: to tensor<?x4xf32>
// CHECK: tensor.empty(%{{.*}}) : tensor<?x4xf32>
func.func @contradictory_cast(%x: tensor<?x1xf32>) -> tensor<?x4xf32> {
  %0 = tensor.cast %x : tensor<?x1xf32> to tensor<?x?xf32>
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// A loop that is never executed: the tensor would be allocated in it.
// CHECK-LABEL: func @extract_of_nothing
// CHECK-NOT: tensor.extract
// CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i16
// CHECK-DAG: %[[COMPLEX:.*]] = ub.poison : complex<f32>
// CHECK: return %[[ZERO]], %[[COMPLEX]]
func.func @extract_of_nothing(%n: index, %i: index, %z: tensor<?x0xcomplex<f32>>)
    -> (i16, complex<f32>) {
  %x = tensor.empty(%n) : tensor<?x0xi16>
  %0 = tensor.extract %x[%i, %i] : tensor<?x0xi16>
  %1 = tensor.extract %z[%i, %i] : tensor<?x0xcomplex<f32>>
  return %0, %1 : i16, complex<f32>
}

// -----

// A cast is not folded into an op that requires the type of its input.
// CHECK-LABEL: func @cast_behind_broadcast
// CHECK: linalg.broadcast {{.*}}outs(%{{.*}} : tensor<?x?xf32>)
// CHECK: tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<?x1xf32>
func.func @cast_behind_broadcast(%x: tensor<?xf32>, %e: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %0 = linalg.broadcast ins(%x : tensor<?xf32>) outs(%e : tensor<?x?xf32>) dimensions = [0]
  %1 = tensor.cast %0 : tensor<?x?xf32> to tensor<?x1xf32>
  return %1 : tensor<?x1xf32>
}

// -----

// A cast is folded into a view, unless the view is out of bounds.
// CHECK-LABEL: func @cast_below_view
// CHECK-SAME: (%[[M:.*]]: memref<8x?xf32>, %[[E:.*]]: memref<0x?xf32>,
// CHECK: %[[C:.*]] = memref.cast %[[E]] : memref<0x?xf32> to memref<?x?xf32>
// CHECK: memref.subview %[[M]][2, 0] [3, %{{.*}}] [1, 1] : memref<8x?xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
// CHECK: memref.subview %[[M]][2, 0] [1, %{{.*}}] [1, 1] : memref<8x?xf32> to memref<?xf32, strided<[1], offset: ?>>
// CHECK: memref.subview %[[C]][2, 0]
func.func @cast_below_view(%m: memref<8x?xf32>, %e: memref<0x?xf32>, %n: index)
    -> (memref<3x?xf32, strided<[?, 1], offset: ?>>, memref<?xf32, strided<[1], offset: ?>>,
        memref<?x?xf32, strided<[?, 1], offset: ?>>) {
  %a = memref.cast %m : memref<8x?xf32> to memref<?x?xf32>
  %b = memref.cast %e : memref<0x?xf32> to memref<?x?xf32>
  %0 = memref.subview %a[2, 0] [3, %n] [1, 1]
      : memref<?x?xf32> to memref<3x?xf32, strided<[?, 1], offset: ?>>
  %1 = memref.subview %a[2, 0] [1, %n] [1, 1]
      : memref<?x?xf32> to memref<?xf32, strided<[1], offset: ?>>
  %2 = memref.subview %b[2, 0] [%n, %n] [1, 1]
      : memref<?x?xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  return %0, %1, %2 : memref<3x?xf32, strided<[?, 1], offset: ?>>,
      memref<?xf32, strided<[1], offset: ?>>, memref<?x?xf32, strided<[?, 1], offset: ?>>
}
