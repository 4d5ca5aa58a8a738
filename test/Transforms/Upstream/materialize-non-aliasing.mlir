// RUN: onnxops-opt %s --onnxops-materialize-non-aliasing --split-input-file | FileCheck %s

// The tensor is not written after its insertion into the sequence: no copy.

// CHECK-LABEL: func @only_read
func.func @only_read(%a: tensor<4xi32>) -> (!onnxops.handle, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.add ins(%a, %a : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  // CHECK: %[[T:.*]] = linalg.add
  // CHECK-NOT: alloc_tensor
  // CHECK: onnxops.rt.sequence_push %{{.*}} of 6, %[[T]]
  %s = onnxops.rt.sequence_create of 6 capacity %c1
  onnxops.rt.sequence_push %s of 6, %t : tensor<4xi32>
  // Each of two ops gets its own empty tensor.
  // CHECK: %[[E:.*]] = tensor.empty
  // CHECK: linalg.mul {{.*}} outs(%[[E]]
  %u = linalg.mul ins(%t, %a : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %s, %u : !onnxops.handle, tensor<4xi32>
}

// -----

// Written only before, once and in a loop.

// CHECK-LABEL: func @written_before
func.func @written_before(%x: i32, %n: index) -> !onnxops.handle {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %u = scf.for %i = %c0 to %n step %c1 iter_args(%y = %t) -> tensor<?xi32> {
    %z = tensor.insert %x into %y[%i] : tensor<?xi32>
    scf.yield %z : tensor<?xi32>
  }
  // CHECK-NOT: alloc_tensor
  // CHECK: rt.sequence_push
  %s = onnxops.rt.sequence_create of 6 capacity %c1
  onnxops.rt.sequence_push %s of 6, %u : tensor<?xi32>
  // CHECK-NOT: alloc_tensor
  return %s : !onnxops.handle
}

// -----

// CHECK-LABEL: func @written_later
func.func @written_later(%x: i32, %t: tensor<4xi32>) -> (!onnxops.handle, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %v = tensor.extract_slice %t[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %s = onnxops.rt.sequence_create of 6 capacity %c1
  // CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<2xi32>
  // CHECK: onnxops.rt.sequence_push %{{.*}} of 6, %[[C]] : tensor<2xi32>
  onnxops.rt.sequence_push %s of 6, %v : tensor<2xi32>
  %u = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  return %s, %u : !onnxops.handle, tensor<4xi32>
}

// -----

// Chunks stay views as well.
// CHECK-LABEL: func @chunks_written_later
func.func @chunks_written_later(%x: i32, %t: tensor<4xi32>) -> (!onnxops.handle, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %s = onnxops.rt.sequence_create of 6 capacity %c4
  // CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%{{.*}}) : tensor<4xi32>
  // CHECK: onnxops.rt.sequence_push_chunks %{{.*}} of 6, %[[C]] axis 0 size
  onnxops.rt.sequence_push_chunks %s of 6, %t axis 0 size %c1 : tensor<4xi32>
  %u = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  return %s, %u : !onnxops.handle, tensor<4xi32>
}

// -----

// Only one of two branches runs: a write in the other does not matter, one after
// both does.

// CHECK-LABEL: func @branches
func.func @branches(%c: i1, %x: i32, %t: tensor<4xi32>, %u: tensor<4xi32>) -> (!onnxops.handle, tensor<4xi32>, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %s = onnxops.rt.sequence_create of 6 capacity %c1
  // CHECK: scf.if
  %r = scf.if %c -> tensor<4xi32> {
    // CHECK-NOT: alloc_tensor
    // CHECK: rt.sequence_push
    onnxops.rt.sequence_push %s of 6, %t : tensor<4xi32>
    // CHECK: alloc_tensor
    // CHECK: rt.sequence_push
    onnxops.rt.sequence_push %s of 6, %u : tensor<4xi32>
    scf.yield %t : tensor<4xi32>
  } else {
    %v = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
    scf.yield %v : tensor<4xi32>
  }
  %w = linalg.fill ins(%x : i32) outs(%u : tensor<4xi32>) -> tensor<4xi32>
  return %s, %r, %w : !onnxops.handle, tensor<4xi32>, tensor<4xi32>
}

// -----

// The carried tensor is allocated in each iteration and only read: no copy, though
// it is in a sequence too.

// CHECK-LABEL: func @carried
func.func @carried(%a: tensor<4xi32>, %s: !onnxops.handle, %n: index) -> (!onnxops.handle, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: alloc_tensor
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %s, %x = %a) -> (!onnxops.handle, tensor<4xi32>) {
    %e = tensor.empty() : tensor<4xi32>
    %t = linalg.add ins(%x, %a : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    %k = onnxops.rt.sequence_insert %h of 6 at %i, %t : tensor<4xi32>
    scf.yield %k, %t : !onnxops.handle, tensor<4xi32>
  }
  return %r#0, %r#1 : !onnxops.handle, tensor<4xi32>
}

// -----

// A loop that writes only to its carried tensor: in place, no copy.

// CHECK-LABEL: func @in_place
func.func @in_place(%a: tensor<4xi32>, %x: i32, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: alloc_tensor
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> tensor<4xi32> {
    %u = tensor.insert %x into %t[%i] : tensor<4xi32>
    scf.yield %u : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// -----

// One tensor carried twice and written: a copy.

// CHECK-LABEL: func @twice
func.func @twice(%a: tensor<4xi32>, %b: tensor<4xi32>, %x: i32, %n: index) -> (tensor<4xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (tensor<4xi32>, tensor<4xi32>) {
    %e = tensor.empty() : tensor<4xi32>
    %p = linalg.add ins(%t, %u : tensor<4xi32>, tensor<4xi32>) outs(%e : tensor<4xi32>) -> tensor<4xi32>
    // CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy(%[[P:.*]])
    // CHECK: scf.yield %[[C]], %[[P]]
    scf.yield %p, %p : tensor<4xi32>, tensor<4xi32>
  }
  %w = tensor.insert %x into %r#0[%c0] : tensor<4xi32>
  return %w, %r#1 : tensor<4xi32>, tensor<4xi32>
}

// -----

// A view of an element through a function, written by its caller.

// CHECK-LABEL: func private @element
func.func private @element(%s: !onnxops.handle, %i: index) -> tensor<4xi32> {
  %t = onnxops.rt.sequence_at %s of 6 at %i, "" : tensor<4xi32>
  // CHECK: %[[C:.*]] = bufferization.alloc_tensor() copy
  // CHECK: return %[[C]]
  return %t : tensor<4xi32>
}
func.func @caller(%s: !onnxops.handle, %i: index, %x: i32) -> tensor<4xi32> {
  %t = func.call @element(%s, %i) : (!onnxops.handle, index) -> tensor<4xi32>
  %u = tensor.insert %x into %t[%i] : tensor<4xi32>
  return %u : tensor<4xi32>
}
