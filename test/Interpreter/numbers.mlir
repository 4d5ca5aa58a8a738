// Functions of which the numbers are known.

// RUN: onnxops-interpret %s | FileCheck %s
// RUN: onnxops-opt %s --emit-bytecode | onnxops-interpret --leaks - | FileCheck %s

func.func private @printI64(i64)
func.func private @printNewline()

memref.global "private" constant @table : memref<2x3xi32> =
    dense<[[1, 2, 3], [4, 5, -6]]>

func.func private @print(%number: i64) {
  func.call @printI64(%number) : (i64) -> ()
  func.call @printNewline() : () -> ()
  return
}

func.func private @print_all(%m: memref<?x?xi32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  %columns = memref.dim %m, %c1 : memref<?x?xi32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %x = memref.load %m[%i, %j] : memref<?x?xi32, strided<[?, ?], offset: ?>>
      %wide = arith.extsi %x : i32 to i64
      func.call @printI64(%wide) : (i64) -> ()
    }
    func.call @printNewline() : () -> ()
  }
  return
}

// Integers wrap at their width.
func.func private @scalars() {
  %minus = arith.constant -2 : i32
  %one = arith.constant 1 : i32
  %shifted = arith.shrui %minus, %one : i32
  %wrapped = arith.addi %shifted, %one : i32
  %signed = arith.extsi %wrapped : i32 to i64
  // CHECK: {{^}}-2147483648{{$}}
  func.call @print(%signed) : (i64) -> ()
  %unsigned = arith.extui %minus : i32 to i64
  // CHECK-NEXT: {{^}}4294967294{{$}}
  func.call @print(%unsigned) : (i64) -> ()
  %above = arith.cmpi ugt, %minus, %one : i32
  %below = arith.cmpi slt, %minus, %one : i32
  %both = arith.andi %above, %below : i1
  %chosen = arith.select %both, %signed, %unsigned : i64
  // CHECK-NEXT: {{^}}-2147483648{{$}}
  func.call @print(%chosen) : (i64) -> ()
  %nine = arith.constant 9 : index
  %half = affine.apply affine_map<(i)[n] -> (i floordiv 2 + n)>(%nine)[%nine]
  %half_wide = arith.index_cast %half : index to i64
  // CHECK-NEXT: {{^}}13{{$}}
  func.call @print(%half_wide) : (i64) -> ()
  return
}

// A loop that carries a memref, and a branch that chooses one.
func.func private @control_flow() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seven = arith.constant 7 : i64
  %a = memref.alloc() : memref<i64>
  %b = memref.alloc() : memref<i64>
  memref.store %seven, %a[] : memref<i64>
  %last = scf.for %i = %c0 to %c3 step %c1 iter_args(%m = %a) -> memref<i64> {
    %x = memref.load %m[] : memref<i64>
    %y = arith.muli %x, %seven : i64
    %first = arith.cmpi eq, %i, %c0 : index
    %to = scf.if %first -> memref<i64> {
      scf.yield %a : memref<i64>
    } else {
      scf.yield %b : memref<i64>
    }
    memref.store %y, %to[] : memref<i64>
    scf.yield %to : memref<i64>
  }
  %z = memref.load %last[] : memref<i64>
  // CHECK-NEXT: {{^}}2401{{$}}
  func.call @print(%z) : (i64) -> ()
  memref.dealloc %a : memref<i64>
  memref.dealloc %b : memref<i64>
  return
}

// Views of views.
func.func private @views() {
  %table = memref.get_global @table : memref<2x3xi32>
  %columns = memref.subview %table[0, 1] [2, 2] [1, 1]
      : memref<2x3xi32> to memref<2x2xi32, strided<[3, 1], offset: 1>>
  %row = memref.subview %columns[1, 0] [1, 2] [1, 1]
      : memref<2x2xi32, strided<[3, 1], offset: 1>>
     to memref<1x2xi32, strided<[3, 1], offset: 4>>
  %row_cast = memref.cast %row : memref<1x2xi32, strided<[3, 1], offset: 4>>
      to memref<?x?xi32, strided<[?, ?], offset: ?>>
  // CHECK-NEXT: {{^}}5-6{{$}}
  func.call @print_all(%row_cast)
      : (memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  %flat = memref.collapse_shape %table [[0, 1]]
      : memref<2x3xi32> into memref<6xi32>
  %pairs = memref.reinterpret_cast %flat
      to offset: [0], sizes: [3, 2], strides: [2, 1]
      : memref<6xi32> to memref<3x2xi32>
  %pairs_cast = memref.cast %pairs : memref<3x2xi32>
      to memref<?x?xi32, strided<[?, ?], offset: ?>>
  // CHECK-NEXT: {{^}}12{{$}}
  // CHECK-NEXT: {{^}}34{{$}}
  // CHECK-NEXT: {{^}}5-6{{$}}
  func.call @print_all(%pairs_cast)
      : (memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  return
}

// Any op of linalg, with a name and without.
func.func private @linalg() {
  %table = memref.get_global @table : memref<2x3xi32>
  %turned = memref.alloc() : memref<3x2xi32>
  linalg.transpose ins(%table : memref<2x3xi32>)
      outs(%turned : memref<3x2xi32>) permutation = [1, 0]
  %product = memref.alloc() : memref<2x2xi32>
  %hundred = arith.constant 100 : i32
  linalg.fill ins(%hundred : i32) outs(%product : memref<2x2xi32>)
  linalg.matmul ins(%table, %turned : memref<2x3xi32>, memref<3x2xi32>)
      outs(%product : memref<2x2xi32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%product : memref<2x2xi32>) {
  ^bb0(%x: i32):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i32
    %y = arith.addi %x, %n : i32
    linalg.yield %y : i32
  }
  %cast = memref.cast %product : memref<2x2xi32>
      to memref<?x?xi32, strided<[?, ?], offset: ?>>
  // CHECK-NEXT: {{^}}11496{{$}}
  // CHECK-NEXT: {{^}}97178{{$}}
  func.call @print_all(%cast)
      : (memref<?x?xi32, strided<[?, ?], offset: ?>>) -> ()
  memref.dealloc %turned : memref<3x2xi32>
  memref.dealloc %product : memref<2x2xi32>
  return
}

// What nobody wrote may be copied, and what nobody reads need not be written.
func.func private @unwritten() {
  %a = memref.alloc() : memref<2xi64>
  %b = memref.alloc() : memref<2xi64>
  %c1 = arith.constant 1 : index
  %number = arith.constant 5 : i64
  memref.store %number, %a[%c1] : memref<2xi64>
  memref.copy %a, %b : memref<2xi64> to memref<2xi64>
  %x = memref.load %b[%c1] : memref<2xi64>
  // CHECK-NEXT: {{^}}5{{$}}
  func.call @print(%x) : (i64) -> ()
  memref.dealloc %a : memref<2xi64>
  memref.dealloc %b : memref<2xi64>
  return
}

func.func @run_cases() {
  func.call @scalars() : () -> ()
  func.call @control_flow() : () -> ()
  func.call @views() : () -> ()
  func.call @linalg() : () -> ()
  func.call @unwritten() : () -> ()
  return
}

// A check that fails ends the call that the entry function makes, from whatever
// depth; what that call has allocated is no leak.
// RUN: onnxops-interpret %s --entry=checks --leaks | FileCheck %s --check-prefix=CHECKS
// CHECKS: {{^}}1
// CHECKS-NEXT: {{^}}2
// CHECKS-NEXT: {{^}}-1
// CHECKS-NEXT: {{^}}3
// CHECKS-NOT: {{.}}
func.func @checks() {
  %c1 = arith.constant 1 : i64
  %c3 = arith.constant 3 : i64
  call @print(%c1) : (i64) -> ()
  call @leaves() : () -> ()
  call @print(%c3) : (i64) -> ()
  return
}
func.func @leaves() {
  %c2 = arith.constant 2 : i64
  %c4 = arith.constant 4 : i64
  %m = memref.alloc() : memref<2xi32>
  call @print(%c2) : (i64) -> ()
  call @fails() : () -> ()
  call @print(%c4) : (i64) -> ()
  memref.dealloc %m : memref<2xi32>
  return
}
func.func @fails() {
  %false = arith.constant false
  %true = arith.constant true
  cf.assert %true, "holds"
  scf.if %true {
    cf.assert %false, "fails"
  }
  return
}
