// Sets of patterns in transform.apply_patterns.
//
// RUN: onnxops-opt %s --transform-interpreter | FileCheck %s

// CHECK-LABEL: func @merge
//       CHECK:   tensor.extract_slice %arg0[0] [5] [1]
//   CHECK-NOT:   tensor.concat
//       CHECK:   return
func.func @merge(%a: tensor<8xf32>) -> tensor<5xf32> {
  %0 = tensor.extract_slice %a[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %1 = tensor.extract_slice %a[2] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %2 = tensor.concat dim(0) %0, %1 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
  return %2 : tensor<5xf32>
}

// CHECK-LABEL: func @slice
//   CHECK-NOT:   tensor.concat
//       CHECK:   tensor.extract_slice %arg1[1] [2] [1]
func.func @slice(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %1 = tensor.extract_slice %0[5] [2] [1] : tensor<8xf32> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func @fuse
//       CHECK:   linalg.generic
//   CHECK-NOT:   linalg.generic
//       CHECK:   return
func.func @fuse(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %n = arith.negf %x : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %out: f32):
    %n = math.absf %x : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// All readers, one behind the other.
//
// CHECK-LABEL: func @split
//       CHECK:   linalg.exp ins(%arg0 : tensor<4xf32>)
//       CHECK:   linalg.exp ins(%arg1 : tensor<?xf32>)
//       CHECK:   linalg.abs ins(%{{.*}} : tensor<4xf32>)
//       CHECK:   linalg.abs ins(%{{.*}} : tensor<?xf32>)
//       CHECK:   tensor.concat dim(0)
//   CHECK-NOT:   linalg
func.func @split(%a: tensor<4xf32>, %b: tensor<?xf32>, %e: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = linalg.exp ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %2 = linalg.abs ins(%1 : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %funcs = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %funcs {
      transform.apply_patterns.onnxops.merge_concat_operands
      transform.apply_patterns.onnxops.slice_of_concat
      transform.apply_patterns.onnxops.fuse_elementwise
      transform.apply_patterns.onnxops.split_concat_readers
    } : !transform.any_op
    transform.yield
  }
}
