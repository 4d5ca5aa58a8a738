// Types through If and Loop in ONNX form.

// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-infer-shapes | FileCheck %s

// A known condition decides which branch's type the result has; otherwise it has
// what both have.
// Shows neighbour-r65.
// CHECK-LABEL: func @branches
func.func @branches(%a: tensor<3xf32>, %b: tensor<3x4xf32>, %c: tensor<5x4xf32>, %d: tensor<i1>) {
  %true = arith.constant dense<true> : tensor<i1>
  // CHECK: (tensor<i1>) -> tensor<3xf32>
  %0 = "onnx.If"(%true) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<3x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  // CHECK: (tensor<i1>) -> tensor<?x4xf32>
  %1 = "onnx.If"(%d) ({
    "onnx.Yield"(%c) : (tensor<5x4xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<3x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  // CHECK: "onnx.Relu"(%{{.*}}) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = "onnx.Relu"(%1) : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: (tensor<i1>) -> tensor<*xf32>
  %3 = "onnx.If"(%d) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<3x4xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return
}

// -----

// Branches of other types, and an If that is not valid, say nothing.
// Breaks neighbour-r65.
// CHECK-LABEL: func @misfits
func.func @misfits(%a: tensor<3xf32>, %b: tensor<3xi64>, %d: tensor<i1>) {
  // CHECK: (tensor<i1>) -> tensor<*xf32>
  %0 = "onnx.If"(%d) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%b) : (tensor<3xi64>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  // CHECK: (tensor<i1>) -> tensor<*xf32>
  %1 = "onnx.If"(%d) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  // CHECK: (tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  %2:2 = "onnx.If"(%d) ({
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<3xf32>) -> ()
  }) : (tensor<i1>) -> (tensor<*xf32>, tensor<*xf32>)
  return
}

// -----

// What a Loop appends to an empty sequence tells the type of its elements, also of
// one that it joins afterwards. A carried value that grows has an unknown size, and
// the rows of scan outputs have their sizes.
// Shows neighbour-r66.
// CHECK-LABEL: func @loop
func.func @loop(%n: tensor<i64>, %a: tensor<2x3xf32>) {
  %true = arith.constant dense<true> : tensor<i1>
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  // CHECK: "onnx.Loop"
  // CHECK-NEXT: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %{{.*}}: !onnxops.seq<tensor<2x3xf32>>, %{{.*}}: tensor<?x3xf32>, %{{.*}}: tensor<2x3xf32>):
  %1:4 = "onnx.Loop"(%n, %true, %0, %a, %a) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: !onnxops.seq<tensor<*xf32>>, %t: tensor<*xf32>, %u: tensor<*xf32>):
    // CHECK: sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2x3xf32>>
    %2 = onnxops.sequence_insert_v11 %s, %u : (!onnxops.seq<tensor<*xf32>>, tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
    %3 = onnxops.concat_v13 %t, %a axis = 0 : (tensor<*xf32>, tensor<2x3xf32>) -> tensor<*xf32>
    %4 = "onnx.Relu"(%u) : (tensor<*xf32>) -> tensor<*xf32>
    "onnx.Yield"(%c, %2, %3, %4, %4) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> ()
  // CHECK: -> (!onnxops.seq<tensor<2x3xf32>>, tensor<?x3xf32>, tensor<2x3xf32>, tensor<?x2x3xf32>)
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>, tensor<2x3xf32>) -> (!onnxops.seq<tensor<*xf32>>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>)
  // CHECK: concat_from_sequence{{.*}} -> tensor<?x3xf32>
  %5 = onnxops.concat_from_sequence_v11 %1#0 axis = 0 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  return
}

// -----

// Loops in loops; a value that loses its rank keeps its type, and no error comes of an
// assumption that does not hold.
// Breaks neighbour-r66.
// CHECK-LABEL: func @nested
func.func @nested(%n: tensor<i64>, %a: tensor<2x3xf32>) {
  %true = arith.constant dense<true> : tensor<i1>
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  // CHECK: "onnx.Loop"
  // CHECK-NEXT: !onnxops.seq<tensor<2x3xf32>>
  %1 = "onnx.Loop"(%n, %true, %0) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: !onnxops.seq<tensor<*xf32>>):
    // CHECK: "onnx.Loop"
    // CHECK-NEXT: !onnxops.seq<tensor<2x3xf32>>
    %2 = "onnx.Loop"(%n, %true, %s) ({
    ^bb0(%j: tensor<i64>, %d: tensor<i1>, %t: !onnxops.seq<tensor<*xf32>>):
      %3 = onnxops.sequence_insert_v11 %t, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
      "onnx.Yield"(%d, %3) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> ()
    }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%c, %2) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> ()
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: "onnx.Loop"
  // CHECK-NEXT: tensor<*xf32>):
  %4 = "onnx.Loop"(%n, %true, %a) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %t: tensor<*xf32>):
    %5 = arith.constant dense<0> : tensor<1xi64>
    %6 = "onnx.Unsqueeze"(%t, %5) : (tensor<*xf32>, tensor<1xi64>) -> tensor<*xf32>
    "onnx.Yield"(%c, %6) : (tensor<i1>, tensor<*xf32>) -> ()
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Loop"
  // CHECK-NEXT: tensor<?xf32>):
  %7 = arith.constant dense<1.0> : tensor<2xf32>
  %8 = "onnx.Loop"(%n, %true, %7) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %t: tensor<?xf32>):
    %9 = "onnx.Add"(%t, %7) : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    %10 = onnxops.concat_v13 %9, %7 axis = 0 : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
    "onnx.Yield"(%c, %10) : (tensor<i1>, tensor<?xf32>) -> ()
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<?xf32>
  return
}

// -----

// A sequence that a loop keeps empty, or makes empty again: what is inserted after
// the loop alone tells the type of its elements, also in another loop.
// CHECK-LABEL: func @stays_empty
func.func @stays_empty(%n: tensor<i64>, %a: tensor<2x3xf32>) {
  %true = arith.constant dense<true> : tensor<i1>
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %1:2 = "onnx.Loop"(%n, %true, %0, %0) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: !onnxops.seq<tensor<*xf32>>, %t: !onnxops.seq<tensor<*xf32>>):
    // CHECK: sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2x3xf32>>
    %x = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
    "test.use"(%x) : (!onnxops.seq<tensor<*xf32>>) -> ()
    %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%c, %s, %e) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>)
  // CHECK: sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2x3xf32>>
  %2 = onnxops.sequence_insert_v11 %1#0, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: sequence_insert_v11 {{.*}} -> !onnxops.seq<tensor<2x3xf32>>
  %3 = onnxops.sequence_insert_v11 %1#1, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  "test.use"(%2, %3) : (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  return
}

// -----

// One that is empty before the loop alone has elements of any rank, and so has one that
// is not empty before.
// CHECK-LABEL: func @is_filled
func.func @is_filled(%n: tensor<i64>, %a: tensor<2x3xf32>, %b: tensor<*xf32>, %f: !onnxops.seq<tensor<*xf32>>) {
  %true = arith.constant dense<true> : tensor<i1>
  %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %1:2 = "onnx.Loop"(%n, %true, %0, %f) ({
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %s: !onnxops.seq<tensor<*xf32>>, %t: !onnxops.seq<tensor<*xf32>>):
    %x = onnxops.sequence_insert_v11 %s, %b : (!onnxops.seq<tensor<*xf32>>, tensor<*xf32>) -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%c, %x, %0) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  }) {onnx.regions = ["body"]} : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>)
  // CHECK: sequence_insert_v11 %{{.*}}#0, {{.*}} -> !onnxops.seq<tensor<*xf32>>
  %2 = onnxops.sequence_insert_v11 %1#0, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: sequence_insert_v11 %{{.*}}#1, {{.*}} -> !onnxops.seq<tensor<*xf32>>
  %3 = onnxops.sequence_insert_v11 %1#1, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  "test.use"(%2, %3) : (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  return
}

// -----

// A branch that hands on what other branches leave empty tells nothing of the type of
// the elements; the other one does.
// CHECK-LABEL: func @empty_from_branches
func.func @empty_from_branches(%c: tensor<i1>, %d: tensor<i1>, %a: tensor<2x3xf32>, %f: !onnxops.seq<tensor<*xf32>>) {
  %0 = "onnx.If"(%c) ({
    %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%e) : (!onnxops.seq<tensor<*xf32>>) -> ()
  }, {
    %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%e) : (!onnxops.seq<tensor<*xf32>>) -> ()
  }) {onnx.regions = ["then_branch", "else_branch"]} : (tensor<i1>) -> !onnxops.seq<tensor<*xf32>>
  %1:2 = "onnx.If"(%d) ({
    "onnx.Yield"(%0, %f) : (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  }, {
    %x = onnxops.sequence_insert_v11 %0, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<2x3xf32>>
    "onnx.Yield"(%x, %x) : (!onnxops.seq<tensor<2x3xf32>>, !onnxops.seq<tensor<2x3xf32>>) -> ()
  }) {onnx.regions = ["then_branch", "else_branch"]} : (tensor<i1>) -> (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>)
  // CHECK: (tensor<i1>) -> (!onnxops.seq<tensor<2x3xf32>>, !onnxops.seq<tensor<*xf32>>)
  "test.use"(%1#0, %1#1) : (!onnxops.seq<tensor<*xf32>>, !onnxops.seq<tensor<*xf32>>) -> ()
  return
}
