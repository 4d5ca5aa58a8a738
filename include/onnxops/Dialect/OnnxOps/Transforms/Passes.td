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
    follows from its operands; function results follow their returns. A
    contradiction is an error.
  }];
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
  let summary = "step every op to the version that an opset selects";
  let description = [{
    Before: any module; types inferred. After: every versioned op is the one
    that `target-opset` selects. Only upward steps are known: an op that is
    newer than the target is an error that names it.
  }];
  let options = [
    Option<"targetOpset", "target-opset", "int64_t", /*default=*/"27",
           "ONNX opset, 1 to 27">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

def Fuse : Pass<"onnxops-fuse", "::mlir::ModuleOp"> {
  let summary = "fuse concats of concats and drop those of one input";
  let description = [{
    Before: newest versions. After: no concat has an operand that is a concat
    along the same axis without other uses. Linear in operands: a chain of
    concats becomes one.
  }];
}

def ResolveSequences : Pass<"onnxops-resolve-sequences", "::mlir::ModuleOp"> {
  let summary = "replace sequences by tensors where their content is known";
  let description = [{
    Before: newest versions. After: no SequenceAt, SequenceLength or
    ConcatFromSequence reads a sequence that was built at known positions from
    known tensors.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_TRANSFORMS_PASSES
