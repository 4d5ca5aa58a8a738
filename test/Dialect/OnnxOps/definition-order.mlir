// RUN: onnxops-opt %s --onnxops-infer-shapes | FileCheck %s
// RUN: onnxops-opt %s --onnxops-resolve-sequences | FileCheck %s
// RUN: onnxops-opt %s --onnxops-fuse | FileCheck %s
// RUN: onnxops-opt %s --onnxops-canonicalize | FileCheck %s
// RUN: onnxops-opt %s --canonicalize | FileCheck %s

// In unreachable blocks, ops of different blocks may use each other's results in a
// cycle. All rewrites terminate, and none erases a value that is used.

// CHECK-LABEL: func @concat
// CHECK-NEXT: return
func.func @concat() {
  return
^bb1:
  %first = onnxops.concat_v13 %second axis = 0 : (tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb2
^bb2:
  %second = onnxops.concat_v13 %first axis = 0 : (tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1
}

// CHECK-LABEL: func @tile
// CHECK-NEXT: return
func.func @tile() {
  return
^bb1:
  %one = arith.constant dense<1> : tensor<1xi64>
  %first = onnxops.tile_v13 %second, %one : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  cf.br ^bb2
^bb2:
  %same = arith.constant dense<1> : tensor<1xi64>
  %second = onnxops.tile_v13 %first, %same : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  cf.br ^bb1
}

// CHECK-LABEL: func @sequence_cast
// CHECK-NEXT: return
func.func @sequence_cast() {
  return
^bb1:
  %to = onnxops.sequence_cast %from
      : !onnxops.seq<tensor<?xf32>> to !onnxops.seq<tensor<2xf32>>
  cf.br ^bb2
^bb2:
  %from = onnxops.sequence_cast %to
      : !onnxops.seq<tensor<2xf32>> to !onnxops.seq<tensor<?xf32>>
  cf.br ^bb1
}

// CHECK-LABEL: func @sequence_of_its_element
// CHECK-NEXT: return
func.func @sequence_of_its_element() {
  return
^bb1:
  %sequence = onnxops.sequence_construct_v11 %element : (tensor<?xf32>) -> !onnxops.seq<tensor<?xf32>>
  cf.br ^bb2
^bb2:
  %zero = arith.constant dense<0> : tensor<i64>
  %element = onnxops.sequence_at_v11 %sequence, %zero
      : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
  cf.br ^bb1
}
