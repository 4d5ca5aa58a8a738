// Folds and canonicalizations of Concat.
//
// RUN: onnxops-opt %s -onnxops-upgrade -canonicalize | FileCheck %s
// RUN: onnxops-opt %s -canonicalize | FileCheck %s --check-prefix=OLDER

// Shows concat-r7.
// CHECK-LABEL: func @single_input
//  CHECK-SAME:   (%[[A:.*]]: tensor<?x3xf32>)
func.func @single_input(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK-NEXT: return %[[A]]
  %0 = onnxops.concat_v13 %a axis = 1 : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// The axis of an input of unknown rank is checked at run time.
// CHECK-LABEL: func @single_unranked_input
func.func @single_unranked_input(%a: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: %[[R:.*]] = onnxops.concat_v{{[0-9]+}}
  // CHECK: return %[[R]]
  %0 = onnxops.concat_v13 %a axis = 1 : (tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// So is a declared type that is more precise than the input's.
// CHECK-LABEL: func @single_input_of_another_type
func.func @single_input_of_another_type(%a: tensor<?x3xf32>) -> tensor<4x3xf32> {
  // CHECK: %[[R:.*]] = onnxops.concat_v{{[0-9]+}}
  // CHECK: return %[[R]]
  %0 = onnxops.concat_v13 %a axis = 1 : (tensor<?x3xf32>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// CHECK-LABEL: func @negative_axis
func.func @negative_axis(%a: tensor<2x3xf32>) -> (tensor<4x3xf32>, tensor<2x6xf32>) {
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = 0 :
  %0 = onnxops.concat_v13 %a, %a axis = -2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = 1 :
  %1 = onnxops.concat_v13 %a, %a axis = -1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<2x6xf32>
}

// CHECK-LABEL: func @negative_axis_of_unknown_rank
func.func @negative_axis_of_unknown_rank(%a: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK: onnxops.concat_v{{[0-9]+}} %{{.*}}, %{{.*}} axis = -2 :
  %0 = onnxops.concat_v13 %a, %a axis = -2 : (tensor<*xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// Older versions are not changed until they are upgraded.
// OLDER-LABEL: func @older_version
func.func @older_version(%a: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // OLDER: onnxops.concat_v11 %{{.*}} axis = -1 :
  %0 = onnxops.concat_v11 %a axis = -1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
