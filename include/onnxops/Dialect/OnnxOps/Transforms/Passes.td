//===- Passes.td - passes within the dialect -----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is done to the operators before any of them is lowered.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES
#define ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def InferShapes : Pass<"onnxops-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "refine types through functions, calls and control flow";
  let description = [{
    Before: any module. After: every value has the most precise type that
    follows from its operands; results of functions and of scf's control flow
    follow what is returned or yielded. A user that needs the declared type gets
    it from a `tensor.cast`. A contradiction is an error at the op that sees it.

    Not refined: arguments of functions; results of recursive calls that depend
    on themselves; a sequence, for which there is no cast, that a call, a loop
    or an op that is not of the dialect takes.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def Upgrade : Pass<"onnxops-upgrade", "::mlir::ModuleOp"> {
  let summary = "step every op up to its newest version";
  let description = [{
    Before: any module; types inferred, since some steps need a rank. After:
    every versioned op is the newest of its family. A step that needs what is
    not known is an error that names the op and the reason.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ConvertVersion : Pass<"onnxops-convert-version", "::mlir::ModuleOp"> {
  let summary = "step every op to the version that an opset selects"
                " or that OpenVINO has";
  let description = [{
    Before: any module; types inferred. After: every versioned op is the one
    that `target-opset` selects, and so does the module's `onnxops.opset`, if it
    has one; or, with `target=openvino`, OpenVINO's, and the module has no
    opset. What computes the same numbers at the target is converted, up and
    down; anything else is an error that names the op, the target and the
    reason. So is an op of the dialect `onnx` that ONNX changed between
    the module's opset and the target, or whose versions are not known; without
    `onnxops.opset` a module means the newest opset. A module that is refused
    stays as it was.
  }];
  let options = [
    Option<"targetOpset", "target-opset", "int64_t", 
           /*default=*/"::mlir::onnxops::OnnxOpsDialect::kLatestOpset",
           "ONNX opset; the newest one by default">,
    Option<"targetName", "target", "std::string", /*default=*/"\"\"",
           "`openvino` for the operators of OpenVINO">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def Fuse : Pass<"onnxops-fuse", "::mlir::ModuleOp"> {
  let summary = "fuse concats of concats and tiles of tiles";
  let description = [{
    Before: newest versions. After: no concat has an operand that is a concat
    along the same axis in the same block without other uses, and none has one
    input only. A tile of a tile in the same block is a tile of its input, where
    all repeats are known. A concat of one value with itself is a tile of it
    where that is faster: from 17 operands on, of known runs of 256 elements and
    more, or of a tile. Linear in operands: a chain of concats becomes one. What a check at run time
    would find stays: an op whose declared type says more than its inputs do,
    inputs of one fused op that contradict each other.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def ResolveSequences : Pass<"onnxops-resolve-sequences", "::mlir::ModuleOp"> {
  let summary = "replace sequences by tensors where their content is known";
  let description = [{
    Before: newest versions. After: no SequenceAt, SequenceLength or
    ConcatFromSequence reads a sequence that was built at known positions from
    known tensors, or split at known places. Whatever may fail stays as it is
    and is checked at run time. Costs n log n for n operators.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES
