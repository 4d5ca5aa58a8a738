//===- ShardingOps.td - tensors that ranks have shards of --*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The ops of code for several ranks, in which a tensor is this rank's shard of
// a tensor. Ranks meet in them: all run the same code, so that each reaches
// them in the same order. Represent calls of onnxops/ABI/ShardedCode.h.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_SHARDINGOPS
#define ONNXOPS_DIALECT_ONNXOPS_IR_SHARDINGOPS

include "onnxops/Dialect/OnnxOps/IR/RuntimeOps.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

// Where the shards along an axis of the grid begin, and the end.
defvar OnnxOps_Offsets = AnyTypeOf<[1DTensorOf<[Index]>,
                                    MemRefRankOf<[Index], [1]>]>;

// Ops that write into a tensor, or into memory once they are bufferized.
class OnnxOps_ShardingOp<string mnemonic, list<Trait> traits = []>
    : OnnxOps_Op<mnemonic, traits # [
        MemoryEffects<[MemRead, MemWrite]>, DestinationStyleOpInterface,
        DeclareOpInterfaceMethods<BufferizableOpInterface,
          ["bufferizesToMemoryRead", "bufferizesToMemoryWrite",
           "getAliasingValues", "bufferize"]>]> {
  let opDocGroup = OnnxOps_ShardingGroup;
  let hasVerifier = 1;
}

def OnnxOps_ExchangeOp : OnnxOps_ShardingOp<"exchange",
    [AttrSizedOperandSegments]> {
  let summary = "joins shards of tensors that other ranks have";
  let description = [{
    Fills this rank's shard of a result, `init`, from shards of `sources`. The
    result consists of segments along `dimension`, one behind the other. Each
    has four numbers of `segments`: the source, where it begins in the source,
    its length, and how often it repeats. In other dimensions, sources and
    result have the same sizes. So a concat has a segment for each operand, a
    slice has one, and a tile has one that repeats.

    Ranks are numbered row-major in `grid`. `axes` has a number for each
    dimension of each source, and then of the result: the axis of the grid that
    shards the dimension, or -1. For each that is not -1 there is a vector of
    `offsets`, which says where the shards along that axis begin, and, as its
    last element, the size of the dimension.

    A rank receives the elements that it needs and does not hold, each once. The
    call fails on all ranks if it fails on one; messages begin with `where`.

    On two ranks, a concat of two tensors of 4 x 3, all sharded evenly:

    ```mlir
    %r = onnxops.exchange "node 'c'" along 0 on [2]
      ins(%a, %b : tensor<2x3xf32>, tensor<2x3xf32>) outs(%init : tensor<4x3xf32>)
      axes [0, -1, 0, -1, 0, -1] offsets(%four, %four, %eight : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>)
      segments [0, 0, 4, 1, 1, 0, 4, 1] -> tensor<4x3xf32>
    ```

    The same with memory, and a slice of `%n` rows for all ranks:

    ```mlir
    onnxops.exchange "node 's'" along 0 on [2]
      ins(%a : memref<2x3xf32>) outs(%init : memref<?x3xf32>)
      axes [0, -1, -1, -1] offsets(%four : memref<3xindex>)
      segments [0, 1, %n, 1]
    ```
  }];
  let arguments = (ins
    StrAttr:$where, Variadic<OnnxOps_Buffer>:$sources, OnnxOps_Buffer:$init,
    Variadic<OnnxOps_Offsets>:$offsets, Variadic<Index>:$numbers,
    I64Attr:$dimension, DenseI64ArrayAttr:$grid, DenseI64ArrayAttr:$axes,
    DenseI64ArrayAttr:$segments);
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    $where `along` $dimension `on` $grid (`ins` `(` $sources^ `:`
    type($sources) `)`)? `outs` `(` $init `:` type($init) `)` `axes` $axes
    (`offsets` `(` $offsets^ `:` type($offsets) `)`)? `segments`
    custom<DynamicIndexList>($numbers, $segments) attr-dict
    (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }

    /// The axes of source `index`; those of the result for the number of
    /// sources.
    ArrayRef<int64_t> getAxesOf(int64_t index);
  }];
}

def OnnxOps_GatherOffsetsOp : OnnxOps_ShardingOp<"gather_offsets"> {
  let summary = "how a dimension is sharded, from the sizes of its shards";
  let description = [{
    Gathers `size`, which is this rank's, from the ranks along `axis` of `grid`,
    and fills `init` with where their shards begin, and the sum of all sizes.
    Ranks with the same coordinate along the axis must have the same size. The
    call fails on all ranks if it fails on one; messages begin with `where`.

    ```mlir
    %0 = onnxops.gather_offsets "input 'x'" %size along 0 on [4]
      outs(%init : tensor<5xindex>) -> tensor<5xindex>
    onnxops.gather_offsets "input 'x'" %size along 1 on [2, 3]
      outs(%memory : memref<4xindex>)
    ```
  }];
  let arguments = (ins StrAttr:$where, Index:$size, I64Attr:$axis,
                       DenseI64ArrayAttr:$grid, OnnxOps_Offsets:$init);
  let results = (outs Optional<1DTensorOf<[Index]>>:$result);
  let assemblyFormat = [{
    $where $size `along` $axis `on` $grid `outs` `(` $init `:` type($init) `)`
    attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    MutableOperandRange getDpsInitsMutable() { return getInitMutable(); }
  }];
}

def OnnxOps_RankOp : OnnxOps_Op<"rank", [NoMemoryEffect, OnnxOps_NonNegative]> {
  let opDocGroup = OnnxOps_ShardingGroup;
  let summary = "the rank that runs the call";
  let description = [{
    From 0 on; 0 in a call without other ranks.

    ```mlir
    %0 = onnxops.rank
    ```
  }];
  let results = (outs Index:$rank);
  let assemblyFormat = "attr-dict";
}

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_SHARDINGOPS
