//===- Passes.td - conversions between dialects -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From and to the dialect of onnx-mlir; then into the upstream dialects: the
// other operators of ONNX, then ours.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_CONVERSION_PASSES
#define ONNXOPS_CONVERSION_PASSES

include "mlir/Pass/PassBase.td"

def ConvertOnnxToOnnxOps
    : Pass<"convert-onnx-to-onnxops", "::mlir::ModuleOp"> {
  let summary = "take the operators of an onnx-mlir module into the dialect";
  let description = [{
    Before: a module of onnx-mlir in generic form, whose dialect `onnx` nobody
    has registered. After: `onnx.Concat`, `onnx.Tile`, `onnx.SplitToSequence`
    and the sequence operators are ops of the dialect, in the version that
    onnx-mlir has. `!onnx.Seq<...>` and `!onnx.String` are types of the dialect
    wherever they occur, and so are the names and symbols of arguments and
    results, `onnx.name` and `onnx.dim_params`. All else stays as it is; a
    module without such ops and types does too.

    An operator that is not as onnx-mlir defines it is an error that names it.
  }];
  let dependentDialects = ["::mlir::onnxops::OnnxOpsDialect"];
}

def ConvertOnnxOpsToOnnx
    : Pass<"convert-onnxops-to-onnx", "::mlir::ModuleOp"> {
  let summary = "give the operators of the dialect to onnx-mlir";
  let description = [{
    The way back of `--convert-onnx-to-onnxops`, which restores the module that
    it was given. After: no op and no type of the dialect is left. Constants,
    casts and slices of tensors, which passes in between make, are operators of
    ONNX, as far as onnx-mlir has one. An op of ours that it has none for, or not
    in its version, is an error that names it.
  }];
}

def ConvertOnnxToUpstream
    : Pass<"convert-onnx-to-upstream", "::mlir::ModuleOp"> {
  let summary = "lower known generic onnx ops to upstream dialects";
  let description = [{
    Before: other operators of ONNX are generic ops of the unregistered dialect `onnx`, which
    mean what they mean at the module's opset, `onnxops.opset`; as our importers
    spell them or as onnx-mlir does.
    After: none is left; what depends on sizes, positions or lengths that are
    not known is checked by `onnxops.check`. Constant strings are
    `onnxops.rt.strings`. An operator that is not known is an error that names
    it, as is an operand of unknown rank.

    Known are Constant, in the attribute forms that hold numbers, and Identity,
    of a tensor or a sequence; for control If, Loop, SequenceMap and Not; for
    shapes Shape, Size, Slice, Squeeze, Unsqueeze and ConstantOfShape; for data
    Gather, Reshape, Expand, Transpose, Split and Cast, Add, Sub, Mul, Div and
    Neg, and Abs, Exp, Relu, Sigmoid, Sqrt and Tanh.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::math::MathDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ConvertOnnxOpsToLinalg
    : Pass<"convert-onnxops-to-linalg", "::mlir::ModuleOp"> {
  let summary = "leave the dialect for linalg, tensor and scf";
  let description = [{
    Before: newest versions of all ops. After: of the dialect only checks and
    run-time handles are left; element types are those that memory stores
    (bool as i8, complex128 as two i64, ...). An op that has no lowering is an
    error that names it and its location.
  }];
  let options = [
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
