// A chunk that is only read is a view: nothing is copied, and only the output is
// allocated.
//
// RUN: onnxops-run %s --emit buffers | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=memref.alloc

#read = affine_map<(d0, d1) -> (d0, d1)>
#kept = affine_map<(d0, d1) -> (d0)>
#row = affine_map<(d0) -> (d0)>

// Lengths, number and position are dynamic.
// CHECK-LABEL: func @onnxops_main
//       CHECK:   %[[X:.*]] = onnxops.rt.argument 0
//       CHECK:   %[[CHUNK:.*]] = memref.subview %[[X]][0, %{{.*}}] [%{{.*}}, %{{.*}}] [1, 1]
//       CHECK:   %[[OUT:.*]] = onnxops.rt.output 0
//       CHECK:   linalg.generic {{.*}} ins(%[[CHUNK]] : {{.*}}) outs(%[[OUT]] :
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i64>, %p: tensor<i64>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %s = onnxops.split_to_sequence_v24 %x, %n axis = 1 : (tensor<?x?xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x?xf32>>
  %c = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?x?xf32>>, tensor<i64>) -> tensor<?x?xf32>
  %d = tensor.dim %c, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#read, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// One chunk after the other, without the axis.
// CHECK-LABEL: func @onnxops_in_loop
//       CHECK:   %[[X:.*]] = onnxops.rt.argument 0
//       CHECK:   %[[OUT:.*]] = onnxops.rt.output 0
//       CHECK:   scf.for
//       CHECK:     %[[CHUNK:.*]] = memref.subview %[[X]][%{{.*}}, 0] [1, %{{.*}}] [1, 1]
//       CHECK:     %[[ROW:.*]] = memref.collapse_shape %[[CHUNK]]
//       CHECK:     linalg.generic {{.*}} ins(%[[ROW]] : {{.*}}) outs(%[[OUT]] :
func.func @in_loop(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %s = onnxops.split_to_sequence_v24 %x axis = 0 keepdims = 0 : (tensor<?x?xf32>) -> !onnxops.seq<tensor<?xf32>>
  %length = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<?xf32>>) -> tensor<i64>
  %n = tensor.extract %length[] : tensor<i64>
  %end = arith.index_cast %n : i64 to index
  %d = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.for %i = %c0 to %end step %c1 iter_args(%sums = %f) -> tensor<?xf32> {
    %j = arith.index_cast %i : index to i64
    %p = tensor.from_elements %j : tensor<i64>
    %c = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
    %t = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]}
        ins(%c : tensor<?xf32>) outs(%sums : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %sum = arith.addf %a, %b : f32
      linalg.yield %sum : f32
    } -> tensor<?xf32>
    scf.yield %t : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// An element of a sequence that is a handle.
// CHECK-LABEL: func @onnxops_of_handle
//       CHECK:   %[[ELEMENT:.*]] = onnxops.rt.sequence_at
//       CHECK:   linalg.generic {{.*}} ins(%[[ELEMENT]] :
func.func @of_handle(%x: tensor<?x3xf32>, %n: tensor<i64>, %p: tensor<i64>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %s = onnxops.split_to_sequence_v24 %x, %n axis = 0 : (tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  %t = onnxops.sequence_erase_v11 %s, %p : (!onnxops.seq<tensor<?x3xf32>>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
  %c = onnxops.sequence_at_v11 %t, %p : (!onnxops.seq<tensor<?x3xf32>>, tensor<i64>) -> tensor<?x3xf32>
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #kept], iterator_types = ["parallel", "reduction"]}
      ins(%c : tensor<?x3xf32>) outs(%f : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
