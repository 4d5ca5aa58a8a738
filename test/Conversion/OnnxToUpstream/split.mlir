// One slice for each output; unknown lengths are checked.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @constant(
//  CHECK-SAME:   %[[A:.*]]: tensor<2x6xf32>
func.func @constant(%a: tensor<2x6xf32>) -> (tensor<*xf32>, tensor<2x?xf32>, tensor<2x0xf32>) {
  // CHECK-DAG: %[[S:.*]] = tensor.extract_slice %[[A]][0, 0] [2, 2] [1, 1]
  // CHECK-DAG: %[[T:.*]] = tensor.extract_slice %[[A]][0, 2] [2, 4] [1, 1]
  // CHECK-DAG: %[[E:.*]] = tensor.empty() : tensor<2x0xf32>
  // CHECK-DAG: %[[X:.*]] = tensor.cast %[[S]] : tensor<2x2xf32> to tensor<*xf32>
  // CHECK-DAG: %[[Y:.*]] = tensor.cast %[[T]] : tensor<2x4xf32> to tensor<2x?xf32>
  // CHECK: return %[[X]], %[[Y]], %[[E]]
  %split = "onnx.Constant"() {value_ints = [2, 4, 0]} : () -> tensor<3xi64>
  %0:3 = "onnx.Split"(%a, %split) {axis = -1 : i64} : (tensor<2x6xf32>, tensor<3xi64>) -> (tensor<*xf32>, tensor<2x?xf32>, tensor<2x0xf32>)
  return %0#0, %0#1, %0#2 : tensor<*xf32>, tensor<2x?xf32>, tensor<2x0xf32>
}

// -----

// CHECK-LABEL: func @at_run_time(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xf32>, %[[SPLIT:.*]]: tensor<?xi64>
func.func @at_run_time(%a: tensor<?xf32>, %split: tensor<?xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[COUNT:.*]] = tensor.dim %[[SPLIT]], %c0
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split to have 2 elements, one for each output, but got {0}"(%[[COUNT]])
  // CHECK: %[[FIRST:.*]] = arith.index_cast
  // CHECK: %[[SECOND:.*]] = arith.index_cast
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split[0] to be 0 or more, but got {0}"(%[[FIRST]])
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split[1] to be 0 or more, but got {0}"(%[[SECOND]])
  // CHECK: %[[SUM:.*]] = arith.addi %[[FIRST]], %[[SECOND]]
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split to sum to less than 2^63, but it exceeds it"
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split to sum to {0}, the size of axis 0, but got {1}"(%[[SIZE]], %[[SUM]])
  // CHECK: tensor.extract_slice %[[A]][0] [%[[FIRST]]] [1]
  // CHECK: tensor.extract_slice %[[A]][%[[FIRST]]] [%[[SECOND]]] [1]
  %0:2 = "onnx.Split"(%a, %split) : (tensor<?xf32>, tensor<?xi64>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

module attributes {onnxops.opset = 13 : i64} {
// CHECK-LABEL: func @equal_of_unknown(
//  CHECK-SAME:   %[[A:.*]]: tensor<?xf32>
func.func @equal_of_unknown(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[A]], %c0
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected the size of axis 0 to be a multiple of {0}, the number of outputs, but got {1}"(%c2, %[[SIZE]])
  // CHECK: tensor.extract_slice
  %0:2 = "onnx.Split"(%a) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
}

// -----

// Without lengths and without a number, the parts are equal, whatever the opset.
// CHECK-LABEL: func @neither
func.func @neither(%a: tensor<6xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<?xf32>) {
  // CHECK: tensor.extract_slice %{{.*}}[3] [3] [1] : tensor<6xf32> to tensor<3xf32>
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected the size of axis 0 to be a multiple of {0}, the number of outputs, but got {1}"(%c2, %{{.*}})
  %0:2 = "onnx.Split"(%a) : (tensor<6xf32>) -> (none, tensor<*xf32>)
  %1:2 = "onnx.Split"(%b) : (tensor<?xf32>) -> (tensor<?xf32>, none)
  return %0#1, %1#0 : tensor<*xf32>, tensor<?xf32>
}

// -----

// Since opset 18, the last one may be smaller.
// CHECK-LABEL: func @num_outputs
func.func @num_outputs(%a: tensor<7xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<*xf32>, tensor<?xf32>) {
  // CHECK: tensor.extract_slice %{{.*}}[0] [3] [1] : tensor<7xf32> to tensor<3xf32>
  // CHECK: tensor.extract_slice %{{.*}}[6] [1] [1] : tensor<7xf32> to tensor<1xf32>
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected axis 0 to give {0} outputs of equal size, or with a smaller last one, but got size {1}"(%c3, %{{.*}})
  %0:3 = "onnx.Split"(%a) {num_outputs = 3 : i64} : (tensor<7xf32>) -> (tensor<*xf32>, none, tensor<*xf32>)
  %1:3 = "onnx.Split"(%b) {num_outputs = 3 : i64} : (tensor<?xf32>) -> (tensor<?xf32>, none, none)
  return %0#0, %0#2, %1#0 : tensor<*xf32>, tensor<*xf32>, tensor<?xf32>
}

// -----

module attributes {onnxops.opset = 1 : i64} {
// In the first version, lengths have the element type of the data.
// CHECK-LABEL: func @float_lengths
func.func @float_lengths(%a: tensor<5xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  // CHECK: tensor.extract_slice %{{.*}}[0] [2] [1]
  // CHECK: tensor.extract_slice %{{.*}}[2] [3] [1]
  %split = "onnx.Constant"() {value_floats = [2.0 : f32, 3.0 : f32]} : () -> tensor<2xf32>
  %0:2 = "onnx.Split"(%a, %split) {axis = 0 : i64} : (tensor<5xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<3xf32>
}
}

// -----

module attributes {onnxops.opset = 2 : i64} {
// A declared type that is more precise than the inferred one is checked.
// CHECK-LABEL: func @attribute
func.func @attribute(%a: tensor<5x?xf32>) -> (tensor<2x4xf32>, tensor<3x?xf32>) {
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected dimension 1 of the result to be {0}, but got {1}"
  // CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 4] [1, 1] : tensor<5x?xf32> to tensor<2x4xf32>
  %0:2 = "onnx.Split"(%a) {split = [2, 3]} : (tensor<5x?xf32>) -> (tensor<2x4xf32>, tensor<3x?xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<3x?xf32>
}
}
