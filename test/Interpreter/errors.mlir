// What a machine may let pass is an error that says where.

memref.global "private" constant @table : memref<2xi32> = dense<[1, 2]>

// RUN: not onnxops-interpret %s --entry=out_of_bounds 2>&1 | FileCheck %s --check-prefix=INDEX
func.func @out_of_bounds() {
  %table = memref.get_global @table : memref<2xi32>
  %c2 = arith.constant 2 : index
  // INDEX: errors.mlir:[[@LINE+1]]:8: error: 'memref.load' op expected an index below 2 in dimension 0, but got 2
  %x = memref.load %table[%c2] : memref<2xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=out_of_memory 2>&1 | FileCheck %s --check-prefix=MEMORY
func.func @out_of_memory() {
  // MEMORY: errors.mlir:[[@LINE+7]]:{{.*}} error: 'memref.load' op expected an element of the 2 in the memory, but got number 3
  // MEMORY: errors.mlir:[[@LINE+1]]:{{.*}} note: memory is made here
  %m = memref.alloc() : memref<2xi32>
  %four = memref.reinterpret_cast %m to offset: [0], sizes: [4], strides: [1]
      : memref<2xi32> to memref<4xi32>
  %c3 = arith.constant 3 : index
  // The view says that there are four.
  %x = memref.load %four[%c3] : memref<4xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=subview 2>&1 | FileCheck %s --check-prefix=SUBVIEW
func.func @subview() {
  %table = memref.get_global @table : memref<2xi32>
  %c2 = arith.constant 2 : index
  // SUBVIEW: 'memref.subview' op expected elements below 2 in dimension 0, but got 2 from 1
  %part = memref.subview %table[1] [%c2] [1]
      : memref<2xi32> to memref<?xi32, strided<[1], offset: 1>>
  return
}

// RUN: not onnxops-interpret %s --entry=cast 2>&1 | FileCheck %s --check-prefix=CAST
func.func @cast() {
  %c2 = arith.constant 2 : index
  %m = memref.alloc(%c2) : memref<?xi32>
  // CAST: error: expected a view of 'memref<3xi32>', but got sizes 2, strides 1 and offset 0
  %three = memref.cast %m : memref<?xi32> to memref<3xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=copy 2>&1 | FileCheck %s --check-prefix=COPY
func.func @copy() {
  %table = memref.get_global @table : memref<2xi32>
  %c3 = arith.constant 3 : index
  %m = memref.alloc(%c3) : memref<?xi32>
  // COPY: 'memref.copy' op expected a source of the target's sizes
  memref.copy %table, %m : memref<2xi32> to memref<?xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=collapse 2>&1 | FileCheck %s --check-prefix=COLLAPSE
func.func @collapse() {
  %m = memref.alloc() : memref<2x3xi32>
  %c3 = arith.constant 3 : index
  %strided = memref.reinterpret_cast %m to
      offset: [0], sizes: [2, 1], strides: [%c3, 1]
      : memref<2x3xi32> to memref<2x1xi32, strided<[?, 1]>>
  %first = memref.reinterpret_cast %m to
      offset: [0], sizes: [2, 2], strides: [%c3, 1]
      : memref<2x3xi32> to memref<2x2xi32, strided<[?, 1]>>
  %column = memref.collapse_shape %strided [[0, 1]]
      : memref<2x1xi32, strided<[?, 1]>> into memref<2xi32, strided<[?]>>
  // COLLAPSE: errors.mlir:[[@LINE+1]]:{{.*}} expected contiguous dimensions, but got stride 3 instead of 2
  %flat = memref.collapse_shape %first [[0, 1]]
      : memref<2x2xi32, strided<[?, 1]>> into memref<4xi32, strided<[1]>>
  return
}

// RUN: not onnxops-interpret %s --entry=loops 2>&1 | FileCheck %s --check-prefix=LOOPS
func.func @loops() {
  %table = memref.get_global @table : memref<2xi32>
  %from = memref.cast %table : memref<2xi32> to memref<?xi32>
  %m = memref.alloc() : memref<3xi32>
  // LOOPS: 'linalg.copy' op expected operand 1 to have size 2 along loop 0, but got 3
  linalg.copy ins(%from : memref<?xi32>) outs(%m : memref<3xi32>)
  return
}

// RUN: not onnxops-interpret %s --entry=unwritten 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
func.func @unwritten() {
  %m = memref.alloc() : memref<2xi32>
  %copy = memref.alloc() : memref<2xi32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  memref.store %zero, %m[%c0] : memref<2xi32>
  memref.copy %m, %copy : memref<2xi32> to memref<2xi32>
  %x = memref.load %copy[%c0] : memref<2xi32>
  // UNWRITTEN: errors.mlir:[[@LINE+1]]:{{.*}} 'memref.load' op expected an element that was written, but got one that never was
  %y = memref.load %copy[%c1] : memref<2xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=unwritten_in_body 2>&1 | FileCheck %s --check-prefix=BODY
func.func @unwritten_in_body() {
  %m = memref.alloc() : memref<2xi32>
  // BODY: 'linalg.generic' op expected an element that was written, but got one that never was
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%m : memref<2xi32>) {
  ^bb0(%x: i32):
    %y = arith.addi %x, %x : i32
    linalg.yield %y : i32
  }
  return
}

// RUN: not onnxops-interpret %s --entry=constant 2>&1 | FileCheck %s --check-prefix=CONSTANT
func.func @constant() {
  %table = memref.get_global @table : memref<2xi32>
  %zero = arith.constant 0 : i32
  // CONSTANT: 'linalg.fill' op expected memory to write to, but got a constant
  linalg.fill ins(%zero : i32) outs(%table : memref<2xi32>)
  return
}

// RUN: not onnxops-interpret %s --entry=free_constant 2>&1 | FileCheck %s --check-prefix=FREE-CONSTANT
func.func @free_constant() {
  %table = memref.get_global @table : memref<2xi32>
  // FREE-CONSTANT: 'memref.dealloc' op expected allocated memory, but got a global
  memref.dealloc %table : memref<2xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=free_twice 2>&1 | FileCheck %s --check-prefix=TWICE
func.func @free_twice() {
  %m = memref.alloc() : memref<2xi32>
  memref.dealloc %m : memref<2xi32>
  // TWICE: errors.mlir:[[@LINE+1]]:{{.*}} 'memref.dealloc' op expected memory in use, but got freed memory
  memref.dealloc %m : memref<2xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=use_after_free 2>&1 | FileCheck %s --check-prefix=FREED
func.func @use_after_free() {
  %m = memref.alloc() : memref<i32>
  %zero = arith.constant 0 : i32
  memref.dealloc %m : memref<i32>
  // FREED: 'memref.store' op expected memory in use, but got freed memory
  memref.store %zero, %m[] : memref<i32>
  return
}

// RUN: onnxops-interpret %s --entry=leak
// RUN: not onnxops-interpret %s --entry=leak --leaks 2>&1 | FileCheck %s --check-prefix=LEAK
func.func @leak() {
  // LEAK: errors.mlir:[[@LINE+1]]:{{.*}} 'memref.alloc' op expected memory to be freed, but it never was
  %m = memref.alloc() : memref<2xi32>
  return
}

// RUN: not onnxops-interpret %s --entry=unknown 2>&1 | FileCheck %s --check-prefix=UNKNOWN
func.func @unknown() {
  %one = arith.constant 1 : i32
  // UNKNOWN: errors.mlir:[[@LINE+1]]:{{.*}} expected an op that the interpreter knows, but got arith.divsi
  %x = arith.divsi %one, %one : i32
  return
}

// RUN: not onnxops-interpret %s --entry=floats 2>&1 | FileCheck %s --check-prefix=FLOATS
func.func @floats() {
  // FLOATS: expected a memref of integers of known rank, but got 'memref<2xf32>'
  %m = memref.alloc() : memref<2xf32>
  return
}

// RUN: not onnxops-interpret %s --entry=external 2>&1 | FileCheck %s --check-prefix=EXTERNAL
func.func private @elsewhere()
func.func @external() {
  // EXTERNAL: expected a function with a body, but got @elsewhere
  call @elsewhere() : () -> ()
  return
}

// RUN: not onnxops-interpret %s --entry=nobody 2>&1 | FileCheck %s --check-prefix=NOBODY
// NOBODY: expected a function without arguments of the name nobody

// A check that fails in what the entry function itself does, or in what gives a
// value.
// RUN: not onnxops-interpret %s --entry=check 2>&1 | FileCheck %s --check-prefix=CHECK
func.func @check() {
  %false = arith.constant false
  // CHECK: errors.mlir:[[@LINE+1]]:{{.*}} error: 'cf.assert' op failed: outermost
  cf.assert %false, "outermost"
  return
}
