// RUN: onnxops-opt %s -split-input-file -verify-diagnostics

func.func @no_grid(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a grid of 1 to 8 axes, but got 0}}
  onnxops.exchange "" along 0 on [] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @many_axes(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a grid of 1 to 8 axes, but got 9}}
  onnxops.exchange "" along 0 on [1, 1, 1, 1, 1, 1, 1, 1, 1] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @empty_axis(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected sizes of a grid that are at least 1 and have a product of less than 2^63, but got [0]}}
  onnxops.exchange "" along 0 on [0] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @large_grid(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected sizes of a grid that are at least 1 and have a product of less than 2^63, but got [4294967296, 4294967296]}}
  onnxops.exchange "" along 0 on [4294967296, 4294967296] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @dimension(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a dimension in [0, 1], but got 2}}
  onnxops.exchange "" along 2 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @negative_dimension(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a dimension in [0, 1], but got -1}}
  onnxops.exchange "" along -1 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @rank_zero(%a: memref<2x3xf32>, %r: memref<f32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a result of rank 1 or more, but got }}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<f32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @other_rank(%a: memref<2xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected source 0 to have the rank and the element type of }}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @other_type(%a: memref<2x3xi32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected source 0 to have the rank and the element type of }}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xi32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @few_axes(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected 4 axes, one for each dimension of each tensor, but got 3}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @unknown_axis(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected axes of the grid, or -1, but got 1}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [1, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @negative_axis(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected axes of the grid, or -1, but got -2}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [-2, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @axis_twice(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected axis 0 to shard one dimension of a tensor, but got two}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, 0, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @few_offsets(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected offsets for each sharded dimension, but got 1}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o : memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @many_offsets(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected offsets for each sharded dimension alone, but got 2}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, -1, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @other_offsets(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected 4 offsets, one more than the axis has ranks, but got }}
  onnxops.exchange "" along 0 on [3] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @unknown_offsets(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<?xindex>) {
  // expected-error@+1 {{expected 3 offsets, one more than the axis has ranks, but got }}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<?xindex>, memref<?xindex>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @strided_offsets(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex, strided<[2]>>) {
  // expected-error@+1 {{expected contiguous offsets, but got }}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex, strided<[2]>>, memref<3xindex, strided<[2]>>) segments [0, 0, 4, 1]
  return
}

// -----

func.func @half_a_segment(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected four numbers for each segment, but got 6}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1, 0, 0]
  return
}

// -----

func.func @no_such_source(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected segment 1 to be of a source, but got number 1}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1, 1, 0, 4, 1]
  return
}

// -----

func.func @negative_number(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected numbers of segment 0 to be at least 0, but got -4}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, -4, 1]
  return
}

// -----

func.func @result_of_memory(%a: memref<2x3xf32>, %r: memref<4x3xf32>, %o: memref<3xindex>) {
  // expected-error@+1 {{expected no result, but got one}}
  onnxops.exchange "" along 0 on [2] ins(%a : memref<2x3xf32>) outs(%r : memref<4x3xf32>) axes [0, -1, 0, -1] offsets(%o, %o : memref<3xindex>, memref<3xindex>) segments [0, 0, 4, 1] -> tensor<4x3xf32>
  return
}

// -----

func.func @no_result(%a: tensor<2xf32>, %r: tensor<2xf32>) {
  // expected-error@+1 {{expected a result, but got none}}
  onnxops.exchange "" along 0 on [1] ins(%a : tensor<2xf32>) outs(%r : tensor<2xf32>) axes [-1, -1] segments [0, 0, 2, 1]
  return
}

// -----

func.func @other_result(%a: tensor<2xf32>, %r: tensor<2xf32>) {
  // expected-error@+1 {{expected a result of type 'tensor<2xf32>', but got 'tensor<?xf32>'}}
  %0 = onnxops.exchange "" along 0 on [1] ins(%a : tensor<2xf32>) outs(%r : tensor<2xf32>) axes [-1, -1] segments [0, 0, 2, 1] -> tensor<?xf32>
  return
}

// -----

func.func @strings(%a: tensor<2x!onnxops.string>, %r: tensor<2x!onnxops.string>) {
  // expected-error@+1 {{expected numbers as elements, but got 'tensor<2x!onnxops.string>'}}
  %0 = onnxops.exchange "" along 0 on [1] ins(%a : tensor<2x!onnxops.string>) outs(%r : tensor<2x!onnxops.string>) axes [-1, -1] segments [0, 0, 2, 1] -> tensor<2x!onnxops.string>
  return
}

// -----

func.func @numbers(%a: memref<2xf32>, %r: memref<2xf32>, %n: index) {
  // expected-error@+1 {{expected 0 numbers that are not constant, but got 1}}
  "onnxops.exchange"(%a, %r, %n) <{where = "", dimension = 0 : i64, grid = array<i64: 1>, axes = array<i64: -1, -1>, segments = array<i64: 0, 0, 2, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 1>}> : (memref<2xf32>, memref<2xf32>, index) -> ()
  return
}

// -----

func.func @gather_axis(%n: index, %o: memref<3xindex>) {
  // expected-error@+1 {{expected an axis in [0, 0], but got 1}}
  onnxops.gather_offsets "" %n along 1 on [2] outs(%o : memref<3xindex>)
  return
}

// -----

func.func @gather_offsets(%n: index, %o: memref<3xindex>) {
  // expected-error@+1 {{expected 4 offsets, one more than the axis has ranks, but got 'memref<3xindex>'}}
  onnxops.gather_offsets "" %n along 0 on [3] outs(%o : memref<3xindex>)
  return
}

// -----

func.func @gather_grid(%n: index, %o: memref<3xindex>) {
  // expected-error@+1 {{expected a grid of 1 to 8 axes, but got 0}}
  onnxops.gather_offsets "" %n along 0 on [] outs(%o : memref<3xindex>)
  return
}

// -----

// expected-error @+1 {{expected onnxops.ranks to be an i64 of 1 or more, but got 0 : i64}}
func.func private @ranks() attributes {onnxops.ranks = 0}

// -----

// expected-error @+1 {{expected onnxops.ranks to be an i64 of 1 or more, but got 2 : i32}}
func.func private @ranks() attributes {onnxops.ranks = 2 : i32}

// -----

// expected-error @+1 {{expected onnxops.ranks at a function}}
module attributes {onnxops.ranks = 2} {}

// -----

// expected-error @+1 {{argument 0: expected onnxops.shard to be an i64, a dimension of 'tensor<2xf32>', or an array of these or -1 for each axis of a grid, but got 1 : i64}}
func.func private @shard(tensor<2xf32> {onnxops.shard = 1})

// -----

// expected-error @+1 {{result 0: expected onnxops.shard to be an i64, a dimension of 'tensor<2xf32>', or an array of these or -1 for each axis of a grid, but got "0"}}
func.func private @shard() -> (tensor<2xf32> {onnxops.shard = "0"})
