// The positions to which --onnxops-hoist-checks moves checks.

// RUN: onnxops-opt %s -split-input-file --onnxops-hoist-checks | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// Before the tensor whose size is checked.
// CHECK-LABEL: func @size_of_result
// CHECK-SAME: %[[A:.*]]: tensor<?xf32>, %[[N:.*]]: index
// CHECK: %[[SIZE:.*]] = tensor.dim %[[A]]
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[SIZE]], %[[N]]
// CHECK: onnxops.check %[[SAME]], "one"
// CHECK: linalg.exp
func.func @size_of_result(%a: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %size = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%size) : tensor<?xf32>
  %p = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %p, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %d, %n : index
  onnxops.check %same, "one"
  return %p : tensor<?xf32>
}

// -----

// cf.assert is a check as well.
// CHECK-LABEL: func @assertion
// CHECK: cf.assert
// CHECK: linalg.exp
func.func @assertion(%a: tensor<?xf32>, %e: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %p = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  cf.assert %fits, "fits"
  return %p : tensor<?xf32>
}

// -----

// In their original order, after the operands of the first one.
// CHECK-LABEL: func @order
// CHECK: %[[P:.*]] = linalg.exp
// CHECK: tensor.extract %[[P]]
// CHECK: onnxops.check %{{.*}}, "element"
// CHECK-NEXT: onnxops.check %{{.*}}, "argument"
// CHECK-NEXT: linalg.exp
func.func @order(%a: tensor<?xf32>, %e: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %p = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %q = linalg.exp ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %f = tensor.extract %p[%c0] : tensor<?xf32>
  %positive = arith.cmpf ogt, %f, %zero : f32
  onnxops.check %positive, "element"
  onnxops.check %fits, "argument"
  return %q : tensor<?xf32>
}

// -----

// Not across an op that may end the call: its error must come first.
// CHECK-LABEL: func @calls
// CHECK: linalg.exp
// CHECK-NEXT: call @other
// CHECK-NEXT: onnxops.check
// CHECK-NEXT: linalg.exp
func.func private @other()
func.func @calls(%a: tensor<?xf32>, %e: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %p = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  call @other() : () -> ()
  %q = linalg.exp ins(%p : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  onnxops.check %fits, "argument"
  return %q : tensor<?xf32>
}

// -----

// A loop with a check may end the call as well; one without does not.
// CHECK-LABEL: func @loops
// CHECK: onnxops.check %{{.*}}, "first"
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NEXT: onnxops.check %{{.*}}, "in the loop"
// CHECK-NEXT: linalg.exp
// CHECK: }
// CHECK-NEXT: onnxops.check %{{.*}}, "last"
// CHECK-NEXT: linalg.exp
func.func @loops(%a: tensor<?xf32>, %e: tensor<?xf32>, %n: index, %fits: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> tensor<?xf32> {
    %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  onnxops.check %fits, "first"
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%x = %p) -> tensor<?xf32> {
    %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    onnxops.check %fits, "in the loop"
    scf.yield %y : tensor<?xf32>
  }
  %r = linalg.exp ins(%q : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  onnxops.check %fits, "last"
  return %r : tensor<?xf32>
}

// -----

// Checks move across insertions into a sequence, but not across lookups, which may
// fail.
// CHECK-LABEL: func @sequences
// CHECK: onnxops.check %{{.*}}, "first"
// CHECK: onnxops.rt.sequence_push
// CHECK: onnxops.rt.sequence_at
// CHECK-NEXT: onnxops.check %{{.*}}, "second"
func.func @sequences(%a: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = onnxops.rt.sequence_create of 1 capacity %c1
  onnxops.rt.sequence_push %s of 1, %a : tensor<?xf32>
  onnxops.check %fits, "first"
  %t = onnxops.rt.sequence_at %s of 1 at %c0, "at" : tensor<?xf32>
  onnxops.check %fits, "second"
  return %t : tensor<?xf32>
}

// -----

// An operator has checks of its own, which come first.
// CHECK-LABEL: func @operators
// CHECK: onnxops.concat_v13
// CHECK-NEXT: onnxops.check
// CHECK-NEXT: linalg.exp
func.func @operators(%a: tensor<?xf32>, %e: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %c = onnxops.concat_v13 %a, %a axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %p = linalg.exp ins(%c : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  onnxops.check %fits, "fits"
  return %p : tensor<?xf32>
}
