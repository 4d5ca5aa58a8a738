// Passes answer to the names that they had, with their options, at the top level and
// nested.
//
// RUN: onnxops-opt %s --concat-in-place | FileCheck %s --check-prefix=IN-PLACE
// RUN: onnxops-opt %s --pass-pipeline='builtin.module(func.func(concat-in-place{leave-copies=true}))' | FileCheck %s --check-prefix=LEFT
// RUN: onnxops-opt %s --allocate-concats --onnxops-allocate-concats --onnxops-version-shapes --onnxops-unshare-tensors --onnxops-place-constants | FileCheck %s --check-prefix=LEFT
// RUN: onnxops-opt %s --lower-copies="vector-bytes=16 threads=1" --lower-expand-shapes --onnxops-settle-branches --onnxops-free-early | FileCheck %s --check-prefix=LEFT
// RUN: not onnxops-opt %s --lower-copies="no-such-option=1" 2>&1 | FileCheck %s --check-prefix=OPTION
// RUN: onnxops-opt --help | FileCheck %s --check-prefix=HELP

// IN-PLACE-NOT: tensor.concat
// IN-PLACE: memref.alloc
// LEFT: tensor.concat
// OPTION: no such option no-such-option
// HELP-DAG: --concat-in-place {{.*}}former name of --onnxops-concat-in-place
// HELP-DAG: --onnxops-allocate-concats {{.*}}former name of --onnxops-concat-in-place="copy-operands leave-copies"
// HELP-DAG: --onnxops-free-early {{.*}}former name of --onnxops-shrink-lifetimes
func.func @join(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<4x3xf32> {
  %c = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return %c : tensor<4x3xf32>
}
