//===- Passes.td - passes within the dialect ---------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes on the operators of the dialect, before lowering.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def InferShapes : Pass<"onnxops-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "refine types through functions, calls and control flow";
  let description = [{
    Before: any module. After: every value has the most precise type that can be
    inferred from its operands; results of functions and of scf's control flow
    have the types of the values that are returned or yielded. A `tensor.cast`
    or `onnxops.sequence_cast` restores the declared type for users that need
    it. A contradiction is an error at the op where it is found.

    Not refined: function arguments, and results of recursive calls that depend
    on themselves.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def BindDimensions : Pass<"onnxops-bind-dimensions", "::mlir::ModuleOp"> {
  let summary = "give symbolic dimensions of inputs a size";
  let description = [{
    Before: any module. After: dimensions of function arguments that
    `onnxops.dims` calls by a name in `dims` have the given size, and no name.
    A name that no argument has is an error.

    ```mlir
    func.func @main(%a: tensor<?x4xf32> {onnxops.dims = ["N", ""]})
    ```
    becomes, with `dims=N=8`,
    ```mlir
    func.func @main(%a: tensor<8x4xf32>)
    ```
  }];
  let options = [
    ListOption<"dims", "dims", "std::string", "names and sizes, as N=8">
  ];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def FoldOnnx : Pass<"onnxops-fold-onnx", "::mlir::ModuleOp"> {
  let summary = "fold generic onnx ops: shape arithmetic, Ifs, unused ops";
  let description = [{
    Before: any module, with inferred types. After: results of `onnx` ops and of
    ops of this dialect that are tensors of at most 64 known integers are
    constants; an `onnx.If` whose condition is known is replaced by the branch
    that it takes; and ONNX operators whose results are not used are erased. The
    module can still be exported.

    ```mlir
    %0 = "onnx.Shape"(%a) : (tensor<?x3xf32>) -> tensor<2xi64>
    %1 = "onnx.Gather"(%0, %one) : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
    ```
    becomes
    ```mlir
    %1 = arith.constant dense<3> : tensor<i64>
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def Upgrade : Pass<"onnxops-upgrade", "::mlir::ModuleOp"> {
  let summary = "upgrade every op to its newest version";
  let description = [{
    Before: any module, with inferred types, since some steps need a rank.
    After: every versioned op is the newest version of its family. A step that
    lacks such information emits an error that names the op and the reason.

    With `unknown-ops=keep`, an op with operands or results of unknown rank that
    has no such step stays as it is.
  }];
  let options = [
    Option<"unknownOps", "unknown-ops", "::mlir::onnxops::UnknownOps",
           /*default=*/"::mlir::onnxops::UnknownOps::Refuse",
           "how ops of unknown rank are treated",
           "::mlir::onnxops::getUnknownOpsValues()">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ConvertVersion : Pass<"onnxops-convert-version", "::mlir::ModuleOp"> {
  let summary = "convert every op to the version of an ONNX opset"
                " or of OpenVINO";
  let description = [{
    Before: any module, with inferred types. After: every versioned op has the
    version of opset `target-opset`, which the module's `onnxops.opset`, if any,
    is set to; or, with `target=openvino`, OpenVINO's version, and the module
    has no opset. Ops with an equivalent at the target are converted, up or
    down; any other op is an error that names the op, the target and the reason.

    Ops of the dialect `onnx` are converted one opset at a time, by ONNX's list
    of versions: an op stays as it is if the number and types of its operands
    and results, and its attributes, are valid in both versions and mean the
    same. Otherwise a rule rewrites it, or it is an error. Operators of other
    domains stay. A module without `onnxops.opset` has the newest opset.

    All ops that cannot be converted are reported, and a failed conversion
    leaves the module unchanged. With `best-effort` the reasons are warnings,
    and the module has the opset nearest to the target that works.
  }];
  let options = [
    Option<"targetOpset", "target-opset", "int64_t",
           /*default=*/"::mlir::onnxops::OnnxOpsDialect::kLatestOpset",
           "ONNX opset, the newest one by default">,
    Option<"targetName", "target", "std::string", /*default=*/"\"\"",
           "`openvino` for the operators of OpenVINO">,
    Option<"bestEffort", "best-effort", "bool", /*default=*/"false",
           "convert as far as possible">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def Fuse : Pass<"onnxops-fuse", "::mlir::ModuleOp"> {
  let summary = "fuse concats of concats and tiles of tiles";
  let description = [{
    Before: newest versions. After: no concat has an operand that is a concat
    along the same axis in the same block without other uses, and none has only
    one input. A tile of a tile in the same block is a tile of its input, if all
    repeats are known. A concat of one value with itself is a tile of it if that
    is faster: with 17 operands or more, with known runs of 256 elements or
    more, or of a tile. Takes linear time in the number of operands: a chain of
    concats becomes one. Ops that may fail a run-time check stay: those whose
    declared type is more precise than their inputs imply, and those whose
    inputs would contradict each other in a fused op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ResolveSequences : Pass<"onnxops-resolve-sequences", "::mlir::ModuleOp"> {
  let summary = "replace sequences of known content by tensors";
  let description = [{
    Before: newest versions. After: no SequenceAt, SequenceLength or
    ConcatFromSequence reads a sequence that was built at known positions from
    known tensors, or split at known positions. Ops that may fail are unchanged
    and checked at run time. Takes O(n log n) time for n operators.

    With `in-onnx`, tensors are built by ONNX operators of the module's opset,
    so that the module can be exported. Then chunks whose lengths, number or
    position are only known at run time are resolved too: those of a split into
    a known number of chunks by Split, those of one length by Slice with
    computed bounds, those of length 1 by Gather.

    ```mlir
    %0 = onnxops.split_to_sequence_v24 %a axis = 0 keepdims = 0 : (tensor<?x3xf32>) -> !onnxops.seq<tensor<3xf32>>
    %1 = onnxops.sequence_at_v11 %0, %i : (!onnxops.seq<tensor<3xf32>>, tensor<i64>) -> tensor<3xf32>
    ```
    becomes
    ```mlir
    %1 = "onnx.Gather"(%a, %i) {axis = 0 : i64} : (tensor<?x3xf32>, tensor<i64>) -> tensor<3xf32>
    ```
  }];
  let options = [
    Option<"inONNX", "in-onnx", "bool", /*default=*/"false",
           "build ONNX operators">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def JoinSequences : Pass<"onnxops-join-sequences", "::mlir::ModuleOp"> {
  let summary = "carry tensors through Loops in place of sequences";
  let description = [{
    Before: newest versions, with inferred types. After: no `onnx.Loop` carries a
    sequence to which each iteration only appends, if the readers can read it
    from one tensor: that of all elements concatenated along the axis of the
    readers, or stacked. The initial sequence must be empty, or have elements;
    sizes of an empty one must be static or those of inputs.

    ```mlir
    %s = onnxops.sequence_empty_v11 : () -> !seq
    %r = "onnx.Loop"(%n, %c, %s) ({
    ^bb0(%i: tensor<i64>, %d: tensor<i1>, %t: !seq):
      %x = "onnx.Gather"(%a, %i) : (tensor<?x4xf32>, tensor<i64>) -> tensor<4xf32>
      %u = onnxops.sequence_insert_v11 %t, %x : (!seq, tensor<4xf32>) -> !seq
      "onnx.Yield"(%d, %u) : (tensor<i1>, !seq) -> ()
    }) : (tensor<i64>, none, !seq) -> !seq
    %0 = onnxops.concat_from_sequence_v11 %r axis = 0 new_axis = 1 : (!seq) -> tensor<?x4xf32>
    ```
    carries a tensor instead of `%t`, which is `tensor<0x4xf32>` at first, and to
    which each iteration concatenates `%x`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def SinkSequenceReads
    : Pass<"onnxops-sink-sequence-reads", "::mlir::ModuleOp"> {
  let summary = "read the sequences that Ifs return in their branches";
  let description = [{
    Before: newest versions. After: no `onnx.If` returns a sequence that both
    branches build of known tensors, or split, if only ops behind it in its block
    read it, at positions that are known before it: the If returns what they
    read.

    ```mlir
    %s = "onnx.If"(%c) ({
      "onnx.Yield"(%a) : (!seq) -> ()
    }, {
      "onnx.Yield"(%b) : (!seq) -> ()
    }) : (tensor<i1>) -> !seq
    %0 = onnxops.sequence_at_v11 %s, %p : (!seq, tensor<i64>) -> tensor<2xf32>
    ```
    becomes
    ```mlir
    %0 = "onnx.If"(%c) ({
      %1 = onnxops.sequence_at_v11 %a, %p : (!seq, tensor<i64>) -> tensor<2xf32>
      "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
    }, {
      %1 = onnxops.sequence_at_v11 %b, %p : (!seq, tensor<i64>) -> tensor<2xf32>
      "onnx.Yield"(%1) : (tensor<2xf32>) -> ()
    }) : (tensor<i1>) -> tensor<2xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def CopyYieldedValues
    : Pass<"onnxops-copy-yielded-values", "::mlir::ModuleOp"> {
  let summary = "let graphs in attributes return only their own values";
  let description = [{
    Before: any module. After: no region of an `onnx` op yields a tensor from
    outside of it: an `onnx.Identity` copies the value. ONNX Runtime refuses
    models in which a graph returns an outer value.
  }];
}

def ShareConstants : Pass<"onnxops-share-constants", "::mlir::ModuleOp"> {
  let summary = "replace constants by an equal one before them";
  let description = [{
    Before: any module. After: no `arith.constant` has the type and content of
    one that is visible to it, resources included, unless it is returned by its
    graph or documented. The first one keeps its name.
  }];
}

def MergeSlices : Pass<"onnxops-merge-slices", "::mlir::ModuleOp"> {
  let summary = "merge slices and concats in ONNX form";
  let description = [{
    Before: newest versions, with inferred types. After: no `onnx.Slice` takes
    elements of one operand of a concat, or of another Slice or of a part of a
    Split, along the same axis: it takes them of the tensor that has the data. No
    concat has operands that are adjacent such ranges: they are one Slice, or
    the tensor itself. Sizes along the axis must be known. Below opset 11
    nothing changes.

    ```mlir
    %0 = onnxops.concat_v13 %a, %b axis = 0 : (tensor<2xf32>, tensor<3xf32>) -> tensor<5xf32>
    %1 = "onnx.Slice"(%0, %two, %five) : (tensor<5xf32>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
    ```
    becomes `%b`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES
