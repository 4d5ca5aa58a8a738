// RUN: onnxops-opt %s --onnxops-exchange-to-mpi --canonicalize --cse --split-input-file --verify-diagnostics | FileCheck %s
// RUN: onnxops-opt %s --onnxops-exchange-to-mpi=most-bytes=24 --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=SMALL
// RUN: not onnxops-opt %s --onnxops-exchange-to-mpi=most-bytes=0 --split-input-file 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: most-bytes: expected 1 to 2^31 - 1, but got 0

// Rows: sender, receiver, begin in the shard of each, size. What a rank has itself
// comes first.
// CHECK-LABEL: func @slice
// CHECK-SAME:    (%[[X:.*]]: tensor<2xf16>)
// CHECK-DAG:     %[[TABLE:.*]] = arith.constant dense<{{\[}}[0, 0, 1, 0, 1], [1, 1, 1, 0, 1], [1, 0, 0, 1, 1]]> : tensor<3x5xi64>
// CHECK:         %[[WORLD:.*]] = mpi.comm_world
// CHECK:         %[[NUMBER:.*]] = mpi.comm_rank(%[[WORLD]]) : i32
// CHECK:         %[[RANK:.*]] = arith.index_cast %[[NUMBER]]
// CHECK:         memref.alloc(
// CHECK:         %[[SOURCE:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<2xf16> to memref<2xf16, strided<[?], offset: ?>>
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             linalg.copy ins(%{{.*}} : memref<?xf16, strided<[?], offset: ?>>) outs(%{{.*}} : memref<?xf16, strided<[1], offset: ?>>)
// CHECK:           } else {
// CHECK:             scf.if
// CHECK:               %[[PACKED:.*]] = memref.view %[[BYTES:.*]][%c0][%{{.*}}] : memref<?xi8> to memref<?xf16>
// CHECK:               linalg.copy {{.*}} outs(%[[PACKED]]
// CHECK:               scf.for
// CHECK:                 %[[MESSAGE:.*]] = memref.subview %[[BYTES]][%{{.*}}] [%{{.*}}] [1]
// CHECK:                 mpi.send(%[[MESSAGE]], %c0_i32, %{{.*}}, %[[WORLD]]) : memref<?xi8,
// CHECK:               memref.dealloc %[[BYTES]]
// CHECK:             scf.if
// CHECK:                 mpi.recv
// CHECK:         %[[R:.*]] = bufferization.to_tensor %{{.*}} restrict writable
// CHECK:         return %[[R]], %[[RANK]]
// CHECK-NOT:     onnxops
// SMALL-LABEL: func @slice
// SMALL:         %[[MOST:.*]] = arith.constant 24 : index
// SMALL:         scf.for {{.*}} step %[[MOST]]
func.func @slice(%x: tensor<2xf16>) -> (tensor<?xf16>, index) {
  %from = arith.constant dense<[0, 2, 4]> : tensor<3xindex>
  %to = arith.constant dense<[0, 2, 3]> : tensor<3xindex>
  %rank = onnxops.rank
  %size = arith.constant 2 : index
  %init = tensor.empty(%size) : tensor<?xf16>
  %r = onnxops.exchange "s" along 0 on [2] ins(%x : tensor<2xf16>) outs(%init : tensor<?xf16>) axes [0, 0] offsets(%from, %to : tensor<3xindex>, tensor<3xindex>) segments [0, 1, 3, 1] -> tensor<?xf16>
  return %r, %rank : tensor<?xf16>, index
}

// -----

// Nothing to do.
// CHECK-LABEL: func @one_rank
// CHECK-NEXT:    return
func.func @one_rank() {
  return
}

// -----

func.func @unknown(%x: tensor<?xf32>, %size: index) -> tensor<3xindex> {
  %init = tensor.empty() : tensor<3xindex>
  // expected-error@+1 {{unsupported: sizes that only the call knows, by ops of MPI}}
  %0 = onnxops.gather_offsets "x" %size along 0 on [2] outs(%init : tensor<3xindex>) -> tensor<3xindex>
  return %0 : tensor<3xindex>
}

// -----

func.func @unknown_segment(%x: tensor<2xf32>, %init: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %o = arith.constant dense<[0, 2, 4]> : tensor<3xindex>
  // expected-error@+1 {{unsupported: sizes that only the call knows, by ops of MPI}}
  %r = onnxops.exchange "s" along 0 on [2] ins(%x : tensor<2xf32>) outs(%init : tensor<?xf32>) axes [0, 0] offsets(%o, %o : tensor<3xindex>, tensor<3xindex>) segments [0, 0, %n, 1] -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @memory(%x: memref<2xf32>, %init: memref<2xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected tensors, but got memory}}
  onnxops.exchange "s" along 0 on [2] ins(%x : memref<2xf32>) outs(%init : memref<2xf32>) axes [0, 0] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @indices(%x: tensor<2xindex>, %init: tensor<2xindex>) -> tensor<2xindex> {
  %o = arith.constant dense<[0, 2, 4]> : tensor<3xindex>
  // expected-error@+1 {{unsupported: elements of type 'index', by ops of MPI}}
  %r = onnxops.exchange "s" along 0 on [2] ins(%x : tensor<2xindex>) outs(%init : tensor<2xindex>) axes [0, 0] offsets(%o, %o : tensor<3xindex>, tensor<3xindex>) segments [0, 0, 4, 1] -> tensor<2xindex>
  return %r : tensor<2xindex>
}
