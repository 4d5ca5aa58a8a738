// Functions of one element, and their computations.
//
// RUN: onnxops-opt %s -allow-unregistered-dialect -convert-onnx-to-upstream -split-input-file -cse -canonicalize | FileCheck %s

// CHECK-LABEL: func @relu(
//  CHECK-SAME:   %[[A:.*]]: tensor<?x3xf32>
func.func @relu(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  // CHECK-NOT: onnxops.check
  // CHECK: linalg.generic {{.*}} ins(%[[A]] : tensor<?x3xf32>)
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[KEPT:.*]] = arith.cmpf ugt, %[[X]], %[[ZERO:.*]] : f32
  // CHECK-NEXT: %[[Y:.*]] = arith.select %[[KEPT]], %[[X]], %[[ZERO]] : f32
  // CHECK-NEXT: linalg.yield %[[Y]]
  %0 = "onnx.Relu"(%a) : (tensor<?x3xf32>) -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<?x3xf32>
  return %1 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func @relu_f16(
func.func @relu_f16(%a: tensor<20xf16>) -> tensor<20xf16> {
  // CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
  // CHECK-NEXT: %[[BITS:.*]] = arith.bitcast %[[X]] : f16 to i16
  // CHECK-NEXT: %[[MAGNITUDE:.*]] = arith.andi %[[BITS]], %{{.*}} : i16
  // CHECK-NEXT: %[[LESS:.*]] = arith.subi %{{.*}}, %[[MAGNITUDE]] : i16
  // CHECK-NEXT: %[[NAN:.*]] = arith.shrsi %[[LESS]], %{{.*}} : i16
  // CHECK-NEXT: %[[POSITIVE:.*]] = arith.maxsi %[[BITS]], %{{.*}} : i16
  // CHECK-NEXT: %[[PAYLOAD:.*]] = arith.andi %[[BITS]], %[[NAN]] : i16
  // CHECK-NEXT: arith.ori %[[POSITIVE]], %[[PAYLOAD]] : i16
  %0 = "onnx.Relu"(%a) : (tensor<20xf16>) -> tensor<20xf16>
  return %0 : tensor<20xf16>
}

// -----

// CHECK-LABEL: func @relu_integers(
func.func @relu_integers(%a: tensor<20xi8>) -> (tensor<20xi8>, tensor<2xi64>) {
  // CHECK-DAG: %[[KNOWN:.*]] = arith.constant dense<[0, 7]> : tensor<2xi64>
  // CHECK: linalg.generic
  // CHECK: arith.maxsi %{{.*}}, %{{.*}} : i8
  // CHECK: return %{{.*}}, %[[KNOWN]]
  %0 = "onnx.Relu"(%a) : (tensor<20xi8>) -> tensor<20xi8>
  %v = "onnx.Constant"() {value_ints = [-5, 7]} : () -> tensor<2xi64>
  %1 = "onnx.Relu"(%v) : (tensor<2xi64>) -> tensor<2xi64>
  return %0, %1 : tensor<20xi8>, tensor<2xi64>
}

// -----

// The sign bit of a float is cleared; unsigned integers are unchanged.
// CHECK-LABEL: func @abs(
//  CHECK-SAME:   %{{.*}}: tensor<20xf16>, %{{.*}}: tensor<20xi32>, %[[U:.*]]: tensor<20xui8>
func.func @abs(%a: tensor<20xf16>, %i: tensor<20xi32>, %u: tensor<20xui8>) -> (tensor<20xf16>, tensor<20xi32>, tensor<20xui8>) {
  // CHECK-DAG: %[[MASK:.*]] = arith.constant 32767 : i16
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0 : i32
  // CHECK: %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
  // CHECK-NEXT: %[[REST:.*]] = arith.andi %[[BITS]], %[[MASK]] : i16
  // CHECK-NEXT: arith.bitcast %[[REST]] : i16 to f16
  // CHECK: ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
  // CHECK-NEXT: %[[NEGATED:.*]] = arith.subi %[[ZERO]], %[[X]] : i32
  // CHECK-NEXT: arith.maxsi %[[X]], %[[NEGATED]] : i32
  // CHECK: return %{{.*}}, %{{.*}}, %[[U]]
  %0 = "onnx.Abs"(%a) : (tensor<20xf16>) -> tensor<20xf16>
  %1 = "onnx.Abs"(%i) : (tensor<20xi32>) -> tensor<20xi32>
  %2 = "onnx.Abs"(%u) : (tensor<20xui8>) -> tensor<20xui8>
  return %0, %1, %2 : tensor<20xf16>, tensor<20xi32>, tensor<20xui8>
}

// -----

// Shows neighbour-r44.
// CHECK-LABEL: func @math(
func.func @math(%a: tensor<20xf64>, %b: tensor<20xbf16>, %c: tensor<f32>) -> (tensor<20xf64>, tensor<20xbf16>, tensor<f32>) {
  // CHECK: linalg.generic
  // CHECK: math.exp %{{.*}} : f64
  // CHECK: %[[X:.*]] = arith.extf %{{.*}} : bf16 to f32
  // CHECK-NEXT: %[[Y:.*]] = math.sqrt %[[X]] : f32
  // CHECK-NEXT: arith.truncf %[[Y]] : f32 to bf16
  // CHECK-NOT: linalg.generic
  // CHECK: %[[SCALAR:.*]] = tensor.extract
  // CHECK: math.tanh %[[SCALAR]] : f32
  %0 = "onnx.Exp"(%a) : (tensor<20xf64>) -> tensor<20xf64>
  %1 = "onnx.Sqrt"(%b) : (tensor<20xbf16>) -> tensor<20xbf16>
  %2 = "onnx.Tanh"(%c) : (tensor<f32>) -> tensor<f32>
  return %0, %1, %2 : tensor<20xf64>, tensor<20xbf16>, tensor<f32>
}

// -----

// The exponent is never positive.
// CHECK-LABEL: func @sigmoid(
func.func @sigmoid(%a: tensor<20xf32>) -> tensor<20xf32> {
  // CHECK-DAG: %[[ZERO:.*]] = arith.constant 0.0
  // CHECK-DAG: %[[ONE:.*]] = arith.constant 1.0
  // CHECK: ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: %[[LOW:.*]] = arith.cmpf olt, %[[X]], %[[ZERO]] : f32
  // CHECK-NEXT: %[[NEGATED:.*]] = arith.negf %[[X]] : f32
  // CHECK-NEXT: %[[EXPONENT:.*]] = arith.select %[[LOW]], %[[X]], %[[NEGATED]] : f32
  // CHECK-NEXT: %[[POWER:.*]] = math.exp %[[EXPONENT]] : f32
  // CHECK-NEXT: %[[ABOVE:.*]] = arith.select %[[LOW]], %[[POWER]], %[[ONE]] : f32
  // CHECK-NEXT: %[[BELOW:.*]] = arith.addf %[[POWER]], %[[ONE]] : f32
  // CHECK-NEXT: arith.divf %[[ABOVE]], %[[BELOW]] : f32
  %0 = "onnx.Sigmoid"(%a) : (tensor<20xf32>) -> tensor<20xf32>
  return %0 : tensor<20xf32>
}
