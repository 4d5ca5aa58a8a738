//===- Tile.td - all versions of Tile ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX Tile 1, 6 and 13, oldest first.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_TILE
#define ONNXOPS_DIALECT_ONNXOPS_IR_TILE

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"

def OnnxOps_TileV1Op
    : OnnxOps_InferredOp<"tile", 1, 5, OnnxOps_ResultSizes> {
  let isOldest = 1;
  let opDocGroup = OnnxOps_TileGroup;
  let summary = "repeats a tensor along one axis";
  let description = [{
    Repeats `input` `tiles` times along `axis`. The published schema gives
    `tiles` and `axis` the floating-point type of `input`, although they are
    integers. Both i64 and that type are accepted, as a scalar or a one-element
    tensor. Non-constant values are checked at run time.

    Constraints:

    * `tile-c4`: no size exceeds 64 bits
    * `tile-c5`: the declared result type does not contradict the operands
    * `tile-c6`: `tiles` and `axis` are i64 or of the input's type, with one element
    * `tile-c7`: constant `tiles` is a non-negative integer value
    * `tile-c8`: constant `axis` is an integer value and names a dimension of `input`

    ```mlir
    %0 = onnxops.tile_v1 %a, %tiles, %axis : (tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<?x?xf32>
    %1 = onnxops.tile_v1 %b, %t, %x : (tensor<?x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x?xf32>
    ```
  }];
  let arguments = (ins
    OnnxOps_TensorOf<OnnxOps_ElementsV1>:$input,
    OnnxOps_TensorOf<OnnxOps_ElementsNumberV1>:$tiles,
    OnnxOps_TensorOf<OnnxOps_ElementsNumberV1>:$axis);
  let results = (outs OnnxOps_TensorOf<OnnxOps_ElementsV1>:$output);
  let assemblyFormat = [{
    $input `,` $tiles `,` $axis attr-dict `:` functional-type(operands, results)
  }];
}

class OnnxOps_TileBase<int first, int last, OnnxOps_Elements elements>
    : OnnxOps_InferredOp<"tile", first, last, OnnxOps_ResultSizes> {
  let opDocGroup = OnnxOps_TileGroup;
  let arguments = (ins OnnxOps_TensorOf<elements>:$input,
                       TensorOf<[I64]>:$repeats);
  let results = (outs OnnxOps_TensorOf<elements>:$output);
  let assemblyFormat = [{
    $input `,` $repeats attr-dict `:` functional-type(operands, results)
  }];

  string rules = [{
    Repeats `input` along every axis: dimension `i` of the result is dimension
    `i` of `input` times `repeats[i]`. A repeat of 0 gives an empty result.
    `repeats` need not be constant; constraints that cannot be verified
    statically are checked at run time.

    Constraints:

    * `tile-c1`: `repeats` has rank 1
    * `tile-c2`: `repeats` has as many elements as `input` has dimensions
    * `tile-c3`: no constant repeat is negative
    * `tile-c4`: no size exceeds 64 bits
    * `tile-c5`: the declared result type does not contradict the operands
  }];
}

def OnnxOps_TileV6Op : OnnxOps_TileBase<6, 12, OnnxOps_ElementsV4> {
  let summary = "repeats a tensor along every axis";
  let description = rules # [{
    Changes from version 1: one repeat for each axis, and twelve more element
    types.

    ```mlir
    %0 = onnxops.tile_v6 %a, %r : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<?x?xi64>
    %1 = onnxops.tile_v6 %b, %r : (tensor<?x3xi64>, tensor<2xi64>) -> tensor<?x?xi64>
    ```
  }];
}

def OnnxOps_TileV13Op
    : OnnxOps_TileBase<13, OnnxOps_LatestOpset, OnnxOps_ElementsV13> {
  let summary = "repeats a tensor of 16 element types, including bf16";
  let description = rules # [{
    Change from version 6: bf16 is added.

    ```mlir
    %0 = onnxops.tile_v13 %a, %r : (tensor<2x3xbf16>, tensor<2xi64>) -> tensor<4x9xbf16>
    %1 = onnxops.tile_v13 %b, %r : (tensor<?x3xbf16>, tensor<?xi64>) -> tensor<?x?xbf16>
    ```
  }];
  let hasFolder = 1;
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_TILE
