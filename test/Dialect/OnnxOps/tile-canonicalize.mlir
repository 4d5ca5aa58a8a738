// Folds of Tile.
//
// RUN: onnxops-opt %s -onnxops-upgrade -canonicalize | FileCheck %s

// Shows tile-r8.
// CHECK-LABEL: func @ones
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x3xf32>)
func.func @ones(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %r = arith.constant dense<1> : tensor<2xi64>
  // CHECK-NEXT: return %[[A]]
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @ones_from_parts
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x3xf32>)
func.func @ones_from_parts(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %one = arith.constant dense<1> : tensor<1xi64>
  %r = onnxops.concat_v13 %one, %one axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK-NEXT: return %[[A]]
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func @rank_0
//  CHECK-SAME:   (%[[A:.*]]: tensor<f32>, %{{.*}})
func.func @rank_0(%a: tensor<f32>, %r: tensor<0xi64>) -> tensor<f32> {
  // CHECK-NEXT: return %[[A]]
  %0 = onnxops.tile_v13 %a, %r : (tensor<f32>, tensor<0xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func @one_repeat_unknown
func.func @one_repeat_unknown(%a: tensor<?x?xf32>, %n: tensor<1xi64>) -> tensor<?x?xf32> {
  %one = arith.constant dense<1> : tensor<1xi64>
  %r = onnxops.concat_v13 %one, %n axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: onnxops.tile_v{{[0-9]+}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<?x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A more precise declared result is checked at run time.
// CHECK-LABEL: func @ones_of_another_type
func.func @ones_of_another_type(%a: tensor<?xf32>) -> tensor<4xf32> {
  %r = arith.constant dense<1> : tensor<1xi64>
  // CHECK: onnxops.tile_v{{[0-9]+}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func @twos
func.func @twos(%a: tensor<0xf32>) -> tensor<0xf32> {
  %r = arith.constant dense<2> : tensor<1xi64>
  // CHECK: onnxops.tile_v{{[0-9]+}}
  %0 = onnxops.tile_v13 %a, %r : (tensor<0xf32>, tensor<1xi64>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
