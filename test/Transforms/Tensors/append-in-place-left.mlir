// Tensors that --onnxops-append-in-place leaves unchanged: one case for each
// condition, with the reason in a remark.
//
// RUN: onnxops-opt %s -split-input-file -onnxops-append-in-place | FileCheck %s --implicit-check-not=insert_slice
// RUN: onnxops-opt %s -split-input-file -onnxops-append-in-place --remark-format=emitRemark --remarks-filter=append-in-place -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK

// REMARK: operand={{[01]}}, reason="neither first nor last in the concat"
// CHECK-LABEL: func @between
func.func @between(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    %next = tensor.concat dim(0) %x, %c, %x : (tensor<1xf32>, tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// REMARK: operand={{[01]}}, reason="occurs twice in the concat"
// CHECK-LABEL: func @doubles
func.func @doubles(%init: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    %next = tensor.concat dim(0) %c, %c : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// REMARK: operand={{[01]}}, reason="its type does not grow"
// CHECK-LABEL: func @adds_nothing
func.func @adds_nothing(%init: tensor<2xf32>, %x: tensor<0xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<2xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
    scf.yield %next : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// -----

// REMARK: operand={{[01]}}, reason="the loop does not count by signed indices"
// CHECK-LABEL: func @unsigned
func.func @unsigned(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// REMARK: operand={{[01]}}, reason="the loop does not count by signed indices"
// CHECK-LABEL: func @counts_in_i32
func.func @counts_in_i32(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: i32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) : i32 {
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// The second value is the first one of the previous iteration.
// REMARK: operand={{[01]}}, reason="has another user that may write or keep it"
// CHECK-LABEL: func @yields_old
func.func @yields_old(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init, %d = %init) -> (tensor<?xf32>, tensor<?xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next, %c : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// One-Shot Bufferize takes the two results for different memory.
// REMARK: operand={{[01]}}, reason="has another user that may write or keep it"
// CHECK-LABEL: func @yields_twice
func.func @yields_twice(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init, %d = %init) -> (tensor<?xf32>, tensor<?xf32>) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    scf.yield %next, %next : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// REMARK: operand={{[01]}}, reason="has another user that may write or keep it"
// CHECK-LABEL: func @overwrites
func.func @overwrites(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index, %v: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init, %s = %v) -> (tensor<?xf32>, f32) {
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    %f = linalg.fill ins(%v : f32) outs(%next : tensor<?xf32>) -> tensor<?xf32>
    %e = tensor.extract %f[%i] : tensor<?xf32>
    scf.yield %next, %e : tensor<?xf32>, f32
  }
  return %r#0, %r#1 : tensor<?xf32>, f32
}

// -----

// REMARK: operand={{[01]}}, reason="is read after the concat as it was before"
// CHECK-LABEL: func @branches
func.func @branches(%init: tensor<?xf32>, %x: tensor<1xf32>, %n: index, %b: i1, %v: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init, %s = %v) -> (tensor<?xf32>, f32) {
    %chosen = scf.if %b -> tensor<?xf32> {
      scf.yield %c : tensor<?xf32>
    } else {
      scf.yield %init : tensor<?xf32>
    }
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    %e = tensor.extract %chosen[%i] : tensor<?xf32>
    scf.yield %next, %e : tensor<?xf32>, f32
  }
  return %r#0, %r#1 : tensor<?xf32>, f32
}

// -----

// One row more than in the previous iteration.
// REMARK: operand={{[01]}}, reason="the rows that an iteration adds are not known before the loop"
// CHECK-LABEL: func @adds_more_and_more
func.func @adds_more_and_more(%init: tensor<?xf32>, %n: index, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    %e = tensor.empty(%i) : tensor<?xf32>
    %x = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// The element exists only if the check holds, so it is not read before the loop.
// REMARK: operand={{[01]}}, reason="the rows that an iteration adds are not known before the loop"
// CHECK-LABEL: func @reads_behind_check
func.func @reads_behind_check(%init: tensor<?xf32>, %rows: tensor<?xindex>, %n: index, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = tensor.dim %rows, %c0 : tensor<?xindex>
  %isThere = arith.cmpi ugt, %size, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %init) -> (tensor<?xf32>) {
    cf.assert %isThere, "expected 2 elements"
    %rest = tensor.extract %rows[%c1] : tensor<?xindex>
    %e = tensor.empty(%rest) : tensor<?xf32>
    %x = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %next = tensor.concat dim(0) %c, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %next : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
