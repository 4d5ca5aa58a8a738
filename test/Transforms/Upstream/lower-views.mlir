// Views become casts of their base, and their addresses, sizes and strides are
// computed from those of the base; other ops stay.
//
// RUN: onnxops-opt %s -onnxops-lower-views | FileCheck %s

// CHECK-LABEL: func @address_of_subview(
//  CHECK-SAME:   %[[M:.*]]: memref<?x?xf32>, %[[I:[^:]*]]: index
func.func @address_of_subview(%m: memref<?x?xf32>, %i: index, %n: index) -> (index, index, index) {
  // CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[M]]
  // CHECK: %{{.*}}, %{{.*}}, %{{.*}}:2, %[[STRIDES:.*]]:2 = memref.extract_strided_metadata %[[M]]
  // CHECK: %[[OFFSET:.*]] = affine.apply {{.*}}[%[[I]], %[[STRIDES]]#0]
  // CHECK: return %[[P]], %[[OFFSET]], %[[STRIDES]]#0
  %view = memref.subview %m[%i, 0] [%n, 8] [1, 1] : memref<?x?xf32> to memref<?x8xf32, strided<[?, 1], offset: ?>>
  %address = memref.extract_aligned_pointer_as_index %view : memref<?x8xf32, strided<[?, 1], offset: ?>> -> index
  %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %view : memref<?x8xf32, strided<[?, 1], offset: ?>> -> memref<f32>, index, index, index, index, index
  return %address, %offset, %strides#0 : index, index, index
}

// CHECK-LABEL: func @view_of_view(
//  CHECK-SAME:   %[[M:.*]]: memref<4x8xf32>
func.func @view_of_view(%m: memref<4x8xf32>) -> f32 {
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[M]]
  // CHECK: %[[VIEW:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [8], sizes: [16], strides: [1]
  // CHECK-NEXT: memref.load %[[VIEW]]
  %c3 = arith.constant 3 : index
  %rows = memref.subview %m[1, 0] [2, 8] [1, 1] : memref<4x8xf32> to memref<2x8xf32, strided<[8, 1], offset: 8>>
  %flat = memref.collapse_shape %rows [[0, 1]] : memref<2x8xf32, strided<[8, 1], offset: 8>> into memref<16xf32, strided<[1], offset: 8>>
  %element = memref.load %flat[%c3] : memref<16xf32, strided<[1], offset: 8>>
  return %element : f32
}

// CHECK-LABEL: func @no_views(
func.func @no_views(%m: memref<?xf32>) -> index {
  // CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0
  // CHECK-NEXT: %[[SAME:.*]] = arith.constant 0
  // CHECK-NEXT: %[[SIZE:.*]] = memref.dim %{{.*}}, %[[ZERO]]
  // CHECK-NEXT: arith.addi %[[SIZE]], %[[SAME]]
  %zero = arith.constant 0 : index
  %same = arith.constant 0 : index
  %size = memref.dim %m, %zero : memref<?xf32>
  %sum = arith.addi %size, %same : index
  return %sum : index
}

// An expansion to several dynamic sizes, on which upstream's patterns crash.
// CHECK-LABEL: func @expand(
//  CHECK-SAME:   %[[M:.*]]: memref<?xf32>, %[[ROWS:.*]]: index, %[[COLUMNS:.*]]: index)
func.func @expand(%m: memref<?xf32>, %rows: index, %columns: index) -> index {
  // CHECK-NOT: memref.expand_shape
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[M]]
  // CHECK: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[BASE]]
  // CHECK: return %[[P]]
  %view = memref.expand_shape %m [[0, 1]] output_shape [%rows, %columns] : memref<?xf32> into memref<?x?xf32>
  %address = memref.extract_aligned_pointer_as_index %view : memref<?x?xf32> -> index
  return %address : index
}
