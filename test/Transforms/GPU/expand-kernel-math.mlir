// RUN: onnxops-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(onnxops-expand-kernel-math{target=spirv},canonicalize))' | FileCheck %s --check-prefixes=CHECK,SPIRV
// RUN: onnxops-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(onnxops-expand-kernel-math{target=nvptx},canonicalize))' | FileCheck %s --check-prefixes=CHECK,NVPTX
// RUN: onnxops-opt %s -allow-unregistered-dialect --pass-pipeline='builtin.module(gpu.module(onnxops-expand-kernel-math{target=amdgcn},canonicalize))' | FileCheck %s --check-prefixes=CHECK,AMD

gpu.module @kernels {
  // CHECK-LABEL: gpu.func @functions
  // CHECK-NOT:   math.
  // SPIRV:       spirv.GL.Floor
  // SPIRV:       spirv.GL.Sqrt
  // NVPTX:       llvm.call_intrinsic "llvm.nvvm.floor.f"
  // NVPTX:       llvm.call_intrinsic "llvm.nvvm.sqrt.rn.f"
  // AMD:         llvm.call_intrinsic "llvm.floor.f32"
  // AMD:         llvm.call_intrinsic "llvm.sqrt.f32"
  // CHECK:       gpu.return
  gpu.func @functions(%x: f32) {
    %0 = math.exp %x : f32
    %1 = math.tanh %0 : f32
    %2 = math.sqrt %1 : f32
    "test.use"(%2) : (f32) -> ()
    gpu.return
  }

  // No device needs to support the type.
  // CHECK-LABEL: gpu.func @bf16
  // CHECK-NOT:   bf16
  // CHECK:       arith.xori %{{.*}}, %c-32768_i16
  // CHECK:       arith.select %{{.*}} : i16
  // CHECK:       arith.cmpf olt, %{{.*}} : f32
  // CHECK:       arith.sitofp %{{.*}} : i64 to f32
  // CHECK:       arith.extf %{{.*}} : f32 to f64
  // CHECK:       gpu.return
  gpu.func @bf16(%a: i16, %b: i16, %i: i64, %which: i1) {
    %x = arith.bitcast %a : i16 to bf16
    %y = arith.bitcast %b : i16 to bf16
    %0 = arith.negf %x : bf16
    %1 = arith.select %which, %0, %y : bf16
    %zero = arith.constant 1.0 : bf16
    %2 = arith.cmpf olt, %1, %zero : bf16
    %3 = arith.sitofp %i : i64 to bf16
    %4 = arith.extf %3 : bf16 to f64
    %5 = arith.bitcast %1 : bf16 to i16
    "test.use"(%2, %4, %5) : (i1, f64, i16) -> ()
    gpu.return
  }
}
