// Equal constants become one.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -onnxops-share-constants | FileCheck %s

// Types and all bits count; a resource is compared by its content.
// CHECK-LABEL: func @equal
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant {onnxops.name = "one"} dense<1.0{{.*}}> : tensor<2xf32>
// CHECK-NEXT:    %[[INT:.*]] = arith.constant dense<1065353216> : tensor<2xi32>
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant dense<0.0{{.*}}> : tensor<2xf32>
// CHECK-NEXT:    %[[MINUS:.*]] = arith.constant dense<-0.0{{.*}}> : tensor<2xf32>
// CHECK-NEXT:    %[[A:.*]] = arith.constant dense_resource<a> : tensor<3xi8>
// CHECK-NEXT:    %[[C:.*]] = arith.constant dense_resource<c> : tensor<3xi8>
// CHECK-NEXT:    %[[U:.*]] = arith.constant dense_resource<a> : tensor<3xui8>
// CHECK-NEXT:    "test.use"(%[[ONE]], %[[ONE]], %[[INT]], %[[ZERO]], %[[MINUS]])
// CHECK-NEXT:    "test.use"(%[[A]], %[[A]], %[[C]], %[[U]])
// CHECK-NEXT:    return
func.func @equal() {
  %0 = arith.constant {onnxops.name = "one"} dense<1.0> : tensor<2xf32>
  %1 = arith.constant {onnxops.name = "another"} dense<1.0> : tensor<2xf32>
  %2 = arith.constant dense<1065353216> : tensor<2xi32>
  %3 = arith.constant dense<0.0> : tensor<2xf32>
  %4 = arith.constant dense<-0.0> : tensor<2xf32>
  %5 = arith.constant dense_resource<a> : tensor<3xi8>
  %6 = arith.constant dense_resource<b> : tensor<3xi8>
  %7 = arith.constant dense_resource<c> : tensor<3xi8>
  %8 = arith.constant dense_resource<a> : tensor<3xui8>
  "test.use"(%0, %1, %2, %3, %4) : (tensor<2xf32>, tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf32>) -> ()
  "test.use"(%5, %6, %7, %8) : (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xui8>) -> ()
  return
}

// A graph sees constants before it, but not those of others.
// CHECK-LABEL: func @graphs
// CHECK:         %[[ONE:.*]] = arith.constant dense<1>
// CHECK:         "onnx.If"
// CHECK-NEXT:      %[[TWO:.*]] = arith.constant dense<2>
// CHECK-NEXT:      "onnx.Add"(%[[ONE]], %[[TWO]])
// CHECK:           %[[ANOTHER:.*]] = arith.constant dense<2>
// CHECK-NEXT:      "onnx.Add"(%[[ONE]], %[[ANOTHER]])
func.func @graphs(%c: tensor<i1>) -> tensor<i64> {
  %0 = arith.constant dense<1> : tensor<i64>
  %1 = "onnx.If"(%c) ({
    %2 = arith.constant dense<1> : tensor<i64>
    %3 = arith.constant dense<2> : tensor<i64>
    %4 = "onnx.Add"(%2, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "onnx.Yield"(%4) : (tensor<i64>) -> ()
  }, {
    %2 = arith.constant dense<1> : tensor<i64>
    %3 = arith.constant dense<2> : tensor<i64>
    %4 = "onnx.Add"(%2, %3) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "onnx.Yield"(%4) : (tensor<i64>) -> ()
  }) : (tensor<i1>) -> tensor<i64>
  %5 = "onnx.Add"(%0, %1) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  return %5 : tensor<i64>
}

// What a graph returns stays, as does what is documented.
// CHECK-LABEL: func @returned
// CHECK-NEXT:    %[[ONE:.*]] = arith.constant dense<1>
// CHECK-NEXT:    %[[SECOND:.*]] = arith.constant dense<1>
// CHECK-NEXT:    %[[THIRD:.*]] = arith.constant {onnxops.doc = "why"} dense<1>
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[SECOND]]
// CHECK-NEXT:    %[[NEG:.*]] = "onnx.Neg"(%[[ONE]])
// CHECK-NEXT:    "test.use"(%[[THIRD]])
// CHECK-NEXT:    return %[[ONE]], %[[SECOND]], %[[NEG]], %[[CAST]]
func.func @returned() -> (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<?xi64>) {
  %0 = arith.constant dense<1> : tensor<1xi64>
  %1 = arith.constant dense<1> : tensor<1xi64>
  %2 = arith.constant {onnxops.doc = "why"} dense<1> : tensor<1xi64>
  %3 = tensor.cast %1 : tensor<1xi64> to tensor<?xi64>
  %4 = "onnx.Neg"(%1) : (tensor<1xi64>) -> tensor<1xi64>
  "test.use"(%2) : (tensor<1xi64>) -> ()
  return %0, %1, %4, %3 : tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<?xi64>
}

// A function sees nothing outside of it.
// CHECK-LABEL: module @isolated
// CHECK-NEXT:    arith.constant dense<3>
// CHECK-NEXT:    func @inside
// CHECK-NEXT:      %[[C:.*]] = arith.constant dense<3>
// CHECK-NEXT:      "test.use"(%[[C]], %[[C]])
module @isolated {
  %0 = arith.constant dense<3> : tensor<2xi64>
  func.func @inside() {
    %1 = arith.constant dense<3> : tensor<2xi64>
    %2 = arith.constant dense<3> : tensor<2xi64>
    "test.use"(%1, %2) : (tensor<2xi64>, tensor<2xi64>) -> ()
    return
  }
  "test.use"(%0) : (tensor<2xi64>) -> ()
}

{-#
  dialect_resources: {
    builtin: {
      a: "0x04000000010203",
      b: "0x04000000010203",
      c: "0x04000000010204"
    }
  }
#-}
