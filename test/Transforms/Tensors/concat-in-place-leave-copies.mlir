// Concats of copies: One-Shot Bufferize gets those that it handles in linear time,
// without the operands on which it fails.

// RUN: onnxops-opt %s --onnxops-concat-in-place=leave-copies | FileCheck %s --check-prefixes=CHECK,PLACED
// RUN: onnxops-opt %s --onnxops-concat-in-place="copy-operands leave-copies" | FileCheck %s --check-prefixes=CHECK,COPIED
// RUN: onnxops-opt %s --onnxops-allocate-concats | FileCheck %s --check-prefixes=CHECK,COPIED
// RUN: onnxops-opt %s --onnxops-concat-in-place=copy-operands | FileCheck %s --check-prefix=ALL

// CHECK-LABEL: @dynamic
// CHECK-SAME:    %[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<3x?xf32>, %[[C:.*]]: tensor<3x2xf32>
func.func @dynamic(%a: tensor<?x?xf32>, %b: tensor<3x?xf32>, %c: tensor<3x2xf32>) -> tensor<?x?xf32> {
  // CHECK-DAG: %[[A_SIZE:.*]] = tensor.dim %[[A]], %c1
  // CHECK-DAG: %[[B_SIZE:.*]] = tensor.dim %[[B]], %c1
  // CHECK:     %[[AB_SIZE:.*]] = arith.addi %[[A_SIZE]], %[[B_SIZE]]
  // CHECK:     %[[SIZE:.*]] = arith.addi %[[AB_SIZE]], %{{.*}}
  // CHECK:     %[[M:.*]] = memref.alloc(%{{.*}}, %[[SIZE]]) {alignment = 64 : i64} : memref<?x?xf32>
  // CHECK:     %[[A_PART:.*]] = memref.subview %[[M]][0, 0] [3, %{{.*}}] [1, 1]
  // CHECK:     bufferization.materialize_in_destination %[[A]] in writable %[[A_PART]]
  // CHECK:     %[[B_PART:.*]] = memref.subview %[[M]][0, %[[A_SIZE]]] [3, %{{.*}}] [1, 1]
  // CHECK:     bufferization.materialize_in_destination %[[B]] in writable %[[B_PART]]
  // CHECK:     %[[C_PART:.*]] = memref.subview %[[M]][0, %[[AB_SIZE]]] [3, 2] [1, 1]
  // CHECK:     bufferization.materialize_in_destination %[[C]] in writable %[[C_PART]]
  // CHECK:     %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable
  // CHECK:     return %[[R]]
  %0 = tensor.concat dim(1) %a, %b, %c : (tensor<?x?xf32>, tensor<3x?xf32>, tensor<3x2xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Concats with static offsets are left to One-Shot Bufferize: here only the last
// size, which is not part of an offset, is dynamic.

// CHECK-LABEL: @static_offsets
// CHECK:         tensor.concat
// ALL-NOT:       tensor.concat
func.func @static_offsets(%a: tensor<?x4xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x4xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Empty operands are removed: One-Shot Bufferize fails on them.

// CHECK-LABEL: @empty_operand
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32>, %{{.*}}, %[[C:.*]]: tensor<3xf32>
// CHECK:         tensor.concat dim(0) %[[A]], %[[C]] :
func.func @empty_operand(%a: tensor<2xf32>, %b: tensor<0xf32>, %c: tensor<3xf32>) -> tensor<5xf32> {
  %0 = tensor.concat dim(0) %a, %b, %c : (tensor<2xf32>, tensor<0xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// A copy, not the operand itself: the caller may write to either result.

// CHECK-LABEL: @one_operand
// CHECK-SAME:    %[[A:.*]]: tensor<2xf32>
// CHECK:         %[[M:.*]] = memref.alloc
// CHECK:         bufferization.materialize_in_destination %[[A]]
// CHECK:         %[[R:.*]] = bufferization.to_tensor %[[M]]
// CHECK:         return %[[A]], %[[R]]
func.func @one_operand(%a: tensor<2xf32>, %b: tensor<0xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  return %a, %0 : tensor<2xf32>, tensor<2xf32>
}

// CHECK-LABEL: @empty_result
// CHECK-SAME:    %[[A:.*]]: tensor<?x0xf32>
// CHECK:         %[[ROWS:.*]] = tensor.dim %[[A]], %c0
// CHECK:         %[[SIZE:.*]] = arith.addi %[[ROWS]], %{{.*}}
// CHECK:         tensor.empty(%[[SIZE]]) : tensor<?x0xf32>
func.func @empty_result(%a: tensor<?x0xf32>, %b: tensor<3x0xf32>) -> tensor<?x0xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<?x0xf32>, tensor<3x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// An operand that occurs more than once is read in one place.

// CHECK-LABEL: func @repeated
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>, %[[B:.*]]: tensor<?x3xf32>
//       CHECK:   tensor.dim %[[A]], %{{.*}}
//   CHECK-NOT:   tensor.dim %[[A]]
//       CHECK:   %[[M:.*]] = bufferization.to_buffer %[[A]] read_only : tensor<?x3xf32> to memref<?x3xf32, strided<[?, ?], offset: ?>>
//       CHECK:   memref.copy %[[M]], %{{.*}}
//       CHECK:   bufferization.materialize_in_destination %[[B]]
//       CHECK:   memref.copy %[[M]], %{{.*}}
func.func @repeated(%a: tensor<?x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.concat dim(0) %a, %b, %a : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// An operand with rows but no elements shows that all operands are empty.
// CHECK-LABEL: func @rows_without_elements
//       CHECK:   %[[E:.*]] = tensor.empty() : tensor<5x0xf32>
//       CHECK:   %[[R:.*]] = tensor.cast %[[E]] : tensor<5x0xf32> to tensor<5x?xf32>
//       CHECK:   return %[[R]]
func.func @rows_without_elements(%a: tensor<2x?xf32>, %b: tensor<3x0xf32>) -> tensor<5x?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x?xf32>, tensor<3x0xf32>) -> tensor<5x?xf32>
  return %0 : tensor<5x?xf32>
}

// An operand that could be computed in place.

// CHECK-LABEL: func @produced
// PLACED:        %[[D:.*]] = bufferization.to_tensor
// PLACED:        linalg.exp {{.*}} outs(%[[D]] :
// COPIED:        %[[E:.*]] = tensor.empty
// COPIED:        %[[P:.*]] = linalg.exp {{.*}} outs(%[[E]] :
// COPIED:        tensor.concat dim(0) %[[P]]
func.func @produced(%x: tensor<2xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %0 = tensor.concat dim(0) %p, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
