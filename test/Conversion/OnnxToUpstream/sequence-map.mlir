// The body runs for each element, in a loop that fills a sequence for each result.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @map(
//  CHECK-SAME:   %[[S:.*]]: !onnxops.seq<tensor<?xf32>>, %[[T:.*]]: !onnxops.seq<tensor<2xf32>>, %[[A:.*]]: tensor<1xf32>
func.func @map(%s: !onnxops.seq<tensor<?xf32>>, %t: !onnxops.seq<tensor<2xf32>>, %a: tensor<1xf32>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<1xf32>>) {
  // CHECK-DAG: %[[LENGTH:.*]] = onnxops.sequence_length_v11 %[[S]]
  // CHECK-DAG: %[[OTHER:.*]] = onnxops.sequence_length_v11 %[[T]]
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: SequenceMap: expected additional_inputs[0] to have {0} elements, as input_sequence has, but got {1}"
  // CHECK-DAG: %[[E0:.*]] = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<2xf32>>
  // CHECK-DAG: %[[E1:.*]] = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<1xf32>>
  // CHECK: %[[R:.*]]:2 = scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1 iter_args(%[[Q:.*]] = %[[E0]], %[[P:.*]] = %[[E1]])
  // CHECK:   %[[N:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK:   %[[AT:.*]] = tensor.from_elements %[[N]] : tensor<i64>
  // CHECK:   %[[X:.*]] = onnxops.sequence_at_v11 %[[S]], %[[AT]] : {{.*}} -> tensor<2xf32>
  // CHECK:   %[[Y:.*]] = onnxops.sequence_at_v11 %[[T]], %[[AT]] : {{.*}} -> tensor<2xf32>
  // CHECK:   %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[Y]] :
  // CHECK:   %[[Q1:.*]] = onnxops.sequence_insert_v11 %[[Q]], %[[SUM]]
  // CHECK:   %[[P1:.*]] = onnxops.sequence_insert_v11 %[[P]], %[[A]]
  // CHECK:   scf.yield %[[Q1]], %[[P1]]
  // CHECK: %[[CAST:.*]] = onnxops.sequence_cast %[[R]]#0 : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<*xf32>>
  // CHECK: return %[[CAST]], %[[R]]#1
  %0:2 = "onnx.SequenceMap"(%s, %t, %a) ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<*xf32>, %z: tensor<*xf32>):
    %sum = "onnx.Add"(%x, %y) : (tensor<2xf32>, tensor<*xf32>) -> tensor<*xf32>
    "onnx.Yield"(%sum, %z) : (tensor<*xf32>, tensor<*xf32>) -> ()
  }) : (!onnxops.seq<tensor<?xf32>>, !onnxops.seq<tensor<2xf32>>, tensor<1xf32>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<1xf32>>)
  return %0#0, %0#1 : !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<1xf32>>
}
