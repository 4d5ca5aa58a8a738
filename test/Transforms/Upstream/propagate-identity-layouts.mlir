// The result of an scf.if has the identity layout if both branches yield it.
//
// RUN: onnxops-opt %s --pass-pipeline="builtin.module(func.func(onnxops-propagate-identity-layouts,canonicalize))" | FileCheck %s

!open = memref<?xf32, strided<[?], offset: ?>>

// CHECK-LABEL: func @both(
//       CHECK:   %[[R:.*]] = scf.if %{{.*}} -> (memref<?xf32>) {
//       CHECK:   memref.copy %[[R]]
func.func @both(%c: i1, %n: index, %to: memref<?xf32>) {
  %0 = scf.if %c -> (!open) {
    %1 = memref.alloc(%n) : memref<?xf32>
    %2 = memref.cast %1 : memref<?xf32> to !open
    scf.yield %2 : !open
  } else {
    %1 = memref.alloc() : memref<4xf32>
    %2 = memref.cast %1 : memref<4xf32> to !open
    scf.yield %2 : !open
  }
  memref.copy %0, %to : !open to memref<?xf32>
  return
}

// The result of an inner branch is yielded by the outer one.
// CHECK-LABEL: func @nested(
//       CHECK:   scf.if %{{.*}} -> (memref<?xf32>) {
//       CHECK:   } else {
//       CHECK:     scf.if %{{.*}} -> (memref<?xf32>) {
func.func @nested(%c: i1, %d: i1, %a: memref<?xf32>, %b: memref<?xf32>, %to: memref<?xf32>, %n: index) {
  %0 = scf.if %c -> (!open) {
    %e = memref.alloc(%n) : memref<?xf32>
    %1 = memref.cast %e : memref<?xf32> to !open
    scf.yield %1 : !open
  } else {
    %1 = scf.if %d -> (!open) {
      %e = memref.alloc(%n) : memref<?xf32>
      %2 = memref.cast %e : memref<?xf32> to !open
      scf.yield %2 : !open
    } else {
      %e = memref.alloc(%n) : memref<?xf32>
      %2 = memref.cast %e : memref<?xf32> to !open
      scf.yield %2 : !open
    }
    scf.yield %1 : !open
  }
  memref.copy %0, %to : !open to memref<?xf32>
  return
}

// One branch with another or an unknown layout determines that of the result.
// CHECK-LABEL: func @one_of_them(
//       CHECK:   scf.if %{{.*}} -> (memref<?xf32, strided<[?], offset: ?>>) {
func.func @one_of_them(%c: i1, %n: index, %a: !open, %to: memref<?xf32>) {
  %0 = scf.if %c -> (!open) {
    %1 = memref.alloc(%n) : memref<?xf32>
    %2 = memref.cast %1 : memref<?xf32> to !open
    scf.yield %2 : !open
  } else {
    %e = memref.subview %a[0] [%n] [2] : !open to !open
    scf.yield %e : !open
  }
  memref.copy %0, %to : !open to memref<?xf32>
  return
}
