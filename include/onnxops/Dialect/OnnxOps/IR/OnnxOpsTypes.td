//===- OnnxOpsTypes.td - types and element type lists ------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The types of the dialect, and the standard's lists of element types, each
// named after the first version that uses it.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSTYPES
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSTYPES

include "mlir/IR/AttrTypeBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"

class OnnxOps_Type<string name, string typeMnemonic>
    : TypeDef<OnnxOps_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def OnnxOps_SequenceType : OnnxOps_Type<"Sequence", "seq"> {
  let summary = "a sequence of tensors";
  let description = [{
    `!onnxops.seq<tensor<?x4xf32>>`: any number of tensors compatible with the
    tensor type. The length is not part of the type. Elements may differ in
    sizes that the tensor type leaves dynamic, and in rank if it is unranked.
  }];
  let parameters = (ins
    TypeParameter<"::mlir::TensorType", "type of the elements">:$tensorType);
  let assemblyFormat = "`<` $tensorType `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::TensorType":$tensorType), [{
      return $_get(tensorType.getContext(), tensorType);
    }]>
  ];
}

def OnnxOps_StringType : OnnxOps_Type<"String", "string"> {
  let summary = "an element that is a string of bytes";
  let description = "`tensor<2x!onnxops.string>` is a tensor of strings.";
}

def OnnxOps_AnyType : OnnxOps_Type<"Any", "any"> {
  let summary = "a value whose type is not known";
  let description = [{
    `!onnxops.any`: a result of an operator of another domain whose type an
    imported model does not declare, or a map or another type that is neither a
    tensor, a sequence nor optional. Only generic ops of the dialect `onnx` take
    it.
  }];
}

def OnnxOps_OptionalType : OnnxOps_Type<"Optional", "optional"> {
  let summary = "a tensor, a sequence of tensors, or nothing";
  let description = [{
    `!onnxops.optional<tensor<?xf32>>`. Only generic ops of the dialect `onnx`
    take it.
  }];
  let parameters = (ins
    TypeParameter<"::mlir::Type", "type of the value, if there is one">:$valueType);
  let assemblyFormat = "`<` $valueType `>`";
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$valueType), [{
      return $_get(valueType.getContext(), valueType);
    }]>
  ];
  let genVerifyDecl = 1;
}

def OnnxOps_HandleType : OnnxOps_Type<"Handle", "handle"> {
  let summary = "a sequence of the run-time library";
  let description = [{
    The lowered form of a sequence whose content is known only at run time: a
    pointer to an immutable list of tensor views, owned by the call's context.
  }];
}

// Element types, and their names in errors and in the documentation.
class OnnxOps_Elements<list<Type> elementTypes, string elementNames> {
  list<Type> types = elementTypes;
  string names = elementNames;
}

def OnnxOps_ElementsV1 : OnnxOps_Elements<[F16, F32, F64], "f16, f32 or f64">;
// Element types of `tiles` and `axis` of Tile-1.
def OnnxOps_ElementsNumberV1 : OnnxOps_Elements<
    OnnxOps_ElementsV1.types # [I64], "i64, f16, f32 or f64">;
def OnnxOps_ElementsV4 : OnnxOps_Elements<
    [UI8, UI16, UI32, UI64, I8, I16, I32, I64, F16, F32, F64,
     OnnxOps_StringType, I1, Complex<F32>, Complex<F64>],
    "ui8, ui16, ui32, ui64, i8, i16, i32, i64, f16, f32, f64, string, bool, "
    "complex64 or complex128">;
def OnnxOps_ElementsV13 : OnnxOps_Elements<
    OnnxOps_ElementsV4.types # [BF16],
    "ui8, ui16, ui32, ui64, i8, i16, i32, i64, bf16, f16, f32, f64, string, "
    "bool, complex64 or complex128">;
def OnnxOps_ElementsOpenVINO : OnnxOps_Elements<
    [AnySignlessInteger, AnyUnsignedInteger, F16, BF16, F32, F64, F8E4M3FN,
     F8E5M2],
    "signless integer, unsigned integer, bf16, f16, f32, f64, f8E4M3FN or "
    "f8E5M2">;

class OnnxOps_TensorOf<OnnxOps_Elements elements> : TensorOf<elements.types> {
  let summary = "tensor of " # elements.names # " values";
}

def OnnxOps_AnyTensor : OnnxOps_TensorOf<OnnxOps_ElementsV13>;

// A sequence whose tensors have one of the given element types.
class OnnxOps_SequenceOf<OnnxOps_Elements elements> : ContainerType<
    AnyTypeOf<elements.types>, OnnxOps_SequenceType.predicate,
    "::llvm::cast<::mlir::onnxops::SequenceType>($_self).getTensorType()"
    ".getElementType()",
    "sequence", "::mlir::onnxops::SequenceType"> {
  let summary = "sequence of " # OnnxOps_TensorOf<elements>.summary;
}

// The standard's sequence operators take the 15 types of version 11. bf16 is
// accepted too: otherwise no op could consume the results of
// SplitToSequence-24.
def OnnxOps_AnySequence : OnnxOps_SequenceOf<OnnxOps_ElementsV13>;

// sequence-c1: a scalar, or a one-element tensor, as in real models.
def OnnxOps_Position : TensorOf<[I32, I64]>;

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPSTYPES
