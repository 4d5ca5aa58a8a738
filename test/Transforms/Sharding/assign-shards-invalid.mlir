// RUN: onnxops-opt %s --split-input-file --verify-diagnostics --onnxops-assign-shards="ranks=2 shard=x:0"

// expected-error@+1 {{shard: the function has no input 'x'}}
func.func @no_input(%y: tensor<4xf32> {onnxops.name = "y"}) {
  return
}

// -----

// expected-error@+1 {{shard: expected a dimension of 'tensor<f32>', input 'x', but got '0'}}
func.func @rank_zero(%x: tensor<f32> {onnxops.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{shard: expected input 'x' to be a tensor of numbers of known rank, but got 'tensor<*xf32>'}}
func.func @unknown_rank(%x: tensor<*xf32> {onnxops.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{shard: expected input 'x' to be a tensor of numbers of known rank, but got 'tensor<2x!onnxops.string>'}}
func.func @strings(%x: tensor<2x!onnxops.string> {onnxops.name = "x"}) {
  return
}

// -----

// expected-error@+1 {{expected a function of whole tensors, but got one of shards}}
func.func @twice(%x: tensor<2xf32> {onnxops.name = "x"}) attributes {onnxops.ranks = 2} {
  return
}

// -----

// expected-error@+1 {{unsupported: branches in a function for several ranks}}
func.func @branches(%x: tensor<2xf32> {onnxops.name = "x"}) {
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @inside(%x: tensor<2xf32> {onnxops.name = "x"}, %c: i1) -> tensor<2xf32> {
  %y = tensor.empty() : tensor<2xf32>
  // expected-error@+1 {{unsupported: 'scf.if' that uses a sharded tensor inside}}
  %0 = scf.if %c -> tensor<2xf32> {
    scf.yield %x : tensor<2xf32>
  } else {
    scf.yield %y : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @unknown_rank_beside(%x: tensor<4xf32> {onnxops.name = "x"}, %y: tensor<*xf32>) -> tensor<?xf32> {
  // expected-error@+1 {{unsupported: 'onnxops.concat_v13' of operand 0, which is sharded along dimension 0}}
  %0 = onnxops.concat_v13 %x, %y axis = 0 : (tensor<4xf32>, tensor<*xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @merged(%x: tensor<2x3xf32> {onnxops.name = "x"}) -> tensor<6xf32> {
  // expected-error@+1 {{unsupported: 'tensor.collapse_shape' of operand 0, which is sharded along dimension 0}}
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

func.func @call(%x: tensor<2xf32> {onnxops.name = "x"}) {
  // expected-error@+1 {{unsupported: 'func.call' of operand 0, which is sharded along dimension 0}}
  call @callee(%x) : (tensor<2xf32>) -> ()
  return
}
func.func private @callee(tensor<2xf32>)

// -----

func.func @loop_over_chunks(%x: tensor<6xf32> {onnxops.name = "x"}, %n: tensor<i64>) -> tensor<?xf32> {
  // expected-error@+1 {{unsupported: 'onnxops.split_to_sequence_v24' of operand 0, which is sharded along dimension 0}}
  %s = onnxops.split_to_sequence_v24 %x, %n : (tensor<6xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %y = onnxops.concat_from_sequence_v11 %s axis = 0 : (!onnxops.seq<tensor<?xf32>>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

func.func @chunk_in_branch(%x: tensor<6xf32> {onnxops.name = "x"}, %n: tensor<i64>, %c: i1) -> tensor<?xf32> {
  // expected-error@+1 {{unsupported: 'onnxops.split_to_sequence_v24' of operand 0, which is sharded along dimension 0}}
  %s = onnxops.split_to_sequence_v24 %x, %n : (tensor<6xf32>, tensor<i64>) -> !onnxops.seq<tensor<?xf32>>
  %y = scf.if %c -> tensor<?xf32> {
    %0 = onnxops.sequence_at_v11 %s, %n : (!onnxops.seq<tensor<?xf32>>, tensor<i64>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  } else {
    %1 = tensor.cast %x : tensor<6xf32> to tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @position_of_shards(%x: tensor<6xi64> {onnxops.name = "x"}, %n: tensor<i64>) -> tensor<?xi64> {
  %p = tensor.extract_slice %x[0] [1] [1] : tensor<6xi64> to tensor<1xi64>
  %s = onnxops.split_to_sequence_v24 %x, %n : (tensor<6xi64>, tensor<i64>) -> !onnxops.seq<tensor<?xi64>>
  // expected-error@+1 {{unsupported: 'onnxops.sequence_at_v11' of operand 0, which is sharded along dimension 0}}
  %y = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<?xi64>>, tensor<1xi64>) -> tensor<?xi64>
  return %y : tensor<?xi64>
}

// -----

shard.grid @grid(shape = 2)
func.func @option_too(%x: tensor<4xf32> {onnxops.name = "x"}) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  // expected-error@+1 {{expected an input that no option shards, too}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

// expected-error@+1 {{ranks: expected those of the module's grid, 2x2, but got 2}}
module {
shard.grid @grid(shape = 2x2)
}
