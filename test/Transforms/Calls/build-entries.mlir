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

// Known sizes may differ in one dimension, whose number plus 1 is in bits 16 to 30: here
// dimension 1 of the first two inputs, and then dimension 0.
// CHECK-LABEL: func @onnxops_along_an_axis
//       CHECK:   onnxops.rt.enter [5, 0, 0, 0, 6442582016, 1, 2, 14, 3, 4, 15032451072, 1, 2, 16, 3, 5,
//  CHECK-SAME:     10737483776, 1, 2, 18, 3, 5, 6442450944, 1, 2, 20, 2, 5, 2147483648, 1, 2, 22, 2, 5]
func.func @along_an_axis(%a: tensor<3x4xi32> {onnxops.name = "a", onnxops.type = tensor<3x4xf32>},
                         %b: tensor<3x5xi32> {onnxops.name = "b", onnxops.type = tensor<3x5xf32>},
                         %c: tensor<3x5xi32> {onnxops.name = "c", onnxops.type = tensor<3x5xf32>},
                         %d: tensor<2x5xi32> {onnxops.name = "d", onnxops.type = tensor<2x5xf32>},
                         %e: tensor<2x5xi32> {onnxops.name = "e", onnxops.type = tensor<2x5xf32>}) {
  return
}

// -----

// Not in two, nor may one be unknown, or types differ.
// CHECK-LABEL: func @onnxops_not_alike
//       CHECK:   onnxops.rt.enter [5, 0, 0, 0, 2147483648, 1, 2, 10, 3, 4, 2147483648, 1, 2, 12, 2, 5,
//  CHECK-SAME:     0, 1, 2, 14, -1, 5, 2147483648, 1, 2, 16, 3, 5, 2147483648, 6, 2, 18, 3, 5]
func.func @not_alike(%a: tensor<3x4xi32> {onnxops.name = "a", onnxops.type = tensor<3x4xf32>},
                     %b: tensor<2x5xi32> {onnxops.name = "b", onnxops.type = tensor<2x5xf32>},
                     %c: tensor<?x5xi32> {onnxops.name = "c", onnxops.type = tensor<?x5xf32>},
                     %d: tensor<3x5xi32> {onnxops.name = "d", onnxops.type = tensor<3x5xf32>},
                     %e: tensor<3x5xi32> {onnxops.name = "e", onnxops.type = tensor<3x5xi32>}) {
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
