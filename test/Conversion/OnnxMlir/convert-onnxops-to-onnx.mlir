// Modules that did not come from onnx-mlir can be converted, too.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -convert-onnxops-to-onnx | FileCheck %s

// CHECK-LABEL: func @dialect_ops(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32> {onnx.dim_params = "0:batch", onnx.name = "x"}, %[[S:.*]]: !onnx.Seq<tensor<*xf32>>) -> (!onnx.Seq<tensor<?x3xf32>> {onnx.name = "y"})
func.func @dialect_ops(%a: tensor<?x3xf32> {onnxops.dims = ["batch", ""], onnxops.name = "x"}, %s: !onnxops.seq<tensor<*xf32>>)
    -> (!onnxops.seq<tensor<?x3xf32>> {onnxops.name = "y"}) {
  // CHECK: %[[R:.*]] = "onnx.Constant"() {value = dense<[2, 1]> : tensor<2xi64>} : () -> tensor<2xi64>
  %r = arith.constant dense<[2, 1]> : tensor<2xi64>
  // CHECK: %[[T:.*]] = "onnx.Tile"(%[[A]], %[[R]]) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  // CHECK: "onnx.Concat"(%[[T]], %[[A]]) {axis = -2 : si64} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = onnxops.concat_v13 %0, %a axis = -2 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: %[[NONE:.*]] = "onnx.NoValue"() {value} : () -> none
  // CHECK: %[[SPLIT:.*]] = "onnx.SplitToSequence"(%{{.*}}, %[[NONE]]) {axis = 0 : si64, keepdims = 1 : si64} : (tensor<?x3xf32>, none) -> !onnx.Seq<tensor<1x3xf32>>
  %2 = onnxops.split_to_sequence_v24 %1 : (tensor<?x3xf32>) -> !onnxops.seq<tensor<1x3xf32>>
  // A single one is enough.
  // CHECK-NOT: onnx.NoValue
  // CHECK: "onnx.SequenceErase"(%[[S]], %[[NONE]])
  %3 = onnxops.sequence_erase_v11 %s : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  // CHECK: %[[ID:.*]] = "onnx.Identity"(%[[SPLIT]]) : (!onnx.Seq<tensor<1x3xf32>>) -> !onnx.Seq<tensor<?x3xf32>>
  %4 = onnxops.sequence_cast %2 : !onnxops.seq<tensor<1x3xf32>> to !onnxops.seq<tensor<?x3xf32>>
  // CHECK: return %[[ID]] : !onnx.Seq<tensor<?x3xf32>>
  return %4 : !onnxops.seq<tensor<?x3xf32>>
}

// -----

// NoValue is created where it dominates its users, and only once.
// CHECK-LABEL: func @regions
func.func @regions(%c: tensor<i1>, %a: tensor<2xf32>) {
  "onnx.If"(%c) ({
    // CHECK: %[[FIRST:.*]] = "onnx.NoValue"
    // CHECK: "onnx.SplitToSequence"(%{{.*}}, %[[FIRST]])
    %0 = onnxops.split_to_sequence_v11 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<1xf32>>
    "onnx.Yield"() : () -> ()
  }, {
    // CHECK: %[[SECOND:.*]] = "onnx.NoValue"
    // CHECK: "onnx.SplitToSequence"(%{{.*}}, %[[SECOND]])
    %1 = onnxops.split_to_sequence_v11 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<1xf32>>
    "onnx.Yield"() : () -> ()
  }) : (tensor<i1>) -> ()
  // CHECK: %[[OUTER:.*]] = "onnx.NoValue"() <{value}>
  %none = "onnx.NoValue"() <{value}> : () -> none
  "onnx.If"(%c) ({
    // CHECK-NOT: onnx.NoValue
    // CHECK: "onnx.SplitToSequence"(%{{.*}}, %[[OUTER]])
    %2 = onnxops.split_to_sequence_v11 %a : (tensor<2xf32>) -> !onnxops.seq<tensor<1xf32>>
    "onnx.Yield"() : () -> ()
  }, {
    "onnx.Yield"() : () -> ()
  }) : (tensor<i1>) -> ()
  return
}

// -----

// An attribute that a pass has changed is no longer omitted.
// CHECK-LABEL: func @changed
func.func @changed(%a: tensor<2x2xf32>, %n: tensor<i64>) {
  // CHECK: "onnx.SplitToSequence"(%{{.*}}) {axis = 1 : si64} :
  %0 = onnxops.split_to_sequence_v11 %a, %n axis = 1 {onnxops.absent = {axis = 0 : i64, keepdims = 1 : i64}} : (tensor<2x2xf32>, tensor<i64>) -> !onnxops.seq<tensor<2x?xf32>>
  return
}

// -----

// Constants that are not tensors of the graph are kept.
// CHECK-LABEL: func @constants
func.func @constants() -> (index, tensor<2xindex>, tensor<!onnxops.string>) {
  // CHECK: arith.constant 1 : index
  %0 = arith.constant 1 : index
  // CHECK: arith.constant dense<1> : tensor<2xindex>
  %1 = arith.constant dense<1> : tensor<2xindex>
  // CHECK: "onnx.Constant"() {value = dense<"a"> : tensor<!onnx.String>} : () -> tensor<!onnx.String>
  %2 = arith.constant dense<"a"> : tensor<!onnxops.string>
  return %0, %1, %2 : index, tensor<2xindex>, tensor<!onnxops.string>
}

// -----

// Views of tensors, which passes create when they resolve sequences.
// CHECK-LABEL: func @views(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x6xf32>)
func.func @views(%a: tensor<?x6xf32>) -> (tensor<?x2xf32>, tensor<?xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<*xf32>) {
  // CHECK-NOT: tensor.dim
  // CHECK-NOT: arith
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x6xf32>
  // CHECK-DAG: %[[STARTS:.*]] = "onnx.Constant"() {value = dense<1> : tensor<1xi64>}
  // CHECK-DAG: %[[ENDS:.*]] = "onnx.Constant"() {value = dense<5> : tensor<1xi64>}
  // CHECK-DAG: %[[AXES:.*]] = "onnx.Constant"() {value = dense<1> : tensor<1xi64>}
  // CHECK-DAG: %[[STEPS:.*]] = "onnx.Constant"() {value = dense<2> : tensor<1xi64>}
  // CHECK: %[[X:.*]] = "onnx.Slice"(%[[A]], %{{.*}}, %[[ENDS]], %{{.*}}, %[[STEPS]]) : (tensor<?x6xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x2xf32>
  %0 = tensor.extract_slice %a[0, 1] [%n, 2] [1, 2] : tensor<?x6xf32> to tensor<?x2xf32>
  // CHECK: %[[ROW:.*]] = "onnx.Slice"(%[[A]], {{.*}}) -> tensor<?x1xf32>
  %1 = tensor.extract_slice %a[0, 3] [%n, 1] [1, 1] : tensor<?x6xf32> to tensor<?x1xf32>
  // CHECK: %[[ONE:.*]] = "onnx.Constant"() {value = dense<1> : tensor<1xi64>}
  // CHECK: %[[Y:.*]] = "onnx.Squeeze"(%[[ROW]], %[[ONE]]) : (tensor<?x1xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<?x1xf32> into tensor<?xf32>
  %m = tensor.dim %2, %c0 : tensor<?xf32>
  // CHECK: %[[ZERO:.*]] = "onnx.Constant"() {value = dense<0> : tensor<1xi64>}
  // CHECK: %[[Z:.*]] = "onnx.Unsqueeze"(%[[Y]], %[[ZERO]]) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [1, %m] : tensor<?xf32> into tensor<1x?xf32>
  // CHECK: %[[SLICE:.*]] = "onnx.Slice"(%[[A]], {{.*}}) -> tensor<?x1xf32>
  // CHECK: %[[V:.*]] = "onnx.Squeeze"(%[[SLICE]], {{.*}}) : (tensor<?x1xf32>, tensor<1xi64>) -> tensor<?xf32>
  %4 = tensor.extract_slice %a[0, 2] [%n, 1] [1, 1] : tensor<?x6xf32> to tensor<?xf32>
  // CHECK: %[[W:.*]] = "onnx.Identity"(%[[V]]) : (tensor<?xf32>) -> tensor<*xf32>
  %5 = tensor.cast %4 : tensor<?xf32> to tensor<*xf32>
  // CHECK: return %[[X]], %[[Y]], %[[Z]], %[[V]], %[[W]]
  return %0, %2, %3, %4, %5 : tensor<?x2xf32>, tensor<?xf32>, tensor<1x?xf32>, tensor<?xf32>, tensor<*xf32>
}

// -----

// Sizes that are known only at run time, and reshapes that mix dimensions, remain
// upstream ops.
// CHECK-LABEL: func @left
func.func @left(%a: tensor<?xf32>, %n: index, %b: tensor<2x3xf32>) -> (tensor<?xf32>, tensor<6xf32>, tensor<f32>) {
  // CHECK: tensor.extract_slice
  %0 = tensor.extract_slice %a[0] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  // CHECK: tensor.collapse_shape
  %1 = tensor.collapse_shape %b [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  // CHECK: %[[ROW:.*]] = "onnx.Slice"(%{{.*}}) -> tensor<1x1xf32>
  // CHECK: %[[AXES:.*]] = "onnx.Constant"() {value = dense<[0, 1]> : tensor<2xi64>}
  // CHECK: "onnx.Squeeze"(%[[ROW]], %[[AXES]]) : (tensor<1x1xf32>, tensor<2xi64>) -> tensor<f32>
  %2 = tensor.extract_slice %b[1, 2] [1, 1] [1, 1] : tensor<2x3xf32> to tensor<1x1xf32>
  %3 = tensor.collapse_shape %2 [] : tensor<1x1xf32> into tensor<f32>
  return %0, %1, %3 : tensor<?xf32>, tensor<6xf32>, tensor<f32>
}

// -----

// Users may need the less precise type.
// CHECK-LABEL: func @less_precise(
//  CHECK-SAME:   %[[A:.*]]: tensor<4xf32>)
func.func @less_precise(%a: tensor<4xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: %[[SLICE:.*]] = "onnx.Slice"(%[[A]], {{.*}}) -> tensor<2xf32>
  // CHECK: %[[X:.*]] = "onnx.Identity"(%[[SLICE]]) : (tensor<2xf32>) -> tensor<?xf32>
  %0 = tensor.extract_slice %a[1] [%c2] [1] : tensor<4xf32> to tensor<?xf32>
  // CHECK: %[[Y:.*]] = "onnx.Identity"(%[[A]]) : (tensor<4xf32>) -> tensor<?xf32>
  %1 = tensor.extract_slice %a[0] [%c4] [1] : tensor<4xf32> to tensor<?xf32>
  // CHECK: return %[[X]], %[[Y]]
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Each size is erased once, however often it is read.
// CHECK-LABEL: func @sizes(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x?xf32>)
func.func @sizes(%a: tensor<4x?xf32>) -> tensor<?x?xf32> {
  // CHECK-NOT: arith
  // CHECK-NOT: tensor.dim
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<4x?xf32>
  // CHECK: %[[SLICE:.*]] = "onnx.Slice"(%[[A]], {{.*}}) -> tensor<1x?xf32>
  // CHECK: "onnx.Identity"(%[[SLICE]]) : (tensor<1x?xf32>) -> tensor<?x?xf32>
  %0 = tensor.extract_slice %a[%c1, 0] [%c1, %n] [%c1, 1] : tensor<4x?xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
