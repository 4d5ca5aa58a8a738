//===- Passes.td - passes for several ranks ----------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// From functions of whole tensors to functions of shards.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_TRANSFORMS_SHARDING_PASSES
#define ONNXOPS_TRANSFORMS_SHARDING_PASSES

include "mlir/Pass/PassBase.td"

def AssignShards : Pass<"onnxops-assign-shards", "::mlir::ModuleOp"> {
  let summary = "rewrite functions of tensors as functions of their shards";
  let description = [{
    Before: prepared for lowering, so that known sequences are resolved and other
    operators are linalg and tensor ops. After: `ranks` processes call each
    public function together, each with its shards of the inputs that `shard`
    names, as NAME:DIMENSION, and with all of every other input. Results are
    sharded where they depend on sharded inputs.

    `ranks=2,3` is a grid, in which ranks are numbered row-major. Along each of
    its axes ranks share at most one dimension of a tensor; NAME:DIMENSION@AXIS
    names the axis. NAME:free, for an input of known sizes, lets the first op that
    reads it choose its shards, so that nothing of it is sent: those of the other
    operands, or what the result of a concat needs. Annotations of the dialect `shard` do the same as options, on
    the grid of the module, and can give other values than inputs other shards.

    Ranks have shards in their order. A dimension of known size is sharded
    evenly: where ranks do not divide it, the first have one element more. Of an
    unknown size, each rank may have any part: the parts are gathered when the
    call begins.

    * An elementwise op, a transpose or a reshape of other dimensions keeps the
      shards of its operand.
    * A concat, a slice or a tile along another dimension is local.
    * A slice of the sharded dimension is local: each rank keeps what it has of
      it. So is a chunk of a split; if it lacks that dimension, all ranks get it.
    * A concat or a tile along the sharded dimension is an `onnxops.exchange`,
      whose result is sharded evenly.

    Operands that are sharded in another way than the largest one, or the first
    where sizes are not known, are exchanged, and those that every rank has are
    sliced. An op of a sharded tensor for which
    there is no rule, such as a loop, is an error.

    With `ranks=2 shard=x:0`,

    ```mlir
    func.func @main(%x: tensor<4x3xf32> {onnxops.name = "x"}) -> tensor<4x6xf32> {
      %0 = onnxops.concat_v13 %x, %x axis = 1 : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
      return %0 : tensor<4x6xf32>
    }
    ```

    becomes

    ```mlir
    func.func @main(%x: tensor<2x3xf32> {onnxops.name = "x", onnxops.shard = 0 : i64}) -> (tensor<2x6xf32> {onnxops.shard = 0 : i64})
        attributes {onnxops.ranks = 2 : i64} {
      %0 = onnxops.concat_v13 %x, %x axis = 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x6xf32>
      return %0 : tensor<2x6xf32>
    }
    ```

    How inputs are sharded, with the offsets of shards that are not even, and
    the dimensions of results, -1 for a result that every rank has, or one for
    each axis of the grid, are attributes of the module as well,
    `onnxops.input_shards` and `onnxops.output_shards`, which stay until the
    module is code.
  }];
  let options = [
    ListOption<"ranks", "ranks", "int64_t",
               "the number of ranks, or those along each axis of a grid">,
    ListOption<"shard", "shard", "std::string",
               "inputs that are sharded, as NAME:DIMENSION, "
               "NAME:DIMENSION@AXIS or NAME:free">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::onnxops::OnnxOpsDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

def ExchangeToMPI : Pass<"onnxops-exchange-to-mpi", "::mlir::func::FuncOp"> {
  let summary = "lower exchanges to ops of MPI, for other compilers";
  let description = [{
    Before: functions of shards, on tensors, in which all sizes of exchanges are
    known. After: each `onnxops.exchange` is a loop over a table of the parts
    that all ranks send, with `mpi.send` and `mpi.recv` of packed bytes, and
    `onnxops.rank` is `mpi.comm_rank`. Upstream lowers these to calls of MPI,
    which the program starts and ends; no library of ours is needed.

    The run-time library is the better way where it can be: it sends without
    waiting or packing, needs no table of all ranks, returns errors, and takes
    sizes that only the call knows. Checks are asserts after
    `onnxops-to-linalg-pipeline="checks=assert"`.

    ```mlir
    %r = onnxops.exchange "c" along 0 on [2] ins(%x : tensor<2xf32>) outs(%i : tensor<4xf32>)
      axes [0, -1] offsets(%two : tensor<3xindex>) segments [0, 0, 4, 1] -> tensor<4xf32>
    ```

    becomes

    ```mlir
    scf.for %i = %c0 to %c4 step %c1 {
      %sender = tensor.extract %table[%i, %c0]
      ...
      scf.if %isBoth {
        linalg.copy ins(%from) outs(%to)
      } else {
        scf.if %isSender {
          linalg.copy ins(%from) outs(%packed)
          mpi.send(%message, %tag, %receiver, %world)
        }
        scf.if %isReceiver {
          mpi.recv(%message, %tag, %sender, %world)
          linalg.copy ins(%packed) outs(%to)
        }
      }
    }
    ```
  }];
  let options = [
    Option<"mostBytes", "most-bytes", "int64_t", "1 << 30",
           "the most bytes of a message">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::memref::MemRefDialect",
    "::mlir::mpi::MPIDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // ONNXOPS_TRANSFORMS_SHARDING_PASSES
