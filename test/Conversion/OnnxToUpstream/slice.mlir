// Known bounds fold to the offsets and sizes of one slice. A negative step copies
// row by row.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -canonicalize | FileCheck %s

// CHECK-LABEL: func @known(
//  CHECK-SAME:   %[[A:.*]]: tensor<10x20xf32>
func.func @known(%a: tensor<10x20xf32>) -> tensor<*xf32> {
  // CHECK-NEXT: %[[S:.*]] = tensor.extract_slice %[[A]][7, 1] [3, 6] [1, 3] : tensor<10x20xf32> to tensor<3x6xf32>
  // CHECK-NEXT: %[[R:.*]] = tensor.cast %[[S]] : tensor<3x6xf32> to tensor<*xf32>
  // CHECK-NEXT: return %[[R]]
  %starts = "onnx.Constant"() {value_ints = [1, -3]} : () -> tensor<2xi64>
  %ends = "onnx.Constant"() {value_ints = [-2, 9223372036854775807]} : () -> tensor<2xi64>
  %axes = "onnx.Constant"() {value_ints = [-1, 0]} : () -> tensor<2xi64>
  %steps = "onnx.Constant"() {value_ints = [3, 1]} : () -> tensor<2xi64>
  %0 = "onnx.Slice"(%a, %starts, %ends, %axes, %steps) : (tensor<10x20xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// A full slice is the operand; an empty one is not a slice at the end.
// CHECK-LABEL: func @all_or_none(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x3xf32>
func.func @all_or_none(%a: tensor<4x3xf32>) -> (tensor<4x3xf32>, tensor<0x3xf32>) {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<0x3xf32>
  // CHECK-NEXT: return %[[A]], %[[E]]
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %four = "onnx.Constant"() {value_ints = [4]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%a, %zero, %four) : (tensor<4x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<4x3xf32>
  %1 = "onnx.Slice"(%a, %four, %four) : (tensor<4x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<0x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<0x3xf32>
}

// -----

// CHECK-LABEL: func @at_run_time(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>, %[[START:.*]]: tensor<1xi32>
func.func @at_run_time(%a: tensor<?x3xf32>, %start: tensor<1xi32>) -> tensor<?x3xf32> {
  // CHECK: %[[GIVEN:.*]] = tensor.extract %[[START]][%c0]
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[GIVEN]] : i32 to index
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %c0
  // CHECK: %[[LOW:.*]] = arith.maxsi %{{.*}}, %c0
  // CHECK: %[[OFFSET:.*]] = arith.minsi %[[LOW]], %[[ROWS]]
  // CHECK: %[[COUNT:.*]] = arith.select
  // CHECK: tensor.extract_slice %[[A]][%[[OFFSET]], 0] [%[[COUNT]], 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
  // CHECK-NOT: scf.for
  %end = "onnx.Constant"() {value_ints = [2147483647]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%a, %start, %end) : (tensor<?x3xf32>, tensor<1xi32>, tensor<1xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Known bounds need no clamp if no size can be smaller.
// CHECK-LABEL: func @all_at_run_time(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>
func.func @all_at_run_time(%a: tensor<?x3xf32>) -> (tensor<?x3xf32>, tensor<?x3xf32>) {
  // CHECK: %[[ROWS:.*]] = tensor.dim %[[A]], %c0
  // CHECK-NEXT: %[[ALL:.*]] = tensor.extract_slice %[[A]][0, 0] [%[[ROWS]], 3] [1, 1]
  // CHECK: %[[COUNT:.*]] = arith.select
  // CHECK-NEXT: %[[FIRST:.*]] = tensor.extract_slice %[[A]][0, 0] [%[[COUNT]], 3] [1, 1]
  // CHECK-NEXT: return %[[ALL]], %[[FIRST]]
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %two = "onnx.Constant"() {value_ints = [2]} : () -> tensor<1xi64>
  %end = "onnx.Constant"() {value_ints = [9223372036854775807]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%a, %zero, %end) : (tensor<?x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  %1 = "onnx.Slice"(%a, %zero, %two) : (tensor<?x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32>, tensor<?x3xf32>
}

// -----

// One axis backwards, the other one forwards.
// CHECK-LABEL: func @backwards(
//  CHECK-SAME:   %[[A:.*]]: tensor<5x4xf32>
func.func @backwards(%a: tensor<5x4xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[S:.*]] = tensor.extract_slice %[[A]][0, 2] [5, 2] [1, 1] : tensor<5x4xf32> to tensor<5x2xf32>
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<3x2xf32>
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c0 to %c3 step %c1 iter_args(%[[X:.*]] = %[[E]])
  // CHECK:   %[[BACK:.*]] = arith.muli %[[I]], %c-2
  // CHECK:   %[[ROW:.*]] = arith.addi %[[BACK]], %c4
  // CHECK:   %[[T:.*]] = tensor.extract_slice %[[S]][%[[ROW]], 0] [1, 2] [1, 1]
  // CHECK:   %[[Y:.*]] = tensor.insert_slice %[[T]] into %[[X]][%[[I]], 0] [1, 2] [1, 1]
  // CHECK:   scf.yield %[[Y]]
  // CHECK: return %[[R]]
  %starts = "onnx.Constant"() {value_ints = [-1, 2]} : () -> tensor<2xi64>
  %ends = "onnx.Constant"() {value_ints = [-99, 4]} : () -> tensor<2xi64>
  %none = "onnx.NoValue"() : () -> none
  %steps = "onnx.Constant"() {value_ints = [-2, 1]} : () -> tensor<2xi64>
  %0 = "onnx.Slice"(%a, %starts, %ends, %none, %steps) : (tensor<5x4xf32>, tensor<2xi64>, tensor<2xi64>, none, tensor<2xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// A step beyond the axis selects one row; its stride must not overflow.
// CHECK-LABEL: func @far_step
func.func @far_step(%a: tensor<5x4xf32>, %end: tensor<1xi64>) -> tensor<?x4xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 4] [5, 1] : tensor<5x4xf32> to tensor<?x4xf32>
  %zero = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %step = "onnx.Constant"() {value_ints = [9223372036854775807]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%a, %zero, %end, %zero, %step) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A step is checked not to be 0.
// CHECK-LABEL: func @unknown_step
func.func @unknown_step(%a: tensor<5xf32>, %steps: tensor<1xi64>) -> tensor<?xf32> {
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Slice: expected steps[0] to be other than {0}"
  // CHECK: scf.for
  %starts = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %ends = "onnx.Constant"() {value_ints = [5]} : () -> tensor<1xi64>
  %axes = "onnx.Constant"() {value_ints = [0]} : () -> tensor<1xi64>
  %0 = "onnx.Slice"(%a, %starts, %ends, %axes, %steps) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

module attributes {onnxops.opset = 9 : i64} {
// Before opset 10, bounds are attributes.
// CHECK-LABEL: func @attributes
func.func @attributes(%a: tensor<5x4xf32>) -> tensor<*xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[0, 1] [5, 2] [1, 1]
  %0 = "onnx.Slice"(%a) {axes = [1], starts = [1], ends = [-1]} : (tensor<5x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
}

// -----

// Empty rows are not sliced, since no offset would be valid.
// CHECK-LABEL: func @reversed_without_elements(
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<3x0xf32>
// CHECK-NEXT: return %[[E]]
func.func @reversed_without_elements(%a: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %back = arith.constant dense<-1> : tensor<1xi64>
  %end = arith.constant dense<-4> : tensor<1xi64>
  %axes = arith.constant dense<0> : tensor<1xi64>
  %0 = "onnx.Slice"(%a, %back, %end, %axes, %back) : (tensor<3x0xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}

// -----

// A slice that begins at the end and has a dynamic size is empty; its offset is an
// operand, since an attribute would not verify.
// CHECK-LABEL: func @from_the_end_on(
// CHECK: tensor.extract_slice %{{.*}}[%c2, 0] [%{{.*}}, 3] [1, 1] : tensor<2x3xf32> to tensor<?x3xf32>
func.func @from_the_end_on(%a: tensor<2x3xf32>, %ends: tensor<1xi64>) -> tensor<?x3xf32> {
  %starts = arith.constant dense<5> : tensor<1xi64>
  %0 = "onnx.Slice"(%a, %starts, %ends) : (tensor<2x3xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
