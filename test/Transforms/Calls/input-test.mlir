// RUN: onnxops-opt %s --onnxops-lower-runtime-ops --split-input-file | FileCheck %s
// RUN: onnxops-opt %s --onnxops-lower-runtime-ops=test-inputs=false --split-input-file | FileCheck %s --check-prefix=LIBRARY
// LIBRARY-NOT: onnxopsRtEnterTested

// The code of an entry tests a few tensors itself: first the table, then the fields of its slots,
// then the sizes that these point to.
// LIBRARY: llvm.call @onnxopsRtEnter(
// LIBRARY-NOT: onnxopsRtEnterTested
// CHECK-LABEL: func @few
//  CHECK-SAME:   (%[[TABLE:.*]]: !llvm.ptr, %[[COUNT:.*]]: i64, %[[CONTEXT:.*]]: !llvm.ptr)
//       CHECK:   %[[WRONG_COUNT:.*]] = arith.xori %[[COUNT]], %{{.*}}
//       CHECK:   %[[ADDRESS:.*]] = llvm.ptrtoint %[[TABLE]]
//       CHECK:   cf.cond_br %{{.*}}, ^[[SLOTS:.*]], ^[[ENTER:[^(]*]](%{{.*}} : i64)
//       CHECK: ^[[SLOTS]]:
// A kind of 0 and an element type of 1.
//       CHECK:   %[[FIRST:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> i64
//       CHECK:   %[[TYPE:.*]] = llvm.mlir.constant(4294967296 : i64)
//       CHECK:   arith.xori %[[FIRST]], %[[TYPE]]
//       CHECK:   llvm.getelementptr %[[TABLE]][8]
//       CHECK:   %[[DATA:.*]] = llvm.getelementptr %[[TABLE]][16]
//       CHECK:   llvm.getelementptr %[[TABLE]][32]
//       CHECK:   llvm.getelementptr %[[TABLE]][52]
//       CHECK:   llvm.getelementptr %[[TABLE]][24]
//       CHECK:   %[[SIZES:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> !llvm.ptr
//       CHECK:   llvm.getelementptr %[[TABLE]][56]
//       CHECK:   llvm.getelementptr %[[TABLE]][80]
//       CHECK:   %[[OTHER_SIZES:.*]] = llvm.load %{{.*}} {alignment = 4 : i64} : !llvm.ptr -> !llvm.ptr
//       CHECK:   cf.cond_br %{{.*}}, ^[[SIZES_TEST:.*]], ^[[ENTER]](%{{.*}} : i64)
//       CHECK: ^[[SIZES_TEST]]:
//       CHECK:   llvm.getelementptr %[[SIZES]][0]
//       CHECK:   %[[N:.*]] = llvm.load
//       CHECK:   llvm.getelementptr %[[SIZES]][8]
//       CHECK:   %[[SECOND:.*]] = llvm.load
//       CHECK:   %[[FOUR:.*]] = llvm.mlir.constant(4 : i64)
//       CHECK:   arith.xori %[[SECOND]], %[[FOUR]]
// 16 bytes times less than 2^59 are less than 2^63.
//       CHECK:   %[[BITS:.*]] = llvm.mlir.constant(59 : i64)
//       CHECK:   arith.shrui %[[N]], %[[BITS]]
//       CHECK:   llvm.getelementptr %[[OTHER_SIZES]][0]
//       CHECK:   %[[SAME:.*]] = llvm.load
//       CHECK:   arith.xori %[[SAME]], %[[N]]
//       CHECK:   llvm.getelementptr %[[OTHER_SIZES]][8]
//       CHECK:   %[[OUTPUTS:.*]] = llvm.mlir.constant(17 : i64)
//       CHECK:   %[[FOUND:.*]] = arith.select %{{.*}}, %[[OUTPUTS]], %{{.*}}
//       CHECK:   cf.br ^[[ENTER]](%[[FOUND]] : i64)
//       CHECK: ^[[ENTER]](%[[TESTED:.*]]: i64):
//       CHECK:   llvm.call @onnxopsRtEnterTested(%[[CONTEXT]], %[[TABLE]], %[[COUNT]], %{{.*}}, %{{.*}}, %[[TESTED]])
func.func @few(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [2, 1, 1, 0, 2, 0, 1, 2, 4, -2, 4, 0, 1, 2, 6, -2, -1, 0, 1, 1, 8, -1] "f\00N\00a\00b\00y\00"
  return %zero : i32
}

// -----

// The scalar has no sizes, and a byte any address; the type of strings has no test.
// CHECK-LABEL: func @scalar_byte
//   CHECK-NOT:   arith.andi
//       CHECK:   llvm.call @onnxopsRtEnterTested
func.func @scalar_byte(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 2, 0, 2] "f\00a\00"
  return %zero : i32
}

// CHECK-LABEL: func @strings
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @strings(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 8, 1, 2, -1] "f\00a\00"
  return %zero : i32
}

// -----

// Nor have sequences, unknown ranks, tensors of no elements, and too large ones.
// CHECK-LABEL: func @sequence
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @sequence(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 1, 1, 1, 2, -1] "f\00a\00"
  return %zero : i32
}

// CHECK-LABEL: func @unknown_rank
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @unknown_rank(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, -1, 2] "f\00a\00"
  return %zero : i32
}

// CHECK-LABEL: func @no_elements
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @no_elements(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, 0, -1] "f\00a\00"
  return %zero : i32
}

// CHECK-LABEL: func @too_large
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @too_large(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, 2305843009213693952, -1] "f\00a\00"
  return %zero : i32
}

// -----

// The code for seventeen would be larger than it is fast.
// CHECK-LABEL: func @many
//       CHECK:   llvm.call @onnxopsRtEnter(
func.func @many(%table: !llvm.ptr, %count: i64, %context: !llvm.ptr) -> i32 {
  %zero = arith.constant 0 : i32
  onnxops.rt.enter [17, 0, 0, 0, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2, 0, 1, 0, 2] "f\00a\00"
  return %zero : i32
}
