// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline | FileCheck %s --check-prefix=LAUNCH
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline="target=nvptx chip=sm_90" | FileCheck %s

// One launch, whatever the repeats.

// LAUNCH-LABEL: func.func @static
// LAUNCH:         memref.alloc() {{.*}}: memref<2x2x3x3xi32>
// LAUNCH-NOT:     scf.if
// LAUNCH:         gpu.launch
// LAUNCH-NOT:     gpu.launch
// LAUNCH:         memref.collapse_shape

// CHECK-LABEL:  llvm.func @static(
// CHECK:          gpu.launch_func @static_kernel::@static_kernel blocks in
// CHECK:        gpu.binary @static_kernel [#gpu.object<#nvvm.target<chip = "sm_90", features = "+ptx78">
// CHECK-SAME:     .target sm_90
// CHECK-SAME:     .visible .entry static_kernel(
// CHECK-SAME:     ld.global.b32
// CHECK-SAME:     st.global.b32
func.func @static(%a: tensor<2x3xf32>) -> tensor<4x9xf32> {
  %repeats = arith.constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %repeats : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<4x9xf32>
  return %0 : tensor<4x9xf32>
}

// LAUNCH-LABEL: func.func @dynamic
// LAUNCH:         cf.assert
// LAUNCH:         memref.alloc({{.*}}) {{.*}}: memref<?x?x?x?xi16>
// LAUNCH:         scf.if
// LAUNCH:           gpu.launch

// CHECK-LABEL:  llvm.func @dynamic(
// CHECK:          gpu.launch_func @dynamic_kernel::@dynamic_kernel blocks in
// CHECK:        gpu.binary @dynamic_kernel [
// CHECK-SAME:     .visible .entry dynamic_kernel(
// CHECK-SAME:     ld.global.b16
// CHECK-SAME:     st.global.b16
func.func @dynamic(%a: tensor<?x?xf16>, %repeats: tensor<2xi64>) -> tensor<?x?xf16> {
  %0 = onnxops.tile_v13 %a, %repeats : (tensor<?x?xf16>, tensor<2xi64>) -> tensor<?x?xf16>
  return %0 : tensor<?x?xf16>
}
