// Ops that fuse for the usual shapes are specialized; then ops that are left
// unchanged: each case violates one condition.
//
// RUN: onnxops-opt %s --onnxops-specialize-shapes -canonicalize -cse | FileCheck %s

#same = affine_map<(d0, d1) -> (d0, d1)>

// The runs of each operand are tested once. Both branches exist.
// CHECK-LABEL: func @long_runs(
//  CHECK-SAME:     %[[A:[^:]*]]: tensor<?x?xf32>
//   CHECK-DAG:   %[[C64:.*]] = arith.constant 64
//   CHECK-DAG:   %[[SIDE:.*]] = tensor.dim %[[A]], %c1
//       CHECK:   %[[LONG:.*]] = arith.cmpi sge, %[[SIDE]], %[[C64]]
//       CHECK:   %[[R:.*]] = scf.if %[[LONG]]
//       CHECK:     tensor.concat dim(1) %[[A]], %[[A]] {onnxops.long_runs}
//       CHECK:     linalg.generic
//       CHECK:   } else {
//       CHECK:     tensor.concat dim(1) %[[A]], %[[A]] :
//       CHECK:     linalg.generic
//       CHECK:   return %[[R]]
func.func @long_runs(%a: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %a : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Runs known to be short, even only one, need no test.
// CHECK-LABEL: func @a_short_run(
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @a_short_run(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// Nor do runs known to be long.
// CHECK-LABEL: func @known_runs(
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @known_runs(%a: tensor<?x64xf32>, %m: index) -> tensor<?x128xf32> {
  %0 = tensor.concat dim(1) %a, %a : (tensor<?x64xf32>, tensor<?x64xf32>) -> tensor<?x128xf32>
  %e = tensor.empty(%m) : tensor<?x128xf32>
  %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<?x128xf32>) outs(%e : tensor<?x128xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x128xf32>
  return %1 : tensor<?x128xf32>
}

// The branch between two ops is gone; the one around an argument stays.
// CHECK-LABEL: func @branch(
//  CHECK-SAME:     %[[X:[^:]*]]: tensor<?x?xf32>, %[[Y:[^:]*]]: tensor<?x?xf32>, %[[SAME:[^:]*]]: i1, %[[OTHER:[^:]*]]: i1
//       CHECK:   onnxops.check
//       CHECK:   %[[KEPT:.*]] = scf.if %[[OTHER]]
//       CHECK:   %[[R:.*]] = scf.if %[[SAME]]
//       CHECK:     %[[N:.*]] = linalg.generic {{.*}} ins(%[[X]] :
//       CHECK:     linalg.generic {{.*}} ins(%[[N]], %[[KEPT]] :
//       CHECK:   } else {
//       CHECK:     %[[N:.*]] = linalg.generic {{.*}} ins(%[[X]] :
//       CHECK:     %[[B:.*]] = bufferization.alloc_tensor() copy(%[[N]])
//       CHECK:     linalg.generic {{.*}} ins(%[[B]], %[[KEPT]] :
//       CHECK:   return %[[R]]
func.func @branch(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %same: i1, %other: i1, %fits: i1, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  onnxops.check %fits, "expected sizes that fit"
  %1 = scf.if %same -> (tensor<?x?xf32>) {
    scf.yield %0 : tensor<?x?xf32>
  } else {
    %b = bufferization.alloc_tensor() copy(%0) : tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  %2 = scf.if %other -> (tensor<?x?xf32>) {
    scf.yield %y : tensor<?x?xf32>
  } else {
    %b = bufferization.alloc_tensor() copy(%y) : tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  %3 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%1, %2 : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%l: f32, %k: f32, %out: f32):
    %r = arith.addf %l, %k : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// Ops with other readers would be computed twice, or not fused.
// CHECK-LABEL: func @two_readers(
// CHECK-COUNT-1: scf.if
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @two_readers(%x: tensor<?x?xf32>, %same: i1, %m: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %1 = scf.if %same -> (tensor<?x?xf32>) {
    scf.yield %0 : tensor<?x?xf32>
  } else {
    %b = bufferization.alloc_tensor() copy(%0) : tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  %2 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %0, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}

// A branch that does more than create a tensor stays in place.
// CHECK-LABEL: func @branch_with_a_check(
// CHECK-COUNT-1: scf.if
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @branch_with_a_check(%x: tensor<?x?xf32>, %same: i1, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %1 = scf.if %same -> (tensor<?x?xf32>) {
    scf.yield %0 : tensor<?x?xf32>
  } else {
    onnxops.check %same, "expected the same"
    scf.yield %x : tensor<?x?xf32>
  }
  %2 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// Periods are long, or one element each, which has a branch of its own.
// CHECK-LABEL: func @tile(
//  CHECK-SAME:     %[[X:[^:]*]]: tensor<?x?xf32>
//   CHECK-DAG:   %[[SIZE:.*]] = tensor.dim %[[X]], %c1
//   CHECK-DAG:   %[[LONG:.*]] = arith.cmpi sge, %[[SIZE]], %c64
//   CHECK-DAG:   %[[UNIT:.*]] = arith.cmpi eq, %[[SIZE]], %c1
//       CHECK:   scf.if %[[LONG]]
//       CHECK:     linalg.broadcast {{.*}} {onnxops.long_runs}
//       CHECK:   } else {
//       CHECK:     scf.if %[[UNIT]]
//       CHECK:       %[[COLUMN:.*]] = tensor.cast %[[X]] : tensor<?x?xf32> to tensor<?x1xf32>
//       CHECK:       linalg.generic {{.*}} ins(%[[COLUMN]] : tensor<?x1xf32>)
//       CHECK:       linalg.generic
//       CHECK:     } else {
//       CHECK:       linalg.broadcast
//   CHECK-NOT:         onnxops.long_runs
//       CHECK:       linalg.generic
func.func @tile(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %m: index, %n: index, %l: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x5x?xf32>
  %b = linalg.broadcast ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x5x?xf32>) dimensions = [1]
  %t = tensor.collapse_shape %b [[0], [1, 2]] : tensor<?x5x?xf32> into tensor<?x?xf32>
  %i = tensor.empty(%m, %l) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%i : tensor<?x?xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// No branch for single elements if periods are known to have more.
// CHECK-LABEL: func @tile_of_rows(
//       CHECK:   scf.if
//   CHECK-NOT:     tensor.cast
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @tile_of_rows(%x: tensor<4x?xf32>, %y: tensor<8x?xf32>, %n: index, %l: index) -> tensor<8x?xf32> {
  %e = tensor.empty(%n) : tensor<2x4x5x?xf32>
  %b = linalg.broadcast ins(%x : tensor<4x?xf32>) outs(%e : tensor<2x4x5x?xf32>) dimensions = [0, 2]
  %t = tensor.collapse_shape %b [[0, 1], [2, 3]] : tensor<2x4x5x?xf32> into tensor<8x?xf32>
  %i = tensor.empty(%l) : tensor<8x?xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%t, %y : tensor<8x?xf32>, tensor<8x?xf32>) outs(%i : tensor<8x?xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// A period of known length needs no test, however short.
// CHECK-LABEL: func @tile_of_short_periods(
//  CHECK-SAME:     %{{[^:]*}}: tensor<?x3xf32>, %{{[^:]*}}: tensor<?x15xf32>, %[[SAME:[^:]*]]: i1
//       CHECK:   scf.if %[[SAME]]
//       CHECK:     linalg.broadcast
//       CHECK:     linalg.generic
//       CHECK:   } else {
//       CHECK:     linalg.broadcast
//       CHECK:     linalg.generic
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @tile_of_short_periods(%x: tensor<?x3xf32>, %y: tensor<?x15xf32>, %same: i1, %m: index) -> tensor<?x15xf32> {
  %e = tensor.empty(%m) : tensor<?x5x3xf32>
  %b = linalg.broadcast ins(%x : tensor<?x3xf32>) outs(%e : tensor<?x5x3xf32>) dimensions = [1]
  %t = tensor.collapse_shape %b [[0], [1, 2]] : tensor<?x5x3xf32> into tensor<?x15xf32>
  %k = scf.if %same -> (tensor<?x15xf32>) {
    scf.yield %t : tensor<?x15xf32>
  } else {
    %c = bufferization.alloc_tensor() copy(%t) : tensor<?x15xf32>
    scf.yield %c : tensor<?x15xf32>
  }
  %i = tensor.empty(%m) : tensor<?x15xf32>
  %r = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]} ins(%k, %y : tensor<?x15xf32>, tensor<?x15xf32>) outs(%i : tensor<?x15xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<?x15xf32>
  return %r : tensor<?x15xf32>
}

// A concat that reads the last op of a group is the end of the group.
// CHECK-LABEL: func @into_concat(
//       CHECK:   %[[R:.*]] = scf.if
//       CHECK:     linalg.generic
//       CHECK:     linalg.generic
//       CHECK:     tensor.concat
//       CHECK:   } else {
//       CHECK:     tensor.concat
//       CHECK:   return %[[R]]
func.func @into_concat(%x: tensor<?x?xf32>, %same: i1, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %1 = scf.if %same -> (tensor<?x?xf32>) {
    scf.yield %0 : tensor<?x?xf32>
  } else {
    %b = bufferization.alloc_tensor() copy(%0) : tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  %2 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %3 = tensor.concat dim(1) %2, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// Unless not all ops computed in place of it can be included: here, one has other
// readers.
// CHECK-LABEL: func @into_concat_with_shared_operand(
// CHECK-COUNT-1: scf.if
//   CHECK-NOT:   scf.if
//       CHECK:   return
func.func @into_concat_with_shared_operand(%x: tensor<?x?xf32>, %same: i1, %m: index, %n: index) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %1 = scf.if %same -> (tensor<?x?xf32>) {
    scf.yield %0 : tensor<?x?xf32>
  } else {
    %b = bufferization.alloc_tensor() copy(%0) : tensor<?x?xf32>
    scf.yield %b : tensor<?x?xf32>
  }
  %2 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<?x?xf32>
  %3 = tensor.concat dim(1) %2, %x : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3, %2 : tensor<?x?xf32>, tensor<?x?xf32>
}
