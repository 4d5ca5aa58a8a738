// Shape arithmetic, known conditions and unused operators in ONNX form.

// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-fold-onnx | FileCheck %s

// What a Shape gives for static sizes is known, whatever the others are.
// Shows fold-r1, fold-r3.
// CHECK-LABEL: func @sizes
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3x4xf32>
func.func @sizes(%a: tensor<?x3x4xf32>) -> (tensor<?x12xf32>, tensor<2xi64>) {
  %axis = arith.constant dense<0> : tensor<1xi64>
  // CHECK: "onnx.Shape"(%[[A]]) : (tensor<?x3x4xf32>) -> tensor<3xi64>
  // CHECK-NOT: onnx.Mul
  %0 = "onnx.Shape"(%a) : (tensor<?x3x4xf32>) -> tensor<3xi64>
  %1 = arith.constant dense<1> : tensor<i64>
  %2 = "onnx.Gather"(%0, %1) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  %3 = arith.constant dense<2> : tensor<i64>
  %4 = "onnx.Gather"(%0, %3) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  // CHECK: %[[C:.*]] = arith.constant dense<12> : tensor<1xi64>
  %5 = "onnx.Mul"(%2, %4) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %6 = "onnx.Unsqueeze"(%5, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %7 = arith.constant dense<0> : tensor<i64>
  // CHECK: %[[B:.*]] = "onnx.Gather"
  %8 = "onnx.Gather"(%0, %7) : (tensor<3xi64>, tensor<i64>) -> tensor<i64>
  // CHECK: %[[D:.*]] = "onnx.Unsqueeze"(%[[B]]
  %9 = "onnx.Unsqueeze"(%8, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  // CHECK: %[[E:.*]] = onnxops.concat_v13 %[[D]], %[[C]]
  %10 = onnxops.concat_v13 %9, %6 axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: "onnx.Reshape"(%[[A]], %[[E]])
  %11 = "onnx.Reshape"(%a, %10) : (tensor<?x3x4xf32>, tensor<2xi64>) -> tensor<?x12xf32>
  %12 = "onnx.Unsqueeze"(%2, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %13 = "onnx.Unsqueeze"(%4, %axis) : (tensor<i64>, tensor<1xi64>) -> tensor<1xi64>
  %14 = onnxops.concat_v13 %12, %13 axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: %[[S:.*]] = arith.constant dense<[3, 4]> : tensor<2xi64>
  // CHECK: return %{{.*}}, %[[S]]
  return %11, %14 : tensor<?x12xf32>, tensor<2xi64>
}

// -----

// Floats, unsigned integers, results of more than 64 elements, or of operands of more
// than 1,024, and results that depend on an input stay.
// Breaks fold-r1.
// CHECK-LABEL: func @unknown
func.func @unknown(%a: tensor<?xf32>, %b: tensor<2xi64>)
    -> (tensor<1xi64>, tensor<2xi64>, tensor<2xf32>, tensor<1xui64>, tensor<65xi64>, tensor<1xi64>, tensor<1xi64>) {
  // CHECK: "onnx.Shape"
  %0 = "onnx.Shape"(%a) : (tensor<?xf32>) -> tensor<1xi64>
  // CHECK: "onnx.Add"
  %1 = "onnx.Add"(%b, %b) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %2 = arith.constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: "onnx.Cast"
  %3 = "onnx.Cast"(%2) {to = 1 : i64} : (tensor<2xi64>) -> tensor<2xf32>
  // CHECK: "onnx.Cast"
  %4 = arith.constant dense<3> : tensor<1xi64>
  %5 = "onnx.Cast"(%4) {to = 13 : i64} : (tensor<1xi64>) -> tensor<1xui64>
  // CHECK: "onnx.Expand"
  %6 = arith.constant dense<65> : tensor<1xi64>
  %7 = "onnx.Expand"(%4, %6) : (tensor<1xi64>, tensor<1xi64>) -> tensor<65xi64>
  // CHECK: "onnx.Gather"
  %8 = arith.constant dense<7> : tensor<1025xi64>
  %9 = "onnx.Gather"(%8, %4) : (tensor<1025xi64>, tensor<1xi64>) -> tensor<1xi64>
  // CHECK-NOT: "onnx.Gather"
  %10 = arith.constant dense<7> : tensor<1024xi64>
  %11 = "onnx.Gather"(%10, %4) : (tensor<1024xi64>, tensor<1xi64>) -> tensor<1xi64>
  %12 = "onnx.Shape"(%8) : (tensor<1025xi64>) -> tensor<1xi64>
  // CHECK: %[[D:.*]] = arith.constant dense<1032>
  // CHECK: return {{.*}}, %[[D]] :
  %13 = "onnx.Add"(%11, %12) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %0, %1, %3, %5, %7, %9, %13 : tensor<1xi64>, tensor<2xi64>, tensor<2xf32>, tensor<1xui64>, tensor<65xi64>, tensor<1xi64>, tensor<1xi64>
}

// -----

// The branch of a known condition replaces the If, and the If within it; the types
// that the branches declare stay.
// Shows fold-r2.
// CHECK-LABEL: func @branches
//  CHECK-SAME:   %[[A:.*]]: tensor<3xf32>
func.func @branches(%a: tensor<3xf32>) -> (tensor<*xf32>, tensor<3xf32>) {
  %0 = "onnx.Shape"(%a) : (tensor<3xf32>) -> tensor<1xi64>
  %1 = arith.constant dense<3> : tensor<1xi64>
  %2 = "onnx.Equal"(%0, %1) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi1>
  // CHECK-NOT: onnx.If
  // CHECK-NOT: onnx.Neg
  // CHECK: %[[B:.*]] = "onnx.Abs"(%[[A]])
  // CHECK: %[[C:.*]] = "onnx.Relu"(%[[B]])
  %3:2 = "onnx.If"(%2) ({
    %4 = "onnx.Abs"(%a) : (tensor<3xf32>) -> tensor<3xf32>
    %5 = "onnx.Not"(%2) : (tensor<1xi1>) -> tensor<1xi1>
    %6 = "onnx.If"(%5) ({
      %7 = "onnx.Neg"(%4) : (tensor<3xf32>) -> tensor<3xf32>
      "onnx.Yield"(%7) : (tensor<3xf32>) -> ()
    }, {
      %8 = "onnx.Relu"(%4) : (tensor<3xf32>) -> tensor<3xf32>
      "onnx.Yield"(%8) : (tensor<3xf32>) -> ()
    }) : (tensor<1xi1>) -> tensor<3xf32>
    "onnx.Yield"(%4, %6) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<1xi1>) -> (tensor<*xf32>, tensor<3xf32>)
  // CHECK: %[[D:.*]] = tensor.cast %[[B]] : tensor<3xf32> to tensor<*xf32>
  // CHECK: return %[[D]], %[[C]]
  return %3#0, %3#1 : tensor<*xf32>, tensor<3xf32>
}

// -----

// A more precise type that the If declares becomes that of the operator in the branch.
// CHECK-LABEL: func @declared
func.func @declared(%a: tensor<?xf32>) -> tensor<3xf32> {
  %0 = arith.constant dense<true> : tensor<i1>
  // CHECK-NEXT: %[[A:.*]] = "onnx.Relu"(%{{.*}}) : (tensor<?xf32>) -> tensor<3xf32>
  // CHECK-NEXT: return %[[A]]
  %1 = "onnx.If"(%0) ({
    %2 = "onnx.Relu"(%a) : (tensor<?xf32>) -> tensor<?xf32>
    "onnx.Yield"(%2) : (tensor<?xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<?xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// -----

// An If stays if its branch does not fit, if a value from outside, or one that is
// yielded twice, would need a more precise type, and if its condition is not known.
// Breaks fold-r2.
// CHECK-LABEL: func @misfits
func.func @misfits(%a: tensor<3xf32>, %b: tensor<i1>, %d: tensor<?xf32>)
    -> (tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %0 = arith.constant dense<true> : tensor<i1>
  // CHECK: "onnx.If"
  %1 = "onnx.If"(%0) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<4xf32>
  // CHECK: "onnx.If"
  %2 = "onnx.If"(%b) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  // CHECK: "onnx.If"
  %3 = "onnx.If"(%0) ({
    "onnx.Yield"(%d) : (tensor<?xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  // CHECK: "onnx.If"
  %4:2 = "onnx.If"(%0) ({
    %5 = "onnx.Relu"(%d) : (tensor<?xf32>) -> tensor<?xf32>
    "onnx.Yield"(%5, %5) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }, {
    "onnx.Yield"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<3xf32>, tensor<4xf32>)
  return %1, %2, %3, %4#0, %4#1 : tensor<4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<4xf32>
}

// -----

// Unused operators go, with what only they use. Custom operators may have effects.
// Shows fold-r3. Breaks fold-r3.
// CHECK-LABEL: func @unused
//  CHECK-NEXT:   "onnx.Custom"
func.func @unused(%a: tensor<3xf32>, %b: tensor<i1>) {
  %0 = "onnx.NoValue"() : () -> none
  %1 = "onnx.Abs"(%a) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = "onnx.Clip"(%1, %0) : (tensor<3xf32>, none) -> tensor<3xf32>
  %3 = "onnx.If"(%b) ({
    "onnx.Yield"(%2) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  %4 = "onnx.Custom"(%a) {onnx.domain = "com.example"} : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK-NEXT: "onnx.If"
  // CHECK:        "onnx.Custom"
  // CHECK:      return
  %5 = "onnx.If"(%b) ({
    %6 = "onnx.Custom"(%a) {onnx.domain = "com.example"} : (tensor<3xf32>) -> tensor<3xf32>
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<3xf32>
  return
}

// -----

// Before opset 14, nothing gives a sequence a second name: the If does.
// CHECK-LABEL: func @named_sequence
module attributes {onnxops.opset = 13 : i64} {
func.func @named_sequence(%s: !onnxops.seq<tensor<2xf32>>) -> (!onnxops.seq<tensor<2xf32>>, tensor<i64>) {
  %c = arith.constant dense<true> : tensor<i1>
  // CHECK: %[[R:.*]] = "onnx.If"
  %0 = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<2xf32>>) -> ()
  }, {
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<2xf32>>) -> ()
  }) : (tensor<i1>) -> !onnxops.seq<tensor<2xf32>>
  // What is only read needs no name.
  // CHECK-NOT: onnx.If
  %1 = "onnx.If"(%c) ({
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<2xf32>>) -> ()
  }, {
    "onnx.Yield"(%s) : (!onnxops.seq<tensor<2xf32>>) -> ()
  }) : (tensor<i1>) -> !onnxops.seq<tensor<2xf32>>
  %2 = onnxops.sequence_length_v11 %1 : (!onnxops.seq<tensor<2xf32>>) -> tensor<i64>
  // CHECK: return %[[R]]
  return %0, %2 : !onnxops.seq<tensor<2xf32>>, tensor<i64>
}
}
