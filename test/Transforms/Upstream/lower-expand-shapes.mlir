// An expansion with several dynamic sizes in a group, or one beside a 0, becomes a
// cast to the listed sizes; with one in each group it stays.
//
// RUN: onnxops-opt %s -onnxops-lower-expand-shapes | FileCheck %s

// CHECK-LABEL: func @several(
//  CHECK-SAME:   %[[M:.*]]: memref<?x6xf32>, %[[A:.*]]: index, %[[B:.*]]: index
func.func @several(%m: memref<?x6xf32>, %a: index, %b: index) -> memref<?x4x?x2x3xf32> {
  // CHECK: %[[BASE:.*]], %{{.*}}, %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %[[M]]
  // CHECK: %[[C:.*]] = arith.muli %[[B]], %c6{{.*}} : index
  // CHECK: %[[D:.*]] = arith.muli %[[C]], %c4{{.*}} : index
  // CHECK: %[[R:.*]] = memref.reinterpret_cast %[[BASE]] to offset: [0], sizes: [%[[A]], 4, %[[B]], 2, 3], strides: [%[[D]], %[[C]], 6, 3, 1] : memref<f32> to memref<?x4x?x2x3xf32>
  // CHECK: return %[[R]]
  %0 = memref.expand_shape %m [[0, 1, 2], [3, 4]] output_shape [%a, 4, %b, 2, 3] : memref<?x6xf32> into memref<?x4x?x2x3xf32>
  return %0 : memref<?x4x?x2x3xf32>
}

// CHECK-LABEL: func @strided(
func.func @strided(%m: memref<?xf32, strided<[3], offset: ?>>, %a: index, %b: index) -> memref<?x?xf32, strided<[?, 3], offset: ?>> {
  // CHECK: %[[BASE:.*]], %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata
  // CHECK: memref.reinterpret_cast %[[BASE]] to offset: [%[[OFFSET]]], sizes: [%{{.*}}, %{{.*}}], strides: [%{{.*}}, 3]
  %0 = memref.expand_shape %m [[0, 1]] output_shape [%a, %b] : memref<?xf32, strided<[3], offset: ?>> into memref<?x?xf32, strided<[?, 3], offset: ?>>
  return %0 : memref<?x?xf32, strided<[?, 3], offset: ?>>
}

// CHECK-LABEL: func @beside_zero(
func.func @beside_zero(%m: memref<?xf32>, %a: index) -> memref<0x?xf32> {
  // CHECK: memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [0, %{{.*}}], strides: [%{{.*}}, 1]
  %0 = memref.expand_shape %m [[0, 1]] output_shape [0, %a] : memref<?xf32> into memref<0x?xf32>
  return %0 : memref<0x?xf32>
}

// CHECK-LABEL: func @one_each(
func.func @one_each(%m: memref<?x?xf32>, %a: index, %b: index) -> memref<?x4x2x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = memref.expand_shape
  // CHECK-NEXT: return %[[R]]
  %0 = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 4, 2, %b] : memref<?x?xf32> into memref<?x4x2x?xf32>
  return %0 : memref<?x4x2x?xf32>
}

// CHECK-LABEL: func @tensors(
//  CHECK-SAME:   %[[T:.*]]: tensor<?x6xf32>, %[[A:.*]]: index, %[[B:.*]]: index
func.func @tensors(%t: tensor<?x6xf32>, %a: index, %b: index) -> (tensor<?x4x?x2x3xf32>, tensor<?x4x6xf32>) {
  // CHECK: %[[S:.*]] = tensor.from_elements %[[A]], %c4{{.*}}, %[[B]], %c2{{.*}}, %c3{{.*}} : tensor<5xindex>
  // CHECK: %[[R:.*]] = tensor.reshape %[[T]](%[[S]]) : (tensor<?x6xf32>, tensor<5xindex>) -> tensor<?x4x?x2x3xf32>
  %0 = tensor.expand_shape %t [[0, 1, 2], [3, 4]] output_shape [%a, 4, %b, 2, 3] : tensor<?x6xf32> into tensor<?x4x?x2x3xf32>
  // CHECK: %[[E:.*]] = tensor.expand_shape
  %1 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%a, 4, 6] : tensor<?x6xf32> into tensor<?x4x6xf32>
  // CHECK: return %[[R]], %[[E]]
  return %0, %1 : tensor<?x4x?x2x3xf32>, tensor<?x4x6xf32>
}
