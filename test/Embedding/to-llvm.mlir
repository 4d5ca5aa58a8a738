// The commands of docs/embedding.md, from linalg to LLVM with packaged tools only: shape
// arithmetic, and a Reshape to sizes that are not known.
//
// RUN: rm -rf %t && %python %S/../docs/Inputs/snippets.py %root/docs/embedding.md %t
// RUN: cp %s %t/model.mlir && cd %t
// RUN: env LD_LIBRARY_PATH=%build/lib bash -ec 'mlir-opt-22() { %mlir_opt "$@"; }; . ./to-llvm.sh'
// RUN: %llvm_tools/mlir-runner llvm.mlir -e run -entry-point-result=void -shared-libs=%llvm_prefix/lib/libmlir_runner_utils.so,%llvm_prefix/lib/libmlir_c_runner_utils.so | FileCheck %s
//
// CHECK:      rank = 2 offset = 0 sizes = [2, 6]
// CHECK-NEXT: 0, 1, 2, 3, 4, 5],
// CHECK-NEXT: 6, 7, 8, 9, 10, 11]]

// A tensor [n, c, h] as [c, n h].
func.func @main(%a: tensor<?x?x?xi32>) -> tensor<?x?xi32> {
  %one = arith.constant dense<1> : tensor<1xi64>
  %minus = arith.constant dense<-1> : tensor<1xi64>
  %shape = "onnx.Shape"(%a) : (tensor<?x?x?xi32>) -> tensor<3xi64>
  %c = "onnx.Gather"(%shape, %one) : (tensor<3xi64>, tensor<1xi64>) -> tensor<1xi64>
  %sizes = onnxops.concat_v13 %c, %minus axis = 0 : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %0 = "onnx.Reshape"(%a, %sizes) : (tensor<?x?x?xi32>, tensor<2xi64>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

func.func private @printMemrefI32(%ptr: tensor<*xi32>)
func.func @run() {
  %a = arith.constant dense<[[[0, 1, 2], [3, 4, 5]], [[6, 7, 8], [9, 10, 11]]]> : tensor<2x2x3xi32>
  %b = tensor.cast %a : tensor<2x2x3xi32> to tensor<?x?x?xi32>
  %0 = func.call @main(%b) : (tensor<?x?x?xi32>) -> tensor<?x?xi32>
  %1 = tensor.cast %0 : tensor<?x?xi32> to tensor<*xi32>
  func.call @printMemrefI32(%1) : (tensor<*xi32>) -> ()
  return
}
