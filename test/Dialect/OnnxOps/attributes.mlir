// Attributes that importers set on arguments, results and the module.
//
// RUN: onnxops-opt %s | onnxops-opt | FileCheck %s
// RUN: onnxops-opt %s --onnxops-to-linalg-pipeline | onnxops-opt | FileCheck %s --check-prefix=STORED

// CHECK: module attributes {onnxops.opset = 13 : i64}
module attributes {onnxops.opset = 13 : i64} {

// CHECK-LABEL: @metadata
// CHECK-SAME: {onnxops.default = dense<0.000000e+00> : tensor<2x3xf32>, onnxops.dims = ["N", ""], onnxops.name = "a"}
// CHECK-SAME: {onnxops.dims = ["N", "M"], onnxops.name = ""}
// STORED-LABEL: @metadata
// STORED-SAME: tensor<?x3xi32> {{{.*}}onnxops.dims = ["N", ""], onnxops.name = "a", onnxops.type = tensor<?x3xf32>}
func.func @metadata(%a: tensor<?x3xf32> {onnxops.name = "a", onnxops.dims = ["N", ""], onnxops.default = dense<0.0> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnxops.name = "", onnxops.dims = ["N", "M"]}) {
  return %a : tensor<?x3xf32>
}

// The names are those of the dimensions before conversion to storage types.
// CHECK-LABEL: @complex
// STORED-LABEL: @complex
// STORED-SAME: tensor<?x2xi64> {{{.*}}onnxops.dims = ["N"]
func.func @complex(%a: tensor<?xcomplex<f64>> {onnxops.dims = ["N"], onnxops.default = dense<(0.0, 1.0)> : tensor<1xcomplex<f64>>})
    -> tensor<?xcomplex<f64>> {
  return %a : tensor<?xcomplex<f64>>
}

// CHECK-LABEL: @declared
// CHECK-SAME: tensor<*xf32> {onnxops.dims = ["N"]}
func.func private @declared(tensor<*xf32> {onnxops.dims = ["N"]}) -> (i1 {onnxops.name = "r"})

}
