//===- GraphWriter.h - write blocks as graphs -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Writes the body of the function, and recursively the regions of its ops.
//
//===----------------------------------------------------------------------===//

#ifndef ONNXOPS_LIB_EXPORT_ONNX_GRAPHWRITER_H
#define ONNXOPS_LIB_EXPORT_ONNX_GRAPHWRITER_H

#include "ProtoWriters.h"
#include "ValueNames.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "onnxops/Dialect/OnnxOps/IR/OnnxOps.h"
#include "llvm/ADT/DenseSet.h"

namespace onnx {
class GraphProto;
class ValueInfoProto;
} // namespace onnx

namespace mlir::onnxops {

class GraphWriter {
public:
  /// `opset` is the opset of the model. Large initializers are written to
  /// `external` unless it is null.
  GraphWriter(func::FuncOp function, int64_t opset, ExternalConstants *external)
      : function(function), opset(opset), names(function), constants(external) {
  }

  /// Emits one error if ONNX has no equivalent.
  LogicalResult write(onnx::GraphProto &graph);

  /// Whether there is an initializer that is not an input.
  bool hasConstant() const { return usesInitializers; }

private:
  // GraphWriter.cpp: the function
  LogicalResult nameInputs();
  LogicalResult nameOutputs();
  LogicalResult nameInputsAndOutputs();
  LogicalResult writeInputs(onnx::GraphProto &graph);
  LogicalResult writeOutputs(onnx::GraphProto &graph);
  LogicalResult writeIdentity(Value value, StringRef name,
                              onnx::GraphProto &graph);
  LogicalResult declare(Operation *op, Value value,
                        onnx::ValueInfoProto &proto);

  // GraphWriter.cpp: any graph
  LogicalResult verifyOperands(Operation *op);
  LogicalResult writeOps(Block &block, onnx::GraphProto &graph);
  LogicalResult writeOp(Operation *op, onnx::GraphProto &graph);
  LogicalResult writeConstant(arith::ConstantOp op, onnx::GraphProto &graph);

  // NodeWriter.cpp
  onnx::NodeProto &startNode(Operation *op, StringRef opType,
                             onnx::GraphProto &graph);
  void writeOperands(Operation *op, onnx::NodeProto &node);
  LogicalResult writeHints(Operation *op, onnx::GraphProto &graph);
  LogicalResult writeVersioned(VersionedOpInterface op,
                               onnx::GraphProto &graph);
  LogicalResult writeOnnxOperator(Operation *op, onnx::GraphProto &graph);

  // RegionWriter.cpp
  LogicalResult writeRegions(Operation *op, onnx::NodeProto &node);
  LogicalResult writeRegion(Operation *op, Region &region, StringRef name,
                            onnx::GraphProto &graph);
  LogicalResult writeSubgraph(Operation *op, Block &block,
                              onnx::GraphProto &graph);
  bool isCopyOfEmpty(SequenceEmptyV11Op op);

  func::FuncOp function;
  int64_t opset;
  ValueNames names;
  SmallVector<std::string> outputNames; // "" if not chosen yet
  DenseSet<Location> namedNodes;        // whose names have been written
  ElementsWriter constants;
  unsigned depth = 0;
  bool usesInitializers = false;
  // Whether only initializers of the graph have been written so far.
  bool isAtStart = true;
  // The visible empty sequences, of outer graphs first.
  SmallVector<SequenceEmptyV11Op> empties;
};

} // namespace mlir::onnxops

#endif // ONNXOPS_LIB_EXPORT_ONNX_GRAPHWRITER_H
