// Each operator of the dialect in onnx-mlir's syntax: attributes as properties, or,
// in older releases, among all other attributes.
//
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -convert-onnx-to-onnxops | FileCheck %s

// CHECK-LABEL: func @concat
func.func @concat(%a: tensor<?x3xf32>, %b: tensor<*xf32>) -> (tensor<*xf32>, tensor<?x6xf32>) {
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = -2 {onnx_node_name = "cat"} : (tensor<?x3xf32>, tensor<*xf32>) -> tensor<*xf32>
  %0 = "onnx.Concat"(%a, %b) <{axis = -2 : si64}> {onnx_node_name = "cat"} : (tensor<?x3xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v13 %{{.*}}, %{{.*}} axis = 1 {onnx_node_name = "cat"} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
  %1 = "onnx.Concat"(%a, %a) {axis = 1 : si64, onnx_node_name = "cat"} : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x6xf32>
  return %0, %1 : tensor<*xf32>, tensor<?x6xf32>
}

// -----

// The producer of the repeats is kept.
// CHECK-LABEL: func @tile
func.func @tile(%a: tensor<2x3xbf16>) -> tensor<4x3xbf16> {
  // CHECK: %[[R:.*]] = "onnx.Constant"() <{value = dense<[2, 1]> : tensor<2xi64>}>
  %0 = "onnx.Constant"() <{value = dense<[2, 1]> : tensor<2xi64>}> : () -> tensor<2xi64>
  // CHECK: onnxops.tile_v13 %{{.*}}, %[[R]] : (tensor<2x3xbf16>, tensor<2xi64>) -> tensor<4x3xbf16>
  %1 = "onnx.Tile"(%a, %0) : (tensor<2x3xbf16>, tensor<2xi64>) -> tensor<4x3xbf16>
  return %1 : tensor<4x3xbf16>
}

// -----

// Omitted attributes are recorded, for the inverse conversion.
// CHECK-LABEL: func @split(
//  CHECK-SAME:   %[[A:.*]]: tensor<4x?xf32>, %[[SPLIT:.*]]: tensor<2xi64>)
func.func @split(%a: tensor<4x?xf32>, %split: tensor<2xi64>) {
  %none = "onnx.NoValue"() <{value}> : () -> none
  // CHECK: onnxops.split_to_sequence_v11 %[[A]] axis = -1 keepdims = 0 : (tensor<4x?xf32>) -> !onnxops.seq<tensor<*xf32>>
  %0 = "onnx.SplitToSequence"(%a, %none) <{axis = -1 : si64, keepdims = 0 : si64}> : (tensor<4x?xf32>, none) -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.split_to_sequence_v11 %[[A]], %[[SPLIT]] : (tensor<4x?xf32>, tensor<2xi64>) -> !onnxops.seq<tensor<?x?xf32>>
  %1 = "onnx.SplitToSequence"(%a, %split) <{axis = 0 : si64, keepdims = 1 : si64}> : (tensor<4x?xf32>, tensor<2xi64>) -> !onnx.Seq<tensor<?x?xf32>>
  // CHECK: onnxops.split_to_sequence_v11 %[[A]] {onnxops.absent = {axis = 0 : i64, keepdims = 1 : i64}} : (tensor<4x?xf32>) -> !onnxops.seq<tensor<1x?xf32>>
  %2 = "onnx.SplitToSequence"(%a, %none) : (tensor<4x?xf32>, none) -> !onnx.Seq<tensor<1x?xf32>>
  return
}

// -----

// CHECK-LABEL: func @sequences(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>, %[[S:.*]]: !onnxops.seq<tensor<*xf32>>, %[[P:.*]]: tensor<i64>)
func.func @sequences(%a: tensor<?x3xf32>, %s: !onnx.Seq<tensor<*xf32>>, %p: tensor<i64>) {
  %none = "onnx.NoValue"() <{value}> : () -> none
  // CHECK: onnxops.sequence_at_v11 %[[S]], %[[P]] : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  %0 = "onnx.SequenceAt"(%s, %p) : (!onnx.Seq<tensor<*xf32>>, tensor<i64>) -> tensor<*xf32>
  // CHECK: onnxops.sequence_length_v11 %[[S]] : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
  %1 = "onnx.SequenceLength"(%s) : (!onnx.Seq<tensor<*xf32>>) -> tensor<i64>
  // CHECK: onnxops.sequence_construct_v11 %[[A]], %[[A]] : (tensor<?x3xf32>, tensor<?x3xf32>) -> !onnxops.seq<tensor<?x3xf32>>
  %2 = "onnx.SequenceConstruct"(%a, %a) : (tensor<?x3xf32>, tensor<?x3xf32>) -> !onnx.Seq<tensor<?x3xf32>>
  // CHECK: onnxops.sequence_empty_v11 dtype = 7 : () -> !onnxops.seq<tensor<*xi64>>
  %3 = "onnx.SequenceEmpty"() <{dtype = 7 : si64}> : () -> !onnx.Seq<tensor<*xi64>>
  // CHECK: onnxops.sequence_empty_v11 {onnxops.absent = {dtype = 1 : i64}} : () -> !onnxops.seq<tensor<*xf32>>
  %4 = "onnx.SequenceEmpty"() : () -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_insert_v11 %[[S]], %[[A]] : (!onnxops.seq<tensor<*xf32>>, tensor<?x3xf32>) -> !onnxops.seq<tensor<*xf32>>
  %5 = "onnx.SequenceInsert"(%s, %a, %none) : (!onnx.Seq<tensor<*xf32>>, tensor<?x3xf32>, none) -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_insert_v11 %[[S]], %[[A]], %[[P]]
  %6 = "onnx.SequenceInsert"(%s, %a, %p) : (!onnx.Seq<tensor<*xf32>>, tensor<?x3xf32>, tensor<i64>) -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_erase_v11 %[[S]] : (!onnxops.seq<tensor<*xf32>>) -> !onnxops.seq<tensor<*xf32>>
  %7 = "onnx.SequenceErase"(%s, %none) : (!onnx.Seq<tensor<*xf32>>, none) -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.sequence_erase_v11 %[[S]], %[[P]]
  %8 = "onnx.SequenceErase"(%s, %p) : (!onnx.Seq<tensor<*xf32>>, tensor<i64>) -> !onnx.Seq<tensor<*xf32>>
  // CHECK: onnxops.concat_from_sequence_v11 %[[S]] axis = -1 : (!onnxops.seq<tensor<*xf32>>) -> tensor<*xf32>
  %9 = "onnx.ConcatFromSequence"(%s) <{axis = -1 : si64, new_axis = 0 : si64}> : (!onnx.Seq<tensor<*xf32>>) -> tensor<*xf32>
  // CHECK: onnxops.concat_from_sequence_v11 %[[S]] axis = 0 new_axis = 1
  %10 = "onnx.ConcatFromSequence"(%s) <{axis = 0 : si64, new_axis = 1 : si64}> : (!onnx.Seq<tensor<*xf32>>) -> tensor<*xf32>
  return
}

// -----

// Ops of other dialects forward sequences, in control flow and calls too.
// CHECK-LABEL: func private @callee(!onnxops.seq<tensor<?xf32>>) -> !onnxops.seq<tensor<?xf32>>
func.func private @callee(!onnx.Seq<tensor<?xf32>>) -> !onnx.Seq<tensor<?xf32>>
// CHECK-LABEL: func @control_flow(
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[M:.*]]: tensor<i64>, %[[S:.*]]: !onnxops.seq<tensor<?xf32>>, %[[A:.*]]: tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
func.func @control_flow(%c: tensor<i1>, %m: tensor<i64>, %s: !onnx.Seq<tensor<?xf32>>, %a: tensor<?xf32>) -> !onnx.Seq<tensor<?xf32>> {
  %none = "onnx.NoValue"() <{value}> : () -> none
  // CHECK: %[[I:.*]] = "onnx.Identity"(%[[S]]) : (!onnxops.seq<tensor<?xf32>>) -> !onnxops.seq<tensor<?xf32>>
  %0 = "onnx.Identity"(%s) : (!onnx.Seq<tensor<?xf32>>) -> !onnx.Seq<tensor<?xf32>>
  // CHECK: %[[CALL:.*]] = call @callee(%[[I]])
  %1 = call @callee(%0) : (!onnx.Seq<tensor<?xf32>>) -> !onnx.Seq<tensor<?xf32>>
  // CHECK: %[[IF:.*]] = "onnx.If"(%[[C]])
  %2 = "onnx.If"(%c) ({
    // CHECK: %[[T:.*]] = onnxops.sequence_insert_v11 %[[CALL]], %[[A]]
    %3 = "onnx.SequenceInsert"(%1, %a, %none) : (!onnx.Seq<tensor<?xf32>>, tensor<?xf32>, none) -> !onnx.Seq<tensor<?xf32>>
    // CHECK: "onnx.Yield"(%[[T]]) : (!onnxops.seq<tensor<?xf32>>) -> ()
    "onnx.Yield"(%3) : (!onnx.Seq<tensor<?xf32>>) -> ()
  }, {
    "onnx.Yield"(%1) : (!onnx.Seq<tensor<?xf32>>) -> ()
  // CHECK: (tensor<i1>) -> !onnxops.seq<tensor<?xf32>>
  }) : (tensor<i1>) -> !onnx.Seq<tensor<?xf32>>
  // CHECK: %[[LOOP:.*]] = "onnx.Loop"(%[[M]], %[[C]], %[[IF]])
  %4 = "onnx.Loop"(%m, %c, %2) ({
  // CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[V:.*]]: !onnxops.seq<tensor<?xf32>>)
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %v: !onnx.Seq<tensor<?xf32>>):
    // CHECK: onnxops.sequence_insert_v11 %[[V]], %[[A]]
    %5 = "onnx.SequenceInsert"(%v, %a, %none) : (!onnx.Seq<tensor<?xf32>>, tensor<?xf32>, none) -> !onnx.Seq<tensor<?xf32>>
    "onnx.Yield"(%cond, %5) : (tensor<i1>, !onnx.Seq<tensor<?xf32>>) -> ()
  }) : (tensor<i64>, tensor<i1>, !onnx.Seq<tensor<?xf32>>) -> !onnx.Seq<tensor<?xf32>>
  // CHECK: "onnx.Return"(%[[LOOP]]) : (!onnxops.seq<tensor<?xf32>>) -> ()
  "onnx.Return"(%4) : (!onnx.Seq<tensor<?xf32>>) -> ()
}

// -----

// Strings are converted as elements; other types of onnx are kept.
// CHECK-LABEL: func @types(
//  CHECK-SAME:   %{{.*}}: tensor<?x!onnxops.string>, %{{.*}}: !onnxops.seq<tensor<*x!onnxops.string>>, %{{.*}}: !onnx.Opt<!onnx.Seq<tensor<*xf32>>>, %{{.*}}: !onnx.Seq<tuple<i64, f32>>)
func.func @types(%a: tensor<?x!onnx.String>, %s: !onnx.Seq<tensor<*x!onnx.String>>, %o: !onnx.Opt<!onnx.Seq<tensor<*xf32>>>, %m: !onnx.Seq<tuple<i64, f32>>) {
  // CHECK: onnxops.concat_v13 {{.*}} : (tensor<?x!onnxops.string>, tensor<?x!onnxops.string>) -> tensor<?x!onnxops.string>
  %0 = "onnx.Concat"(%a, %a) <{axis = 0 : si64}> : (tensor<?x!onnx.String>, tensor<?x!onnx.String>) -> tensor<?x!onnx.String>
  // CHECK: "onnx.OptionalGetElement"(%{{.*}}) : (!onnx.Opt<!onnx.Seq<tensor<*xf32>>>) -> !onnxops.seq<tensor<*xf32>>
  %1 = "onnx.OptionalGetElement"(%o) : (!onnx.Opt<!onnx.Seq<tensor<*xf32>>>) -> !onnx.Seq<tensor<*xf32>>
  return
}

// -----

// Names and symbols of function values are converted to those of the dialect;
// those that the inverse conversion could not restore are kept.
// CHECK-LABEL: func @names(
//  CHECK-SAME:   %{{.*}}: tensor<?x3x?xf32> {onnxops.dims = ["batch", "", "n"], onnxops.name = "x"},
//  CHECK-SAME:   %{{.*}}: tensor<?xf32> {onnx.dim_params = "1:batch"}, %{{.*}}: tensor<*xf32> {onnx.dim_params = "0:batch"},
//  CHECK-SAME:   %{{.*}}: tensor<?x?xf32> {onnx.dim_params = "1:a,0:b", onnx.name = "other", onnxops.name = "known"})
//  CHECK-SAME:   -> (tensor<?x3x?xf32> {onnxops.name = "y"})
func.func @names(%a: tensor<?x3x?xf32> {onnx.dim_params = "0:batch,2:n", onnx.name = "x"},
                 %b: tensor<?xf32> {onnx.dim_params = "1:batch"}, %c: tensor<*xf32> {onnx.dim_params = "0:batch"},
                 %d: tensor<?x?xf32> {onnx.dim_params = "1:a,0:b", onnx.name = "other", onnxops.name = "known"})
    -> (tensor<?x3x?xf32> {onnx.name = "y"}) {
  return %a : tensor<?x3x?xf32>
}

// -----

// Other domains may have an operator of the same name.
// CHECK-LABEL: func @domain
func.func @domain(%a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: "onnx.Concat"
  %0 = "onnx.Concat"(%a) {onnx.domain = "com.example", alpha = 1 : i64} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
