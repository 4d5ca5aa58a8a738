//===- Sequence.td - the sequence operators ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ONNX operators that create, modify and consume sequences, each with a
// single version, 11; and a cast between sequence types.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_SEQUENCE
#define ONNXOPS_DIALECT_ONNXOPS_IR_SEQUENCE

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"

class OnnxOps_SequenceOp<string family, list<Trait> traits = []>
    : OnnxOps_InferredOp<family, 11, OnnxOps_LatestOpset, traits> {
  let isOldest = 1;
  let opDocGroup = OnnxOps_SequenceGroup;
}

def OnnxOps_SequenceAtV11Op : OnnxOps_SequenceOp<"sequence_at"> {
  let summary = "returns one tensor of a sequence";
  let description = [{
    Returns the element at `position`, which is in [-n, n-1] for a sequence of n
    elements; a negative position counts from the end. Checked at run time.

    Constraints:

    * `sequence-c1`: `position` is a scalar or has one element
    * `sequence-c8`: the declared result type does not contradict the operands

    ```mlir
    %0 = onnxops.sequence_at_v11 %s, %p : (!onnxops.seq<tensor<2x3xf32>>, tensor<i64>) -> tensor<2x3xf32>
    %1 = onnxops.sequence_at_v11 %t, %q : (!onnxops.seq<tensor<*xf32>>, tensor<1xi32>) -> tensor<?x3xf32>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$input_sequence,
                       OnnxOps_Position:$position);
  let results = (outs OnnxOps_AnyTensor:$tensor);
  let assemblyFormat = [{
    $input_sequence `,` $position attr-dict `:`
    functional-type(operands, results)
  }];
}

def OnnxOps_SequenceLengthV11Op
    : OnnxOps_SequenceOp<"sequence_length",
                         [AlwaysSpeculatable, OnnxOps_NonNegative]> {
  let summary = "counts the elements of a sequence";
  let description = [{
    Returns the number of elements, an i64 tensor of rank 0.

    Constraints:

    * `sequence-c8`: the result has rank 0 if its type is ranked

    ```mlir
    %0 = onnxops.sequence_length_v11 %s : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<i64>
    %1 = onnxops.sequence_length_v11 %t : (!onnxops.seq<tensor<*xf32>>) -> tensor<i64>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$input_sequence);
  let results = (outs TensorOf<[I64]>:$length);
  let assemblyFormat = [{
    $input_sequence attr-dict `:` functional-type(operands, results)
  }];
}

def OnnxOps_SequenceConstructV11Op : OnnxOps_SequenceOp<"sequence_construct"> {
  let summary = "creates a sequence of the given tensors";
  let description = [{
    Creates a sequence of the tensors in the given order. Its tensor type is the
    join of their types: sizes that differ become `?`, different ranks give an
    unranked type.

    Constraints:

    * `sequence-c2`: all inputs and the result have the same element type
    * `sequence-c3`: at least one input
    * `sequence-c8`: the declared result type does not contradict the operands

    ```mlir
    %0 = onnxops.sequence_construct_v11 %a, %b : (tensor<2x3xf32>, tensor<2x3xf32>) -> !onnxops.seq<tensor<2x3xf32>>
    %1 = onnxops.sequence_construct_v11 %c, %d : (tensor<?x3xf32>, tensor<4xf32>) -> !onnxops.seq<tensor<*xf32>>
    ```
  }];
  let arguments = (ins Variadic<OnnxOps_AnyTensor>:$inputs);
  let results = (outs OnnxOps_AnySequence:$output_sequence);
  let assemblyFormat = [{
    $inputs attr-dict `:` functional-type($inputs, results)
  }];
}

def OnnxOps_SequenceEmptyV11Op
    : OnnxOps_SequenceOp<"sequence_empty", [AlwaysSpeculatable]> {
  let summary = "creates an empty sequence";
  let description = [{
    `dtype` is the number of the element type in ONNX's TensorProto.DataType;
    f32 (1) by default.

    Constraints:

    * `sequence-c4`: `dtype` is a known type and the element type of the result

    ```mlir
    %0 = onnxops.sequence_empty_v11 : () -> !onnxops.seq<tensor<*xf32>>
    %1 = onnxops.sequence_empty_v11 dtype = 7 : () -> !onnxops.seq<tensor<?x3xi64>>
    ```
  }];
  let arguments = (ins DefaultValuedAttr<I64Attr, "1">:$dtype);
  let results = (outs OnnxOps_AnySequence:$output_sequence);
  let assemblyFormat = [{
    (`dtype` `=` $dtype^)? attr-dict `:` functional-type(operands, results)
  }];
}

def OnnxOps_SequenceInsertV11Op : OnnxOps_SequenceOp<"sequence_insert"> {
  let summary = "inserts a tensor into a sequence";
  let description = [{
    Returns the sequence with `tensor` inserted before `position`, which is in
    [-n, n] for a sequence of n elements and n by default, which appends.
    Checked at run time.

    Constraints:

    * `sequence-c1`: `position` is a scalar or has one element
    * `sequence-c2`: sequence, tensor and result have the same element type
    * `sequence-c8`: the declared result type does not contradict the operands

    ```mlir
    %0 = onnxops.sequence_insert_v11 %s, %a : (!onnxops.seq<tensor<2x3xf32>>, tensor<2x3xf32>) -> !onnxops.seq<tensor<2x3xf32>>
    %1 = onnxops.sequence_insert_v11 %t, %c, %p : (!onnxops.seq<tensor<*xf32>>, tensor<?x3xf32>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$input_sequence,
                       OnnxOps_AnyTensor:$tensor,
                       Optional<OnnxOps_Position>:$position);
  let results = (outs OnnxOps_AnySequence:$output_sequence);
  let assemblyFormat = [{
    $input_sequence `,` $tensor (`,` $position^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OnnxOps_SequenceEraseV11Op : OnnxOps_SequenceOp<"sequence_erase"> {
  let summary = "removes a tensor from a sequence";
  let description = [{
    Returns the sequence without the element at `position`, which is in
    [-n, n-1] for a sequence of n elements; by default, without the last one.
    Checked at run time.

    Constraints:

    * `sequence-c1`: `position` is a scalar or has one element
    * `sequence-c2`: sequence and result have the same element type
    * `sequence-c8`: the declared result type does not contradict the operands

    ```mlir
    %0 = onnxops.sequence_erase_v11 %s : (!onnxops.seq<tensor<2x3xf32>>) -> !onnxops.seq<tensor<2x3xf32>>
    %1 = onnxops.sequence_erase_v11 %t, %p : (!onnxops.seq<tensor<*xf32>>, tensor<i64>) -> !onnxops.seq<tensor<*xf32>>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$input_sequence,
                       Optional<OnnxOps_Position>:$position);
  let results = (outs OnnxOps_AnySequence:$output_sequence);
  let assemblyFormat = [{
    $input_sequence (`,` $position^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

def OnnxOps_ConcatFromSequenceV11Op
    : OnnxOps_SequenceOp<"concat_from_sequence"> {
  let summary = "concatenates or stacks the tensors of a sequence";
  let description = [{
    If `new_axis` is 0, concatenates the elements along `axis` as Concat does;
    if it is 1, stacks them along a new axis. An empty sequence is an error at
    run time, since it does not determine a result shape.

    Constraints:

    * `sequence-c2`: sequence and result have the same element type
    * `sequence-c5`: `new_axis` is 0 or 1
    * `sequence-c6`: elements of rank 0 can only be stacked
    * `sequence-c7`: `axis` names a dimension of the result
    * `sequence-c8`: the declared result type does not contradict the operands

    ```mlir
    %0 = onnxops.concat_from_sequence_v11 %s axis = 1 : (!onnxops.seq<tensor<2x3xf32>>) -> tensor<2x?xf32>
    %1 = onnxops.concat_from_sequence_v11 %t axis = -1 new_axis = 1 : (!onnxops.seq<tensor<?x3xf32>>) -> tensor<?x3x?xf32>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$input_sequence,
                       I64Attr:$axis,
                       DefaultValuedAttr<I64Attr, "0">:$new_axis);
  let results = (outs OnnxOps_AnyTensor:$concat_result);
  let assemblyFormat = [{
    $input_sequence `axis` `=` $axis (`new_axis` `=` $new_axis^)? attr-dict `:`
    functional-type(operands, results)
  }];
}

// Not an ONNX operator: the equivalent of tensor.cast for sequences.
def OnnxOps_SequenceCastOp : OnnxOps_Op<"sequence_cast", [Pure]> {
  let opDocGroup = OnnxOps_SequenceGroup;
  let summary = "converts a sequence to a more or less precise type";
  let description = [{
    Returns the same sequence under another type, without a check: if the result
    type is more precise, sequence_at checks each element that it returns.

    Constraints:

    * `sequence-c8`: the declared result type does not contradict the source's

    ```mlir
    %0 = onnxops.sequence_cast %s : !onnxops.seq<tensor<2x3xf32>> to !onnxops.seq<tensor<?x3xf32>>
    %1 = onnxops.sequence_cast %t : !onnxops.seq<tensor<*xf32>> to !onnxops.seq<tensor<?x3xf32>>
    ```
  }];
  let arguments = (ins OnnxOps_AnySequence:$source);
  let results = (outs OnnxOps_AnySequence:$result);
  let assemblyFormat = [{
    $source attr-dict `:` qualified(type($source)) `to`
    qualified(type($result))
  }];
  let hasVerifier = 1;
  let hasFolder = 1;
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_SEQUENCE
