// Annotations that a function for several ranks cannot have.
//
// RUN: onnxops-opt %s --split-input-file --verify-diagnostics --onnxops-assign-shards

shard.grid @a(shape = 2)
// expected-error@+1 {{unsupported: several grids in a module}}
shard.grid @b(shape = 2)

// -----

// expected-error@+1 {{ranks: expected a grid of known sizes}}
shard.grid @grid(shape = 2x?)

// -----

shard.grid @grid(shape = 2)
func.func @dynamic_offsets(%x: tensor<4xf32>, %n: i64) {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, %n, 4] : !shard.sharding
  // expected-error@+1 {{unsupported: offsets of shards that are not constant}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @late(%x: tensor<?xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [1, 2, 2] : !shard.sharding
  // expected-error@+1 {{expected the offsets of dimension 0 to begin with 0, but got 1}}
  %0 = shard.shard %x to %s : tensor<?xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @short(%x: tensor<4xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 1, 3] : !shard.sharding
  // expected-error@+1 {{expected the offsets of dimension 0 to end with 4, its size, but got 3}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @more(%x: tensor<4xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 1, 4, 4] : !shard.sharding
  // expected-error@+1 {{expected offsets of sharded dimensions alone, but got 1 more}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2x2)
func.func @two_axes(%x: tensor<4xf32>) {
  %s = shard.sharding @grid split_axes = [[0, 1]] : !shard.sharding
  // expected-error@+1 {{unsupported: dimension 0 is sharded along several axes of the grid}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @halo(%x: tensor<4xf32>) {
  %s = shard.sharding @grid split_axes = [[0]] halo_sizes = [1, 1] : !shard.sharding
  // expected-error@+1 {{unsupported: halos}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @rank(%x: tensor<4xf32>) {
  %s = shard.sharding @grid split_axes = [[], [0]] : !shard.sharding
  // expected-error@+1 {{expected a sharding of 'tensor<4xf32>' on a grid of 1 axes}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @argument(%x: tensor<4xf32>, %s: !shard.sharding) {
  // expected-error@+1 {{expected the sharding to be of shard.sharding}}
  %0 = shard.shard %x to %s : tensor<4xf32>
  return
}


// -----

shard.grid @grid(shape = 2)
func.func @inside(%x: tensor<4xf32>, %c: i1) {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  scf.if %c {
    // expected-error@+1 {{unsupported: 'shard.shard' here, which uses a sharding}}
    %0 = shard.shard %x to %s : tensor<4xf32>
  }
  return
}

// -----

shard.grid @grid(shape = 2)
func.func @other_user(%x: tensor<4xf32>) -> index {
  %s = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %d = arith.constant 0 : index
  // expected-error@+1 {{unsupported: 'shard.shard_shape' here, which uses a sharding}}
  %0 = shard.shard_shape dims = [4] sharding = %s device = [0] : index
  return %0 : index
}

// -----

// expected-error@+1 {{ranks: expected 1 to 1048576, but got 2x0}}
shard.grid @grid(shape = 2x0)
