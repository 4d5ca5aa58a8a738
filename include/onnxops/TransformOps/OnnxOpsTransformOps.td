//===- OnnxOpsTransformOps.td - ops of transform scripts ---*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our rewrites as ops of the transform dialect, to be applied between those of
// other projects.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS
#define ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS

include "mlir/Dialect/Transform/IR/TransformDialect.td"
include "mlir/Dialect/Transform/IR/TransformTypes.td"
include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class OnnxOps_TransformDialectOp<string mnemonic, list<Trait> traits>
    : Op<Transform_Dialect, mnemonic, traits> {
  let cppNamespace = "::mlir::onnxops";
}

//===----------------------------------------------------------------------===//
// Sets of patterns
//===----------------------------------------------------------------------===//

// For the body of transform.apply_patterns.
class OnnxOps_PatternsOp<string name>
    : OnnxOps_TransformDialectOp<"apply_patterns.onnxops." # name,
         [DeclareOpInterfaceMethods<PatternDescriptorOpInterface>]> {
  let assemblyFormat = "attr-dict";
}

def ApplyMergeConcatOperandsPatternsOp
    : OnnxOps_PatternsOp<"merge_concat_operands"> {
  let summary = "merges operands of tensor.concat";
  let description = [{
    Adjacent slices of one tensor become one slice, operands without rows go, and
    a concat of one operand is the operand.

    ```mlir
    transform.apply_patterns to %func {
      transform.apply_patterns.onnxops.merge_concat_operands
    } : !transform.any_op
    ```
  }];
}

def ApplySliceOfConcatPatternsOp : OnnxOps_PatternsOp<"slice_of_concat"> {
  let summary = "replaces slices of a concat or a tile by slices of operands";
  let description = [{
    Only where the concat or tile goes, and neither bytes nor the number of copies
    increase. A concat whose slices would become more than 64 is left as it is.
  }];
}

def ApplyFuseElementwisePatternsOp : OnnxOps_PatternsOp<"fuse_elementwise"> {
  let summary = "fuses elementwise linalg ops with one reader";
  let description = [{
    Also moves those of a tile in front of the reshape that merges its dimensions.
  }];
}

def ApplySplitConcatReadersPatternsOp
    : OnnxOps_PatternsOp<"split_concat_readers"> {
  let summary = "splits all readers of concats";
  let description = [{
    As `transform.onnxops.split_concat_readers`, for all ops that read a
    `tensor.concat`, and for the readers of the concats of their results.
  }];
}

//===----------------------------------------------------------------------===//
// Transforms
//===----------------------------------------------------------------------===//

def SplitConcatReadersOp
    : OnnxOps_TransformDialectOp<"onnxops.split_concat_readers",
         [FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
          DeclareOpInterfaceMethods<TransformOpInterface>,
          ReportTrackingListenerFailuresOpTrait]> {
  let summary = "splits ops at the boundaries of a concat that they read";
  let description = [{
    Each op of the handle becomes one op for each operand of the first
    `tensor.concat` that it reads, and a concat of their results:

    ```mlir
    %0 = tensor.concat dim(0) %a, %b : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
    %1 = linalg.exp ins(%0 : tensor<10xf32>) outs(%e : tensor<10xf32>) -> tensor<10xf32>
    ```

    becomes

    ```mlir
    %2 = linalg.exp ins(%a : tensor<4xf32>) outs(%ea : tensor<4xf32>) -> tensor<4xf32>
    %3 = linalg.exp ins(%b : tensor<6xf32>) outs(%eb : tensor<6xf32>) -> tensor<6xf32>
    %1 = tensor.concat dim(0) %2, %3 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
    ```

    The op must have a parallel loop along the axis, and each of its results a
    dimension for that, and the concat must have an operand that is not known to be
    empty; otherwise it is a silenceable failure. In front of tiling,
    so that the loops over the parts need no bounds; and of
    `transform.onnxops.concat_in_place`, which computes the parts in place. Code
    grows with the number of operands.

    Consumes the handle, and returns one of the parts of all ops.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target);
  let results = (outs TransformHandleTypeInterface:$parts);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
}

def ConcatInPlaceOp
    : OnnxOps_TransformDialectOp<"onnxops.concat_in_place",
         [FunctionalStyleTransformOpTrait, MemoryEffectsOpInterface,
          TransformOpInterface, TransformEachOpTrait]> {
  let summary = "computes operands of tensor.concat directly in its result";
  let description = [{
    The pass `onnxops-concat-in-place` on functions: no `tensor.concat` is left.
    Run it right before One-Shot Bufferize.

    Consumes the handle, and returns one of the same functions.
  }];
  let arguments = (ins TransformHandleTypeInterface:$target,
                       UnitAttr:$copy_operands, UnitAttr:$leave_copies);
  let results = (outs TransformHandleTypeInterface:$transformed);
  let assemblyFormat = "$target attr-dict `:` functional-type(operands, results)";
  let extraClassDeclaration = [{
    ::mlir::DiagnosedSilenceableFailure applyToOne(
        ::mlir::transform::TransformRewriter &rewriter,
        ::mlir::func::FuncOp target,
        ::mlir::transform::ApplyToEachResultList &results,
        ::mlir::transform::TransformState &state);
  }];
}

#endif // ONNXOPS_TRANSFORMOPS_ONNXOPSTRANSFORMOPS
