//===- Concat.td - all versions of Concat ------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ONNX Concat 1, 4, 11, 13 and OpenVINO's Concat, oldest first. The base class
// has the shared rules; each version states its changes.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_CONCAT
#define ONNXOPS_DIALECT_ONNXOPS_IR_CONCAT

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"

class OnnxOps_ConcatBase<string family, int first, int last,
                         OnnxOps_Elements elements, Attr axisAttr = I64Attr>
    : OnnxOps_InferredOp<family, first, last, OnnxOps_ResultSizes> {
  let opDocGroup = OnnxOps_ConcatGroup;
  let arguments = (ins Variadic<OnnxOps_TensorOf<elements>>:$inputs,
                       axisAttr:$axis);
  let results = (outs OnnxOps_TensorOf<elements>:$concat_result);
  let assemblyFormat = [{
    $inputs `axis` `=` $axis attr-dict `:` functional-type($inputs, results)
  }];

  string rules = [{
    Concatenates the inputs along `axis`. All inputs have equal sizes in every
    other dimension; the result's size along `axis` is the sum of theirs. Inputs
    may be empty. Dynamic dimensions are checked at run time, before any data is
    copied. An input of unknown rank determines the element type only.

    Constraints:

    * `concat-c1`: at least one input
    * `concat-c2`: all inputs and the result have the same element type
    * `concat-c3`: no input has rank 0
    * `concat-c4`: all inputs have the same rank
    * `concat-c5`: `axis` names a dimension of the inputs
    * `concat-c6`: all inputs agree in every dimension except `axis`
    * `concat-c7`: the sum along `axis` fits into 64 bits
    * `concat-c8`: the declared result type does not contradict the inputs
  }];
}

def OnnxOps_ConcatV1Op
    : OnnxOps_ConcatBase<"concat", 1, 3, OnnxOps_ElementsV1,
                         DefaultValuedAttr<I64Attr, "1">> {
  let isOldest = 1;
  let summary = "concatenates tensors along an axis that defaults to 1";
  let description = rules # [{
    The first version: f16, f32 and f64 only; `axis` defaults to 1 and may not
    be negative.

    ```mlir
    %0 = onnxops.concat_v1 %a, %b : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
    %1 = onnxops.concat_v1 %c, %d axis = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    ```
  }];
  let assemblyFormat = [{
    $inputs (`axis` `=` $axis^)? attr-dict `:` functional-type($inputs, results)
  }];
}

def OnnxOps_ConcatV4Op
    : OnnxOps_ConcatBase<"concat", 4, 10, OnnxOps_ElementsV4> {
  let summary = "concatenates tensors of 15 element types along a given axis";
  let description = rules # [{
    Changes from version 1: `axis` is required, and twelve element types are
    added. `axis` may not be negative.

    ```mlir
    %0 = onnxops.concat_v4 %a, %b axis = 1 : (tensor<2x3xi64>, tensor<2x5xi64>) -> tensor<2x8xi64>
    %1 = onnxops.concat_v4 %c, %d axis = 0 : (tensor<?x3xi64>, tensor<?x3xi64>) -> tensor<?x3xi64>
    ```
  }];
}

def OnnxOps_ConcatV11Op
    : OnnxOps_ConcatBase<"concat", 11, 12, OnnxOps_ElementsV4> {
  let summary = "concatenates tensors along an axis that may be negative";
  let description = rules # [{
    Change from version 4: a negative `axis` counts from the end.

    ```mlir
    %0 = onnxops.concat_v11 %a, %b axis = -1 : (tensor<2x3xi8>, tensor<2x5xi8>) -> tensor<2x8xi8>
    %1 = onnxops.concat_v11 %c, %d axis = -2 : (tensor<?x3xi8>, tensor<?x3xi8>) -> tensor<?x3xi8>
    ```
  }];
}

def OnnxOps_ConcatV13Op
    : OnnxOps_ConcatBase<"concat", 13, OnnxOps_LatestOpset,
                         OnnxOps_ElementsV13> {
  let isOpenVINO = 1;
  let summary = "concatenates tensors of 16 element types, including bf16";
  let description = rules # [{
    Change from version 11: bf16 is added.

    ```mlir
    %0 = onnxops.concat_v13 %a, %b axis = 1 : (tensor<2x3xbf16>, tensor<2x5xbf16>) -> tensor<2x8xbf16>
    %1 = onnxops.concat_v13 %c, %d axis = 0 : (tensor<?x?xf32>, tensor<*xf32>) -> tensor<?x?xf32>
    ```
  }];
  let hasFolder = 1;
  let hasCanonicalizer = 1;
}

def OnnxOps_OpenVINOConcatV1Op
    : OnnxOps_ConcatBase<"openvino_concat", 1, 1, OnnxOps_ElementsOpenVINO> {
  let isOldest = 1;
  let summary = "concatenates tensors as OpenVINO's opset 1 and later do";
  let description = rules # [{
    OpenVINO's Concat: any numeric element type; a negative `axis` counts from
    the end.

    ```mlir
    %0 = onnxops.openvino_concat_v1 %a, %b axis = -3 : (tensor<1x8x50x50xf32>, tensor<1x16x50x50xf32>) -> tensor<1x24x50x50xf32>
    %1 = onnxops.openvino_concat_v1 %c, %d axis = 0 : (tensor<?x3xi8>, tensor<?x3xi8>) -> tensor<?x3xi8>
    ```
  }];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_CONCAT
