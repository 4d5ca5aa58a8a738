// Where --onnxops-hoist-checks puts checks, and what they stay behind.

// RUN: onnxops-opt %s -split-input-file --onnxops-hoist-checks | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// In front of the tensor whose size is checked.
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

// What aborts is a check as well.
// CHECK-LABEL: func @assertion
// CHECK: cf.assert
// CHECK: linalg.exp
func.func @assertion(%a: tensor<?xf32>, %e: tensor<?xf32>, %fits: i1) -> tensor<?xf32> {
  %p = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  cf.assert %fits, "fits"
  return %p : tensor<?xf32>
}

// -----

// In the order in which they were, behind what the first one needs.
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

// Not over what may end the call itself: its error would come first.
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

// A loop that holds a check ends the call as well; one that holds none does not.
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

// Elements that are added to a sequence keep no check back, the lookup of one
// does: it may not be there.
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

// An operator brings checks of its own, which come first.
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
