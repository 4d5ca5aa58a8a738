// Tiles of tiles are fused; a concat of one value with itself becomes a tile if
// that is faster.
//
// RUN: onnxops-opt %s -onnxops-upgrade -onnxops-fuse -split-input-file | FileCheck %s

// CHECK-LABEL: func @chain
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x?xf32>)
func.func @chain(%a: tensor<2x?xf32>) -> tensor<40x?xf32> {
  // CHECK: %[[R:.*]] = arith.constant dense<[20, 6]> : tensor<2xi64>
  // CHECK-NEXT: %[[T:.*]] = onnxops.tile_v{{[0-9]+}} %[[A]], %[[R]] {note = "kept"}
  // CHECK-NEXT: return %[[T]]
  %r = arith.constant dense<[5, 1]> : tensor<2xi64>
  %s = arith.constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<10x?xf32>
  %1 = onnxops.tile_v13 %0, %s : (tensor<10x?xf32>, tensor<2xi64>) -> tensor<20x?xf32>
  %t = arith.constant dense<2> : tensor<2xi64>
  %2 = onnxops.tile_v13 %1, %t {note = "kept"} : (tensor<20x?xf32>, tensor<2xi64>) -> tensor<40x?xf32>
  return %2 : tensor<40x?xf32>
}

// -----

// The inner tile is kept for other users; the outer one does not depend on it.
// Repeats of 0 are repeats.
// CHECK-LABEL: func @other_uses
//  CHECK-SAME:   (%[[A:.*]]: tensor<2xf32>)
func.func @other_uses(%a: tensor<2xf32>) -> (tensor<6xf32>, tensor<0xf32>) {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}} %[[A]], %
  // CHECK: %[[R:.*]] = arith.constant dense<0>
  // CHECK: %[[T:.*]] = onnxops.tile_v{{[0-9]+}} %[[A]], %[[R]]
  // CHECK: return %[[I]], %[[T]]
  %r = arith.constant dense<3> : tensor<1xi64>
  %s = arith.constant dense<0> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<6xf32>
  %1 = onnxops.tile_v13 %0, %s : (tensor<6xf32>, tensor<1xi64>) -> tensor<0xf32>
  return %0, %1 : tensor<6xf32>, tensor<0xf32>
}

// -----

// Ops that may fail at run time keep their check: a declared size, ...
// CHECK-LABEL: func @declared_size
func.func @declared_size(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}} {{.*}} -> tensor<4xf32>
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  %r = arith.constant dense<2> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<4xf32>
  %1 = onnxops.tile_v13 %0, %r : (tensor<4xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// ... sizes beyond 64 bits, hidden by a repeat of 0, ...
// CHECK-LABEL: func @nothing_of_too_much
func.func @nothing_of_too_much(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  %r = arith.constant dense<4611686018427387904> : tensor<1xi64>
  %s = arith.constant dense<0> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnxops.tile_v13 %0, %s : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// ... repeats beyond 64 bits, ...
// CHECK-LABEL: func @too_many
func.func @too_many(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  %r = arith.constant dense<4611686018427387904> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnxops.tile_v13 %0, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// ... a contradiction that a declared type hides, ...
// CHECK-LABEL: func @hidden_contradiction
func.func @hidden_contradiction(%a: tensor<2xf32>) -> tensor<7xf32> {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  %r = arith.constant dense<2> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnxops.tile_v13 %0, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// ... a tile that runs even if its user does not.
// CHECK-LABEL: func @another_block
func.func @another_block(%c: i1, %a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: scf.if
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  %r = arith.constant dense<2> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = scf.if %c -> tensor<?xf32> {
    %2 = onnxops.tile_v13 %0, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}

// -----

// Unknown repeats of either tile.
// CHECK-LABEL: func @unknown_repeats
func.func @unknown_repeats(%a: tensor<?xf32>, %r: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: %[[I:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[I]]
  // CHECK: %[[J:.*]] = onnxops.tile_v{{[0-9]+}}
  // CHECK: onnxops.tile_v{{[0-9]+}} %[[J]]
  %s = arith.constant dense<2> : tensor<1xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %1 = onnxops.tile_v13 %0, %s : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %2 = onnxops.tile_v13 %a, %s : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  %3 = onnxops.tile_v13 %2, %r : (tensor<?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1, %3 : tensor<?xf32>, tensor<?xf32>
}

// -----

// Many operands, or long runs.
// CHECK-LABEL: func @concat_of_itself
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x?xf32>, %[[B:.*]]: tensor<?x2x128xf32>)
func.func @concat_of_itself(%a: tensor<2x?xf32>, %b: tensor<?x2x128xf32>) -> (tensor<2x34xf32>, tensor<?x4x128xf32>) {
  // CHECK: %[[R:.*]] = arith.constant dense<[1, 17]> : tensor<2xi64>
  // CHECK-NEXT: %[[T:.*]] = onnxops.tile_v{{[0-9]+}} %[[A]], %[[R]] {note = "kept"} : {{.*}} -> tensor<2x34xf32>
  // CHECK-NEXT: %[[S:.*]] = arith.constant dense<[1, 2, 1]> : tensor<3xi64>
  // CHECK-NEXT: %[[U:.*]] = onnxops.tile_v{{[0-9]+}} %[[B]], %[[S]]
  // CHECK-NEXT: return %[[T]], %[[U]]
  %0 = onnxops.concat_v13 %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a, %a axis = -1 {note = "kept"} : (tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x34xf32>
  %1 = onnxops.concat_v13 %b, %b axis = 1 : (tensor<?x2x128xf32>, tensor<?x2x128xf32>) -> tensor<?x4x128xf32>
  return %0, %1 : tensor<2x34xf32>, tensor<?x4x128xf32>
}

// -----

// Concats of concats of tiles, all of one value.
// CHECK-LABEL: func @all_of_one
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>)
func.func @all_of_one(%a: tensor<2x3xf32>) -> tensor<12x12xf32> {
  // CHECK: %[[R:.*]] = arith.constant dense<[6, 4]> : tensor<2xi64>
  // CHECK-NEXT: %[[T:.*]] = onnxops.tile_v{{[0-9]+}} %[[A]], %[[R]] :
  // CHECK-NEXT: return %[[T]]
  %r = arith.constant dense<[3, 2]> : tensor<2xi64>
  %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<6x6xf32>
  %1 = onnxops.concat_v13 %0, %0 axis = 0 : (tensor<6x6xf32>, tensor<6x6xf32>) -> tensor<12x6xf32>
  %2 = onnxops.concat_v13 %1, %1 axis = 1 : (tensor<12x6xf32>, tensor<12x6xf32>) -> tensor<12x12xf32>
  return %2 : tensor<12x12xf32>
}

// -----

// Two values; an unknown rank; short runs; runs of unknown length.
// CHECK-LABEL: func @concats_kept
// CHECK-COUNT-4: onnxops.concat_v
func.func @concats_kept(%a: tensor<2x512xf32>, %b: tensor<2x512xf32>, %c: tensor<*xf32>, %d: tensor<999x255xf32>, %e: tensor<999x?xf32>) -> (tensor<6x512xf32>, tensor<*xf32>, tensor<999x510xf32>, tensor<999x?xf32>) {
  %0 = onnxops.concat_v13 %a, %a, %b axis = 0 : (tensor<2x512xf32>, tensor<2x512xf32>, tensor<2x512xf32>) -> tensor<6x512xf32>
  %1 = onnxops.concat_v13 %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c, %c axis = 0 : (tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %2 = onnxops.concat_v13 %d, %d axis = 1 : (tensor<999x255xf32>, tensor<999x255xf32>) -> tensor<999x510xf32>
  %3 = onnxops.concat_v13 %e, %e axis = 1 : (tensor<999x?xf32>, tensor<999x?xf32>) -> tensor<999x?xf32>
  return %0, %1, %2, %3 : tensor<6x512xf32>, tensor<*xf32>, tensor<999x510xf32>, tensor<999x?xf32>
}
