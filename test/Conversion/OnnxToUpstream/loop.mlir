// A loop that keeps its condition becomes an scf.for, any other an scf.while. Scan
// outputs are sequences that are stacked after the loop.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -cse -canonicalize | FileCheck %s

// CHECK-LABEL: func @counts(
//  CHECK-SAME:   %[[M:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<2xf32>
func.func @counts(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[GIVEN:.*]] = tensor.extract %[[M]][]
  // CHECK: %[[INDEX:.*]] = arith.index_cast %[[GIVEN]] : i64 to index
  // CHECK: %[[LIMIT:.*]] = arith.maxsi %[[INDEX]], %c0
  // CHECK: %[[COND:.*]] = tensor.extract %[[C]][]
  // CHECK: %[[COUNT:.*]] = arith.select %[[COND]], %[[LIMIT]], %c0
  // CHECK: %[[R:.*]] = scf.for %{{.*}} = %c0 to %[[COUNT]] step %c1 iter_args(%[[X:.*]] = %[[A]]) -> (tensor<2xf32>) {
  // CHECK:   %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[A]] :
  // CHECK:   scf.yield %[[Y]]
  // CHECK: return %[[R]]
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<*xf32>):
    %same = "onnx.Identity"(%cond) : (tensor<i1>) -> tensor<i1>
    %y = "onnx.Add"(%x, %a) : (tensor<*xf32>, tensor<2xf32>) -> tensor<*xf32>
    "onnx.Yield"(%same, %y) : (tensor<i1>, tensor<*xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Scalars are carried without tensors, and the number of iterations is known.
// CHECK-LABEL: func @scalars
func.func @scalars() -> tensor<i64> {
  // CHECK: %[[R:.*]] = scf.for %[[I:.*]] = %c0 to %c5 step %c1 iter_args(%[[X:.*]] = %c7_i64) -> (i64) {
  // CHECK-NEXT: %[[N:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK-NEXT: %[[Y:.*]] = arith.addi %[[X]], %[[N]] : i64
  // CHECK-NEXT: scf.yield %[[Y]] : i64
  // CHECK: tensor.from_elements %[[R]] : tensor<i64>
  %m = "onnx.Constant"() {value_ints = [5]} : () -> tensor<1xi64>
  %true = "onnx.Constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %seven = "onnx.Constant"() {value_int = 7 : i64} : () -> tensor<i64>
  %0 = "onnx.Loop"(%m, %true, %seven) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<i64>):
    %y = "onnx.Add"(%x, %i) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "onnx.Yield"(%true, %y) : (tensor<i1>, tensor<i64>) -> ()
  }) : (tensor<1xi64>, tensor<i1>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func @until(
//  CHECK-SAME:   %[[M:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<2xf32>
func.func @until(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[LIMIT:.*]] = arith.maxsi
  // CHECK: %[[COND:.*]] = tensor.extract %[[C]][]
  // CHECK: %[[R:.*]]:3 = scf.while (%[[I:.*]] = %c0, %[[GO:.*]] = %[[COND]], %[[X:.*]] = %[[A]]) : (index, i1, tensor<2xf32>) -> (index, i1, tensor<2xf32>) {
  // CHECK:   %[[LEFT:.*]] = arith.cmpi slt, %[[I]], %[[LIMIT]]
  // CHECK:   %[[ON:.*]] = arith.andi %[[LEFT]], %[[GO]]
  // CHECK:   scf.condition(%[[ON]]) %[[I]], %[[GO]], %[[X]]
  // CHECK: } do {
  // CHECK: ^bb0(%[[I:.*]]: index, %[[GO:.*]]: i1, %[[X:.*]]: tensor<2xf32>):
  // CHECK:   %[[NOT:.*]] = arith.xori %[[GO]], %true
  // CHECK:   %[[Y:.*]] = linalg.generic {{.*}} ins(%[[X]], %[[A]] :
  // CHECK:   %[[NEXT:.*]] = arith.addi %[[I]], %c1
  // CHECK:   scf.yield %[[NEXT]], %[[NOT]], %[[Y]]
  // CHECK: return %[[R]]#2
  %0 = "onnx.Loop"(%m, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    %other = "onnx.Not"(%cond) : (tensor<i1>) -> tensor<i1>
    %y = "onnx.Add"(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%other, %y) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Without a trip count, only the condition is tested.
// CHECK-LABEL: func @only_condition
func.func @only_condition(%c: tensor<i1>, %n: tensor<i64>) -> tensor<i64> {
  // CHECK: %[[COND:.*]] = tensor.extract %{{.*}} : tensor<i1>
  // CHECK: scf.while (%{{.*}} = %c0, %[[GO:.*]] = %[[COND]], %{{.*}} = %{{.*}}) : (index, i1, i64)
  // CHECK-NEXT: scf.condition(%[[GO]])
  %none = "onnx.NoValue"() : () -> none
  %0 = "onnx.Loop"(%none, %c, %n) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<i64>):
    %other = "onnx.Not"(%cond) : (tensor<i1>) -> tensor<i1>
    %y = "onnx.Add"(%x, %n) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "onnx.Yield"(%other, %y) : (tensor<i1>, tensor<i64>) -> ()
  }) : (none, tensor<i1>, tensor<i64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Without a condition, the yielded condition does not end the loop.
// Shows neighbour-r7.
// CHECK-LABEL: func @only_count(
//  CHECK-SAME:   %[[M:.*]]: tensor<i64>, %[[A:.*]]: tensor<2xf32>
func.func @only_count(%m: tensor<i64>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[LIMIT:.*]] = arith.maxsi
  // CHECK: scf.for %{{.*}} = %c0 to %[[LIMIT]] step %c1
  %none = "onnx.NoValue"() : () -> none
  %0 = "onnx.Loop"(%m, %none, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    %false = "onnx.Constant"() {value = dense<false> : tensor<i1>} : () -> tensor<i1>
    %y = "onnx.Add"(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    "onnx.Yield"(%false, %y) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (tensor<i64>, none, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A condition that never changes must be false initially.
// Shows neighbour-r8.
// CHECK-LABEL: func @fixed(
//  CHECK-SAME:   %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<2xf32>
func.func @fixed(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: %[[COND:.*]] = tensor.extract %[[C]][]
  // CHECK: %[[STOPS:.*]] = arith.xori %[[COND]], %true
  // CHECK: onnxops.check %[[STOPS]], "{{.*}}: Loop: expected a trip count or a condition that can become false"
  // CHECK: return %[[A]]
  %none = "onnx.NoValue"() : () -> none
  %0 = "onnx.Loop"(%none, %c, %a) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>, %x: tensor<2xf32>):
    "onnx.Yield"(%cond, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }) : (none, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func @scan(
//  CHECK-SAME:   %[[M:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<?x3xi8>
func.func @scan(%m: tensor<i64>, %c: tensor<i1>, %a: tensor<?x3xi8>) -> tensor<*xi8> {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11 dtype = 3 : () -> !onnxops.seq<tensor<?x3xi8>>
  // CHECK: %[[S:.*]] = scf.for {{.*}} iter_args(%[[Q:.*]] = %[[E]])
  // CHECK:   %[[N:.*]] = onnxops.sequence_insert_v11 %[[Q]], %[[A]]
  // CHECK:   scf.yield %[[N]]
  // CHECK: %[[LENGTH:.*]] = onnxops.sequence_length_v11 %[[S]]
  // CHECK: %[[R:.*]] = scf.if %{{.*}} -> (tensor<?x?x3xi8>) {
  // CHECK:   %[[FULL:.*]] = onnxops.concat_from_sequence_v11 %[[S]] axis = 0 new_axis = 1 : {{.*}} -> tensor<?x?x3xi8>
  // CHECK:   scf.yield %[[FULL]]
  // CHECK: } else {
  // CHECK:   %[[NONE:.*]] = tensor.empty() : tensor<0x0x3xi8>
  // CHECK:   %[[CAST:.*]] = tensor.cast %[[NONE]] : tensor<0x0x3xi8> to tensor<?x?x3xi8>
  // CHECK:   scf.yield %[[CAST]]
  %0 = "onnx.Loop"(%m, %c) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond, %a) : (tensor<i1>, tensor<?x3xi8>) -> ()
  }) : (tensor<i64>, tensor<i1>) -> tensor<*xi8>
  return %0 : tensor<*xi8>
}

// -----

// With a known number of iterations, the empty case is omitted.
// CHECK-LABEL: func @scan_known
func.func @scan_known(%a: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<*xf32>) {
  // CHECK: onnxops.concat_from_sequence_v11 {{.*}} -> tensor<4x3xf32>
  // CHECK-NOT: scf.if
  // CHECK: tensor.empty() : tensor<0x3xf32>
  %four = "onnx.Constant"() {value_int = 4 : i64} : () -> tensor<i64>
  %zero = "onnx.Constant"() {value_int = 0 : i64} : () -> tensor<i64>
  %true = "onnx.Constant"() {value = dense<true> : tensor<i1>} : () -> tensor<i1>
  %0 = "onnx.Loop"(%four, %true) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond, %a) : (tensor<i1>, tensor<3xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>) -> tensor<4x3xf32>
  %1 = "onnx.Loop"(%zero, %true) ({
  ^bb0(%i: tensor<i64>, %cond: tensor<i1>):
    "onnx.Yield"(%cond, %a) : (tensor<i1>, tensor<3xf32>) -> ()
  }) : (tensor<i64>, tensor<i1>) -> tensor<*xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<*xf32>
}

// -----

// The type of an empty initial sequence can contradict that of what is inserted.
// CHECK-LABEL: func @contradicting_empty_sequence(
func.func @contradicting_empty_sequence(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<1x2xf32>) -> !onnxops.seq<tensor<1x2xf32>> {
  // CHECK: %[[E:.*]] = onnxops.sequence_empty_v11
  // CHECK: %[[ANY:.*]] = onnxops.sequence_cast %[[E]] : !onnxops.seq<tensor<?x0xf32>> to !onnxops.seq<tensor<?x?xf32>>
  // CHECK: %[[CAST:.*]] = onnxops.sequence_cast %[[ANY]] : !onnxops.seq<tensor<?x?xf32>> to !onnxops.seq<tensor<1x2xf32>>
  // CHECK: iter_args(%{{.*}} = %[[CAST]]
  %0 = onnxops.sequence_empty_v11 dtype = 1 : () -> !onnxops.seq<tensor<?x0xf32>>
  %1 = "onnx.Loop"(%n, %c, %0) ({
  ^bb0(%i: tensor<i64>, %d: tensor<i1>, %s: !onnxops.seq<tensor<1x2xf32>>):
    %2 = onnxops.sequence_insert_v11 %s, %x : (!onnxops.seq<tensor<1x2xf32>>, tensor<1x2xf32>) -> !onnxops.seq<tensor<1x2xf32>>
    "onnx.Yield"(%d, %2) : (tensor<i1>, !onnxops.seq<tensor<1x2xf32>>) -> ()
  }) : (tensor<i64>, tensor<i1>, !onnxops.seq<tensor<?x0xf32>>) -> !onnxops.seq<tensor<1x2xf32>>
  return %1 : !onnxops.seq<tensor<1x2xf32>>
}
