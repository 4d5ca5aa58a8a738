// Operands that --onnxops-concat-in-place has to copy: one case for each condition. In each,
// the producer keeps its tensor.empty, and the copy is at the concat.

// RUN: onnxops-opt %s -split-input-file --onnxops-concat-in-place | FileCheck %s

// CHECK-LABEL: func @argument
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
// CHECK: bufferization.materialize_in_destination %[[X]]
func.func @argument(%x: tensor<2xf32>) -> tensor<2xf32> {
  %c = tensor.concat dim(0) %x : (tensor<2xf32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

// CHECK-LABEL: func @occurs_twice
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[P:.*]] = linalg.exp {{.*}} outs(%[[E]]
// CHECK: %[[M:.*]] = bufferization.to_buffer %[[P]] read_only
// CHECK-COUNT-2: memref.copy %[[M]]
func.func @occurs_twice(%x: tensor<2xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p, %p : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @written_later
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
// CHECK: bufferization.to_tensor %{{.*}} restrict writable
func.func @written_later(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  %u = linalg.exp ins(%x : tensor<2xf32>) outs(%p : tensor<2xf32>) -> tensor<2xf32>
  return %c, %u : tensor<2xf32>, tensor<2xf32>
}

// -----

// The caller may write to either result.
// CHECK-LABEL: func @returned_too
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
func.func @returned_too(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  return %c, %p : tensor<2xf32>, tensor<2xf32>
}

// -----

// The same through a view.
// CHECK-LABEL: func @view_returned_too
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
func.func @view_returned_too(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<1xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %v = tensor.extract_slice %p[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  return %c, %v : tensor<2xf32>, tensor<1xf32>
}

// -----

// CHECK-LABEL: func @passed_to_call
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
func.func private @callee(tensor<2xf32>)
func.func @passed_to_call(%x: tensor<2xf32>) -> tensor<2xf32> {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  func.call @callee(%p) : (tensor<2xf32>) -> ()
  return %c : tensor<2xf32>
}

// -----

// CHECK-LABEL: func @carried_by_loop
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
func.func @carried_by_loop(%x: tensor<2xf32>, %n: index) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %p) -> tensor<2xf32> {
    scf.yield %t : tensor<2xf32>
  }
  return %c, %r : tensor<2xf32>, tensor<2xf32>
}

// -----

// Iterations would share the memory.
// CHECK-LABEL: func @producer_outside_of_loop
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.exp {{.*}} outs(%[[E]]
// CHECK: scf.for
// CHECK: memref.alloc
func.func @producer_outside_of_loop(%x: tensor<2xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<2xf32> {
    %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
    scf.yield %c : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

// -----

// An intermediate tensor on the way to the operand has another reader.
// CHECK-LABEL: func @read_on_the_way
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: linalg.fill {{.*}} outs(%[[E]]
func.func @read_on_the_way(%f: f32, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %fill = linalg.fill ins(%f : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%fill : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  %q = linalg.exp ins(%fill : tensor<2xf32>) outs(%x : tensor<2xf32>) -> tensor<2xf32>
  return %c, %q : tensor<2xf32>, tensor<2xf32>
}

// -----

// The second size is known only after the first operand has been computed.
// CHECK-LABEL: func @size_known_late
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2xindex>
// CHECK: %[[P:.*]] = linalg.fill {{.*}} outs(%[[E]]
// CHECK: memref.alloc
// CHECK: %[[D:.*]] = bufferization.to_tensor %{{.*}} restrict writable : memref<?xindex
// CHECK: linalg.fill {{.*}} outs(%[[D]]
// CHECK: bufferization.materialize_in_destination %[[P]]
func.func @size_known_late(%n: index) -> tensor<?xindex> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xindex>
  %p = linalg.fill ins(%n : index) outs(%e : tensor<2xindex>) -> tensor<2xindex>
  %m = tensor.extract %p[%c0] : tensor<2xindex>
  %d = tensor.empty(%m) : tensor<?xindex>
  %q = linalg.fill ins(%n : index) outs(%d : tensor<?xindex>) -> tensor<?xindex>
  %c = tensor.concat dim(0) %p, %q : (tensor<2xindex>, tensor<?xindex>) -> tensor<?xindex>
  return %c : tensor<?xindex>
}

// -----

// An operand of two concats is computed in one of them.
// CHECK-LABEL: func @operand_of_two
// CHECK: %[[P:.*]] = linalg.exp
// CHECK: bufferization.materialize_in_destination %[[P]]
// CHECK: bufferization.materialize_in_destination %[[P]]
// CHECK: bufferization.to_tensor %{{.*}} restrict writable : memref<2xf32>
// CHECK: bufferization.to_tensor %{{.*}} restrict : memref<2xf32>
func.func @operand_of_two(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %a = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  %b = tensor.concat dim(0) %p : (tensor<2xf32>) -> tensor<2xf32>
  return %a, %b : tensor<2xf32>, tensor<2xf32>
}

// -----

// Nothing is written for an operand known to be empty, and no subview is made at
// the end of the result, where it would be out of bounds.
// CHECK-LABEL: func @known_empty
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>, %[[Y:.*]]: tensor<0xf32>)
// CHECK-NOT: memref.subview %{{[a-z0-9_]+}}[2]
// CHECK-NOT: materialize_in_destination %[[Y]]
func.func @known_empty(%x: tensor<2xf32>, %y: tensor<0xf32>) -> tensor<2xf32> {
  %c = tensor.concat dim(0) %x, %y : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  return %c : tensor<2xf32>
}

// -----

// The concat may not be reached: the operand is not known to fit where it is
// written, and it is needed before the check.
// CHECK-LABEL: func @needed_before_check
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<2xf32>
// CHECK: %[[E:.*]] = tensor.empty
// CHECK: %[[P:.*]] = linalg.exp ins(%[[X]] : tensor<?xf32>) outs(%[[E]]
// CHECK: cf.assert
// CHECK: memref.alloc
// CHECK: bufferization.materialize_in_destination %[[P]]
func.func @needed_before_check(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index, %least: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %first = tensor.extract %p[%c0] : tensor<?xf32>
  %fits = arith.cmpf oge, %first, %least : f32
  cf.assert %fits, "fits"
  %c = tensor.concat dim(0) %p, %y : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// One operand has the sizes of the result, the other, of which the callee gets an
// element, may have others.
// CHECK-LABEL: func @may_not_return
// CHECK-SAME: %[[X:.*]]: tensor<?x2xf32>, %[[Y:.*]]: tensor<?x2xf32>
// CHECK: %[[D:.*]] = bufferization.to_tensor
// CHECK: linalg.exp ins(%[[X]] : tensor<?x2xf32>) outs(%[[D]]
// CHECK: %[[F:.*]] = tensor.empty
// CHECK: %[[Q:.*]] = linalg.exp ins(%[[Y]] : tensor<?x2xf32>) outs(%[[F]]
// CHECK: call @callee
// CHECK: bufferization.materialize_in_destination %[[Q]]
func.func private @callee(f32)
func.func @may_not_return(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>, %m: index, %n: index) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%m) : tensor<?x2xf32>
  %p = linalg.exp ins(%x : tensor<?x2xf32>) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %f = tensor.empty(%n) : tensor<?x2xf32>
  %q = linalg.exp ins(%y : tensor<?x2xf32>) outs(%f : tensor<?x2xf32>) -> tensor<?x2xf32>
  %first = tensor.extract %q[%c0, %c0] : tensor<?x2xf32>
  func.call @callee(%first) : (f32) -> ()
  %c = tensor.concat dim(1) %p, %q : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %c : tensor<?x4xf32>
}

// -----

// Sizes that are the same value fit, whether the concat is reached or not.
// CHECK-LABEL: func @may_not_return_same_sizes
// CHECK: memref.alloc
// CHECK: linalg.exp
// CHECK: linalg.exp
// CHECK: call @callee
// CHECK-NOT: materialize_in_destination
func.func private @callee()
func.func @may_not_return_same_sizes(%x: tensor<?x2xf32>, %y: tensor<?x2xf32>, %n: index) -> tensor<?x4xf32> {
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %p = linalg.exp ins(%x : tensor<?x2xf32>) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %f = tensor.empty(%n) : tensor<?x2xf32>
  %q = linalg.exp ins(%y : tensor<?x2xf32>) outs(%f : tensor<?x2xf32>) -> tensor<?x2xf32>
  func.call @callee() : () -> ()
  %c = tensor.concat dim(1) %p, %q : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  return %c : tensor<?x4xf32>
}

// -----

// Copied operands of a nested concat are written at its own position: it has its
// own memory if its result is not known to be as large as its place.
// CHECK-LABEL: func @nested_may_not_return
// CHECK: memref.alloc
// CHECK: %[[X:.*]] = bufferization.to_buffer %arg0 read_only
// CHECK-COUNT-2: memref.copy %[[X]]
// CHECK: call @callee
// CHECK: memref.alloc
func.func private @callee()
func.func @nested_may_not_return(%x: tensor<?x2xf32>, %y: tensor<3x4xf32>) -> tensor<?x4xf32> {
  %i = tensor.concat dim(1) %x, %x : (tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<?x4xf32>
  func.call @callee() : () -> ()
  %c = tensor.concat dim(0) %i, %y : (tensor<?x4xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  return %c : tensor<?x4xf32>
}

// -----

// What a loop carries may grow: it is not written into one tensor.
// CHECK-LABEL: func @grows
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[E:.*]]) -> (tensor<?xf32>)
// CHECK: memref.alloc
// CHECK: bufferization.materialize_in_destination
func.func @grows(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%c0) : tensor<?xf32>
  %a = scf.for %i = %c0 to %n step %c1 iter_args(%t = %e) -> tensor<?xf32> {
    %size = tensor.dim %t, %c0 : tensor<?xf32>
    %more = arith.addi %size, %c1 : index
    %f = tensor.empty(%more) : tensor<?xf32>
    %w = tensor.insert_slice %t into %f[0] [%size] [1] : tensor<?xf32> into tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  %c = tensor.concat dim(0) %a, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}
