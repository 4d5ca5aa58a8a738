// Slices of concats, and concats of adjacent slices.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-merge-slices -split-input-file | FileCheck %s

// CHECK-LABEL: func @of_concat
//  CHECK-SAME:   %[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<3x?xf32>
func.func @of_concat(%a: tensor<2x?xf32>, %b: tensor<3x?xf32>) -> (tensor<3x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>) {
  %zero = arith.constant dense<0> : tensor<1xi64>
  %two = arith.constant dense<2> : tensor<1xi64>
  %end = arith.constant dense<9223372036854775807> : tensor<1xi64>
  %minus = arith.constant dense<-2> : tensor<1xi64>
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x?xf32>, tensor<3x?xf32>) -> tensor<5x?xf32>
  // All of an operand is the operand; some of it is a Slice of it.
  // CHECK: %[[LAST:.*]] = "onnx.Slice"(%[[B]], %[[ONE:.*]], %[[THREE:.*]], %{{.*}}) : (tensor<3x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x?xf32>
  %1 = "onnx.Slice"(%0, %two, %end, %zero) : (tensor<5x?xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3x?xf32>
  %2 = "onnx.Slice"(%0, %zero, %two) : (tensor<5x?xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x?xf32>
  %3 = "onnx.Slice"(%0, %minus, %end) : (tensor<5x?xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x?xf32>
  // CHECK: return %[[B]], %[[A]], %[[LAST]]
  return %1, %2, %3 : tensor<3x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>
}

// Of slices, and of parts: of the tensor itself.
// CHECK-LABEL: func @of_slices
//  CHECK-SAME:   %[[X:.*]]: tensor<9xf32>
func.func @of_slices(%x: tensor<9xf32>) -> (tensor<2xf32>, tensor<1xf32>, tensor<9xf32>) {
  %zero = arith.constant dense<0> : tensor<1xi64>
  %one = arith.constant dense<1> : tensor<1xi64>
  %three = arith.constant dense<3> : tensor<1xi64>
  %seven = arith.constant dense<7> : tensor<1xi64>
  %end = arith.constant dense<100> : tensor<1xi64>
  %lengths = arith.constant dense<[4, 5]> : tensor<2xi64>
  %0 = "onnx.Slice"(%x, %three, %seven) : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK-DAG: %[[C4:.*]] = arith.constant dense<4> : tensor<1xi64>
  // CHECK-DAG: %[[C6:.*]] = arith.constant dense<6> : tensor<1xi64>
  // CHECK: %[[A:.*]] = "onnx.Slice"(%[[X]], %[[C4]], %[[C6]], %{{.*}}) : {{.*}} -> tensor<2xf32>
  %1 = "onnx.Slice"(%0, %one, %three) : (tensor<4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %2:2 = "onnx.Split"(%x, %lengths) : (tensor<9xf32>, tensor<2xi64>) -> (tensor<4xf32>, tensor<5xf32>)
  // CHECK-DAG: %[[C5:.*]] = arith.constant dense<5> : tensor<1xi64>
  // CHECK: %[[B:.*]] = "onnx.Slice"(%[[X]], %[[C4B:.*]], %[[C5B:.*]], %{{.*}}) : {{.*}} -> tensor<1xf32>
  %3 = "onnx.Slice"(%2#1, %zero, %one) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<1xf32>
  %4 = "onnx.Slice"(%x, %zero, %end) : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<9xf32>
  // CHECK: return %[[A]], %[[B]], %[[X]]
  return %1, %3, %4 : tensor<2xf32>, tensor<1xf32>, tensor<9xf32>
}

// CHECK-LABEL: func @adjacent
//  CHECK-SAME:   %[[X:.*]]: tensor<9xf32>, %[[Y:.*]]: tensor<1xf32>
func.func @adjacent(%x: tensor<9xf32>, %y: tensor<1xf32>) -> (tensor<9xf32>, tensor<6xf32>, tensor<11xf32>) {
  %zero = arith.constant dense<0> : tensor<1xi64>
  %two = arith.constant dense<2> : tensor<1xi64>
  %five = arith.constant dense<5> : tensor<1xi64>
  %lengths = arith.constant dense<[4, 5]> : tensor<2xi64>
  %0:2 = "onnx.Split"(%x, %lengths) : (tensor<9xf32>, tensor<2xi64>) -> (tensor<4xf32>, tensor<5xf32>)
  %1 = "onnx.Slice"(%x, %zero, %two) : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2xf32>
  %2 = "onnx.Slice"(%x, %two, %five) : (tensor<9xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  // All of a tensor; a longer slice; in reverse order nothing.
  // CHECK: %[[A:.*]] = onnxops.concat_v13 %[[X]] axis = 0
  %3 = onnxops.concat_v13 %0#0, %0#1 axis = 0 : (tensor<4xf32>, tensor<5xf32>) -> tensor<9xf32>
  // CHECK: %[[S:.*]] = "onnx.Slice"(%[[X]]{{.*}} -> tensor<5xf32>
  // CHECK: %[[B:.*]] = onnxops.concat_v13 %[[S]], %[[Y]] axis = 0
  %4 = onnxops.concat_v13 %1, %2, %y axis = 0 : (tensor<2xf32>, tensor<3xf32>, tensor<1xf32>) -> tensor<6xf32>
  // CHECK: %[[C:.*]] = onnxops.concat_v13 %{{.*}}#1, %{{.*}}#0, %{{.*}} axis = 0
  %5 = onnxops.concat_v13 %0#1, %0#0, %1 axis = 0 : (tensor<5xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<11xf32>
  // CHECK: return %[[A]], %[[B]], %[[C]]
  return %3, %4, %5 : tensor<9xf32>, tensor<6xf32>, tensor<11xf32>
}

// -----

// Of two operands, along another axis, of sizes, bounds or axes that are not known, with
// steps: they stay. Breaks rewrite-r9.
// CHECK-LABEL: func @left
func.func @left(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>, %c: tensor<?x4xf32>, %p: tensor<1xi64>) -> (tensor<2x4xf32>, tensor<5x2xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<1x4xf32>, tensor<2x2xf32>) {
  %zero = arith.constant dense<0> : tensor<1xi64>
  %one = arith.constant dense<1> : tensor<1xi64>
  %two = arith.constant dense<2> : tensor<1xi64>
  %three = arith.constant dense<3> : tensor<1xi64>
  %zeros = arith.constant dense<0> : tensor<2xi64>
  %twos = arith.constant dense<2> : tensor<2xi64>
  // CHECK: %[[AB:.*]] = onnxops.concat_v13
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %1 = "onnx.Slice"(%0, %one, %three) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<2x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %2 = "onnx.Slice"(%0, %zero, %two, %one) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<5x2xf32>
  // CHECK: %[[AC:.*]] = onnxops.concat_v13
  %3 = onnxops.concat_v13 %a, %c axis = 0 : (tensor<2x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK: "onnx.Slice"(%[[AC]]
  %4 = "onnx.Slice"(%3, %zero, %two) : (tensor<?x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %5 = "onnx.Slice"(%0, %p, %two) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %6 = "onnx.Slice"(%0, %zero, %two, %p) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %7 = "onnx.Slice"(%0, %zero, %two, %zero, %two) : (tensor<5x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<1x4xf32>
  // CHECK: "onnx.Slice"(%[[AB]]
  %8 = "onnx.Slice"(%0, %zeros, %twos) : (tensor<5x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<2x2xf32>
  return %1, %2, %4, %5, %6, %7, %8 : tensor<2x4xf32>, tensor<5x2xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<?x4xf32>, tensor<1x4xf32>, tensor<2x2xf32>
}
