// RUN: onnxops-opt %s --onnxops-to-gpu-launches-pipeline | FileCheck %s --check-prefix=LAUNCH
// RUN: onnxops-opt %s --onnxops-to-gpu-pipeline="target=nvptx chip=sm_80" | FileCheck %s --implicit-check-not=memrefCopy

// Sizes that are known need no guard. 4 * 8 elements are one block.

// LAUNCH-LABEL: func.func @static
// LAUNCH:         %[[OUT:.*]] = memref.alloc() {{.*}}: memref<4x10xi32>
// LAUNCH-NOT:     scf.if
// LAUNCH:         gpu.launch
// LAUNCH-SAME:      threads({{.*}}) in ({{.*}} = %c256, {{.*}} = %c1, {{.*}} = %c1)
// LAUNCH:           memref.store
// LAUNCH:         memref.subview %[[OUT]][0, 8] [4, 2]
// LAUNCH:         gpu.launch
// LAUNCH-NOT:     gpu.launch
// LAUNCH:         return %[[OUT]]

// CHECK-LABEL:  llvm.func @static(
// CHECK:          gpu.launch_func @static_kernel::@static_kernel blocks in
// CHECK:          gpu.launch_func @static_kernel_0::@static_kernel blocks in
// CHECK:          llvm.return
// CHECK:        gpu.binary @static_kernel [#gpu.object<#nvvm.target<chip = "sm_80", features = "+ptx78">
// CHECK-SAME:     .target sm_80
// CHECK-SAME:     .visible .entry static_kernel(
// CHECK-SAME:     ld.global.b32
// CHECK-SAME:     st.global.b32
func.func @static(%a: tensor<4x8xf32>, %b: tensor<4x2xf32>) -> tensor<4x10xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<4x8xf32>, tensor<4x2xf32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// A grid must not be empty: each launch is guarded. Checks stay on the host.

// LAUNCH-LABEL: func.func @dynamic
// LAUNCH:         cf.assert %{{.*}}, "{{.*}}concat: expected
// LAUNCH:         %[[OUT:.*]] = memref.alloc(
// LAUNCH:         %[[SOME:.*]] = arith.cmpi sgt, %{{.*}}, %c0
// LAUNCH:         scf.if %[[SOME]] {
// LAUNCH:           gpu.launch
// LAUNCH-NOT:         cf.assert
// LAUNCH:             gpu.terminator
// LAUNCH:         scf.if
// LAUNCH:           gpu.launch
// LAUNCH:         return %[[OUT]]

// CHECK-LABEL:  llvm.func @dynamic(
// CHECK:          llvm.cond_br
// CHECK:          gpu.launch_func @dynamic_kernel::@dynamic_kernel blocks in
// CHECK:          gpu.launch_func @dynamic_kernel_{{[0-9]+}}::@dynamic_kernel blocks in
// CHECK:        gpu.binary @dynamic_kernel [
// CHECK-SAME:     .visible .entry dynamic_kernel(
// CHECK-SAME:     ld.global.b8
// CHECK-SAME:     st.global.b8
func.func @dynamic(%a: tensor<?x?xi8>, %b: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}

// Nothing to do: no kernel.

// LAUNCH-LABEL: func.func @empty
// LAUNCH-NOT:     gpu.launch
// LAUNCH:         return
func.func @empty(%a: tensor<2x0xf32>, %b: tensor<3x0xf32>) -> tensor<5x0xf32> {
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x0xf32>, tensor<3x0xf32>) -> tensor<5x0xf32>
  return %0 : tensor<5x0xf32>
}
