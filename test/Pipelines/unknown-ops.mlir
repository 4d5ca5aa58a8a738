// Operators without a lowering stay, if that is asked for.

// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-to-linalg-pipeline=unknown-ops=keep -verify-diagnostics | FileCheck %s
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-to-linalg-pipeline 2>&1 | FileCheck %s --check-prefix=REFUSED
// RUN: not onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-to-linalg-pipeline=unknown-ops=drop 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: onnxops-opt %s -split-input-file -allow-unregistered-dialect -onnxops-prepare=unknown-ops=keep -verify-diagnostics | FileCheck %s --check-prefix=PREPARED

// The operands and results of a kept op have the model's types, other values have
// storage types.
// Shows keep-r1.
// REFUSED: error: 'onnx.Unknown' op is not supported: nothing here lowers this operator
// VALUE: Cannot find option named 'drop'!
// CHECK-LABEL: func @boundary
//  CHECK-SAME: %[[A:.*]]: tensor<2x2xf32> {onnxops.type = tensor<2x2xf32>}, %[[B:.*]]: tensor<3xi16>
// PREPARED-LABEL: func @boundary
func.func @boundary(%a: tensor<2x2xf32>, %b: tensor<3xf16>) -> (tensor<*xf32>, tensor<6xf16>) {
  // CHECK: %[[C:.*]] = tensor.concat {{.*}} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  // PREPARED: onnxops.concat_v13
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Unknown"(%[[C]]) : (tensor<4x2xf32>) -> tensor<*xf32>
  // PREPARED: "onnx.Unknown"
  %1 = "onnx.Unknown"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: tensor.concat {{.*}} tensor<6xi16>
  %2 = onnxops.concat_v13 %b, %b axis = 0 : (tensor<3xf16>, tensor<3xf16>) -> tensor<6xf16>
  return %1, %2 : tensor<*xf32>, tensor<6xf16>
}

// -----

// Operators that need a rank stay where it is not known, those of the dialect too.
// Shows keep-r2.
// CHECK-LABEL: func @unknown_rank
func.func @unknown_rank(%a: tensor<2xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  %0 = "onnx.Custom"(%a) {onnx.domain = "com.example"} : (tensor<2xf32>) -> tensor<*xf32>
  // CHECK: "onnx.Relu"
  %1 = "onnx.Relu"(%0) : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: onnxops.concat_v13
  %2 = onnxops.concat_v13 %1, %1 axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: linalg.generic
  // CHECK-NOT: onnx.Relu
  %3 = "onnx.Relu"(%a) : (tensor<2xf32>) -> tensor<*xf32>
  return %2, %3 : tensor<*xf32>, tensor<*xf32>
}

// -----

// So do operators of other types than known, whether the operand or the result.
// CHECK-LABEL: func @unknown_type
func.func @unknown_type(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = "onnx.Custom"(%a) {onnx.domain = "com.example"} : (tensor<2xf32>) -> !onnxops.any
  // CHECK: "onnx.Identity"(%{{.*}}) : (!onnxops.any) -> tensor<2xf32>
  %1 = "onnx.Identity"(%0) : (!onnxops.any) -> tensor<2xf32>
  // CHECK: "onnx.Abs"(%{{.*}}) : (!onnxops.any) -> tensor<2xf32>
  %2 = "onnx.Abs"(%0) : (!onnxops.any) -> tensor<2xf32>
  // CHECK: "onnx.Identity"(%{{.*}}) : (tensor<2xf32>) -> !onnxops.any
  %3 = "onnx.Identity"(%a) : (tensor<2xf32>) -> !onnxops.any
  // CHECK: "onnx.Custom"
  %4 = "onnx.Custom"(%3) {onnx.domain = "com.example"} : (!onnxops.any) -> tensor<2xf32>
  %5 = "onnx.Add"(%1, %2) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5, %4 : tensor<2xf32>, tensor<2xf32>
}

// -----

// An old version of an op of the dialect stays where its upgrade needs a rank.
// Shows keep-r2.
module attributes {onnxops.opset = 5 : i64} {
  // CHECK-LABEL: func @old_version
  // PREPARED-LABEL: func @old_version
  func.func @old_version(%a: tensor<2xf32>, %tiles: tensor<1xf32>, %axis: tensor<1xf32>) -> tensor<*xf32> {
    %0 = "onnx.Custom"(%a) {onnx.domain = "com.example"} : (tensor<2xf32>) -> tensor<*xf32>
    // CHECK: onnxops.tile_v1
    // PREPARED: onnxops.tile_v1
    %1 = onnxops.tile_v1 %0, %tiles, %axis : (tensor<*xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<*xf32>
    return %1 : tensor<*xf32>
  }
}

// -----

// A branch that cannot be lowered is restored, with what was lowered in it.
// CHECK-LABEL: func @branches
func.func @branches(%c: tensor<i1>, %a: tensor<*xf32>, %b: tensor<20xf32>) -> tensor<*xf32> {
  // CHECK: "onnx.If"
  // CHECK: "onnx.Abs"
  // CHECK: "onnx.Yield"
  // CHECK: "onnx.Yield"
  %0 = "onnx.If"(%c) ({
    %1 = "onnx.Abs"(%b) : (tensor<20xf32>) -> tensor<20xf32>
    "onnx.Yield"(%1) : (tensor<20xf32>) -> ()
  }, {
    "onnx.Yield"(%a) : (tensor<*xf32>) -> ()
  }) : (tensor<i1>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// An absent operand stays with its user.
// CHECK-LABEL: func @absent
func.func @absent(%a: tensor<2xf32>) -> tensor<*xf32> {
  // CHECK: %[[N:.*]] = "onnx.NoValue"
  %0 = "onnx.NoValue"() : () -> none
  // CHECK: "onnx.Unknown"(%{{.*}}, %[[N]])
  %1 = "onnx.Unknown"(%a, %0) : (tensor<2xf32>, none) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// -----

// An op that breaks its operator's rules is an error in both modes.
// Breaks keep-r1, keep-r2.
func.func @broken(%a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<*xf32> {
  // expected-error @below {{'onnx.Add' op expected A and B to have one size in dimension 0 of the result, or size 1, but got 2 and 3}}
  %0 = "onnx.Add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

// No op casts an optional value: an If or a Loop that gives it a less precise type stays.
// Shows keep-r1.
// CHECK-LABEL: func @optional
//       CHECK: "onnx.If"
//       CHECK: %[[SAME:.*]] = scf.if %{{.*}} -> (!onnxops.optional<tensor<?xf32>>)
//       CHECK: "onnx.Loop"
//       CHECK: scf.for {{.*}} -> (!onnxops.optional<tensor<?xf32>>)
//       CHECK: "onnx.Identity"(%{{.*}}) : (!onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<3xf32>>
module attributes {onnxops.opset = 16 : i64} {
  func.func @optional(%x: !onnxops.optional<tensor<?xf32>>, %a: tensor<3xf32>, %p: tensor<i1>, %n: tensor<i64>)
      -> (!onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<?xf32>>,
          !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<3xf32>>) {
    %none = "onnx.NoValue"() : () -> none
    %0 = "onnx.If"(%p) ({
      %5 = "onnx.Optional"(%a) : (tensor<3xf32>) -> !onnxops.optional<tensor<3xf32>>
      "onnx.Yield"(%5) : (!onnxops.optional<tensor<3xf32>>) -> ()
    }, {
      "onnx.Yield"(%x) : (!onnxops.optional<tensor<?xf32>>) -> ()
    }) : (tensor<i1>) -> !onnxops.optional<tensor<?xf32>>
    %1 = "onnx.If"(%p) ({
      %5 = "onnx.Custom"(%x) : (!onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<?xf32>>
      "onnx.Yield"(%5) : (!onnxops.optional<tensor<?xf32>>) -> ()
    }, {
      "onnx.Yield"(%x) : (!onnxops.optional<tensor<?xf32>>) -> ()
    }) : (tensor<i1>) -> !onnxops.optional<tensor<?xf32>>
    %2 = "onnx.Loop"(%n, %none, %x) ({
    ^bb0(%i: tensor<i64>, %c: tensor<i1>, %o: !onnxops.optional<tensor<?xf32>>):
      %5 = "onnx.Optional"(%a) : (tensor<3xf32>) -> !onnxops.optional<tensor<3xf32>>
      "onnx.Yield"(%c, %5) : (tensor<i1>, !onnxops.optional<tensor<3xf32>>) -> ()
    }) : (tensor<i64>, none, !onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<?xf32>>
    %3 = "onnx.Loop"(%n, %none, %x) ({
    ^bb0(%i: tensor<i64>, %c: tensor<i1>, %o: !onnxops.optional<tensor<?xf32>>):
      %5 = "onnx.Custom"(%o) : (!onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<?xf32>>
      "onnx.Yield"(%c, %5) : (tensor<i1>, !onnxops.optional<tensor<?xf32>>) -> ()
    }) : (tensor<i64>, none, !onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<?xf32>>
    %4 = "onnx.Identity"(%x) : (!onnxops.optional<tensor<?xf32>>) -> !onnxops.optional<tensor<3xf32>>
    return %0, %1, %2, %3, %4 : !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<?xf32>>, !onnxops.optional<tensor<3xf32>>
  }
}

// -----

// What takes values of unknown type stays, with its body; what is around it is lowered.
// Shows keep-r1.
// CHECK-LABEL: func @unknown_types
//       CHECK: "onnx.Concat"(%{{.*}}, %{{.*}}) {axis = 0 : si64} : (tensor<2xf32>, !onnxops.any) -> tensor<*xf32>
//       CHECK: "onnx.SequenceMap"
//       CHECK: ^bb0(%{{.*}}: !onnxops.any):
//       CHECK: "onnx.SequenceMap"
//       CHECK: ^bb0(%{{.*}}: !onnxops.any):
//       CHECK: "onnx.Loop"
//       CHECK: ^bb0(%{{.*}}: !onnxops.any, %{{.*}}: tensor<i1>, %{{.*}}: tensor<2xf32>):
//       CHECK: "onnx.Loop"
//       CHECK: "onnx.If"
//       CHECK: "onnx.SequenceMap"
//       CHECK: "onnx.Yield"(%{{.*}}) : (!onnxops.any) -> ()
//       CHECK: linalg.generic
module attributes {onnxops.opset = 17 : i64} {
  func.func @unknown_types(%u: !onnxops.any, %a: tensor<2xf32>, %s: !onnxops.seq<tensor<2xf32>>, %p: tensor<i1>, %n: tensor<i64>)
      -> (tensor<*xf32>, !onnxops.any, !onnxops.seq<tensor<2xf32>>, tensor<2xf32>, !onnxops.any, !onnxops.any, !onnxops.seq<tensor<2xf32>>, tensor<2xf32>) {
    %0 = "onnx.Concat"(%a, %u) {axis = 0 : si64} : (tensor<2xf32>, !onnxops.any) -> tensor<*xf32>
    %1 = "onnx.SequenceMap"(%u) ({
    ^bb0(%x: !onnxops.any):
      "onnx.Yield"(%x) : (!onnxops.any) -> ()
    }) : (!onnxops.any) -> !onnxops.any
    %2 = "onnx.SequenceMap"(%s) ({
    ^bb0(%x: !onnxops.any):
      "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
    }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
    %3 = "onnx.Loop"(%n, %p, %a) ({
    ^bb0(%i: !onnxops.any, %c: tensor<i1>, %x: tensor<2xf32>):
      "onnx.Yield"(%c, %x) : (tensor<i1>, tensor<2xf32>) -> ()
    }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
    %4 = "onnx.Loop"(%n, %p, %a) ({
    ^bb0(%i: tensor<i64>, %c: tensor<i1>, %x: !onnxops.any):
      "onnx.Yield"(%u, %x) : (!onnxops.any, !onnxops.any) -> ()
    }) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> !onnxops.any
    %5 = "onnx.If"(%p) ({
      "onnx.Yield"(%a) : (tensor<2xf32>) -> ()
    }, {
      "onnx.Yield"(%u) : (!onnxops.any) -> ()
    }) : (tensor<i1>) -> !onnxops.any
    %6 = "onnx.SequenceMap"(%s) ({
    ^bb0(%x: tensor<2xf32>):
      %8 = "onnx.Own"(%x) {onnx.domain = "com.example"} : (tensor<2xf32>) -> !onnxops.any
      "onnx.Yield"(%8) : (!onnxops.any) -> ()
    }) : (!onnxops.seq<tensor<2xf32>>) -> !onnxops.seq<tensor<2xf32>>
    %7 = "onnx.Abs"(%a) : (tensor<2xf32>) -> tensor<2xf32>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<*xf32>, !onnxops.any, !onnxops.seq<tensor<2xf32>>, tensor<2xf32>, !onnxops.any, !onnxops.any, !onnxops.seq<tensor<2xf32>>, tensor<2xf32>
  }
}
