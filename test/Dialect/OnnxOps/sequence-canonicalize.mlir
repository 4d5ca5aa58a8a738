// RUN: onnxops-opt %s -canonicalize | FileCheck %s

!any = !onnxops.seq<tensor<*xf32>>
!some = !onnxops.seq<tensor<?x3xf32>>
!all = !onnxops.seq<tensor<2x3xf32>>

// CHECK-LABEL: func @same_type(
//  CHECK-SAME:   %[[S:.*]]: !onnxops.seq<tensor<?x3xf32>>
func.func @same_type(%s: !some) -> !some {
  // CHECK-NEXT: return %[[S]]
  %0 = onnxops.sequence_cast %s : !some to !some
  return %0 : !some
}

// A cast of a cast is a single cast, or none.
// CHECK-LABEL: func @cast_of_cast(
//  CHECK-SAME:   %[[S:.*]]: !onnxops.seq<tensor<?x3xf32>>
func.func @cast_of_cast(%s: !some) -> (!all, !some) {
  %0 = onnxops.sequence_cast %s : !some to !any
  // CHECK-NEXT: %[[R:.*]] = onnxops.sequence_cast %[[S]] : !onnxops.seq<tensor<?x3xf32>> to !onnxops.seq<tensor<2x3xf32>>
  %1 = onnxops.sequence_cast %0 : !any to !all
  %2 = onnxops.sequence_cast %0 : !any to !some
  // CHECK-NEXT: return %[[R]], %[[S]]
  return %1, %2 : !all, !some
}

// Types that contradict each other are kept: only an empty sequence has both.
// CHECK-LABEL: func @contradiction
func.func @contradiction(%s: !all) -> !onnxops.seq<tensor<4xf32>> {
  // CHECK-NEXT: %[[A:.*]] = onnxops.sequence_cast
  // CHECK-NEXT: onnxops.sequence_cast %[[A]]
  %0 = onnxops.sequence_cast %s : !all to !any
  %1 = onnxops.sequence_cast %0 : !any to !onnxops.seq<tensor<4xf32>>
  return %1 : !onnxops.seq<tensor<4xf32>>
}

// A check whose condition is known to hold is erased.
// CHECK-LABEL: func @check(
//  CHECK-SAME:   %[[C:.*]]: i1
func.func @check(%c: i1) {
  // CHECK-NEXT: %[[FALSE:.*]] = arith.constant false
  // CHECK-NEXT: onnxops.check %[[C]], "unknown"
  // CHECK-NEXT: onnxops.check %[[FALSE]], "never"
  // CHECK-NEXT: return
  %true = arith.constant true
  %false = arith.constant false
  onnxops.check %true, "always"
  onnxops.check %c, "unknown"
  onnxops.check %false, "never"
  return
}
