// Sequences are resolved one after the other: each reveals the rank, the sizes or
// the length that resolves the next.
//
// RUN: onnxops-opt %s -onnxops-prepare | FileCheck %s
// RUN: onnxops-opt %s -onnxops-to-llvm-pipeline | FileCheck %s --check-prefix=LLVM
// LLVM-NOT: onnxopsRtSequence

// The ranks of the elements differ, so that the second sequence has no known rank.
// CHECK-LABEL: func @hidden_rank
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>
func.func @hidden_rank(%a: tensor<2x3xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  // CHECK-NEXT: %[[R:.*]] = tensor.extract_slice %[[A]][0, 1] [2, 1] [1, 1]
  // CHECK-NEXT: return %[[R]] : tensor<2x1xf32>
  %c0 = arith.constant dense<0> : tensor<i64>
  %c1 = arith.constant dense<1> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_at_v11 %s, %c0 : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %t = onnxops.split_to_sequence_v24 %0 axis = 1 : (tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
  %1 = onnxops.sequence_at_v11 %t, %c1 : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// CHECK-LABEL: func @hidden_operand
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>, %{{.*}}, %[[D:.*]]: tensor<?x3xf32>)
func.func @hidden_operand(%a: tensor<2x3xf32>, %b: tensor<3xf32>, %d: tensor<?x3xf32>) -> tensor<*xf32> {
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[A]], %[[D]] axis = 0 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %m1 = arith.constant dense<-1> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %b, %a : (tensor<3xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = onnxops.sequence_at_v11 %s, %m1 : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %0, %d axis = 0 : (tensor<*xf32>, tensor<?x3xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// CHECK-LABEL: func @hidden_length
//  CHECK-SAME:   %[[D:[^,]*]]: tensor<6x3xf32>)
func.func @hidden_length(%a: tensor<2xf32>, %d: tensor<6x3xf32>) -> tensor<?x?xf32> {
  // CHECK-NEXT: %[[R:.*]] = tensor.extract_slice %[[D]][3, 0] [3, 3] [1, 1]
  // CHECK-NEXT: return %[[R]] : tensor<3x3xf32>
  %c1 = arith.constant dense<1> : tensor<i64>
  %s = onnxops.sequence_construct_v11 %a, %a : (tensor<2xf32>, tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>>
  %n = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<2xf32>>) -> tensor<i64>
  %m = arith.addi %n, %c1 : tensor<i64>
  %t = onnxops.split_to_sequence_v24 %d, %m : (tensor<6x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  %0 = onnxops.sequence_at_v11 %t, %c1 : (!onnxops.seq<tensor<?x3xf32>>, tensor<i64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
