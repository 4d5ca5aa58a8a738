// Every op is upgraded to its newest version.
//
// RUN: onnxops-opt %s -onnxops-upgrade | FileCheck %s
// RUN: onnxops-opt %s -onnxops-upgrade -mlir-print-debuginfo | FileCheck %s --check-prefix=LOC

// The default axis of version 1 becomes explicit. Attributes and locations are kept.
// Shows version-r1, version-r2, version-r12.
// CHECK-LABEL: func @concat
func.func @concat(%a: tensor<2x3xf32>, %b: tensor<2xi1>) {
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = 1 {note = "kept"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  // LOC: onnxops.concat_v{{[0-9]+}} {{.*}} loc(#[[NODE:.*]])
  %0 = onnxops.concat_v1 %a, %a {note = "kept"} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32> loc("node")
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}} axis = 0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %1 = onnxops.concat_v4 %a axis = 0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}} axis = -1
  %2 = onnxops.concat_v11 %a axis = -1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}} axis = -2
  %3 = onnxops.concat_v13 %a axis = -2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}} axis = -1
  %4 = onnxops.openvino_concat_v1 %a axis = -1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}} : (tensor<2xi1>) -> tensor<2xi1>
  %5 = onnxops.openvino_concat_v1 %b axis = 0 : (tensor<2xi1>) -> tensor<2xi1>
  return
}
// LOC: #[[NODE]] = loc("node")

// Shows version-r5.
// CHECK-LABEL: func @split_to_sequence
func.func @split_to_sequence(%a: tensor<2x3xf32>, %n: tensor<i64>) {
  // CHECK: onnxops.split_to_sequence_v{{[0-9]+}} %{{.*}} axis = 1 keepdims = 0 : (tensor<2x3xf32>) -> !onnxops.seq<tensor<2xf32>>
  %0 = onnxops.split_to_sequence_v11 %a axis = 1 keepdims = 0 : (tensor<2x3xf32>) -> !onnxops.seq<tensor<2xf32>>
  // CHECK: onnxops.split_to_sequence_v{{[0-9]+}} %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  %1 = onnxops.split_to_sequence_v11 %a, %n : (tensor<2x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  // CHECK: onnxops.sequence_length_v11
  %2 = onnxops.sequence_length_v11 %1 : (!onnxops.seq<tensor<?x3xf32>>) -> tensor<i64>
  return
}

// Constant tiles and axis give constant repeats.
// Shows version-r3.
// CHECK-LABEL: func @tile_v1_constant
func.func @tile_v1_constant(%a: tensor<2x3xf32>) -> tensor<2x12xf32> {
  %t = arith.constant dense<4.0> : tensor<1xf32>
  %x = arith.constant dense<1> : tensor<i64>
  // CHECK: %[[R:.*]] = arith.constant dense<[1, 4]> : tensor<2xi64>
  // CHECK: onnxops.tile_v{{[0-9]+}} %{{.*}}, %[[R]] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<2x12xf32>
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2x3xf32>, tensor<1xf32>, tensor<i64>) -> tensor<2x12xf32>
  return %0 : tensor<2x12xf32>
}

// Others are checked, and give repeats at run time.
// Shows version-r3.
// CHECK-LABEL: func @tile_v1_dynamic
//  CHECK-SAME:   (%{{.*}}: tensor<2x3xf32>, %[[T:.*]]: tensor<f32>, %[[X:.*]]: tensor<?xi64>)
func.func @tile_v1_dynamic(%a: tensor<2x3xf32>, %t: tensor<f32>, %x: tensor<?xi64>) -> tensor<?x?xf32> {
  // CHECK: %[[TILES:.*]] = tensor.extract %[[T]][]
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: tile: expected tiles to be a number, but got NaN"
  // CHECK: %[[SIZE:.*]] = tensor.dim %[[X]]
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: tile: expected axis to have 1 element, but got {0}"(%[[SIZE]])
  // CHECK: %[[AXIS:.*]] = tensor.extract %[[X]]
  // CHECK: onnxops.check %{{.*}}, "{{.*}}: tile: expected axis to be in [0, 1], but got {0}"
  // CHECK: %[[IS0:.*]] = arith.cmpi eq, %[[AXIS]], %c0{{.*}} : i64
  // CHECK: %[[R0:.*]] = arith.select %[[IS0]], %{{.*}}, %c1{{.*}} : i64
  // CHECK: %[[R1:.*]] = arith.select
  // CHECK: %[[R:.*]] = tensor.from_elements %[[R0]], %[[R1]] : tensor<2xi64>
  // CHECK: onnxops.tile_v{{[0-9]+}} %{{.*}}, %[[R]] : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2x3xf32>, tensor<f32>, tensor<?xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func @tile_v6_in_a_loop
func.func @tile_v6_in_a_loop(%a: tensor<?xi8>, %r: tensor<1xi64>, %n: index) -> tensor<?xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?xi8> {
    // CHECK: %[[T:.*]] = onnxops.tile_v{{[0-9]+}} %{{.*}}, %{{.*}} {note = "kept"}
    // CHECK: scf.yield %[[T]]
    %1 = onnxops.tile_v6 %x, %r {note = "kept"} : (tensor<?xi8>, tensor<1xi64>) -> tensor<?xi8>
    scf.yield %1 : tensor<?xi8>
  }
  return %0 : tensor<?xi8>
}
