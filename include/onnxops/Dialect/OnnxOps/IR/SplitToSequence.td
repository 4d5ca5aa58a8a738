//===- SplitToSequence.td - both versions of the op --------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX SplitToSequence 11 and 24, oldest first.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_SPLITTOSEQUENCE
#define ONNXOPS_DIALECT_ONNXOPS_IR_SPLITTOSEQUENCE

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"

class OnnxOps_SplitToSequenceBase<int first, int last, OnnxOps_Elements elements>
    : OnnxOps_InferredOp<"split_to_sequence", first, last> {
  let opDocGroup = OnnxOps_SplitToSequenceGroup;
  let arguments = (ins OnnxOps_TensorOf<elements>:$input,
                       Optional<TensorOf<[I32, I64]>>:$split,
                       DefaultValuedAttr<I64Attr, "0">:$axis,
                       DefaultValuedAttr<I64Attr, "1">:$keepdims);
  let results = (outs OnnxOps_SequenceOf<elements>:$output_sequence);
  let assemblyFormat = [{
    $input (`,` $split^)? (`axis` `=` $axis^)? (`keepdims` `=` $keepdims^)?
    attr-dict `:` functional-type(operands, results)
  }];

  string rules = [{
    Splits `input` into chunks along `axis`, 0 by default; a negative axis
    counts from the end. Without `split`, every chunk has length 1, and a
    `keepdims` of 0, by default 1, removes the axis from the chunks. A scalar
    `split` is the length of all chunks, the last of which may be shorter; a
    vector gives each chunk's length, which may be 0. `keepdims` has no effect
    if `split` is given. An axis of length 0 gives an empty sequence unless
    `split` is a vector. Dynamic sizes are checked at run time.

    Constraints:

    * `split-c1`: `input` does not have rank 0
    * `split-c2`: `axis` names a dimension of `input`
    * `split-c3`: `keepdims` is 0 or 1
    * `split-c4`: `split` has rank 0 or 1
    * `split-c5`: a vector `split` is not empty
    * `split-c6`: a constant scalar `split` is positive
    * `split-c7`: no entry of a constant vector `split` is negative
    * `split-c8`: a constant vector `split` sums to the length of the axis
    * `split-c9`: the declared result type does not contradict the operands
  }];
}

def OnnxOps_SplitToSequenceV11Op
    : OnnxOps_SplitToSequenceBase<11, 23, OnnxOps_ElementsV4> {
  let isOldest = 1;
  let summary = "cuts a tensor into a sequence of chunks";
  let description = rules # [{
    The first version.

    ```mlir
    %0 = onnxops.split_to_sequence_v11 %a axis = 1 keepdims = 0 : (tensor<2x3xf32>) -> !onnxops.seq<tensor<2xf32>>
    %1 = onnxops.split_to_sequence_v11 %b, %n : (tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<?x3xf32>>
    ```
  }];
}

def OnnxOps_SplitToSequenceV24Op
    : OnnxOps_SplitToSequenceBase<24, OnnxOps_LatestOpset,
                                  OnnxOps_ElementsV13> {
  let summary = "cuts a tensor of 16 element types into a sequence of chunks";
  let description = rules # [{
    Change from version 11: bf16 is added.

    ```mlir
    %0 = onnxops.split_to_sequence_v24 %a axis = -1 : (tensor<2x3xbf16>) -> !onnxops.seq<tensor<2x1xbf16>>
    %1 = onnxops.split_to_sequence_v24 %b, %n : (tensor<?x3xf32>, tensor<2xi32>) -> !onnxops.seq<tensor<?x3xf32>>
    ```
  }];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_SPLITTOSEQUENCE
