// Elementwise ops are fused with each other and with repeats that they read, and
// moved before concats; ops that would be computed twice or cost more stay.
//
// RUN: onnxops-opt %s -split-input-file --onnxops-fuse-elementwise | FileCheck %s

#same = affine_map<(d0, d1) -> (d0, d1)>
#scalar = affine_map<(d0, d1) -> ()>

// CHECK-LABEL: func @chain(
// CHECK:         linalg.generic
// CHECK:           arith.mulf
// CHECK-NEXT:      arith.negf
// CHECK-NOT:     linalg.generic
func.func @chain(%x: tensor<4x?xf32>, %s: tensor<f32>, %n: index) -> tensor<4x?xf32> {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #scalar, #same], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<4x?xf32>, tensor<f32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%in: f32, %scale: f32, %out: f32):
    %m = arith.mulf %in, %scale : f32
    linalg.yield %m : f32
  } -> tensor<4x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// -----

#same = affine_map<(d0) -> (d0)>

// An op with two readers is computed once.
// CHECK-LABEL: func @two_readers(
// CHECK-COUNT-2: linalg.generic
func.func @two_readers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = math.exp %in : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

#same = affine_map<(d0, d1) -> (d0, d1)>

// A tile that only an elementwise op reads is never materialized.
// CHECK-LABEL: func @tile(
// CHECK-SAME:      %[[ROW:[^:]*]]: tensor<1x6xf32>
// CHECK-NOT:     linalg.broadcast
// CHECK:         linalg.generic {{.*}} ins(%[[ROW]], %{{[^ ]*}} : tensor<1x6xf32>, tensor<5x1x6xf32>)
// CHECK:           arith.addf
// CHECK:         tensor.collapse_shape
func.func @tile(%row: tensor<1x6xf32>, %x: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<5x1x6xf32>
  %b = linalg.broadcast ins(%row : tensor<1x6xf32>) outs(%e : tensor<5x1x6xf32>) dimensions = [0]
  %t = tensor.collapse_shape %b [[0, 1], [2]] : tensor<5x1x6xf32> into tensor<5x6xf32>
  %i = tensor.empty() : tensor<5x6xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %x : tensor<5x6xf32>, tensor<5x6xf32>) outs(%i : tensor<5x6xf32>) {
  ^bb0(%a: f32, %b0: f32, %out: f32):
    %s = arith.addf %a, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

#same = affine_map<(d0, d1) -> (d0, d1)>

// A tile with other readers is materialized, by a kernel for repeats.
// CHECK-LABEL: func @tile_with_two_readers(
// CHECK:         linalg.broadcast
// CHECK:         linalg.generic
func.func @tile_with_two_readers(%row: tensor<1x6xf32>, %x: tensor<5x6xf32>) -> (tensor<5x6xf32>, tensor<5x6xf32>) {
  %e = tensor.empty() : tensor<5x1x6xf32>
  %b = linalg.broadcast ins(%row : tensor<1x6xf32>) outs(%e : tensor<5x1x6xf32>) dimensions = [0]
  %t = tensor.collapse_shape %b [[0, 1], [2]] : tensor<5x1x6xf32> into tensor<5x6xf32>
  %i = tensor.empty() : tensor<5x6xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %x : tensor<5x6xf32>, tensor<5x6xf32>) outs(%i : tensor<5x6xf32>) {
  ^bb0(%a: f32, %b0: f32, %out: f32):
    %s = arith.addf %a, %b0 : f32
    linalg.yield %s : f32
  } -> tensor<5x6xf32>
  return %r, %t : tensor<5x6xf32>, tensor<5x6xf32>
}

// -----

#same = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
#column = affine_map<(d0, d1) -> (d0)>

// Other operands are constant along the axis, or sliced.
// CHECK-LABEL: func @before_concat(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         %[[C:.*]] = tensor.concat dim(1)
// CHECK:         return %[[C]]
func.func @before_concat(%a: tensor<?x64xf32>, %b: tensor<?x100xf32>, %c: tensor<?xf32>, %n: index) -> tensor<?x164xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x64xf32>, tensor<?x100xf32>) -> tensor<?x164xf32>
  %e = tensor.empty(%n) : tensor<?x164xf32>
  %1 = linalg.generic {indexing_maps = [#same, #column, #same], iterator_types = ["parallel", "parallel"]} ins(%0, %c : tensor<?x164xf32>, tensor<?xf32>) outs(%e : tensor<?x164xf32>) {
  ^bb0(%in: f32, %add: f32, %out: f32):
    %m = arith.addf %in, %add : f32
    linalg.yield %m : f32
  } -> tensor<?x164xf32>
  return %1 : tensor<?x164xf32>
}

// CHECK-LABEL: func @differs_along_the_axis(
// CHECK-SAME:      %[[C:[^:]*]]: tensor<164xf32>
// CHECK:         %[[FIRST:.*]] = tensor.extract_slice %[[C]][0] [64] [1]
// CHECK:         linalg.generic {{.*}} ins(%{{[^ ]*}}, %[[FIRST]] :
// CHECK:         %[[SECOND:.*]] = tensor.extract_slice %[[C]][64] [100] [1]
// CHECK:         linalg.generic {{.*}} ins(%{{[^ ]*}}, %[[SECOND]] :
// CHECK:         tensor.concat
func.func @differs_along_the_axis(%a: tensor<?x64xf32>, %b: tensor<?x100xf32>, %c: tensor<164xf32>, %n: index) -> tensor<?x164xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x64xf32>, tensor<?x100xf32>) -> tensor<?x164xf32>
  %e = tensor.empty(%n) : tensor<?x164xf32>
  %1 = linalg.generic {indexing_maps = [#same, #row, #same], iterator_types = ["parallel", "parallel"]} ins(%0, %c : tensor<?x164xf32>, tensor<164xf32>) outs(%e : tensor<?x164xf32>) {
  ^bb0(%in: f32, %add: f32, %out: f32):
    %m = arith.addf %in, %add : f32
    linalg.yield %m : f32
  } -> tensor<?x164xf32>
  return %1 : tensor<?x164xf32>
}

// Dynamic sizes: each part begins at the end of the previous one.
// CHECK-LABEL: func @unknown_along_the_axis(
// CHECK-SAME:      %[[A:[^:]*]]: tensor<1x?xf32>, %[[B:[^:]*]]: tensor<1x?xf32>, %[[C:[^:]*]]: tensor<?xf32>
// CHECK-DAG:     %[[SIZE_A:.*]] = tensor.dim %[[A]], %c1
// CHECK-DAG:     %[[FIRST:.*]] = tensor.extract_slice %[[C]][0] [%[[SIZE_A]]] [1]
// CHECK:         %[[PART_A:.*]] = linalg.generic {{.*}} ins(%[[A]], %[[FIRST]] :
// CHECK:         %[[SIZE_B:.*]] = tensor.dim %[[B]], %c1
// CHECK:         %[[SECOND:.*]] = tensor.extract_slice %[[C]][%{{.*}}] [%[[SIZE_B]]] [1]
// CHECK:         %[[PART_B:.*]] = linalg.generic {{.*}} ins(%[[B]], %[[SECOND]] :
// CHECK:         tensor.concat dim(1) %[[PART_A]], %[[PART_B]]
func.func @unknown_along_the_axis(%a: tensor<1x?xf32>, %b: tensor<1x?xf32>, %c: tensor<?xf32>, %n: index) -> tensor<1x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<1x?xf32>, tensor<1x?xf32>) -> tensor<1x?xf32>
  %e = tensor.empty(%n) : tensor<1x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #row, #same], iterator_types = ["parallel", "parallel"]} ins(%0, %c : tensor<1x?xf32>, tensor<?xf32>) outs(%e : tensor<1x?xf32>) {
  ^bb0(%in: f32, %add: f32, %out: f32):
    %m = arith.addf %in, %add : f32
    linalg.yield %m : f32
  } -> tensor<1x?xf32>
  return %1 : tensor<1x?xf32>
}

// Runs of dynamic length with enough elements in the static dimensions.
// CHECK-LABEL: func @long_behind_the_axis(
// CHECK-COUNT-2: linalg.generic
// CHECK:         tensor.concat
func.func @long_behind_the_axis(%a: tensor<?x?x64xf32>, %b: tensor<?x?x64xf32>, %n: index, %m: index) -> tensor<?x?x64xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x?x64xf32>, tensor<?x?x64xf32>) -> tensor<?x?x64xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?x64xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%0 : tensor<?x?x64xf32>) outs(%e : tensor<?x?x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?x64xf32>
  return %1 : tensor<?x?x64xf32>
}

// CHECK-LABEL: func @unknown_runs(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @unknown_runs(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// An enclosing condition asserts the length of the runs.
// CHECK-LABEL: func @runs_said_to_be_long(
// CHECK-COUNT-2: linalg.generic
// CHECK:         tensor.concat {{.*}} {onnxops.long_runs}
func.func @runs_said_to_be_long(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b {onnxops.long_runs} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// One short run for each operand is not worth a loop.
// CHECK-LABEL: func @few_elements(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @few_elements(%a: tensor<1x4xf32>, %b: tensor<1x4xf32>) -> tensor<1x8xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<1x4xf32>, tensor<1x4xf32>) -> tensor<1x8xf32>
  %e = tensor.empty() : tensor<1x8xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<1x8xf32>
  return %1 : tensor<1x8xf32>
}

// A tile of dynamic sizes is not materialized either, if its periods are long.
// CHECK-LABEL: func @long_periods(
// CHECK-NOT:     linalg.broadcast
// CHECK:         arith.addf
// CHECK-LABEL: func @unknown_periods(
// CHECK:         linalg.broadcast
// CHECK:         arith.addf
func.func @long_periods(%row: tensor<?x?xf32>, %x: tensor<?x?xf32>, %m: index, %n: index, %l: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<5x?x?xf32>
  %b = linalg.broadcast ins(%row : tensor<?x?xf32>) outs(%e : tensor<5x?x?xf32>) dimensions = [0] {onnxops.long_runs}
  %t = tensor.collapse_shape %b [[0, 1], [2]] : tensor<5x?x?xf32> into tensor<?x?xf32>
  %i = tensor.empty(%l, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @unknown_periods(%row: tensor<?x?xf32>, %x: tensor<?x?xf32>, %m: index, %n: index, %l: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<5x?x?xf32>
  %b = linalg.broadcast ins(%row : tensor<?x?xf32>) outs(%e : tensor<5x?x?xf32>) dimensions = [0]
  %t = tensor.collapse_shape %b [[0, 1], [2]] : tensor<5x?x?xf32> into tensor<?x?xf32>
  %i = tensor.empty(%l, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Short runs, or runs of unknown length, are concatenated first.
// CHECK-LABEL: func @short_runs(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @short_runs(%a: tensor<?x63xf32>, %b: tensor<?x101xf32>, %n: index) -> tensor<?x164xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x63xf32>, tensor<?x101xf32>) -> tensor<?x164xf32>
  %e = tensor.empty(%n) : tensor<?x164xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x164xf32>) outs(%e : tensor<?x164xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<?x164xf32>
  return %1 : tensor<?x164xf32>
}

// CHECK-LABEL: func @concat_with_two_readers(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @concat_with_two_readers(%a: tensor<?x64xf32>, %b: tensor<?x100xf32>, %n: index) -> (tensor<?x164xf32>, tensor<?x164xf32>) {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x64xf32>, tensor<?x100xf32>) -> tensor<?x164xf32>
  %e = tensor.empty(%n) : tensor<?x164xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x164xf32>) outs(%e : tensor<?x164xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<?x164xf32>
  return %0, %1 : tensor<?x164xf32>, tensor<?x164xf32>
}

#sum = affine_map<(d0, d1) -> (d0 + d1)>

// An operand read at the sum of two indices has no slice for a part of the axis.
// CHECK-LABEL: func @no_slice(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @no_slice(%a: tensor<2x64xf32>, %b: tensor<2x100xf32>, %c: tensor<165xf32>) -> tensor<2x164xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x64xf32>, tensor<2x100xf32>) -> tensor<2x164xf32>
  %e = tensor.empty() : tensor<2x164xf32>
  %1 = linalg.generic {indexing_maps = [#same, #sum, #same], iterator_types = ["parallel", "parallel"]} ins(%0, %c : tensor<2x164xf32>, tensor<165xf32>) outs(%e : tensor<2x164xf32>) {
  ^bb0(%in: f32, %add: f32, %out: f32):
    %m = arith.addf %in, %add : f32
    linalg.yield %m : f32
  } -> tensor<2x164xf32>
  return %1 : tensor<2x164xf32>
}

#transposed = affine_map<(d0, d1) -> (d1, d0)>

// The result would have another axis.
// CHECK-LABEL: func @transposed(
// CHECK:         tensor.concat
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
func.func @transposed(%a: tensor<2x64xf32>, %b: tensor<2x100xf32>) -> tensor<164x2xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x64xf32>, tensor<2x100xf32>) -> tensor<2x164xf32>
  %e = tensor.empty() : tensor<164x2xf32>
  %1 = linalg.generic {indexing_maps = [#same, #transposed], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<2x164xf32>) outs(%e : tensor<164x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<164x2xf32>
  return %1 : tensor<164x2xf32>
}

// Ops on memrefs are not fused.
// CHECK-LABEL: func @memrefs(
// CHECK:         linalg.broadcast ins(%{{.*}} : memref<4xf32>)
// CHECK:         linalg.generic
func.func @memrefs(%a: memref<4xf32>, %b: memref<3x4xf32>) {
  linalg.broadcast ins(%a : memref<4xf32>) outs(%b : memref<3x4xf32>) dimensions = [0]
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%b : memref<3x4xf32>) outs(%b : memref<3x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  }
  return
}

// -----

#same = affine_map<(d0, d1) -> (d0, d1)>

// The second operand has no rows, since the other tensor has 4: it begins at the
// end of that, which must not be an attribute.
// CHECK-LABEL: func @part_behind_the_end(
//  CHECK-SAME:   %{{[^:]*}}: tensor<4x64xf32>, %{{[^:]*}}: tensor<?x64xf32>, %[[Y:[^:]*]]: tensor<4x64xf32>
//       CHECK:   tensor.extract_slice %[[Y]][%c4, 0] [%{{.*}}, 64] [1, 1]
func.func @part_behind_the_end(%a: tensor<4x64xf32>, %b: tensor<?x64xf32>, %y: tensor<4x64xf32>, %n: index) -> tensor<?x64xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x64xf32>, tensor<?x64xf32>) -> tensor<?x64xf32>
  %e = tensor.empty(%n) : tensor<?x64xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%0, %y : tensor<?x64xf32>, tensor<4x64xf32>) outs(%e : tensor<?x64xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %m = arith.addf %in, %other : f32
    linalg.yield %m : f32
  } -> tensor<?x64xf32>
  return %1 : tensor<?x64xf32>
}

// -----

#same = affine_map<(d0, d1) -> (d0, d1)>

// The result's memory is not replaced over and over, though its size 1 is known.
// CHECK-LABEL: func @sizes_of_empty(
// CHECK:         %[[EMPTY:.*]] = tensor.empty(%{{.*}}, %{{.*}}) : tensor<?x?xf32>
// CHECK-NOT:     tensor.empty
// CHECK:         linalg.generic {{.*}} outs(%[[EMPTY]] : tensor<?x?xf32>)
// CHECK:         return %{{.*}}, %arg1
func.func @sizes_of_empty(%x: tensor<?x?xf32>, %n: index) -> (tensor<?x?xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n, %c1) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %m = arith.negf %in : f32
    linalg.yield %m : f32
  } -> tensor<?x?xf32>
  %d = tensor.dim %e, %c0 : tensor<?x?xf32>
  return %0, %d : tensor<?x?xf32>, index
}

// -----

// The type of the result may be more static than linalg.broadcast allows.
// CHECK-LABEL: func @repeat_of_unknown_size(
// CHECK-NOT:     linalg.broadcast
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<?xf32>) outs(%{{.*}} : tensor<?x1xf32>)
#column = affine_map<(d0, d1) -> (d1)>
#same = affine_map<(d0, d1) -> (d0, d1)>
func.func @repeat_of_unknown_size(%x: tensor<?xf32>, %e: tensor<?x1xf32>) -> tensor<?x1xf32> {
  %0 = linalg.generic {indexing_maps = [#column, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
