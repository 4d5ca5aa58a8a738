// A function that has the name of one of the run-time library, but not its type, is
// not called.
//
// RUN: onnxops-opt %s --onnxops-lower-copies="stream-threshold=-1" | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-copies="stream-threshold=-1" --onnxops-lower-copies="stream-threshold=-1" | FileCheck %s

// CHECK: func.func private @onnxopsRtStreamsCopy(f32) -> f32
// CHECK: func.func @copy
// CHECK: call @onnxopsRtStreamsCopy_0(%{{.*}}, %{{.*}}) : (i64, i64) -> i64
// CHECK: func.func private @onnxopsRtStreamsCopy_0(i64, i64) -> i64
func.func private @onnxopsRtStreamsCopy(f32) -> f32
func.func @copy(%a: memref<?xf32>, %b: memref<?xf32>) {
  memref.copy %a, %b : memref<?xf32> to memref<?xf32>
  return
}
