// RUN: onnxops-opt %s --pass-pipeline="builtin.module(func.func(onnxops-forward-outputs))" | FileCheck %s

// CHECK-LABEL: func @forwarded
//       CHECK:   %[[O:.*]] = onnxops.rt.output 0 of 1(%{{.*}}) : memref<?xi32>
//       CHECK:   linalg.fill ins(%{{.*}}) outs(%[[O]]
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @forwarded(%n: index, %v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc(%n) : memref<?xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<?xi32>)
  %o = onnxops.rt.output 0 of 1(%n) : memref<?xi32>
  memref.copy %a, %o : memref<?xi32> to memref<?xi32>
  return %c0 : i32
}

// Through the collapse of a tile.
// CHECK-LABEL: func @collapsed
//       CHECK:   %[[O:.*]] = onnxops.rt.output 0 of 1() : memref<6xi32>
//       CHECK:   %[[E:.*]] = memref.reinterpret_cast %[[O]] to offset: [0], sizes: [2, 3], strides: [3, 1]
//       CHECK:   linalg.fill
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @collapsed(%v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<2x3xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<2x3xi32>)
  %c = memref.collapse_shape %a [[0, 1]] : memref<2x3xi32> into memref<6xi32>
  %o = onnxops.rt.output 0 of 1() : memref<6xi32>
  memref.copy %c, %o : memref<6xi32> to memref<6xi32>
  return %c0 : i32
}

// An allocation written after the copy cannot be the output.
// CHECK-LABEL: func @written_later
//       CHECK:   memref.alloc
//       CHECK:   memref.copy
//       CHECK:   return
func.func @written_later(%v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %o = onnxops.rt.output 0 of 1() : memref<4xi32>
  memref.copy %a, %o : memref<4xi32> to memref<4xi32>
  linalg.fill ins(%c0 : i32) outs(%a : memref<4xi32>)
  return %c0 : i32
}

// The second output of one value is a copy of the first.
// CHECK-LABEL: func @twice
//       CHECK:   %[[O:.*]] = onnxops.rt.output 1 of 1
//       CHECK:   %[[P:.*]] = onnxops.rt.output 0 of 1
//       CHECK:   memref.copy %[[O]], %[[P]]
func.func @twice(%v: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = memref.alloc() : memref<4xi32>
  linalg.fill ins(%v : i32) outs(%a : memref<4xi32>)
  %o = onnxops.rt.output 0 of 1() : memref<4xi32>
  memref.copy %a, %o : memref<4xi32> to memref<4xi32>
  %p = onnxops.rt.output 1 of 1() : memref<4xi32>
  memref.copy %a, %p : memref<4xi32> to memref<4xi32>
  return %c0 : i32
}

// Each branch writes to the output, also through a reshape.
// CHECK-LABEL: func @branches
//       CHECK:   scf.if
//       CHECK:     %[[O:.*]] = onnxops.rt.output 0 of 1(%{{.*}}) : memref<?xi32>
//       CHECK:     linalg.fill ins(%{{.*}}) outs(%[[O]]
//       CHECK:   } else {
//       CHECK:     scf.if
//       CHECK:       %[[P:.*]] = onnxops.rt.output 0 of 1() : memref<6xi32>
//       CHECK:       memref.reinterpret_cast %[[P]]
//       CHECK:     } else {
//       CHECK:       onnxops.rt.output 0 of 1(%{{.*}}) : memref<?xi32>
//   CHECK-NOT:   onnxops.rt.output
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @branches(%n: index, %v: i32, %c: i1, %d: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %z = arith.constant 0 : index
  %a = scf.if %c -> (memref<?xi32>) {
    %0 = memref.alloc(%n) : memref<?xi32>
    linalg.fill ins(%v : i32) outs(%0 : memref<?xi32>)
    scf.yield %0 : memref<?xi32>
  } else {
    %1 = scf.if %d -> (memref<?xi32>) {
      %0 = memref.alloc() : memref<2x3xi32>
      linalg.fill ins(%v : i32) outs(%0 : memref<2x3xi32>)
      %2 = memref.collapse_shape %0 [[0, 1]] : memref<2x3xi32> into memref<6xi32>
      %3 = memref.cast %2 : memref<6xi32> to memref<?xi32>
      scf.yield %3 : memref<?xi32>
    } else {
      %0 = memref.alloc(%n) : memref<?xi32>
      linalg.fill ins(%c0 : i32) outs(%0 : memref<?xi32>)
      scf.yield %0 : memref<?xi32>
    }
    scf.yield %1 : memref<?xi32>
  }
  %m = memref.dim %a, %z : memref<?xi32>
  %o = onnxops.rt.output 0 of 1(%m) : memref<?xi32>
  memref.copy %a, %o : memref<?xi32> to memref<?xi32>
  return %c0 : i32
}

// A branch that yields memory from outside keeps the copy for both.
// CHECK-LABEL: func @one_branch
//       CHECK:   memref.alloc
//       CHECK:   onnxops.rt.output
//       CHECK:   memref.copy
//       CHECK:   return
func.func @one_branch(%b: memref<?xi32>, %n: index, %v: i32, %c: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %a = scf.if %c -> (memref<?xi32>) {
    %0 = memref.alloc(%n) : memref<?xi32>
    linalg.fill ins(%v : i32) outs(%0 : memref<?xi32>)
    scf.yield %0 : memref<?xi32>
  } else {
    scf.yield %b : memref<?xi32>
  }
  %o = onnxops.rt.output 0 of 1(%n) : memref<?xi32>
  memref.copy %a, %o : memref<?xi32> to memref<?xi32>
  return %c0 : i32
}
