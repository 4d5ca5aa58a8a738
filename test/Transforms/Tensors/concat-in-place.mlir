// Operands that --onnxops-concat-in-place computes in the result of a concat, and those that
// it has to copy; then, the copies that are left after bufferization.

// RUN: onnxops-opt %s -split-input-file --onnxops-concat-in-place -canonicalize | FileCheck %s
// RUN: onnxops-opt %s -split-input-file --onnxops-concat-in-place -one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" -canonicalize | FileCheck %s --check-prefix=BUFFER

// One operand has a producer, the other is an argument.
// CHECK-LABEL: func @in_place
// CHECK-SAME: (%[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<3x4xf32>)
// CHECK: %[[M:.*]] = memref.alloc() {alignment = 64 : i64} : memref<5x4xf32>
// CHECK: %[[V:.*]] = memref.subview %[[M]][0, 0] [2, 4] [1, 1]
// CHECK: %[[D:.*]] = bufferization.to_tensor %[[V]] restrict writable
// CHECK: %[[P:.*]] = linalg.exp ins(%[[X]] : tensor<2x4xf32>) outs(%[[D]] : tensor<2x4xf32>)
// CHECK: bufferization.materialize_in_destination %[[P]] in writable %[[V]]
// CHECK: %[[W:.*]] = memref.subview %[[M]][2, 0] [3, 4] [1, 1]
// CHECK: bufferization.materialize_in_destination %[[Y]] in writable %[[W]]
// CHECK: %[[R:.*]] = bufferization.to_tensor %[[M]] restrict writable : memref<5x4xf32>
// CHECK: return %[[R]]
// BUFFER-LABEL: func @in_place
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT: memref.copy
func.func @in_place(%x: tensor<2x4xf32>, %y: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %p = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %c = tensor.concat dim(0) %p, %y : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %c : tensor<5x4xf32>
}

// -----

// The destination of the fill is the result too; sizes are those of tensor.empty.
// CHECK-LABEL: func @chain_of_dynamic_size
// CHECK-SAME: (%[[N:.*]]: index,
// CHECK: %[[TOTAL:.*]] = arith.addi %[[N]], %[[N]] : index
// CHECK: %[[M:.*]] = memref.alloc(%[[TOTAL]])
// CHECK: memref.subview %[[M]][0, 0] [4, %[[N]]] [1, 1]
// CHECK: linalg.fill
// CHECK: %[[MM:.*]] = linalg.matmul
// CHECK: bufferization.materialize_in_destination %[[MM]]
// CHECK: memref.subview %[[M]][0, %[[N]]] [4, %[[N]]] [1, 1]
// BUFFER-LABEL: func @chain_of_dynamic_size
// BUFFER-NOT: memref.copy
func.func @chain_of_dynamic_size(%n: index, %zero: f32, %a: tensor<4x8xf32>, %b: tensor<8x?xf32>) -> tensor<4x?xf32> {
  %e = tensor.empty(%n) : tensor<4x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %mm = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x?xf32>) outs(%f : tensor<4x?xf32>) -> tensor<4x?xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<4x?xf32>) -> tensor<4x?xf32>
  %c = tensor.concat dim(1) %mm, %g : (tensor<4x?xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %c : tensor<4x?xf32>
}

// -----

// A tile: broadcast, then collapse. The destination has the expanded shape.
// CHECK-LABEL: func @through_reshape
// CHECK: memref.subview
// CHECK: memref.reinterpret_cast
// CHECK-SAME: to memref<?x4xf32,
// CHECK: linalg.broadcast
// CHECK-NOT: tensor.collapse_shape
// BUFFER-LABEL: func @through_reshape
// BUFFER-COUNT-1: memref.copy
// BUFFER-NOT: memref.copy
func.func @through_reshape(%x: tensor<4xf32>, %y: tensor<4xf32>, %r: index) -> tensor<?xf32> {
  %e = tensor.empty(%r) : tensor<?x4xf32>
  %b = linalg.broadcast ins(%x : tensor<4xf32>) outs(%e : tensor<?x4xf32>) dimensions = [0]
  %t = tensor.collapse_shape %b [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %c = tensor.concat dim(0) %y, %t : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// One allocation serves both concats.
// CHECK-LABEL: func @nested
// CHECK: %[[M:.*]] = memref.alloc() {{.*}} memref<4x4xf32>
// CHECK: %[[INNER:.*]] = memref.subview %[[M]][0, 0] [4, 2] [1, 1]
// CHECK: memref.subview %[[INNER]][2, 0] [2, 2] [1, 1]
// CHECK-NOT: memref.alloc
// BUFFER-LABEL: func @nested
// BUFFER-COUNT-2: memref.copy
// BUFFER-NOT: memref.copy
func.func @nested(%x: tensor<2x2xf32>, %y: tensor<4x2xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<2x2xf32>
  %p = linalg.exp ins(%x : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) -> tensor<2x2xf32>
  %inner = tensor.concat dim(0) %x, %p : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  %c = tensor.concat dim(1) %inner, %y : (tensor<4x2xf32>, tensor<4x2xf32>) -> tensor<4x4xf32>
  return %c : tensor<4x4xf32>
}

// -----

// The operand is read again: the result is in place, but read-only, so that the
// update of it is a copy and the second reader sees the operand unchanged.
// CHECK-LABEL: func @read_again
// CHECK: bufferization.to_tensor %{{.*}} restrict writable : memref<2xf32
// CHECK: bufferization.to_tensor %{{.*}} restrict : memref<4xf32>
// BUFFER-LABEL: func @read_again
// BUFFER: memref.copy
// BUFFER: %[[U:.*]] = memref.alloc
// BUFFER: linalg.exp ins({{.*}} : memref<4xf32>) outs(%[[U]] : memref<4xf32>)
func.func @read_again(%x: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<2xf32>
  %p = linalg.exp ins(%x : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %c = tensor.concat dim(0) %p, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %u = linalg.exp ins(%c : tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.exp ins(%p : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %u, %q : tensor<4xf32>, tensor<2xf32>
}

// -----

// Reading a size does not read the tensor: the result stays writable.
// CHECK-LABEL: func @size_is_no_reader
// CHECK: bufferization.to_tensor %{{.*}} restrict writable : memref<?xf32>
func.func @size_is_no_reader(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %p, %c0 : tensor<?xf32>
  %c = tensor.concat dim(0) %p, %x : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c, %d : tensor<?xf32>, index
}

// -----

// A writer that follows the check, and so may its operands, is not moved up to it.
// CHECK-LABEL: func @writer_behind_check
// CHECK: cf.assert
// CHECK: linalg.exp
// CHECK: %[[OFFSET:.*]] = arith.addi
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[%[[OFFSET]]]
func.func @writer_behind_check(%x: tensor<?xf32>, %y: tensor<2xf32>, %n: index, %i: index, %fits: i1) -> tensor<?xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  cf.assert %fits, "fits"
  %offset = arith.addi %i, %c1 : index
  %q = tensor.insert_slice %y into %p[%offset] [2] [1] : tensor<2xf32> into tensor<?xf32>
  %c = tensor.concat dim(0) %q, %y : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// A check between an operand and the concat: the operand is computed after it.
// CHECK-LABEL: func @behind_check
// CHECK-SAME: (%[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>
// CHECK: cf.assert
// CHECK: memref.alloc
// CHECK: linalg.exp ins(%[[X]]
// CHECK: linalg.exp ins(%[[Y]]
// CHECK: linalg.exp ins(%[[Y]]
// BUFFER-LABEL: func @behind_check
// BUFFER-NOT: memref.copy
func.func @behind_check(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index, %fits: i1) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %p = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %u = linalg.exp ins(%y : tensor<?xf32>) outs(%p : tensor<?xf32>) -> tensor<?xf32>
  %q = linalg.exp ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  cf.assert %fits, "fits"
  %c = tensor.concat dim(0) %u, %q : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %c : tensor<?xf32>
}

// -----

// A loop that writes tiles into one tensor, in loops of another and in threads.
// CHECK-LABEL: func @tiles
// CHECK: %[[M:.*]] = memref.alloc() {{.*}} : memref<8x4xf32>
// CHECK: %[[V:.*]] = memref.subview %[[M]][0, 0] [4, 4] [1, 1]
// CHECK: %[[D:.*]] = bufferization.to_tensor %[[V]] restrict writable
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[D]])
// CHECK: memref.subview %[[M]][4, 0] [4, 4] [1, 1]
// CHECK: scf.forall {{.*}} shared_outs(%{{.*}} = %{{.*}})
// BUFFER-LABEL: func @tiles
// BUFFER-COUNT-1: memref.alloc
// BUFFER-NOT: memref.alloc
// BUFFER: return
func.func @tiles(%x: tensor<4x4xf32>) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x4xf32>
  %a = scf.for %i = %c0 to %c4 step %c2 iter_args(%t = %e) -> tensor<4x4xf32> {
    %r = scf.for %j = %c0 to %c4 step %c2 iter_args(%u = %t) -> tensor<4x4xf32> {
      %in = tensor.extract_slice %x[%i, %j] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
      %out = tensor.extract_slice %u[%i, %j] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
      %v = linalg.exp ins(%in : tensor<2x2xf32>) outs(%out : tensor<2x2xf32>) -> tensor<2x2xf32>
      %w = tensor.insert_slice %v into %u[%i, %j] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<4x4xf32>
      scf.yield %w : tensor<4x4xf32>
    }
    scf.yield %r : tensor<4x4xf32>
  }
  %b = scf.forall (%i) in (4) shared_outs(%t = %e) -> tensor<4x4xf32> {
    %in = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
    %out = tensor.extract_slice %t[%i, 0] [1, 4] [1, 1] : tensor<4x4xf32> to tensor<1x4xf32>
    %v = linalg.exp ins(%in : tensor<1x4xf32>) outs(%out : tensor<1x4xf32>) -> tensor<1x4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %t[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<4x4xf32>
    }
  }
  %c = tensor.concat dim(0) %a, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %c : tensor<8x4xf32>
}

// -----

// An op that computes two operands moves behind the check once, with both
// destinations.
// CHECK-LABEL: func @two_results
// CHECK: cf.assert
// CHECK: %[[E:.*]]:2 = linalg.generic {{.*}} outs(%{{.*}}, %{{.*}} :
// CHECK: bufferization.materialize_in_destination %[[E]]#
// CHECK: bufferization.materialize_in_destination %[[E]]#
func.func @two_results(%x: tensor<?x4xf32>, %n: index, %ok: i1) -> tensor<?x4xf32> {
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %f = tensor.empty(%n) : tensor<?x4xf32>
  %c = arith.constant 1.0 : f32
  %g = linalg.fill ins(%c : f32) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %h = linalg.fill ins(%c : f32) outs(%f : tensor<?x4xf32>) -> tensor<?x4xf32>
  %p:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x4xf32>) outs(%g, %h : tensor<?x4xf32>, tensor<?x4xf32>) {
  ^bb0(%a: f32, %b: f32, %d: f32):
    %s = arith.addf %a, %b : f32
    %t = arith.mulf %a, %d : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<?x4xf32>, tensor<?x4xf32>)
  cf.assert %ok, "no"
  %r = tensor.concat dim(0) %p#0, %p#1 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}
