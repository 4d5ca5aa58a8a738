// RUN: onnxops-opt %s --onnxops-bind-symbols --cse -split-input-file -allow-unregistered-dialect | FileCheck %s

// All sizes with one symbol are read from the first argument; a size with another
// symbol, or without one, is read from its own.
// CHECK-LABEL: func @symbols
//  CHECK-SAME:   (%[[A:[a-z0-9]+]]: tensor<?x?xf32>
//  CHECK-SAME:    %[[B:[a-z0-9]+]]: tensor<?x?xf32>
//   CHECK-DAG:   %[[N:.*]] = tensor.dim %[[A]], %c1
//   CHECK-DAG:   %[[M:.*]] = tensor.dim %[[B]], %c1
//   CHECK-DAG:   %[[UNKNOWN:.*]] = tensor.dim %[[A]], %c0
//       CHECK:   return %[[N]], %[[N]], %[[M]], %[[UNKNOWN]]
func.func @symbols(%a: tensor<?x?xf32> {onnxops.dims = ["", "N"]}, %b: tensor<?x?xf32> {onnxops.dims = ["N", "M"]})
    -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?x?xf32>
  %2 = tensor.dim %b, %c1 : tensor<?x?xf32>
  %3 = tensor.dim %a, %c0 : tensor<?x?xf32>
  return %0, %1, %2, %3 : index, index, index, index
}

// -----

// A dimension known only at run time is left alone.
// CHECK-LABEL: func @index
//       CHECK:   %[[D:.*]] = tensor.dim %arg1, %arg2
//       CHECK:   return %[[D]]
func.func @index(%a: tensor<?xf32> {onnxops.dims = ["N"]}, %b: tensor<?xf32> {onnxops.dims = ["N"]}, %i: index)
    -> index {
  %0 = tensor.dim %b, %i : tensor<?xf32>
  return %0 : index
}

// -----

// No entry point checks calls from within the module.
// CHECK-LABEL: func @called
//   CHECK-DAG:   %[[A:.*]] = tensor.dim %arg0
//   CHECK-DAG:   %[[B:.*]] = tensor.dim %arg1
//       CHECK:   return %[[A]], %[[B]]
func.func @called(%a: tensor<?xf32> {onnxops.dims = ["N"]}, %b: tensor<?xf32> {onnxops.dims = ["N"]})
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?xf32>
  return %0, %1 : index, index
}
func.func @caller(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (index, index) {
  %0:2 = call @called(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> (index, index)
  return %0#0, %0#1 : index, index
}

// -----

// CHECK-LABEL: func private @private
//   CHECK-DAG:   %[[A:.*]] = tensor.dim %arg0
//   CHECK-DAG:   %[[B:.*]] = tensor.dim %arg1
//       CHECK:   return %[[A]], %[[B]]
func.func private @private(%a: tensor<?xf32> {onnxops.dims = ["N"]}, %b: tensor<?xf32> {onnxops.dims = ["N"]})
    -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %a, %c0 : tensor<?xf32>
  %1 = tensor.dim %b, %c0 : tensor<?xf32>
  return %0, %1 : index, index
}

// -----

// The size of a result is one of an argument, inside a loop too.
// CHECK-LABEL: func @results
//       CHECK:   %[[N:.*]] = tensor.dim %arg0, %c0
//       CHECK:   scf.for
//       CHECK:     "test.use"(%[[N]])
func.func @results(%a: tensor<?xf32> {onnxops.dims = ["N"]}, %b: tensor<?xf32> {onnxops.dims = ["N"]}, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %b, %c0 : tensor<?xf32>
  %0 = tensor.empty(%n) : tensor<?xf32>
  %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.dim %a, %c0 : tensor<?xf32>
  scf.for %i = %c0 to %2 step %c1 {
    %3 = tensor.dim %1, %c0 : tensor<?xf32>
    "test.use"(%3) : (index) -> ()
  }
  return
}

// -----

// An unregistered op may also contain a call in its region.
// CHECK-LABEL: func @called_from_region
//  CHECK-SAME:   (%{{.*}}: tensor<?xf32> {{.*}}, %[[B:.*]]: tensor<?xf32>
//       CHECK:   %[[N:.*]] = tensor.dim %[[B]]
//       CHECK:   return %[[N]]
func.func @called_from_region(%a: tensor<?xf32> {onnxops.dims = ["N"]}, %b: tensor<?xf32> {onnxops.dims = ["N"]}) -> index {
  %c0 = arith.constant 0 : index
  %0 = tensor.dim %b, %c0 : tensor<?xf32>
  return %0 : index
}
func.func @region() {
  "other.loop"() ({
    "other.call"() {callee = @called_from_region} : () -> ()
  }) : () -> ()
  return
}
