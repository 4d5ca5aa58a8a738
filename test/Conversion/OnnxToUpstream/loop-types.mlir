// The types of carried values hold in every iteration, whatever is declared.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file | FileCheck %s

// A tensor that grows: sizes that change are dynamic, the others are static.
// Shows neighbour-r9.
// CHECK-LABEL: func @grows(
//  CHECK-SAME:   %[[M:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<2x3xf32>
func.func @grows(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2x3xf32>) -> tensor<*xf32> {
  // CHECK: %[[INIT:.*]] = tensor.cast %[[A]] : tensor<2x3xf32> to tensor<?x3xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %[[INIT]]) -> (tensor<?x3xf32>) {
  // CHECK:   %[[Y:.*]] = onnxops.concat_v13 %[[X]], %[[A]] axis = 0 : (tensor<?x3xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  // CHECK:   scf.yield %[[Y]]
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    %y = onnxops.concat_v13 %x, %a axis = 0 : (tensor<*xf32>, tensor<2x3xf32>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// Code that is invalid only for the sizes of the first iteration fails at run time.
// CHECK-LABEL: func @not_in_the_first_iteration
func.func @not_in_the_first_iteration(%m: tensor<i64>, %c: tensor<i1>, %first: tensor<i1>, %a: tensor<0x3xf32>, %row: tensor<1x3xf32>) -> tensor<*xf32> {
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: Split: expected split to sum to {0}, the size of axis 0, but got {1}"
  %split = "onnx.Constant"() {value_ints = [2, 1]} : () -> tensor<2xi64>
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    %y = "onnx.If"(%first) ({
      %longer = onnxops.concat_v13 %x, %row axis = 0 : (tensor<*xf32>, tensor<1x3xf32>) -> tensor<*xf32>
      "onnx.Yield"(%longer) : (tensor<*xf32>) -> ()
    }, {
      %parts:2 = "onnx.Split"(%x, %split) : (tensor<*xf32>, tensor<2xi64>) -> (tensor<*xf32>, tensor<*xf32>)
      "onnx.Yield"(%parts#0) : (tensor<*xf32>) -> ()
    }) : (tensor<i1>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<0x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// A more precise declared type in the body is checked in each iteration.
// CHECK-LABEL: func @declared
func.func @declared(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}) -> (tensor<?xf32>) {
  // CHECK:   %[[SIZE:.*]] = tensor.dim %[[X]]
  // CHECK:   onnxops.check %{{.*}}, "{{.*}}: Loop: expected dimension 0 of argument #2 of the body to be {0}, but got {1}"(%{{.*}}, %[[SIZE]])
  // CHECK:   tensor.cast %[[X]] : tensor<?xf32> to tensor<4xf32>
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<4xf32>):
    %y = "onnx.Add"(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<*xf32>
    "onnx.Yield"(%cond, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// An initially empty sequence takes the type of the inserted elements.
// CHECK-LABEL: func @sequence
func.func @sequence(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>> {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  // CHECK: %[[INIT:.*]] = onnxops.sequence_cast %[[E]] : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<2xf32>>
  // CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[Q:.*]] = %[[INIT]]) -> (!onnxops.seq<tensor<2xf32>>) {
  // CHECK:   onnxops.sequence_insert_v11 %[[Q]], %{{.*}} : (!onnxops.seq<tensor<2xf32>>, tensor<2xf32>) -> !onnxops.seq<tensor<2xf32>>
  // CHECK: onnxops.sequence_cast %[[R]] : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<*xf32>>
  %e = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
  %0 = "onnx.Loop"(%m, %c, %e) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %q: !onnxops.seq<tensor<*xf32>>):
    %s = onnxops.sequence_insert_v11 %q, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2xf32>) -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%cond, %s) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> ()
  }) : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  return %0 : !onnxops.seq<tensor<*xf32>>
}

// -----

// Elements of another rank in a later iteration.
// CHECK-LABEL: func @ranks
func.func @ranks(%m: tensor<i64>, %c: tensor<i1>, %q: !onnxops.seq<tensor<2xf32>>, %a: tensor<2x2xf32>) -> !onnxops.seq<tensor<*xf32>> {
  // CHECK: onnxops.sequence_cast %{{.*}} : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<*xf32>>
  // CHECK: scf.for {{.*}} -> (!onnxops.seq<tensor<*xf32>>) {
  %0 = "onnx.Loop"(%m, %c, %q) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %r: !onnxops.seq<tensor<*xf32>>):
    %s = onnxops.sequence_insert_v11 %r, %a : (!onnxops.seq<tensor<*xf32>>, tensor<2x2xf32>) -> !onnxops.seq<tensor<*xf32>>
    "onnx.Yield"(%cond, %s) : (tensor<i1>, !onnxops.seq<tensor<*xf32>>) -> ()
  }) : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<*xf32>>
  return %0 : !onnxops.seq<tensor<*xf32>>
}

// -----

// A body that declares the iteration number and the condition as vectors.
// CHECK-LABEL: func @vectors
func.func @vectors(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<?xi64>) -> tensor<?xi64> {
  // CHECK: scf.for %[[I:.*]] = {{.*}} iter_args(%[[X:.*]] = %{{.*}})
  // CHECK:   %[[N:.*]] = arith.index_cast %[[I]]
  // CHECK:   %[[NUMBER:.*]] = tensor.from_elements %[[N]] : tensor<1xi64>
  // CHECK:   tensor.from_elements %true{{.*}} : tensor<1xi1>
  // CHECK:   linalg.generic {{.*}} ins(%[[X]], %[[NUMBER]] :
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<1xi64>, %cond: tensor<?xi1>, %x: tensor<?xi64>):
    %y = "onnx.Add"(%x, %i) : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>
    "onnx.Yield"(%cond, %y) : (tensor<?xi1>, tensor<?xi64>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}
