//===- OnnxOps.td - the whole dialect ----------------------*- tablegen -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes the files of the dialect, one for each op family.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS
#define ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS

include "onnxops/Dialect/OnnxOps/IR/OnnxOpsBase.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsTypes.td"
include "onnxops/Dialect/OnnxOps/IR/OnnxOpsInterfaces.td"
include "onnxops/Dialect/OnnxOps/IR/Concat.td"
include "onnxops/Dialect/OnnxOps/IR/Tile.td"
include "onnxops/Dialect/OnnxOps/IR/SplitToSequence.td"
include "onnxops/Dialect/OnnxOps/IR/Sequence.td"
include "onnxops/Dialect/OnnxOps/IR/RuntimeOps.td"
include "onnxops/Dialect/OnnxOps/IR/ShardingOps.td"

#endif // ONNXOPS_DIALECT_ONNXOPS_IR_ONNXOPS
