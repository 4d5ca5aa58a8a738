//===- Passes.td - conversions between dialects ------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversions from and to the dialect of onnx-mlir, then to upstream dialects:
// first of other ONNX operators, then of the ops of the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_PASSES
#define ONNXOPS_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertOnnxToOnnxOps
    : Pass<"convert-onnx-to-onnxops", "::mlir::ModuleOp"> {
  let summary = "convert the operators of an onnx-mlir module to the dialect";
  let description = [{
    Before: a module of onnx-mlir in generic form, whose dialect `onnx` is not
    registered. After: `onnx.Concat`, `onnx.Tile`, `onnx.SplitToSequence` and
    the sequence operators are ops of the dialect, in the version that onnx-mlir
    implements. All occurrences of `!onnx.Seq<...>` and `!onnx.String` are types
    of the dialect, and the names and symbols of arguments and results,
    `onnx.name` and `onnx.dim_params`, are its attributes. Everything else is
    unchanged, as is a module without such ops and types.

    An operator that does not match onnx-mlir's definition is an error that
    names it.
  }];
  let dependentDialects = ["::mlir::onnxops::OnnxOpsDialect"];
}

def ConvertOnnxOpsToOnnx
    : Pass<"convert-onnxops-to-onnx", "::mlir::ModuleOp"> {
  let summary = "convert the operators of the dialect to those of onnx-mlir";
  let description = [{
    The inverse of `--convert-onnx-to-onnxops`: restores the original module.
    After: no op and no type of the dialect is left. Constants, casts and slices
    of tensors, which intermediate passes create, become ONNX operators where
    onnx-mlir has an equivalent. An op of the dialect that onnx-mlir lacks, or
    has in another version only, is an error that names it.
  }];
}

def ConvertTosaToOnnxOps : Pass<"convert-tosa-to-onnxops"> {
  let summary = "convert ops of TOSA that move tensors";
  let description = [{
    After: each `tosa.concat` is an `onnxops.concat_v13`, each `tosa.tile` an
    `onnxops.tile_v13`, and each `tosa.slice` a `tensor.extract_slice`. Upstream's
    own lowering of `tosa.concat` is a chain of `tensor.insert_slice`, whose
    bufferization takes time that grows with the fourth power of the operands.

    Sizes that are only known at run time are checked, by `onnxops.check` for
    slices. Multiples, starts and sizes must be `tosa.const_shape`; a size of -1
    goes to the end of its dimension. Others are errors that name the op.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::onnxops::OnnxOpsDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertOnnxOpsToTosa : Pass<"convert-onnxops-to-tosa"> {
  let summary = "convert Concat, Tile and slices to TOSA";
  let description = [{
    Before: newest versions, sequences resolved to slices. After: no op of ONNX is
    left; `tensor.extract_slice` with known bounds, or of all of a dimension, are
    `tosa.slice`, others stay. A concat of more than 64 operands, the limit of
    level 8K, becomes several.

    An operator that TOSA cannot express is an error that names it and the reason:
    element types such as f64, strings and unsigned integers, ranks above 6,
    dimensions that are known to be empty, repeats that are 0 or not known. Sizes
    that disagree at run time are an error in ONNX, and undefined in TOSA.
  }];
  let dependentDialects = ["::mlir::tosa::TosaDialect"];
}

def ConvertTorchOnnxToOnnx
    : Pass<"convert-torch-onnx-to-onnx", "::mlir::ModuleOp"> {
  let summary = "convert torch.operators of ONNX to the dialect onnx";
  let description = [{
    Before: a module of torch-mlir's ONNX importer in generic form, whose dialect
    `torch` is not registered. After: each `torch.operator` whose name begins
    with `onnx.` is a generic op of the dialect `onnx`, which
    `--convert-onnx-to-onnxops` reads:

    ```mlir
    %0 = "torch.operator"(%a, %b) <{name = "onnx.Concat"}> {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,5],f32>) -> !torch.vtensor<[2,8],f32>
    ```

    becomes

    ```mlir
    %0 = "onnx.Concat"(%a, %b) {axis = 1 : si64} : (tensor<2x3xf32>, tensor<2x5xf32>) -> tensor<2x8xf32>
    ```

    Values of the types `!torch.vtensor`, `!torch.list` and `!torch.optional` of
    these, and `!torch.none`, have builtin and onnxops types in the whole module,
    so that no casts are needed between these ops and others. The opset of the
    functions becomes that of the module. Everything else is unchanged, as is a
    module without such ops.
  }];
  let dependentDialects = ["::mlir::onnxops::OnnxOpsDialect"];
}

def ConvertOnnxToTorchOnnx
    : Pass<"convert-onnx-to-torch-onnx", "::mlir::ModuleOp"> {
  let summary = "convert the dialect onnx to torch.operators";
  let description = [{
    The inverse of `--convert-torch-onnx-to-onnx`, behind
    `--convert-onnxops-to-onnx`: all generic ops of `onnx` are `torch.operator`s,
    and all values of tensors, sequences and optional values have types of torch.
    An operator of another domain is an error, since a `torch.operator` does not
    name one.
  }];
}

def ConvertOnnxToUpstream
    : Pass<"convert-onnx-to-upstream", "::mlir::ModuleOp"> {
  let summary = "lower supported generic onnx ops to upstream dialects";
  let description = [{
    Before: other ONNX operators are generic ops of the unregistered dialect
    `onnx`, at the module's opset, `onnxops.opset`, in the syntax of the
    dialect's importers or of onnx-mlir. After: none is left; constraints on
    sizes, positions or lengths that are not known are checked by
    `onnxops.check`. Constant strings are `onnxops.rt.strings`. An unsupported
    operator is an error that names it, as is an operand of unknown rank.
    `docs/interfaces.md` lists the supported operators.

    With `unknown-ops=keep`, operators that are not supported stay generic ops,
    with their regions. So do those that cannot be lowered because a rank or
    value is not known. An op that breaks its operator's rules is an error in
    both modes.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"unknownOps", "unknown-ops", "::mlir::onnxops::UnknownOps",
           /*default=*/"::mlir::onnxops::UnknownOps::Refuse",
           "how operators without a lowering are treated",
           "::mlir::onnxops::getUnknownOpsValues()">
  ];
}

def ConvertOnnxOpsToLinalg
    : Pass<"convert-onnxops-to-linalg", "::mlir::ModuleOp"> {
  let summary = "lower the dialect to linalg, tensor and scf";
  let description = [{
    Before: newest versions of all ops. After: only checks and run-time handles
    are left of the dialect, and element types are storage types (bool as i8,
    complex128 as two i64, ...). An op without a lowering is an error that names
    it and its location.

    With `unknown-ops=keep`, ops with operands or results of unknown rank stay.
    The values that they, and kept `onnx` ops, take and give have the model's
    types; all other values have storage types.
  }];
  let options = [
    Option<"unknownOps", "unknown-ops", "::mlir::onnxops::UnknownOps",
           /*default=*/"::mlir::onnxops::UnknownOps::Refuse",
           "how ops of unknown rank are treated",
           "::mlir::onnxops::getUnknownOpsValues()">,
    Option<"checks", "checks", "::mlir::onnxops::CheckMode",
           /*default=*/"::mlir::onnxops::CheckMode::Status",
           "what a failed run-time check does",
           [{::llvm::cl::values(
             clEnumValN(::mlir::onnxops::CheckMode::Status, "status",
                        "ends the call with an error (onnxops.check)"),
             clEnumValN(::mlir::onnxops::CheckMode::Assert, "assert",
                        "aborts (cf.assert)"),
             clEnumValN(::mlir::onnxops::CheckMode::None, "none",
                        "nothing: behaviour is undefined"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect"
  ];
}

#endif // ONNXOPS_CONVERSION_PASSES
