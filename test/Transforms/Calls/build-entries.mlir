// RUN: onnxops-opt %s --onnxops-build-entries -split-input-file | FileCheck %s

// Inputs are read without copies; results are in the caller's memory.
// CHECK-LABEL: func @onnxops_main
//  CHECK-SAME:   (%{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: !llvm.ptr) -> i32
//       CHECK:   onnxops.rt.enter [1, 1, 1, 0, 5, 0, 1, 2, 7, -2, 4, 0, 1, 2, 9, -2, 4] "main\00N\00x\00y\00"
//       CHECK:   %[[M:.*]] = onnxops.rt.argument 0 of 1 : memref<?x4xi32>
//       CHECK:   %[[T:.*]] = bufferization.to_tensor %[[M]] restrict : memref<?x4xi32> to tensor<?x4xi32>
//       CHECK:   %[[D:.*]] = tensor.dim %[[T]]
//       CHECK:   %[[O:.*]] = onnxops.rt.output 0 of 1(%[[D]]) : memref<?x4xi32>
//       CHECK:   bufferization.materialize_in_destination %[[T]] in restrict writable %[[O]]
//       CHECK:   return %{{.*}} : i32
//   CHECK-NOT: func @main
func.func @main(%x: tensor<?x4xi32> {onnxops.name = "x", onnxops.dims = ["N", ""], onnxops.type = tensor<?x4xf32>})
    -> (tensor<?x4xi32> {onnxops.name = "y", onnxops.dims = ["N", ""], onnxops.type = tensor<?x4xf32>}) {
  return %x : tensor<?x4xi32>
}

// -----

// A kind also says how many of the next inputs are the same but for names, and
// whether all sizes are known.
// CHECK-LABEL: func @onnxops_alike
//       CHECK:   onnxops.rt.enter [6, 0, 1, 0, 6,
//  CHECK-SAME:     10737418240, 1, 1, 8, 4, 6442450944, 1, 1, 10, 4, 2147483648, 1, 1, 12, 4,
//  CHECK-SAME:     0, 1, 1, 14, -2, 6442450944, 1, 0, 16, 2147483648, 1, 0, 18]
func.func @alike(%a: tensor<4xi32> {onnxops.name = "a", onnxops.type = tensor<4xf32>},
                 %b: tensor<4xi32> {onnxops.name = "b", onnxops.type = tensor<4xf32>},
                 %c: tensor<4xi32> {onnxops.name = "c", onnxops.type = tensor<4xf32>},
                 %d: tensor<?xi32> {onnxops.name = "d", onnxops.dims = ["N"], onnxops.type = tensor<?xf32>},
                 %e: tensor<i32> {onnxops.name = "e", onnxops.type = tensor<f32>},
                 %f: tensor<i32> {onnxops.name = "f", onnxops.type = tensor<f32>}) {
  return
}

// -----

// No kind says that of sizes that are 0, or have too many bytes.
// CHECK-LABEL: func @onnxops_unusual
//       CHECK:   onnxops.rt.enter [2, 0, 0, 0, 0, 1, 2, 8, 4, 0, 0, 1, 2, 10, 4611686018427387904, 2]
func.func @unusual(%a: tensor<4x0xi32> {onnxops.name = "a", onnxops.type = tensor<4x0xf32>},
                   %b: tensor<4611686018427387904x2xi32> {onnxops.name = "b",
                       onnxops.type = tensor<4611686018427387904x2xf32>}) {
  return
}

// -----

// A function with callers stays as a private function that its entry point calls.
// CHECK-LABEL: func @onnxops_callee
//       CHECK:   call @callee
// Attributes for the entry point's callers are removed, others are not.
// CHECK-LABEL: func private @callee(%{{.*}}: tensor<4xi32> {llvm.noundef}) -> tensor<4xi32> {
// CHECK-LABEL: func @onnxops_caller
//       CHECK:   call @callee
func.func @callee(%x: tensor<4xi32> {onnxops.name = "x", llvm.noundef}) -> (tensor<4xi32> {onnxops.name = "y"}) {
  return %x : tensor<4xi32>
}
func.func @caller(%x: tensor<4xi32>) -> tensor<4xi32> {
  %0 = call @callee(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}
