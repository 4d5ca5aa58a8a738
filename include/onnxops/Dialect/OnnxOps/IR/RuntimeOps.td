//===- RuntimeOps.td - checks, entry points, handles -------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of the dialect that remain after its operators are lowered. Each op
// represents one call of the run-time library (onnxops/ABI/GeneratedCode.h).
// The call's context is not an operand; lowering to a call adds it. Ops that
// take tensors are bufferized to take memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_RUNTIMEOPS
#define ONNXOPS_DIALECT_ONNXOPS_IR_RUNTIMEOPS

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"

// These ops may fail or access the call's context: they are never removed,
// duplicated or moved across another op with effects.
class OnnxOps_RuntimeOp<string mnemonic, list<Trait> traits = []>
    : OnnxOps_Op<mnemonic, traits # [MemoryEffects<[MemRead, MemWrite]>]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
}

// A sequence is immutable after its first use: reading it has no write effect.
class OnnxOps_RuntimeReadOp<string mnemonic, list<Trait> traits = []>
    : OnnxOps_Op<mnemonic, traits # [MemoryEffects<[MemRead]>]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
}

defvar OnnxOps_Buffer = AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef]>;

// LLVM's own definition would require including its whole dialect.
def OnnxOps_PointerType
    : Type<CPred<"::llvm::isa<::mlir::LLVM::LLVMPointerType>($_self)">,
           "LLVM pointer type">;

def OnnxOps_CheckOp : OnnxOps_RuntimeOp<"check"> {
  let summary = "ends the call with an error unless a condition holds";
  let description = [{
    If `condition` is false, the call fails with `message`, in which `{0}`,
    `{1}`, ... stand for `values`. All ops after it in program order may assume
    the condition.

    ```mlir
    onnxops.check %same, "expected dimension 1 to be {0}, but got {1}"(%a, %b)
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<Index>:$values);
  let assemblyFormat = [{
    $condition `,` $message (`(` $values^ `)`)? attr-dict
  }];
  let extraClassDeclaration = [{
    /// Escapes braces in external text, such as a node's name, so that a
    /// message does not take them for placeholders.
    static std::string escape(::llvm::StringRef text);
  }];
  let hasCanonicalizeMethod = 1;
}

def OnnxOps_EnterOp : OnnxOps_RuntimeOp<"rt.enter"> {
  let summary = "starts a call, checks inputs and outputs against the signature";
  let description = [{
    The layout of `signature` and `names` is documented at onnxopsRtEnter. The
    first op of an entry function, whose arguments are the table of inputs and
    outputs, their count and the context. With `ranks`, so many processes make
    the call together.

    ```mlir
    onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, -1, 3] "f\00x\00"
    onnxops.rt.enter [1, 0, 0, 0, 0, 1, 2, 2, -1, 3] "f\00x\00" on 4 ranks
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$signature, StrAttr:$names,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntPositive]>>:$ranks);
  let assemblyFormat = "$signature $names (`on` $ranks^ `ranks`)? attr-dict";
}

def OnnxOps_ArgumentOp : OnnxOps_Op<"rt.argument", [NoMemoryEffect]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "the memory of an input, read-only";
  let description = [{
    A view of the memory of input `index` of the call, or the handle of an input
    sequence. `element_type` is ONNX's number.

    ```mlir
    %0 = onnxops.rt.argument 0 of 1 : memref<2x3xf32>
    %1 = onnxops.rt.argument 1 of 7 : !onnxops.handle
    ```
  }];
  let arguments = (ins I64Attr:$index, I64Attr:$element_type);
  let results = (outs AnyTypeOf<[AnyStridedMemRef, OnnxOps_HandleType]>:$value);
  let assemblyFormat = "$index `of` $element_type attr-dict `:` type($value)";
}

def OnnxOps_RtArgumentAddressOp
    : OnnxOps_Op<"rt.argument_address", [NoMemoryEffect]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "the address of an input with a dynamic index";
  let description = [{
    The address of the elements of input `index` of the call, which must be a
    tensor.

    ```mlir
    %0 = onnxops.rt.argument_address %i
    ```
  }];
  let arguments = (ins Index:$index);
  let results = (outs Index:$address);
  let assemblyFormat = "$index attr-dict";
}

def OnnxOps_RtArgumentSizeOp
    : OnnxOps_Op<"rt.argument_size", [NoMemoryEffect, OnnxOps_NonNegative]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "a size of an input with a dynamic index";
  let description = [{
    The size of dimension `dimension` of input `index` of the call, which must
    be a tensor that has this dimension.

    ```mlir
    %0 = onnxops.rt.argument_size %i, 1
    ```
  }];
  let arguments = (ins Index:$index,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Index:$size);
  let assemblyFormat = "$index `,` $dimension attr-dict";
}

def OnnxOps_RtSizesAgreeOp
    : OnnxOps_Op<"rt.sizes_agree", [NoMemoryEffect]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "whether sizes of inputs are known to be equal";
  let description = [{
    Whether the checks of `onnxops.rt.enter` found that `count` inputs from
    `first` on have equal sizes in dimension `dimension`. False does not say
    that they differ.

    ```mlir
    %0 = onnxops.rt.sizes_agree 0, 40, 1
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$first,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$count,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs I1:$agree);
  let assemblyFormat = "$first `,` $count `,` $dimension attr-dict";
}

def OnnxOps_RtSizesSumOp : OnnxOps_Op<"rt.sizes_sum", [NoMemoryEffect]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "the sum of sizes of inputs, if it is known";
  let description = [{
    The sum of the sizes of `count` inputs from `first` on in dimension
    `dimension`, if the checks of `onnxops.rt.enter` have added them and it is
    less than 2^63; -1 otherwise.

    ```mlir
    %0 = onnxops.rt.sizes_sum 0, 40, 1
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$first,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$count,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension);
  let results = (outs Index:$sum);
  let assemblyFormat = "$first `,` $count `,` $dimension attr-dict";
}

def OnnxOps_RtStringsOp : OnnxOps_Op<"rt.strings", [Pure,
    DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferize", "getBufferType", "isWritable",
       "resultBufferizesToMemoryWrite"]>]> {
  let opDocGroup = OnnxOps_RuntimeGroup;
  let summary = "constant strings, as read-only addresses";
  let description = [{
    Not a ConstantLike op, since upstream's folds expect numbers. In a tensor of
    a storage type, each element is the address of an OnnxopsString. The
    compiled module owns the tensor and the strings.

    ```mlir
    %0 = onnxops.rt.strings dense<["a", "bc"]> : tensor<2x!onnxops.string> : tensor<2xi64>
    ```
  }];
  let arguments = (ins StringElementsAttr:$value);
  let results = (outs OnnxOps_Buffer:$strings);
  let assemblyFormat = "$value attr-dict `:` type($strings)";
}

def OnnxOps_OutputOp : OnnxOps_RuntimeOp<"rt.output"> {
  let summary = "memory for an output tensor, given by the caller or allocated";
  let description = [{
    `sizes` are the sizes of the dynamic dimensions.

    ```mlir
    %0 = onnxops.rt.output 0 of 1() : memref<2x3xf32>
    %1 = onnxops.rt.output 1 of 1(%size) : memref<?x3xf32>
    ```
  }];
  let arguments = (ins I64Attr:$index, I64Attr:$element_type,
                       Variadic<Index>:$sizes);
  let results = (outs AnyStridedMemRef:$memory);
  let assemblyFormat = [{
    $index `of` $element_type `(` $sizes `)` attr-dict `:` type($memory)
  }];
}

def OnnxOps_OutputSequenceOp : OnnxOps_RuntimeOp<"rt.output_sequence"> {
  let summary = "returns a deep copy of a sequence as an output";
  let description = [{
    The output shares no memory with the call's context, which frees its memory
    when the call ends. On a device, `kernel` does the copy: see
    `onnxopsRtOutputSequenceBy`.

    ```mlir
    onnxops.rt.output_sequence 0 %sequence
    onnxops.rt.output_sequence 1 %sequence by @kernels::@segments in blocks of 256
    ```
  }];
  let arguments = (ins I64Attr:$index, OnnxOps_HandleType:$sequence,
                       OptionalAttr<SymbolRefAttr>:$kernel,
                       OptionalAttr<I64Attr>:$block_size);
  let builders = [OpBuilder<(ins "int64_t":$index, "::mlir::Value":$sequence), [{
    build($_builder, $_state, index, sequence, SymbolRefAttr(), IntegerAttr());
  }]>];
  let assemblyFormat = [{
    $index $sequence (`by` $kernel^ `in` `blocks` `of` $block_size)? attr-dict
  }];
}

def OnnxOps_CountBytesOp : OnnxOps_RuntimeOp<"rt.count_bytes"> {
  let summary = "adds to the number of bytes that the call has stored";
  let description = [{
    `onnxops-run --time` prints the sum as `bytes_moved`.

    ```mlir
    onnxops.rt.count_bytes %size
    ```
  }];
  let arguments = (ins Index:$bytes);
  let assemblyFormat = "$bytes attr-dict";
}

def OnnxOps_RtParallelForOp : OnnxOps_RuntimeOp<"rt.parallel_for",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "runs a kernel over a range on several threads";
  let description = [{
    Calls `kernel(table, begin, end)`, where `table` holds the kernel's
    arguments, for disjoint ranges that cover [0, `count`), on at most `threads`
    threads, and waits for all of them. The boundaries of ranges are multiples
    of `grain`, except for the last one. A kernel may be given a copy of the
    `words` 64-bit words at `table`.

    The kernel is a private function `(!llvm.ptr, i64, i64) -> ()` that does not
    use the context of the call. The ranges may run in any order, or concurrently.

    With `bytes`, which is what the kernel writes, the run-time library decides
    whether several threads are faster at the moment.

    ```mlir
    onnxops.rt.parallel_for @kernel(%table, %size) words 3 grain %a threads 4 : !llvm.ptr
    onnxops.rt.parallel_for @kernel(%table, %size) words 3 grain %a threads 4 bytes %b : !llvm.ptr
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel, OnnxOps_PointerType:$table,
                       Index:$count, Index:$grain, Optional<Index>:$bytes,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$words,
                       ConfinedAttr<I64Attr, [IntPositive]>:$threads);
  let assemblyFormat = [{
    $kernel `(` $table `,` $count `)` `words` $words `grain` $grain
    `threads` $threads (`bytes` $bytes^)? attr-dict `:` type($table)
  }];
}

def OnnxOps_RtSequenceCreateOp : OnnxOps_RuntimeOp<"rt.sequence_create"> {
  let summary = "an empty sequence with capacity for elements to be pushed";
  let description = [{
    The element type is ONNX's number. The call's context owns the sequence.

    ```mlir
    %0 = onnxops.rt.sequence_create of 1 capacity %size
    ```
  }];
  let arguments = (ins I64Attr:$element_type, Index:$capacity);
  let results = (outs OnnxOps_HandleType:$sequence);
  let assemblyFormat = "`of` $element_type `capacity` $capacity attr-dict";
}

def OnnxOps_RtSequencePushOp : OnnxOps_RuntimeOp<"rt.sequence_push",
    [DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
       "getAliasingValues", "bufferize"]>]> {
  let summary = "appends a view of a tensor to a new sequence";
  let description = [{
    The sequence must be the result of an `rt.sequence_create`, and must not
    have been read.

    ```mlir
    onnxops.rt.sequence_push %sequence of 1, %tensor : tensor<2x3xf32>
    onnxops.rt.sequence_push %sequence of 1, %memory : memref<?x3xf32>
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence, I64Attr:$element_type,
                       OnnxOps_Buffer:$tensor);
  let assemblyFormat = [{
    $sequence `of` $element_type `,` $tensor attr-dict `:` type($tensor)
  }];
}

def OnnxOps_RtSequencePushChunksOp : OnnxOps_RuntimeOp<"rt.sequence_push_chunks",
    [DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
       "getAliasingValues", "bufferize"]>]> {
  let summary = "appends views of the chunks of a tensor to a new sequence";
  let description = [{
    Each chunk has `size` elements along the axis, and the last one the rest. A
    call with a `size` of less than 1 fails. `squeezed` chunks, whose `size` is 1, lack the axis. The sequence
    is one as in `rt.sequence_push`.

    ```mlir
    onnxops.rt.sequence_push_chunks %sequence of 1, %tensor axis 0 size %size : tensor<8x3xf32>
    onnxops.rt.sequence_push_chunks %sequence of 1, %memory axis 1 size %size squeezed : memref<?x3xf32>
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence, I64Attr:$element_type,
                       OnnxOps_Buffer:$tensor,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       Index:$size, UnitAttr:$squeezed);
  let assemblyFormat = [{
    $sequence `of` $element_type `,` $tensor `axis` $axis `size` $size
    (`squeezed` $squeezed^)? attr-dict `:` type($tensor)
  }];
  let hasVerifier = 1;
}

def OnnxOps_RtSequenceInsertOp : OnnxOps_RuntimeOp<"rt.sequence_insert",
    [DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
       "getAliasingValues", "bufferize"]>]> {
  let summary = "a new sequence with a tensor inserted at a position";
  let description = [{
    `position` is in [0, n] for a sequence of n elements, which is not modified.

    ```mlir
    %0 = onnxops.rt.sequence_insert %sequence of 1 at %position, %tensor : tensor<2x3xf32>
    %1 = onnxops.rt.sequence_insert %sequence of 1 at %position, %memory : memref<?x3xf32>
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence, I64Attr:$element_type,
                       Index:$position, OnnxOps_Buffer:$tensor);
  let results = (outs OnnxOps_HandleType:$result);
  let assemblyFormat = [{
    $sequence `of` $element_type `at` $position `,` $tensor attr-dict `:`
    type($tensor)
  }];
}

def OnnxOps_RtSequenceEraseOp : OnnxOps_RuntimeOp<"rt.sequence_erase"> {
  let summary = "a new sequence without the tensor at a position";
  let description = [{
    `position` is in [0, n-1] for a sequence of n elements, which is not
    modified.

    ```mlir
    %0 = onnxops.rt.sequence_erase %sequence at %position
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence, Index:$position);
  let results = (outs OnnxOps_HandleType:$result);
  let assemblyFormat = "$sequence `at` $position attr-dict";
}

def OnnxOps_RtSequenceLengthOp
    : OnnxOps_RuntimeReadOp<"rt.sequence_length", [OnnxOps_NonNegative]> {
  let summary = "the number of elements of a sequence";
  let description = [{
    The lowered form of `onnxops.sequence_length_v11`.

    ```mlir
    %0 = onnxops.rt.sequence_length %sequence
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence);
  let results = (outs Index:$length);
  let assemblyFormat = "$sequence attr-dict";
}

def OnnxOps_RtSequenceAtOp : OnnxOps_RuntimeOp<"rt.sequence_at",
    [DeclareOpInterfaceMethods<BufferizableOpInterface,
      ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
       "getAliasingValues", "bufferize", "getBufferType", "isWritable"]>]> {
  let summary = "a view of the tensor at a position of a sequence";
  let description = [{
    `position` is in [0, n-1] for a sequence of n elements. Ends the call with
    an error that begins with `where` if the rank or a static size of the result
    type does not match the element.

    ```mlir
    %0 = onnxops.rt.sequence_at %sequence of 1 at %position, "SequenceAt" : tensor<2x3xf32>
    %1 = onnxops.rt.sequence_at %sequence of 1 at %position, "SequenceAt" : memref<?x3xf32>
    ```
  }];
  let arguments = (ins OnnxOps_HandleType:$sequence, I64Attr:$element_type,
                       Index:$position, StrAttr:$where);
  let results = (outs OnnxOps_Buffer:$tensor);
  let assemblyFormat = [{
    $sequence `of` $element_type `at` $position `,` $where attr-dict `:`
    type($tensor)
  }];
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_RUNTIMEOPS
