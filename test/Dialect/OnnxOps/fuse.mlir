// Concats of concats are flattened, those of one input become their input.
//
// RUN: onnxops-opt %s -onnxops-upgrade -onnxops-fuse | FileCheck %s

// CHECK-LABEL: func @nested
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<?x3xf32>)
func.func @nested(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK-NEXT: %[[R:.*]] = onnxops.concat_v{{[0-9]+}} %[[A]], %[[B]], %[[B]], %[[A]], %[[A]], %[[B]] axis = 0 {note = "kept"}
  // CHECK-NEXT: return %[[R]]
  %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %1 = onnxops.concat_v13 %0, %b axis = -2 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  %2 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %3 = onnxops.concat_v13 %1, %2, %b axis = 0 {note = "kept"} : (tensor<?x?xf32>, tensor<4x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %3 : tensor<?x3xf32>
}

// CHECK-LABEL: func @another_axis
func.func @another_axis(%a: tensor<2x2xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = 1
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = 0
  %0 = onnxops.concat_v13 %a, %a axis = 1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  %1 = tensor.empty() : tensor<2x4xf32>
  %2 = onnxops.concat_v13 %0, %1 axis = 0 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// A concat with other users is kept, as is one with two uses in the same op.
// Shows concat-c3: of rank 1.
// CHECK-LABEL: func @other_uses
func.func @other_uses(%a: tensor<2xf32>) -> (tensor<8xf32>, tensor<6xf32>, tensor<4xf32>) {
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}}
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %[[I]] axis = 0
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = 0
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = onnxops.concat_v13 %0, %0 axis = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %2 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %1, %2, %0 : tensor<8xf32>, tensor<6xf32>, tensor<4xf32>
}

// One axis counts from the front, one from the end: they are the same only if the
// rank is known.
// CHECK-LABEL: func @unknown_rank
func.func @unknown_rank(%a: tensor<*xf32>) -> (tensor<*xf32>, tensor<*xf32>) {
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}}, %{{.*}} axis = -1
  %0 = onnxops.concat_v13 %a, %a axis = -1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %0, %a axis = -1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = 0
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = -1
  %2 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  %3 = onnxops.concat_v13 %2, %a axis = -1 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %1, %3 : tensor<*xf32>, tensor<*xf32>
}

// Ops that may fail at run time keep their check: a declared size, ...
// CHECK-LABEL: func @declared_size
func.func @declared_size(%a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}} %{{.*}} -> tensor<4xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = 0
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<4xf32>
  %1 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// ... inputs that contradict each other once combined, ...
// CHECK-LABEL: func @hidden_contradiction
func.func @hidden_contradiction(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) -> tensor<*xf32> {
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}}
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = 0
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<*xf32>
  %1 = onnxops.concat_v13 %0, %b axis = 0 : (tensor<*xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

// ... a concat that runs even if its user does not.
// CHECK-LABEL: func @another_block
func.func @another_block(%c: i1, %a: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[I:.*]] = onnxops.concat_v{{[0-9]+}}
  // CHECK: scf.if
  // CHECK: onnxops.concat_v{{[0-9]+}} %[[I]], %{{.*}} axis = 0
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = scf.if %c -> tensor<?xf32> {
    %2 = onnxops.concat_v13 %0, %a axis = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %a : tensor<?xf32>
  }
  return %1 : tensor<?xf32>
}

// CHECK-LABEL: func @single_input
//  CHECK-SAME:   (%[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<?x3xf32>, %[[C:.*]]: tensor<*xf32>)
func.func @single_input(%a: tensor<2x3xf32>, %b: tensor<?x3xf32>, %c: tensor<*xf32>) -> (tensor<2x3xf32>, tensor<*xf32>, tensor<4x3xf32>, tensor<*xf32>) {
  %0 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[R1:.*]] = tensor.cast %[[A]] : tensor<2x3xf32> to tensor<*xf32>
  %1 = onnxops.concat_v13 %a axis = 0 : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: %[[R2:.*]] = onnxops.concat_v{{[0-9]+}} %[[B]]
  %2 = onnxops.concat_v13 %b axis = 0 : (tensor<?x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[R3:.*]] = onnxops.concat_v{{[0-9]+}} %[[C]]
  %3 = onnxops.concat_v13 %c axis = 5 : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: return %[[A]], %[[R1]], %[[R2]], %[[R3]]
  return %0, %1, %2, %3 : tensor<2x3xf32>, tensor<*xf32>, tensor<4x3xf32>, tensor<*xf32>
}

// CHECK-LABEL: func @single_input_between
func.func @single_input_between(%a: tensor<2x3xf32>) -> tensor<6x3xf32> {
  // CHECK-NEXT: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}}, %{{.*}} axis = 0
  // CHECK-NEXT: return
  %0 = onnxops.concat_v13 %a, %a axis = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = onnxops.concat_v13 %0 axis = 1 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %2 = onnxops.concat_v13 %1, %a axis = 0 : (tensor<4x3xf32>, tensor<2x3xf32>) -> tensor<6x3xf32>
  return %2 : tensor<6x3xf32>
}
