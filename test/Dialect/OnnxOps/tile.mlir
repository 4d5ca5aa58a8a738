// Round trip of all versions of Tile: text, generic text, bytecode.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --mlir-print-op-generic | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-opt | FileCheck %s

// Shows tile-c6, tile-r13, types-r1.
// CHECK-LABEL: func @tile_v1
func.func @tile_v1(%a: tensor<2x3xf32>, %t: tensor<i64>, %x: tensor<1xf32>) -> tensor<?x?xf32> {
  // CHECK: onnxops.tile_v1 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<i64>, tensor<1xf32>) -> tensor<?x?xf32>
  %0 = onnxops.tile_v1 %a, %t, %x : (tensor<2x3xf32>, tensor<i64>, tensor<1xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// A declared type that is more precise than the inferred one is kept.
// Shows tile-c5, tile-r11.
// CHECK-LABEL: func @tile_v1_unranked
func.func @tile_v1_unranked(%a: tensor<*xf64>, %t: tensor<*xf64>) -> tensor<4x?xf64> {
  // CHECK: onnxops.tile_v1 %{{.*}}, %{{.*}}, %{{.*}} : (tensor<*xf64>, tensor<*xf64>, tensor<*xf64>) -> tensor<4x?xf64>
  %0 = onnxops.tile_v1 %a, %t, %t : (tensor<*xf64>, tensor<*xf64>, tensor<*xf64>) -> tensor<4x?xf64>
  return %0 : tensor<4x?xf64>
}

// Shows tile-c1, tile-r2, types-r2, types-r5.
// CHECK-LABEL: func @tile_v6
func.func @tile_v6(%a: tensor<?x3x!onnxops.string>, %r: tensor<2xi64>) -> tensor<?x?x!onnxops.string> {
  // CHECK: onnxops.tile_v6 %{{.*}}, %{{.*}} : (tensor<?x3x!onnxops.string>, tensor<2xi64>) -> tensor<?x?x!onnxops.string>
  %0 = onnxops.tile_v6 %a, %r : (tensor<?x3x!onnxops.string>, tensor<2xi64>) -> tensor<?x?x!onnxops.string>
  return %0 : tensor<?x?x!onnxops.string>
}

// Shows types-r3.
// CHECK-LABEL: func @tile_v13
func.func @tile_v13(%a: tensor<0x3xbf16>, %r: tensor<?xi64>) -> tensor<0x?xbf16> {
  // CHECK: onnxops.tile_v13 %{{.*}}, %{{.*}} {note = "kept"} : (tensor<0x3xbf16>, tensor<?xi64>) -> tensor<0x?xbf16>
  %0 = onnxops.tile_v13 %a, %r {note = "kept"} : (tensor<0x3xbf16>, tensor<?xi64>) -> tensor<0x?xbf16>
  return %0 : tensor<0x?xbf16>
}

// CHECK-LABEL: func @tile_v13_rank_0
func.func @tile_v13_rank_0(%a: tensor<i1>, %r: tensor<0xi64>) -> tensor<i1> {
  // CHECK: onnxops.tile_v13 %{{.*}}, %{{.*}} : (tensor<i1>, tensor<0xi64>) -> tensor<i1>
  %0 = onnxops.tile_v13 %a, %r : (tensor<i1>, tensor<0xi64>) -> tensor<i1>
  return %0 : tensor<i1>
}

// CHECK-LABEL: func @tile_v13_unranked
func.func @tile_v13_unranked(%a: tensor<*xcomplex<f32>>, %r: tensor<*xi64>) -> tensor<*xcomplex<f32>> {
  // CHECK: onnxops.tile_v13 %{{.*}}, %{{.*}} : (tensor<*xcomplex<f32>>, tensor<*xi64>) -> tensor<*xcomplex<f32>>
  %0 = onnxops.tile_v13 %a, %r : (tensor<*xcomplex<f32>>, tensor<*xi64>) -> tensor<*xcomplex<f32>>
  return %0 : tensor<*xcomplex<f32>>
}
