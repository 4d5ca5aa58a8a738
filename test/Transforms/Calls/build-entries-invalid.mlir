// RUN: onnxops-opt %s --onnxops-build-entries --allow-unregistered-dialect -split-input-file -verify-diagnostics

// expected-error @+1 {{expected argument 0 of a public function to be a tensor or a sequence, but got 'index'}}
func.func @scalar(%x: index) {
  return
}

// -----

// expected-error @+1 {{expected result 0 of a public function to have a known rank, but got 'tensor<*xi32>'}}
func.func @unranked() -> tensor<*xi32> {
  %0 = "test.make"() : () -> tensor<*xi32>
  return %0 : tensor<*xi32>
}

// -----

// expected-error @+1 {{expected argument 0 of a public function to have an element type of ONNX, but got 'i4'}}
func.func @element(%x: tensor<2xi4>) {
  return
}

// -----

func.func private @h(tensor<2xf32>) -> tensor<2xf32>
func.func @call(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{expected a call of a function with a body, but 'h' has none}}
  %0 = call @h(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @h(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @value(%a: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{functions as values cannot be lowered}}
  %h = constant @h : (tensor<2xf32>) -> tensor<2xf32>
  %0 = call_indirect %h(%a) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected argument 1 of a public function to be a tensor or a sequence, but got 'index'}}
func.func @scalar(%a: tensor<2xf32>, %b: index) {
  return
}

// -----

// expected-error @+1 {{expected a name of a function that does not begin with 'onnxops', but got 'onnxopsRtEnter'}}
func.func private @onnxopsRtEnter(%a: tensor<2xf32>) {
  return
}

// -----

shard.grid @two(shape = 2)
func.func @annotated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = shard.sharding @two split_axes = [[0]] : !shard.sharding
  // expected-error @+1 {{unsupported: an annotation in code for one rank: pipelines take the option ranks}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return %0 : tensor<4xf32>
}
